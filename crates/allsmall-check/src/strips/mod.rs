//! Proofs about solitaire on strips of every length: grids with a fixed number of
//! rows, products of a fixed ring and a path. One file per idea.
//!
//! ```text
//! crossing    what crosses the line between two columns of a play
//! column      the forest theorem, column by column
//! statement   what is stated, and the sentence
//! file        the lines of a file, read into types
//! invariant   the lists of the file, checked without any search
//! worst       boards that reach the bound
//! nice        blocks that are reduced to dominoes
//! first_boards  the shortest boards, played by the plain rules
//! all_grids   from such statements to all grids
//! ```
//!
//! The format, and why a file that is accepted is a proof: docs/strips.md.

mod all_grids;
mod column;
mod crossing;
mod file;
mod first_boards;
mod invariant;
mod nice;
mod statement;
#[cfg(test)]
mod tests;
mod work;
mod worst;

pub use first_boards::{BoardsPlayed, CONTRADICTED};

use crate::games::{Fault, Watch};
use crate::proof::{Proved, Refused};
use file::{StripFile, StripLines};
use work::Work;

/// The first line of a proof about strips.
pub const HEADER: &str = "allsmall strip proof 1";

/// The first line of a proof that statements about strips deal with all grids.
pub const GRIDS_HEADER: &str = "allsmall grids proof 1";

/// Bytes of a strip file.
pub(crate) const LONGEST_FILE: usize = 1 << 28;
/// Steps that the check of a strip file may take, those that each of its bytes adds,
/// and the most of both: seconds, and some more for each megabyte, up to minutes.
const STEPS: u64 = 1 << 31;
const STEPS_A_BYTE: u64 = 1 << 11;
const MOST_STEPS: u64 = 1 << 36;

/// Checks a proof about strips, header and all.
///
/// # Errors
/// The first line that does not follow.
pub fn check(text: &str) -> Result<Proved, Refused> {
    check_watched(text, None)
}

/// Checks a proof about strips, and asks `watch` on the way.
///
/// # Errors
/// The first line that does not follow, or in which the watch ended the check.
pub fn check_watched(text: &str, watch: Option<Watch>) -> Result<Proved, Refused> {
    proved(text, watch).map_err(|(line, why)| refused(text, line, why))
}

/// Checks a proof that statements about strips deal with all grids.
///
/// # Errors
/// The first line that does not follow.
pub fn check_grids(text: &str) -> Result<Proved, Refused> {
    let mut lines = StripLines::new(text);
    let read = lines.header(GRIDS_HEADER).and_then(|()| lines.grids());
    let checked = read.map_err(|why| (lines.at, why)).and_then(|file| file.check().map(|()| file));
    match checked {
        Ok(file) => Ok(Proved::new(file.sentence(), file.lines, 0)),
        Err((line, why)) => Err(refused(text, line, why)),
    }
}

fn refused(text: &str, line: usize, why: Fault) -> Refused {
    let claim = text.lines().nth(line - 1).unwrap_or("");
    Refused { line, claim: claim.chars().take(200).collect(), why }
}

fn proved(text: &str, watch: Option<Watch>) -> Result<Proved, (usize, Fault)> {
    if text.len() > LONGEST_FILE {
        return Err((1, format!("a strip file has at most {LONGEST_FILE} bytes")));
    }
    let file = file::read(text)?;
    let steps = STEPS + STEPS_A_BYTE * text.len() as u64;
    let mut work = Work::new(steps.min(MOST_STEPS), watch.clone());
    invariant::check(&file, &mut work)?;
    if let Some(boards) = &file.worst {
        worst::check(&file, boards, &mut work)?;
    }
    let StripFile { statement, lines, goal_line, .. } = &file;
    let played = first_boards::play(statement, watch.as_ref()).map_err(|why| (*goal_line, why))?;
    let reached = if file.worst.is_some() { ", and for each of these n some position leaves no fewer" } else { "" };
    Ok(Proved { boards_played: Some(played), ..Proved::new(format!("{statement}{reached}"), *lines, 0) })
}
