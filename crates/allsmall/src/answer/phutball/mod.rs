//! One-dimensional Phutball: one board, a whole board length, a table file.

mod board;
mod report;

pub use crate::phutball::Method;
pub use board::{PhutballAnswer, PhutballQuestion, Plies, Shelves};
pub use report::{Example, OneKind, PhutballPotential, PhutballStats, PhutballTable};
