//! Partial plays: the current stones, and the moves so far.

use crate::{Move, Player, Position};

/// A play under construction.
#[derive(Clone, Debug)]
pub(crate) struct PartialPlay {
    stones: Vec<Option<Player>>,
    moves: Vec<Move>,
}

impl PartialPlay {
    /// The empty play.
    pub(crate) fn new(start: &Position) -> PartialPlay {
        PartialPlay { stones: start.cells().to_vec(), moves: Vec::with_capacity(start.cells().len()) }
    }

    /// What stands on `v` now.
    pub(crate) fn at(&self, v: usize) -> Option<Player> {
        self.stones[v]
    }

    /// The stone on `v`, which is known to be occupied.
    pub(crate) fn stone(&self, v: usize) -> Player {
        self.stones[v].expect("the construction never asks for an empty cell")
    }

    /// Plays a move; the rules check it again when the play is finished.
    pub(crate) fn go(&mut self, from: usize, to: usize) {
        debug_assert_eq!(self.stone(from).opponent(), self.stone(to), "{from} to {to}");
        self.stones[to] = self.stones[from].take();
        self.moves.push(Move { from, to });
    }

    /// The moves played.
    pub(crate) fn into_moves(self) -> Vec<Move> {
        self.moves
    }
}
