//! Proofs about `A w^n B` for every n. One file per rule.
//!
//! ```text
//! file ---read---> types ---a rule---> theorem ---first cases---> sentence
//! ```
//!
//! No text of a file decides anything after it was read.

mod bounds;
mod by_definition;
mod critical;
mod file;
mod first_cases;
#[cfg(test)]
mod plain;
mod runs;
mod strips;
mod theorem;
mod weights;
mod word;

use file::{FamilyRule, File, OnLine, Wrong};
pub use first_cases::{CONTRADICTED, Case, Played};
pub use runs::{LengthsPlayed, RUNS_HEADER, check_runs};

pub(crate) use file::LONGEST_FILE;

use crate::games::{Games, Watch};
use crate::proof::{Proved, Refused};

/// The first line of a proof about a family.
pub const HEADER: &str = "allsmall family proof 1";

/// Steps that the check of one family file may take: a few seconds.
const STEPS: u64 = 1 << 27;

/// Checks a proof about a family, header and all.
///
/// # Errors
/// The first line that does not follow.
pub fn check(text: &str) -> Result<Proved, Refused> {
    check_watched(text, None)
}

/// Checks a proof about a family, and asks `watch` on the way.
///
/// # Errors
/// The first line that does not follow, or in which the watch ended the check.
pub fn check_watched(text: &str, watch: Option<Watch>) -> Result<Proved, Refused> {
    proved(text, watch).map_err(|Wrong { line, why }| {
        let claim = text.lines().nth(line - 1).unwrap_or("");
        Refused { line, claim: claim.chars().take(200).collect(), why }
    })
}

fn proved(text: &str, watch: Option<Watch>) -> Result<Proved, Wrong> {
    let File { word, rule, lines } = file::read(text)?;
    let mut arena = Games::new(STEPS);
    arena.set_watch(watch.clone());
    let (stated, games) = match &rule {
        FamilyRule::Bounds(file) => (bounds::check(file, &word, arena)?, &file.games[..]),
        FamilyRule::Weights(file) => (weights::check(file, &word, arena)?, &[][..]),
        FamilyRule::Critical(file) => (critical::check(file, &word, arena)?, &[][..]),
    };
    let played = first_cases::play(&word, &stated.theorem, games, watch).on(stated.line)?;
    Ok(Proved { played: Some(played), ..Proved::new(stated.sentence(&word), lines, 0) })
}
