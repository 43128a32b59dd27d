//! Variants: the alternating rule, and the shortest game.

pub mod alternating;
pub mod shortest_game;
