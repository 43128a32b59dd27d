//! Theorems about `A w^n B` for every n, found and proved by the program.
//!
//! Albert, Grossman, Nowakowski and Wolfe (2005) conjecture
//! `(xxo)^n = floor((n+1)/2).up`. The values of the finitely many kinds of
//! segments that play can reach ([`SegmentKind`]) turn out to be arithmetically
//! periodic, `S(m + P) = S(m) + D`, and an induction over the length with
//! finitely many side conditions ([`MetObligation`]) shows that they stay so. Where some
//! kinds gain no constant, one-sided bounds take the place of equalities. The
//! winners ([`outcomes`]) follow from weights, and for `(xo)^n` from a critical
//! calculus. Patterns of runs such as `x^a o x^b o` have theorems for all lengths of the
//! runs ([`study_runs`]). The arguments are written out in `docs/lab/families.md`.
//!
//! ```
//! use allsmall::family::{Reach, Family, study};
//! let family = Family::read("xxo")?;
//! let report = study(&family, Reach::default(), &allsmall::Budget::new());
//! assert!(report.statement().ends_with("(xxo)^n = floor((n+1)/2).up for all n"));
//! # Ok::<(), allsmall::ParseError>(())
//! ```

mod bounds;
mod certificate;
mod critical;
mod evidence;
mod forms;
mod latex;
mod nimbers;
mod obligation;
mod outcomes;
mod runs;
mod scan;
mod segment;
mod segment_values;
mod shift_search;
mod theorem;
mod weights;

pub use evidence::Evidence;
pub use nimbers::{FamilyNimbers, nimbers};
pub use obligation::{MetObligation, ObligationWitness};
pub use outcomes::{FamilyOutcomes, Settled, outcomes};
pub use runs::{RunPattern, RunsTheorem, study_runs};
pub use scan::patterns;
pub use segment::{Family, Gap, Segment, SegmentCut, SegmentKind};
pub use shift_search::Reach;
pub use theorem::{Classes, Member, Report, Theorem, study};

#[cfg(test)]
mod tests;
