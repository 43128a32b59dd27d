//! Who wins two-player Clobber, and who wins impartial Clobber.

mod bounds;
mod choices;
mod explain;
mod guess;
mod item;
mod lists;
mod names;
mod nimber;
mod notices;
mod outcome;
mod plan;
mod proofs;
mod saved;
mod search;
mod segments;
mod solver;
mod start;
mod store;
mod sum;
mod table;
#[cfg(test)]
mod tests;
mod three;
mod together;

pub use bounds::weight_bounds;
pub use explain::{Dominated, PartReport, Rule};
pub use nimber::nimber;
pub use outcome::outcome;
pub use saved::ResumeError;
pub use solver::{FirstMove, Solver};
