//! Theorems about `A w^n B`: the period, the shift and where the induction
//! begins. The checker finds everything else by itself.

use std::io::Write;

use allsmall::answer::FamilyAnswer;
use allsmall::cgt::Values;
use allsmall_check::games::Games;

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::statement::enter;

/// Writes a proof of what was answered about a family; the number of lines.
///
/// # Errors
/// What keeps the proof from being written: nothing was proved, or the shift
/// has no short name.
pub fn family(answer: &FamilyAnswer, out: impl Write) -> Result<usize, Failure> {
    let (Some(period), Some(m0), Some(shift), Some(from)) =
        (answer.period, answer.from_length, &answer.shift, answer.from)
    else {
        return Err("nothing was proved".to_owned().into());
    };
    let mut values = Values::new();
    let shift = values.parse(shift).map_err(|_| "the shift has no short name".to_owned())?;
    let mut games = Games::new(u64::MAX / 2);
    let shift = enter(&mut games, &values, shift)?;
    // A family is written A(w)^nB.
    let (a, rest) = answer.pattern.split_once('(').expect("a family has brackets");
    let (w, b) = rest.split_once(")^n").expect("a family has an exponent");
    let [a, b] = [a, b].map(|word| if word.is_empty() { "." } else { word });
    let mut writer = Writer::new(out).map_err(io)?;
    let shift = writer.game(&games, shift).map_err(io)?;
    writer.put(&format!("family {a} {w} {b} {period} {m0} {shift} {from}")).map_err(io)?;
    writer.end().map_err(io)
}
