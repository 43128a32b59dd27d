//! Writes proofs for `allsmall-check`.
//!
//! The engines are asked who wins; what is written down are moves and replies
//! in the checker's own terms: its sums, its normal form, its rules. So a line
//! that is written is one that the checker accepts. The checker knows nothing
//! of this crate, and the library nothing of either.

mod check;
mod error;
mod family;
mod lines;
mod nimber;
mod oracle;
mod phutball;
mod plain;
mod prover;
mod question;
mod reduce;
mod statement;
mod tree;
mod walk;

pub use check::check;
pub use error::Failure;
pub use family::family;
pub use nimber::nimber;
pub use phutball::phutball;
pub use plain::{plain_compare, plain_outcome, plain_outcome_known, plain_value};
pub use question::{ProofQuestion, deep, registry};
pub use reduce::{Bounds, reduce};
pub use statement::{Goal, compare, outcome, outcome_known, value};
pub use tree::{TreePosition, tree};
pub use walk::{Answer, Place, Walk};
