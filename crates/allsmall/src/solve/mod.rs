//! Who wins two-player Clobber.

mod bounds;
mod evaluate;
mod explain;
mod features;
mod first_moves;
mod forecast;
mod frame;
mod grid_moves;
mod item;
mod known;
mod learned;
mod lessons;
mod memory;
mod moves;
mod oracle;
mod plan;
mod refutations;
mod saved;
mod search;
mod shared_ids;
mod short_strips;
mod solver;
mod store;
mod strip_bounds;
mod sum;
#[cfg(test)]
mod tests;
mod threads;
mod three_values;
mod weigh;

pub use bounds::weight_bounds;
pub use explain::{Dominated, PartReport, Rule};
pub use features::FEATURES;
pub use first_moves::FirstMove;
pub use forecast::Forecast;
pub(crate) use known::Known;
pub use learned::{FULL, Net, UNITS};
pub use lessons::Lesson;
pub use saved::{ResumeError, Resumed};
pub use solver::Solver;
pub use weigh::{WeightBounds, weigh};

use crate::{Budget, Outcome, Player, Position, Stop};

/// Who wins a position, for either start.
///
/// ```
/// use allsmall::{Budget, Outcome, outcome};
/// assert_eq!(outcome(&"(xo)^12".parse()?, &Budget::new())?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The limit that was hit.
pub fn outcome(position: &Position, budget: &Budget) -> Result<Outcome, Stop> {
    let mut solver = Solver::for_position(position, budget)?;
    let mut winner = |first: Player| Ok(if solver.wins(first)? { first } else { first.opponent() });
    Ok(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}
