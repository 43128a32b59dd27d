//! How the stones of a part stand among their neighbours.
//!
//! A stone with neighbours of its own colour behind it is worth more than one
//! that stands alone beside the enemy; guesses about who is ahead are made of
//! such counts.

use crate::base::bits::Word;

/// `table[own][other]`: how many black stones have `own` neighbours of their
/// own colour and `other` of the other colour, less the white stones of that
/// kind. Four means four or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NeighbourCounts {
    /// See the type.
    pub table: [[i32; MOST + 1]; MOST + 1],
}

const MOST: usize = 4;

impl NeighbourCounts {
    /// Enters one stone.
    pub(super) fn add(&mut self, black: bool, own: usize, other: usize) {
        self.table[own.min(MOST)][other.min(MOST)] += if black { 1 } else { -1 };
    }

    /// Black and white stones on a board where each cell has up to four
    /// neighbours; `around` moves a set one step in each direction.
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

/// How many of four sets a cell is in.
fn count<W: Word>(sets: &[W; 4], cell: usize) -> usize {
    sets.iter().map(|&set| usize::from(set.has(cell))).sum()
}
