//! Who wins two-player Clobber.

mod bounds;
mod evaluate;
mod explain;
mod first_moves;
mod item;
mod lists;
mod monotone;
mod moves;
mod notices;
mod outcome;
mod plan;
mod saved;
mod search;
mod shared_ids;
mod shared_table;
mod short_strips;
mod solver;
mod strip_bounds;
mod sum;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod three_values;
mod weigh;

pub use bounds::weight_bounds;
pub use explain::{Dominated, PartReport, Rule};
pub use first_moves::FirstMove;
pub use outcome::outcome;
pub use saved::ResumeError;
pub use solver::Solver;
pub use weigh::{WeightBounds, weigh};
