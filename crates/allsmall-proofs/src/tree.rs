//! The proof of a search tree: its leaves are hypotheses, everything above
//! them is proved.
//!
//! A position of the tree has Left to move, as in an export of a campaign. She
//! wins it moving first if the tree says so; she wins a sum moving second if
//! the tree says that its negative is lost. Nothing is searched, and no part
//! is valued: sums stay sums of boards.

use std::collections::HashMap;
use std::io::Write;

use allsmall::Budget;
use allsmall_check::claims::Claims;
use allsmall_check::reader::Reader;
use allsmall_check::sums::Sum;

use crate::error::Failure;
use crate::lines::{Grounds, Line, Writer, io};
use crate::prover::line_of;

/// Steps of the checker's arithmetic.
const STEPS: u64 = u64::MAX / 2;

/// A position of a search tree, Left to move.
#[derive(Clone, Debug)]
pub struct TreePosition {
    /// The sum of its boards, as in `xo/ox + xxo`.
    pub text: String,
    /// Whether Left wins.
    pub won: bool,
    /// Whether that follows from the positions after its moves; otherwise it is a leaf.
    pub inner: bool,
}

/// What the tree says of a sum.
struct Known {
    text: String,
    won: bool,
    inner: bool,
}

/// Writes the proof that `root`, Left to move, is won or lost as the tree says:
/// of a board that is its own negative, who wins it. Returns the number of lines.
///
/// # Errors
/// If a position cannot be read, two contradict each other, or one is missing;
/// if a limit was hit or the proof cannot be written.
pub fn tree(
    root: &str,
    positions: impl IntoIterator<Item = TreePosition>,
    budget: &Budget,
    out: impl Write,
) -> Result<usize, Failure> {
    let mut tree = Tree {
        reader: Reader::new(STEPS),
        known: HashMap::new(),
        claims: Claims::default(),
        lines: Vec::new(),
        budget: budget.clone(),
    };
    for TreePosition { text, won, inner } in positions {
        budget.check()?;
        tree.enter(&text, won, inner)?;
    }
    let text = in_file(root);
    let sum = tree.read(&text)?;
    let won = tree.known.get(&sum).ok_or_else(|| missing(root))?.won;
    let minus = tree.reader.sums.negative(&sum)?;
    let statement = match (sum == minus, won) {
        (true, true) => format!("outcome N {text}"),
        (true, false) => format!("outcome P {text}"),
        (false, true) => format!("first L {text}"),
        (false, false) => format!("second R {text}"),
    };
    let line = if won { tree.prove(&sum, false)? } else { tree.prove(&minus, true)? };
    let mut writer = Writer::new(out).map_err(io)?;
    writer.put(&statement).map_err(io)?;
    writer.lines(&tree.reader.sums, &tree.lines, line.as_slice()).map_err(io)?;
    writer.end().map_err(io)
}

/// A sum in the notation of a file.
fn in_file(text: &str) -> String {
    text.replace(" + ", "+")
}

fn missing(text: &str) -> Failure {
    Failure::Unfit(format!("the tree says nothing about {text}"))
}

/// The tree, and what has been proved from it.
struct Tree {
    reader: Reader,
    known: HashMap<Sum, Known>,
    claims: Claims,
    lines: Vec<Line>,
    budget: Budget,
}

impl Tree {
    fn read(&mut self, text: &str) -> Result<Sum, Failure> {
        self.reader.sum(text).map_err(|why| Failure::Unfit(format!("{text}: {why}")))
    }

    fn enter(&mut self, text: &str, won: bool, inner: bool) -> Result<(), Failure> {
        let text = in_file(text);
        let sum = self.read(&text)?;
        match self.known.get(&sum) {
            Some(other) if other.won != won => {
                Err(Failure::Unfit(format!("{text} is lost as well as won, as {}", other.text)))
            }
            // One line for a position; an inner one needs no hypothesis.
            Some(other) if other.inner || !inner => Ok(()),
            _ => {
                self.known.insert(sum, Known { text, won, inner });
                Ok(())
            }
        }
    }

    /// Proves that Left, moving second or first, wins a sum; the line that says
    /// so, none if the checker sees it by itself.
    fn prove(&mut self, sum: &Sum, second: bool) -> Result<Option<usize>, Failure> {
        self.budget.check()?;
        if let Some(ground) = self.claims.find(&mut self.reader.sums, sum, second)? {
            return Ok(line_of(ground));
        }
        let position = if second { self.reader.sums.negative(sum)? } else { sum.clone() };
        let Some(known) = self.known.get(&position) else { return Err(missing(&self.reader.text(&position))) };
        if known.won == second {
            let text = &known.text;
            return Err(Failure::Unfit(format!(
                "the tree says otherwise about {text} than the positions above it need"
            )));
        }
        if !known.inner {
            let half = if second { "second R" } else { "first L" };
            let hypothesis = format!("suppose {half} {}", known.text);
            return Ok(Some(self.push(sum, second, Grounds::Hypothesis(hypothesis), Vec::new())));
        }
        if second { self.prove_second(sum).map(Some) } else { self.prove_first(sum).map(Some) }
    }

    /// A move that leaves what is won moving second.
    fn prove_first(&mut self, sum: &Sum) -> Result<usize, Failure> {
        let mut winning = None;
        for (i, mv) in self.reader.sums.moves(sum, true)?.into_iter().enumerate() {
            let next = self.reader.sums.after(sum, mv)?;
            if self.claims.find(&mut self.reader.sums, &next, true)?.is_some() {
                winning = Some((i, next));
                break;
            }
            let minus = self.reader.sums.negative(&next)?;
            if winning.is_none() && self.known.get(&minus).is_some_and(|known| !known.won) {
                winning = Some((i, next));
            }
        }
        let Some((i, next)) = winning else {
            return Err(Failure::Unfit(format!("no move in the tree wins {}", self.reader.text(sum))));
        };
        let used = self.prove(&next, true)?;
        Ok(self.push(sum, false, Grounds::Move(i), used.into_iter().collect()))
    }

    /// Every move of Right's: what it leaves is proved before, so that none
    /// needs a reply.
    fn prove_second(&mut self, sum: &Sum) -> Result<usize, Failure> {
        for next in self.claims.open_replies(&mut self.reader.sums, sum)?.0 {
            self.prove(&next, false)?;
        }
        let (open, uses) = self.claims.open_replies(&mut self.reader.sums, sum)?;
        debug_assert!(open.is_empty());
        Ok(self.push(sum, true, Grounds::Replies(Vec::new()), uses))
    }

    fn push(&mut self, sum: &Sum, second: bool, grounds: Grounds, uses: Vec<usize>) -> usize {
        let line = self.lines.len();
        self.claims.enter(sum, second, line, &uses);
        self.lines.push(Line { sum: sum.clone(), second, grounds, uses });
        line
    }
}
