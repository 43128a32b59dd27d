//! The constructions of the papers as boards.
//!
//! [`hamilton`] turns the search for a Hamiltonian circuit into a game of
//! solitaire; [`extremal`] makes the positions that are hardest to reduce;
//! [`random_play`] leads to positions as they come up in games.

pub mod extremal;
pub mod hamilton;
pub mod random_play;
