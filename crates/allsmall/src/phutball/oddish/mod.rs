//! Oddish Phutball: stones go only to squares at an odd distance from the
//! ball, and the game is solved for boards of any size.
//!
//! - [`Oddish`]: the Oddish board and its rules
//! - [`Theory`]: potentials, Theorem 1, the winning strategy of its proof

mod board;
mod theory;

pub use board::{Oddish, OddishFlaw};
pub use theory::{Theory, potentials, strategy};
