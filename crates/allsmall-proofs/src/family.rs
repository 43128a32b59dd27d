//! Theorems about `A w^n B`: the proof that the search wrote, as it is.

use std::io::Write;

use allsmall::Budget;
use allsmall::family::{Reach, Word, study};

use crate::error::Failure;
use crate::lines::io;

/// Looks for a theorem about a family and writes a proof of it; the number of
/// lines.
///
/// # Errors
/// What keeps the proof from being written: nothing was proved, or the file
/// cannot be written.
pub fn family(pattern: &str, reach: Reach, budget: &Budget, mut out: impl Write) -> Result<usize, Failure> {
    let report = study(&Word::read(pattern)?, reach, budget);
    let text = report.certificate().ok_or_else(|| "nothing was proved".to_owned())?;
    out.write_all(text.as_bytes()).map_err(io)?;
    Ok(text.lines().count())
}
