//! The alternating rule (Demaine, Demaine, Fleischer; "partisan solitaire" in
//! the survey): the colours of the moves alternate, and play stops when the
//! colour to move is stuck.
//!
//! | position                        | method                                        |
//! |---------------------------------|-----------------------------------------------|
//! | rows of alternating stones      | blocks of four (`rows`), any length           |
//! | checkerboards                   | linear-time construction ([`checkerboard`])   |
//! | parts in complementary pairs    | a free play, mirrored (`copies`)              |
//! | up to 64 stones                 | exact search with memory (`search`)           |
//! | more                            | a greedy play and a lower bound (`quick`)     |

mod bound;
mod copies;
mod pendant;
mod quick;
mod rows;
mod search;
#[cfg(test)]
mod tests;

use crate::solitaire::bitset_position::StoneGraph;
use crate::solitaire::graphs::grid::checkerboard;
use crate::solitaire::sparse::is_sparse;
use crate::solitaire::{FirstMover, Reduction};
use crate::{Budget, Player, Position};

pub use copies::complementary_copies;

/// The fewest stones under the alternating rule.
#[must_use]
pub fn reduce(position: &Position, first: FirstMover, play: bool, budget: &Budget) -> Reduction {
    let mut answers: Option<Reduction> = None;
    for player in first.players() {
        let enough = answers.as_ref().map(|found| found.upper);
        let found = reduce_from(position, player, enough, budget);
        answers = Some(answers.map_or(found.clone(), |other| better(other, found)));
    }
    let mut best = answers.expect("somebody moves first");
    if !play {
        best.play = None;
    }
    if best.optimal() {
        best.stopped = None;
    }
    best
}

/// The answer when the first mover may be chosen: the lesser of both bounds.
fn better(a: Reduction, b: Reduction) -> Reduction {
    let lower = a.lower.min(b.lower);
    let (best, other) = if b.upper < a.upper { (b, a) } else { (a, b) };
    let stopped = best.stopped.or(other.stopped);
    Reduction { lower, stopped, ..best }
}

/// The fewest stones when `first` begins. The search stops improving at `enough`
/// stones, which the other first mover attains.
fn reduce_from(position: &Position, first: Player, enough: Option<usize>, budget: &Budget) -> Reduction {
    let found = by_rows(position, first, budget)
        .or_else(|| checkerboard::reduce(position, Some(first), true))
        .or_else(|| dense(position, budget).then(|| quick::bounds(position, first, budget)))
        .or_else(|| copies::reduce(position, first, budget))
        .or_else(|| search::reduce(position, first, enough, budget))
        .unwrap_or_else(|| quick::reduce(position, first, budget));
    Reduction { first: Some(first), ..found }
}

/// Rows of alternating stones, or quick bounds if the budget is exhausted while
/// they are recognised.
fn by_rows(position: &Position, first: Player, budget: &Budget) -> Option<Reduction> {
    match rows::reduce(position, first, budget) {
        Ok(found) => found,
        Err(stop) => Some(Reduction { stopped: Some(stop), ..quick::bounds(position, first, budget) }),
    }
}

/// Returns whether there are too many stones for the search and too many edges
/// for the linear methods.
fn dense(position: &Position, budget: &Budget) -> bool {
    position.stones() > StoneGraph::MOST && !is_sparse(position, budget)
}
