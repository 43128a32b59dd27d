//! Other rules than the free one: colours that alternate, and the shortest game.

pub mod alternating;
pub mod shortest_game;
