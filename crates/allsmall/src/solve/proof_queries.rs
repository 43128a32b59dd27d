//! Solver queries of the proof writer: verdicts on any sum of parts and values.

use super::solver::{RemainingSum, RootTerm, Solver};
use super::valuation_limits::ValuationPlan;
use crate::cgt::{Value, Values};
use crate::packed::{BoardRules, GridLanes, MoveId, PackedPart, Signed};
use crate::transposition::Verdict;
use crate::{Player, Stop};

/// The present limits: stones of valued strips, stones of other valued parts, and
/// the sum of the birthdays of two values that are added.
#[must_use]
pub fn valued(solver: &Solver) -> (usize, usize, u32) {
    let ValuationPlan { limits, .. } = solver.plan;
    (limits.strip, limits.other, limits.merge)
}

/// The parts of the boards.
#[must_use]
pub fn rules(solver: &Solver) -> &BoardRules {
    solver.search.sums.parts.rules()
}

/// The value of each component; `None` for a board.
#[must_use]
pub fn root_values(solver: &Solver) -> Vec<Option<Value>> {
    let value = |root: &RootTerm| if let RootTerm::Value(value) = root { Some(*value) } else { None };
    solver.roots.iter().map(value).collect()
}

/// The arena. From now on the solver never empties it, so that ids created by
/// the caller stay valid, and a search whose memory is full ends.
pub fn values_mut(solver: &mut Solver) -> &mut Values {
    solver.kept_values = None;
    &mut solver.search.sums.values
}

/// The value of a part of these boards. Its id stays valid, as with
/// [`values_mut`].
pub fn part_value(solver: &mut Solver, part: Signed<PackedPart>) -> Result<Value, Stop> {
    solver.kept_values = None;
    solver.search.sums.part_value(part)
}

/// The verdict on a sum of parts of these boards and values with `first` to move,
/// if no search is needed.
pub fn knows_sum(
    solver: &mut Solver,
    parts: &[Signed<PackedPart>],
    values: &[Value],
    first: Player,
) -> Result<Option<Verdict>, Stop> {
    let game = RemainingSum { parts: parts.to_vec(), values: values.to_vec() };
    let node = solver.node(&game, first)?;
    match solver.search.look_up(&node)? {
        Some(verdict) => Ok(Some(verdict)),
        None => solver.search.sums.three_values_verdict(&node),
    }
}

/// A move of Left's in a grid part that wins in a sum with `v` and leaves parts that
/// are valued only: from and to, as row and column of the lanes.
///
/// # Errors
/// [`Stop`] when the budget is exhausted.
pub fn winning_move_to_values(
    solver: &mut Solver,
    lanes: GridLanes,
    v: Value,
) -> Result<Option<[(usize, usize); 2]>, Stop> {
    Ok(solver.search.sums.winning_move_to_values(lanes, v)?.map(MoveId::cells))
}

/// Returns whether `first`, to move, wins a sum of parts of these boards and
/// values.
pub fn wins_sum(
    solver: &mut Solver,
    parts: &[Signed<PackedPart>],
    values: &[Value],
    first: Player,
) -> Result<bool, Stop> {
    solver.decide(&RemainingSum { parts: parts.to_vec(), values: values.to_vec() }, first).map(Verdict::is_win)
}
