//! Boards that reach the bound of a statement, for every length.
//!
//! The costs of all crossings after some columns are computed in full, so the end
//! of a board is the fewest stones that a play leaves. Let L be the columns of the
//! unit. If every cost after the unit is greater by g than before it, for each of
//! some boards, then whatever follows, a board leaves g stones more with every
//! copy of the unit that is inserted. With `gain * L = g * period` the bound grows
//! by the same g. So boards of L consecutive lengths that reach it, one more for
//! each shorter length, reach it for every length. The statement must be about
//! the boards with more units too: their columns are among its columns, and a unit
//! leaves delta as it was.

use std::collections::HashMap;

use super::column::{Column, FillBounds, fill};
use super::crossing::Crossing;
use super::file::{StripChecked, StripFile, WorstBoards};
use super::invariant::column;
use super::statement::{Read, StripGoal, StripStatement};
use super::work::Work;
use crate::games::Fault;

/// Maximum number of rows: all crossings are looked at.
const MOST_ROWS: usize = 3;

/// Costs by crossing.
type Costs = HashMap<Crossing, u64>;

/// Checks that the bound is reached for every length; a fault comes with its line.
pub(super) fn check(file: &StripFile, worst: &WorstBoards, work: &mut Work) -> Result<(), (usize, Fault)> {
    let statement = &file.statement;
    let last = worst.boards.last().map_or(file.goal_line, |board| board.line);
    let StripGoal::Leave { gain, period, .. } = statement.goal else {
        return Err((file.goal_line, "only the stones that are left have a bound".to_owned()));
    };
    if statement.rows > MOST_ROWS || statement.step {
        return Err((file.goal_line, format!("worst boards are looked at on at most {MOST_ROWS} rows, without steps")));
    }
    let unit = worst.unit.len();
    if !(gain * unit).is_multiple_of(period) {
        return Err((last, "the unit is not of whole periods".to_owned()));
    }
    if worst.boards.len() < unit {
        return Err((last, format!("expected boards of {unit} lengths with the unit")));
    }
    let grown = (gain * unit / period) as u64;
    let with_unit = worst.boards.len() - unit;
    for (i, board) in worst.boards.iter().enumerate() {
        let mut checked = || -> StripChecked<()> {
            let n = board.columns.len();
            if n != statement.from + i {
                return Err(format!("expected a board of {} columns", statement.from + i));
            }
            let read = board.columns.iter().fold(Read::NOTHING, |read, &letter| statement.next(read, letter));
            if !board.columns.iter().all(|letter| statement.letters().contains(letter)) || !statement.requires(read) {
                return Err("the statement is not about this board".to_owned());
            }
            let least = fewest(&after(statement, &start(), &board.columns, work)?);
            if least < statement.most(n).map(|most| most as u64) {
                return Err(format!("this board leaves {} stones", least.unwrap_or(0)));
            }
            match board.after {
                None if i >= with_unit => Err("the unit must be inserted in this board".to_owned()),
                None => Ok(()),
                Some(at) => {
                    is_kept(statement, &board.columns[..at], &worst.unit)?;
                    grows(statement, &board.columns[..at], &worst.unit, grown, work)
                }
            }
        };
        checked().map_err(|why| (board.line, why))?;
    }
    Ok(())
}

/// The statement is still about a board when units are inserted after these columns:
/// what has been read of it has no less, and the same delta.
fn is_kept(statement: &StripStatement, columns: &[usize], unit: &[usize]) -> StripChecked<()> {
    let letters = statement.letters();
    let after = |read: Read, columns: &[usize]| columns.iter().fold(read, |read, &letter| statement.next(read, letter));
    let before = after(Read::NOTHING, columns);
    if !unit.iter().all(|letter| letters.contains(letter)) || after(before, unit).delta != before.delta {
        return Err("the statement is not about this board with more units".to_owned());
    }
    Ok(())
}

/// Every cost after these columns and the unit is greater than before the unit: than
/// that of the same crossing, or of one that is as free, which has no worse ends.
fn grows(statement: &StripStatement, columns: &[usize], unit: &[usize], by: u64, work: &mut Work) -> StripChecked<()> {
    let before = after(statement, &start(), columns, work)?;
    let behind = after(statement, &before, unit, work)?;
    for (crossing, cost) in &behind {
        work.spend(before.len())?;
        if !before.iter().any(|(free, less)| less + by <= *cost && free.is_as_free_as(crossing)) {
            return Err(format!("the unit does not add {by} to every cost"));
        }
    }
    Ok(())
}

/// The costs before the first column.
pub(super) fn start() -> Costs {
    HashMap::from([(Crossing::NOTHING, 0)])
}

/// The costs of all crossings after more columns.
pub(super) fn after(
    statement: &StripStatement,
    from: &Costs,
    columns: &[usize],
    work: &mut Work,
) -> StripChecked<Costs> {
    let mut costs = from.clone();
    for &letter in columns {
        let column: Column = column(statement, statement.rows, letter);
        let mut next = Costs::new();
        for (crossing, cost) in &costs {
            let steps = fill(crossing, &column, FillBounds::NONE, &mut |to, stay| {
                let cost = cost + stay as u64;
                next.entry(to).and_modify(|less| *less = cost.min(*less)).or_insert(cost);
                Ok(())
            })?;
            work.spend(steps)?;
        }
        costs = next;
    }
    Ok(costs)
}

/// The fewest stones that are left when the board ends here.
pub(super) fn fewest(costs: &Costs) -> Option<u64> {
    costs.get(&Crossing::NOTHING).copied()
}
