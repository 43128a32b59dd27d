//! Proofs about `A w^n B` for every n. Each kind of proof has a file of its own.

mod bounds;
mod critical;
mod lines;
#[cfg(test)]
mod plain;
mod strips;
mod weights;
mod word;

use lines::{Checked, Lines};
use word::Word;

use crate::proof::{Proved, Refused};

/// The first line of a proof about a family.
pub const HEADER: &str = "allsmall family proof 1";

/// Checks a proof about a family, header and all.
///
/// # Errors
/// The first line that does not follow.
pub fn check(text: &str) -> Result<Proved, Refused> {
    let mut lines = Lines::new(text);
    match proved(&mut lines) {
        Ok(statement) => Ok(Proved { statement, lines: lines.at, depth: 0 }),
        Err(why) => Err(Refused { line: lines.at, claim: lines.current().chars().take(200).collect(), why }),
    }
}

fn proved(lines: &mut Lines<'_>) -> Checked<String> {
    if lines.maybe("allsmall") != HEADER.strip_prefix("allsmall ") {
        return Err(format!("expected {HEADER:?}"));
    }
    let (rule, word) = lines.field("family")?.split_once(' ').ok_or("expected a rule and a family")?;
    let word = Word::read(word)?;
    match rule {
        "bounds" => bounds::check(lines, &word),
        "critical" => critical::check(lines, &word),
        "weights" => weights::check(lines, &word),
        _ => Err(format!("there is no rule {rule:?}")),
    }
}
