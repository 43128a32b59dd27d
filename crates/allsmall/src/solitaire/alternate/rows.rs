//! Rows in which the colours alternate (Demaine et al., Theorems 1 and 2).
//!
//! Cut the row into blocks of four. A block of one, two or four stones becomes
//! one stone by moves of alternating colours, whoever begins; a block of three
//! becomes two:
//!
//! ```text
//!   x first:  xoxo  .xxo  .xo.  ..x.        o first:  the mirror image
//! ```
//!
//! So the blocks are played one after the other. No row of alternating stones
//! can be left with less, even when the colours need not alternate: only rows
//! of 1, 2 and 4 become one stone.

use super::super::Reduction;
use crate::{Board, Move, Player, Position};

/// The value and a play, if the board is a strip whose parts all alternate.
pub(super) fn reduce(position: &Position, first: Player) -> Option<Reduction> {
    let Board::Strip { .. } = position.board() else { return None };
    let cells = position.cells();
    if cells.windows(2).any(|pair| pair[0].is_some() && pair[0] == pair[1]) {
        return None;
    }
    let mut moves = Vec::with_capacity(cells.len());
    let mut turn = first;
    let mut left = 0;
    for part in parts(cells) {
        for start in (part.start..part.end).step_by(4) {
            let block = start..part.end.min(start + 4);
            let before = moves.len();
            left += block.len();
            play_block(&cells[block.clone()], block.start, turn, &mut moves);
            let played = moves.len() - before;
            left -= played;
            if played % 2 == 1 {
                turn = turn.opponent();
            }
        }
    }
    Some(Reduction::exact(left, "alternating row in blocks of four (Demaine et al., Theorems 1 and 2)", Some(moves)))
}

/// The runs of stones, as ranges of cells.
fn parts(cells: &[Option<Player>]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + cells[at..].iter().position(Option::is_some)?;
        let length = cells[start..].iter().take_while(|cell| cell.is_some()).count();
        at = start + length;
        Some(start..at)
    })
}

/// The moves of one block of at most four stones.
fn play_block(block: &[Option<Player>], offset: usize, turn: Player, moves: &mut Vec<Move>) {
    let forward = block[0] == Some(turn);
    let steps: &[(usize, usize)] = match (block.len(), forward) {
        (4, true) => &[(0, 1), (3, 2), (1, 2)],
        (4, false) => &[(3, 2), (0, 1), (2, 1)],
        (2 | 3, true) => &[(0, 1)],
        (2 | 3, false) => &[(1, 0)],
        _ => &[],
    };
    moves.extend(steps.iter().map(|&(from, to)| Move { from: offset + from, to: offset + to }));
}
