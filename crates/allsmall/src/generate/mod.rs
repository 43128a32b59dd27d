//! The constructions of the papers as boards.
//!
//! [`hamilton`] turns the search for a Hamiltonian circuit into a game of
//! solitaire; [`extremal`] makes the positions that are hardest to reduce.

pub mod extremal;
pub mod hamilton;
