//! Tables of small Hamming graphs: the single stones that each position can be
//! reduced to.

use std::sync::OnceLock;

use super::block::Block;
use crate::solitaire::play::partial_play::PartialPlay;
use crate::solitaire::position_table::{SmallGraph, SmallPosition};
use crate::{Board, Budget, Player};

/// The single stones that each position of a small Hamming graph can be reduced to.
pub(super) struct EndTable {
    small: SmallGraph,
    /// By position: bit `2 * vertex + colour`.
    left: Vec<u32>,
}

impl EndTable {
    /// The table of a block, if it is K3 x K3 or K3 x Q_2, the bases of the
    /// induction over slices, or K2 x K3, which is not strong.
    pub(super) fn of(block: &Block) -> Option<&'static EndTable> {
        static SIX: OnceLock<EndTable> = OnceLock::new();
        static NINE: OnceLock<EndTable> = OnceLock::new();
        static TWELVE: OnceLock<EndTable> = OnceLock::new();
        match block.factors.iter().map(|f| f.side).collect::<Vec<_>>()[..] {
            [3, 2] => Some(SIX.get_or_init(|| EndTable::new(&[2, 3]))),
            [3, 3] => Some(NINE.get_or_init(|| EndTable::new(&[3, 3]))),
            [3, 2, 2] => Some(TWELVE.get_or_init(|| EndTable::new(&[2, 2, 3]))),
            _ => None,
        }
    }

    /// A board lets its last side run fastest, a block its first.
    fn new(sides: &[usize]) -> EndTable {
        let small = SmallGraph::new(&Board::Hamming { sides: sides.to_vec() });
        let single = |stones: SmallPosition| if stones.count() == 1 { 1 << bit(stones) } else { 0u32 };
        let left =
            small.table(single, |a, b| a | b, |_| false, &Budget::new()).expect("no limit but memory for 3^12 entries");
        EndTable { small, left }
    }

    /// The stones of a block, by their numbers in it.
    pub(super) fn read(&self, draft: &PartialPlay, block: &Block) -> SmallPosition {
        SmallPosition::read(block.vertices().map(|v| draft.at(v)))
    }

    /// Returns whether these stones can be reduced to one of colour `c` on vertex
    /// number `v`.
    pub(super) fn reach(&self, stones: SmallPosition, v: usize, c: Player) -> bool {
        self.left[self.small.number(stones)] >> (2 * v + c as usize) & 1 == 1
    }

    /// Reduces the stones of a block to one of colour `c` on `v`, which they must be
    /// able to [`reach`](EndTable::reach).
    pub(super) fn finish(&self, draft: &mut PartialPlay, block: &Block, v: usize, c: Player) {
        let v = block.number(v);
        let play = self.small.descend(
            self.read(draft, block),
            |stones| stones.count() == 1,
            |stones| self.reach(stones, v, c),
        );
        for mv in play {
            draft.go(block.vertex(mv.from), block.vertex(mv.to));
        }
    }
}

/// The place of a lone stone in the table's bit sets.
fn bit(stones: SmallPosition) -> u32 {
    2 * stones.occupied.trailing_zeros() + u32::from(stones.white != 0)
}
