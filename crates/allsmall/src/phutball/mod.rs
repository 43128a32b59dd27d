//! One-dimensional Phutball: rules, exact tables, search, Oddish theory.
//!
//! - [`PhutballPosition`], [`PhutballMove`]: the rules, on boards of any length
//! - [`read_position`], [`read_oddish`], [`read_move`]: text
//! - [`exact`]: who wins and how soon, for every position of one length at once
//! - [`table`]: such a solution on disk
//! - [`search`]: proof-number search on longer boards
//! - [`oddish`]: Oddish Phutball, solved by a theorem on boards of any length
//! - [`potentials`]: the heuristic of the full game
//! - [`reply`], [`reply_oddish`]: a move to play
//! - [`Solution`]: who wins one board, by the method that fits it
//! - [`judge`]: brute force, the reference for all the others

#[cfg(test)]
mod arbitrary;
pub mod exact;
mod game;
pub mod judge;
mod notation;
pub mod oddish;
mod opponent;
mod potential;
mod rules;
pub mod search;
mod solution;
pub mod table;
mod table_cache;

pub use game::StripGame;
pub use notation::{numbered, read_move, read_oddish, read_oddish_in, read_position, read_position_in};
pub use opponent::{PhutballReply, reply, reply_oddish};
pub use potential::{Potentials, potentials};
pub use rules::{Flaw, Next, PhutballMove, PhutballPosition, PhutballRefusal};
pub use solution::{LookUpError, Method, Solution, StartResult};
pub use table_cache::TableCache;
