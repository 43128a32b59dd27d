//! Values of strips whose runs have any lengths: `x^a o x^b o` for all a and b.
//!
//! A move touches runs at their ends only, so play leaves finitely many classes of
//! boards: runs with fewer stones than some T, exactly, and long ones. With t, u, ...
//! stones more than T in its long runs, a class has bounds `game + t.s^* + u.r^* + ...`
//! ([`candidates`]), and an induction over the stones shows those that follow from the
//! bounds of the parts ([`step`]). Bounds that do not follow are deleted until all that
//! are left do ([`search`]). Upper bounds suffice: with the colours exchanged they are
//! lower ones.

mod candidates;
mod level;
mod pattern;
mod search;
mod shape;
mod step;
mod theorem;

pub use pattern::RunPattern;
pub use theorem::{RunsTheorem, study_runs};

#[cfg(test)]
mod tests;
