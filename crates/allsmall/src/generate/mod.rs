//! Constructions: the boards of the papers' proofs, and positions from random play.
//!
//! [`hamilton`] turns the search for a Hamiltonian circuit into a game of
//! solitaire; [`extremal`] makes the positions that are hardest to reduce;
//! [`random_play`] makes positions as they occur in games.

pub mod extremal;
pub mod hamilton;
pub mod random_play;
