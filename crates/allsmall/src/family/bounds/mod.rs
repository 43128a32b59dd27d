//! Induction over one-sided bounds: theorems for families in which some kinds
//! of segments gain no constant value.
//!
//! In `(xxxo)^n` some kinds have values like `{0 | r + kD}`, so the induction
//! with one gain for all kinds has no hypothesis. Less what the periods add they
//! are eventually monotone, and one-sided bounds are enough: for
//! every class c ([`classes`]) a set of games U with `S(m* + kP) <= U + kD`, and
//! a set of lower bounds. A bound that holds at all computed lengths from m0 to
//! m* holds for ever if it follows from the bounds of the parts ([`step`]); all
//! bounds together are proved by one induction over the length. Candidates
//! ([`candidates`]) that do not follow are deleted until all that are left do.
//! A class whose upper and lower bounds share a game is exact.

mod candidates;
mod classes;
mod parameters;
mod prove;
mod step;

pub(super) use classes::SegmentClass;
pub(super) use parameters::BoundsProof;
