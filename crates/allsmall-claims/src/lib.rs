//! The statements of five papers on Clobber and Phutball, recomputed.
//!
//! Each [`Claim`] is one statement with its source and a short computation
//! that uses the public interface of `allsmall` only. [`run`] goes through
//! them and returns a [`Verdict`] for each: confirmed, refuted with the smallest
//! counterexample and what holds instead, true with a hypothesis that is left
//! out in print, a misprint, a question with its answer, or open with the
//! evidence so far.
//!
//! ```
//! use allsmall_claims::{Effort, Status, claims, judge};
//! let claim = claims().find(|claim| claim.id == "survey-proposition-37").unwrap();
//! let verdict = judge(claim, Effort::Quick, &allsmall::Budget::new());
//! assert_eq!(verdict.finding.status, Status::Refuted);
//! ```
//!
//! To add a claim, add an entry to the list `CLAIMS` of the file it belongs
//! to: a name, a source, a sentence, and a function that looks for a failure.

mod approximation;
mod blocks;
mod boards;
mod certificates;
mod checkerboards;
mod claim;
mod cubes;
mod families;
mod general;
mod graphs;
mod grids;
mod hamilton;
mod hard;
mod invariants;
mod leaves;
mod linear;
mod log;
mod partition;
mod phutball;
mod report;
mod run;
mod runs;
mod studies;
mod two_rows;
mod words;
mod worst;

pub use certificates::{CertificateOf, certificates};
pub use claim::{CheckContext, Claim, Effort, Failure, Finding, Status};
pub use log::Log;
pub use report::{latex, markdown};
pub use run::{Verdict, judge, run};

/// Every claim, paper by paper.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    [
        linear::CLAIMS,
        runs::CLAIMS,
        two_rows::CLAIMS,
        checkerboards::CLAIMS,
        words::CLAIMS,
        grids::CLAIMS,
        blocks::CLAIMS,
        hamilton::CLAIMS,
        leaves::CLAIMS,
        hard::CLAIMS,
        general::CLAIMS,
        worst::CLAIMS,
        approximation::CLAIMS,
        invariants::CLAIMS,
        partition::CLAIMS,
        families::CLAIMS,
        phutball::CLAIMS,
    ]
    .into_iter()
    .flatten()
}
