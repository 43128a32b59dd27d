//! Checks the proofs that `allsmall` writes.
//!
//! This crate shares no code with the program whose answers it checks and
//! depends on nothing: it has its own rules of the game, its own games and
//! their order. A proof is a text file; every line rests on earlier ones
//! only, and is checked by one of a few rules. The rules and why they are
//! right: docs/proofs.md.
//!
//! ```
//! let proof = "allsmall proof 1\nlimits 9 9 9\noutcome P xoxoxo\nend\n";
//! let proved = allsmall_check::check(proof.as_bytes()).unwrap();
//! assert_eq!(proved.statement, "xoxoxo: the second player wins");
//! ```

#![forbid(unsafe_code)]

pub mod boards;
pub mod claims;
pub mod families;
pub mod games;
mod grid_bits;
pub mod hash;
mod hypotheses;
pub mod outcome;
mod phutball;
pub mod plain;
mod proof;
pub mod reader;
mod sentence;
mod sha256;
pub mod solitaire;
mod statement;
pub mod strips;
pub mod sums;
mod weights;

pub use proof::{HEADER, Proved, Refused, STEPS, check, check_lines_watched, check_watched, check_within, replaced};
