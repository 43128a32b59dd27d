//! Hypotheses: claims about sums that a file takes from other proofs.
//!
//! ```text
//! suppose first L xo/ox        Left wins this sum moving first, says another file
//! suppose second R xo+xxo      Right wins this one moving second
//! ```
//!
//! A line `suppose` enters its claim as if it were proved, and the sentence
//! that is printed begins with "if". So a search tree is a proof whose leaves
//! are hypotheses: with a proof of each leaf it is a theorem. The digest of the
//! hypotheses is that of the sentences that those proofs print, one a line.

use crate::games::Fault;
use crate::proof::Check;
use crate::sha256::Sha256;
use crate::statement::{Owed, Statement};

/// Characters of the hypotheses that are printed whole.
const LONGEST: usize = 1000;

/// The hypotheses of a file.
pub(crate) struct Hypotheses {
    count: usize,
    /// Their sentences, while they are short.
    kept: String,
    length: usize,
    digest: Sha256,
}

impl Hypotheses {
    /// Creates an empty list.
    pub(crate) fn new() -> Hypotheses {
        Hypotheses { count: 0, kept: String::new(), length: 0, digest: Sha256::new() }
    }

    /// Returns whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn push(&mut self, sentence: &str) {
        self.digest.push(sentence.as_bytes());
        self.digest.push(b"\n");
        self.length += sentence.len();
        if self.length <= LONGEST {
            self.kept.push_str(if self.count == 0 { "" } else { "; " });
            self.kept.push_str(sentence);
        }
        self.count += 1;
    }

    /// What was proved from the hypotheses, in words.
    pub(crate) fn before(self, conclusion: String) -> String {
        let these = if self.count == 1 { "this statement holds" } else { "these statements hold" };
        if self.count == 0 {
            conclusion
        } else if self.length <= LONGEST {
            format!("if {these} ({}), then {conclusion}", self.kept)
        } else {
            format!("if {these} ({} lines, sha256 {}), then {conclusion}", self.count, self.digest.finish())
        }
    }
}

impl Check {
    /// Enters the claim of another proof.
    pub(crate) fn suppose(&mut self, rest: &str) -> Result<(), Fault> {
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        if !matches!(word, "first" | "second") {
            return Err("a hypothesis says who wins a sum moving first, or second".to_owned());
        }
        let goal = self.state(word, rest)?;
        let (Statement::Wins { .. }, Owed::Sums(claims)) = (&goal.statement, &goal.owed) else {
            return Err("a hypothesis says who wins a sum".to_owned());
        };
        for (sum, second) in claims {
            self.claims.enter(sum, *second, self.line, &[]);
        }
        let sentence = goal.statement.sentence(&mut self.reader.sums)?;
        self.hypotheses.push(&sentence);
        Ok(())
    }
}
