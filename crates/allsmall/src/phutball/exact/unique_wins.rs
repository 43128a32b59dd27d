//! Positions in which only one kind of move wins.
//!
//! The paper's surprise is a position in which only a backward jump wins.
//! The last step back of the analysis, taken apart by kinds of move, finds
//! all of them at once.

use serde::{Deserialize, Serialize};

use super::lane::{Code, Landing};
use super::sets::PositionSet;
use super::solve::{SolvedLane, memory_needed};
use super::step::{chains, placements};
use crate::base::bits::bits;
use crate::{Budget, Stop};

/// A kind of move, as Left sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// Placing a stone.
    Place,
    /// Jumping towards the goal.
    Forward,
    /// Jumping away from the goal.
    Backward,
}

/// Calls `visit` with every position, Left to move, that he wins by moves of
/// this kind only, in the order of their codes.
pub fn unique_wins(
    solved: &SolvedLane,
    kind: MoveKind,
    budget: &Budget,
    mut visit: impl FnMut(Code),
) -> Result<(), Stop> {
    let (lane, holds) = (solved.lane(), solved.holds());
    if memory_needed(lane) > budget.memory() {
        return Err(Stop::Memory);
    }
    let [mut forward, mut backward] = [true, false].map(|_| PositionSet::new(lane, false));
    chains(lane, holds, Landing::RightGoal, true, &mut forward);
    budget.check()?;
    chains(lane, holds, Landing::RightGoal, false, &mut backward);
    let mut placed = vec![0; holds.words()];
    for place in 0..lane.places() {
        budget.check()?;
        placed.fill(0);
        placements(lane.bits(), holds.place(place), &mut placed);
        let jumps = forward.place(place).iter().zip(backward.place(place));
        for (word, ((&forward, &backward), &placed)) in jumps.zip(&placed).enumerate() {
            let left = holds.used()
                & match kind {
                    MoveKind::Place => placed & !forward & !backward,
                    MoveKind::Forward => forward & !placed & !backward,
                    MoveKind::Backward => backward & !placed & !forward,
                };
            bits(left).for_each(|bit| visit(Code { place, index: (word as u64) << 6 | bit as u64 }));
        }
    }
    Ok(())
}
