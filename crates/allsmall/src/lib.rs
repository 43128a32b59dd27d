//! Exact answers about Clobber.

mod board;
mod budget;
pub mod notation;
mod player;
mod position;

pub use board::{Board, Graph, Tree};
pub use budget::{Budget, Stop};
pub use player::Player;
pub use position::{Move, Position, Refusal};
