//! Exact answers about Clobber.

pub mod answer;
mod board;
mod budget;
mod checksum;
pub mod draw;
pub mod endgame;
pub mod family;
pub mod generate;
mod hash;
pub mod judge;
pub mod kernel;
pub mod notation;
mod outcome;
pub mod peers;
pub mod phutball;
mod player;
mod position;
pub mod solitaire;
pub mod solve;
pub mod valuation;
pub mod value;
mod whole_file;

pub use board::{Board, Graph, Tree};
pub use budget::{Budget, Stop};
pub use outcome::Outcome;
pub use player::Player;
pub use position::{Move, Position, Refusal};
pub use whole_file::write_whole;
