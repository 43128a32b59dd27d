//! Complete multipartite graphs, by formula: the value, and the play move by move.
//!
//! Stones of one part and colour are alike, so a position is a pair of numbers
//! for each part. The value is a formula (`value`) and some move always
//! keeps it; to find one, a few moves are tried: from the largest parts that
//! hold the colour, onto the largest parts that hold the other. On every
//! position with up to 12 stones one of them keeps the value (a test tries
//! them all); the play is replayed by the plain rules in any case.
//!
//! Empty vertices are allowed: the stones left form such a graph again.

mod counts;
#[cfg(test)]
mod tests;
mod value;

use crate::solitaire::Reduction;
use crate::{Board, Move, Position};
use counts::PartCounts;

/// The fewest stones on a complete multipartite or complete graph; `None` for
/// other boards.
#[must_use]
pub fn reduce(position: &Position, play: bool) -> Option<Reduction> {
    let sizes = sizes(position.board())?;
    let counts = PartCounts::new(&sizes, position);
    let value = counts.summary().value();
    let method = match counts.parts() {
        0 | 1 => "no two stones are adjacent",
        2 => "complete bipartite graph (survey, Proposition 28 and Theorem 29)",
        _ => "complete multipartite graph (survey, Theorems 30 and 31)",
    };
    let mut answer = Reduction::exact(value, method, None);
    if play {
        let moves = play_out(counts);
        answer.upper = position.stones() - moves.len();
        answer.play = Some(moves);
    }
    Some(answer)
}

/// The sizes of the parts, if there are any.
fn sizes(board: &Board) -> Option<Vec<usize>> {
    match board {
        Board::Multipartite { parts } => Some(parts.clone()),
        Board::Hamming { sides } if sides.iter().filter(|&&side| side != 1).count() <= 1 => {
            Some(vec![1; board.vertices()])
        }
        _ => None,
    }
}

/// Plays moves that keep the value until none is left.
fn play_out(mut counts: PartCounts) -> Vec<Move> {
    let mut play = Vec::new();
    while let Some(step) = counts.best_step() {
        play.push(counts.go(step));
    }
    play
}
