//! Theorems about `A w^n B`: the period, the shift and where the induction
//! begins. The checker finds everything else by itself.

use std::io::Write;

use allsmall::Budget;
use allsmall::cgt::Values;
use allsmall::family::{Reach, Word, study};
use allsmall_check::games::Games;

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::statement::enter;

/// Looks for a theorem about a family and writes a proof of it; the number of
/// lines.
///
/// # Errors
/// What keeps the proof from being written: nothing was proved, or the shift
/// has no short name.
pub fn family(pattern: &str, reach: Reach, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let report = study(&Word::read(pattern)?, reach, budget);
    let theorem = report.theorem.as_ref().ok_or_else(|| "nothing was proved".to_owned())?;
    let mut values = Values::within(budget);
    let shift = values.parse(&theorem.shift).map_err(|_| "the shift has no short name".to_owned())?;
    let mut games = Games::new(u64::MAX / 2);
    let shift = enter(&mut games, &values, shift)?;
    // A family is written A(w)^nB.
    let text = report.word.to_string();
    let (a, rest) = text.split_once('(').expect("a family has brackets");
    let (w, b) = rest.split_once(")^n").expect("a family has an exponent");
    let [a, b] = [a, b].map(|word| if word.is_empty() { "." } else { word });
    let mut writer = Writer::new(out).map_err(io)?;
    let shift = writer.game(&games, shift).map_err(io)?;
    let (period, m0, from) = (theorem.period, theorem.from_length, theorem.from);
    writer.put(&format!("family {a} {w} {b} {period} {m0} {shift} {from}")).map_err(io)?;
    writer.end().map_err(io)
}
