//! Who wins two-player Clobber.

mod bounds;
mod evaluate;
mod explain;
mod item;
mod memory;
mod moves;
mod plan;
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

pub use bounds::weight_bounds;
pub use explain::{Dominated, PartReport, Rule};
pub use saved::{ResumeError, Resumed};
pub use solver::{FirstMove, Solver};

use crate::notation::Expr;
use crate::value::ValueError;
use crate::{Budget, Outcome, Player, Position, Stop};

/// Who wins a position, for either start.
///
/// # Errors
/// The limit that was hit.
pub fn outcome(position: &Position, budget: &Budget) -> Result<Outcome, Stop> {
    let mut solver = Solver::new(&Expr::board(position.clone()), "", budget).map_err(|error| match error {
        ValueError::Stop(stop) => stop,
        ValueError::Text(_) => unreachable!("a board was not read from a text"),
    })?;
    let mut winner = |first: Player| Ok(if solver.wins(first)? { first } else { first.opponent() });
    Ok(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}
