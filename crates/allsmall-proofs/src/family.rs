//! Theorems about `A w^n B`: the proof that the search wrote, as it is.

use std::io::Write;

use allsmall::answer::FamilyAnswer;

use crate::error::Failure;
use crate::lines::io;

/// Writes the proof of what was answered about a family; the number of lines.
///
/// # Errors
/// What keeps the proof from being written: nothing was proved, or the file
/// cannot be written.
pub fn family(answer: &FamilyAnswer, mut out: impl Write) -> Result<usize, Failure> {
    let text = answer.certificate.as_ref().ok_or_else(|| "nothing was proved".to_owned())?;
    out.write_all(text.as_bytes()).map_err(io)?;
    Ok(text.lines().count())
}
