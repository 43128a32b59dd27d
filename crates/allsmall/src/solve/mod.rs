//! Who wins two-player Clobber: a solver for disjunctive sums.
//!
//! | file | role |
//! |---|---|
//! | `solver`, `first_moves`, `reasons`, `forecast` | the queries of a `Solver` |
//! | `compare` | how two sums compare: search and values in turn |
//! | `proof_queries`, `training` | what the proof writer and the trainer ask besides |
//! | `sum`, `sum_term`, `term_options`, `grid_moves` | nodes: sums in normal form, their children |
//! | `search`, `frame` | depth-first search; which child is next, which thread searches what |
//! | `transposition`, `shared_ids`, `checkpoint` | the transposition table, value ids of all threads, the file of `--save` |
//! | `move_ordering`, `killer_moves`, `net/` | move ordering |
//! | `weight_bounds`, `strip_bounds`, `sum_weight`, `three_values` | static verdicts: two-ahead rule, comparisons |
//! | `workers`, `memory_split`, `valuation_limits`, `short_strips`, `value_cache` | threads, memory, valuation |

pub(crate) mod checkpoint;
mod compare;
mod first_moves;
mod forecast;
mod frame;
mod grid_moves;
mod killer_moves;
mod memory_split;
mod move_ordering;
mod net;
pub(crate) mod proof_queries;
mod reasons;
mod search;
mod shared_ids;
mod short_strips;
mod solver;
mod strip_bounds;
mod sum;
mod sum_term;
mod sum_weight;
mod term_options;
#[cfg(test)]
mod tests;
mod three_values;
pub(crate) mod training;
mod transposition;
mod valuation_limits;
mod value_cache;
mod weight_bounds;
mod workers;

pub use crate::transposition::Verdict;
pub use checkpoint::{ResumeError, Resumed};
pub use compare::compare;
pub use first_moves::FirstMove;
pub use forecast::Forecast;
pub use net::{FEATURES, Net, Sample, UNIT_MAX, UNITS};
pub use reasons::{Dominated, PartReport, SolvedBy};
pub use solver::Solver;
pub use sum_weight::{WeightBounds, weigh};
pub(crate) use value_cache::ValueCache;
pub use weight_bounds::weight_bounds;

use crate::notation::Expr;
use crate::{Budget, Outcome, Player, Position, Stop};

/// The outcome class of a position: who wins, for either start.
///
/// ```
/// use allsmall::{Budget, Outcome, outcome};
/// assert_eq!(outcome(&"(xo)^12".parse()?, &Budget::new())?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(position: &Position, budget: &Budget) -> Result<Outcome, Stop> {
    outcome_by(Solver::for_position(position, budget)?)
}

/// The outcome class of a sum.
pub(crate) fn outcome_of_sum(expr: &Expr, budget: &Budget) -> Result<Outcome, Stop> {
    outcome_by(Solver::for_sum(expr, budget)?)
}

fn outcome_by(mut solver: Solver) -> Result<Outcome, Stop> {
    let mut winner = |first: Player| Ok(if solver.wins(first)? { first } else { first.opponent() });
    Ok(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}
