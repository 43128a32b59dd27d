//! Evaluation features: stones counted by their numbers of neighbours of
//! either colour.
//!
//! A stone with neighbours of the same colour is worth more than a single stone
//! next to the opponent's; the move ordering weighs these counts.

use crate::base::bits::Word;

/// `table[own][other]` is the number of black stones with `own` neighbours of
/// the same colour and `other` of the other colour, minus the number of such
/// white stones. Index 4 means four or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NeighbourCounts {
    /// The counts.
    pub table: [[i32; MOST + 1]; MOST + 1],
}

const MOST: usize = 4;

impl NeighbourCounts {
    /// Counts one stone.
    pub(super) fn add(&mut self, black: bool, own: usize, other: usize) {
        self.table[own.min(MOST)][other.min(MOST)] += if black { 1 } else { -1 };
    }

    /// Counts the stones of a board where each cell has up to four neighbours;
    /// `around` shifts a set one step in each direction.
    pub(super) fn on_grid<W: Word>(black: W, white: W, around: impl Fn(W) -> [W; 4]) -> NeighbourCounts {
        let (blacks, whites) = (around(black), around(white));
        let mut all = NeighbourCounts::default();
        for (stones, near, far) in [(black, &blacks, &whites), (white, &whites, &blacks)] {
            for cell in stones.cells() {
                all.add(stones == black, count(near, cell), count(far, cell));
            }
        }
        all
    }
}

/// Number of sets that contain a cell.
fn count<W: Word>(sets: &[W; 4], cell: usize) -> usize {
    sets.iter().map(|&set| usize::from(set.has(cell))).sum()
}
