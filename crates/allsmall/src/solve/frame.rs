//! Stack frame of the search, and the split policy: which child a thread
//! searches while other threads are searching the same node.

use super::grid_moves::ChildOrigin;
use super::sum_term::{SumTerm, TermLists};
use super::transposition::{SearchTable, TableKey};
use crate::packed::{GridLanes, MoveId};

/// An open node on the path from the root.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) terms: Vec<SumTerm>,
    pub(super) children: TermLists,
    /// The children in move order.
    pub(super) order: Vec<ChildNode>,
    /// Number of children tried; the last of them is being searched.
    pub(super) tried: usize,
    /// The key under which the node is announced to other threads; none for the
    /// root and for small nodes.
    pub(super) announced: Option<Box<TableKey>>,
    /// Node count when it was opened.
    pub(super) entered: u64,
    /// Number of stones in grid parts if the net orders the children, see
    /// [`MIN_NET_STONES`](super::net::MIN_NET_STONES).
    pub(super) large: Option<usize>,
    /// Its long part as placed on the board; empty if the placement is unknown.
    pub(super) lanes: GridLanes,
    /// The move to each child, by its number, if the node is a grid part in a
    /// sum with a value.
    pub(super) origins: Vec<ChildOrigin>,
}

#[derive(Clone, Copy)]
pub(super) struct ChildNode {
    pub(super) score: i32,
    /// Index of its terms in [`Frame::children`].
    pub(super) number: u32,
    pub(super) hash: u64,
}

/// Which child of a node a thread searches while other threads are searching
/// the same node.
#[derive(Clone, Copy)]
pub(super) enum SplitPolicy {
    /// The next one in move order, occupied or not.
    InOrder,
    /// The next one while it is likely to win, even if another thread is
    /// searching it: a win makes its siblings redundant. Otherwise one that no
    /// other thread is searching.
    HelpLikelyWins,
    /// One that no other thread is searching, if there is one.
    Avoid,
}

impl Frame {
    /// Advances to the next child; returns false if all have been tried.
    pub(super) fn advance(&mut self, table: &SearchTable, split_policy: SplitPolicy) -> bool {
        let (left, first, large) = (&mut self.order[self.tried..], self.tried == 0, self.large);
        let remaining = left.len();
        let helps = |at: usize, child: &ChildNode| match split_policy {
            SplitPolicy::InOrder => true,
            SplitPolicy::HelpLikelyWins => {
                large.map_or(first && at == 0, |stones| is_likely_win(child.score, stones, remaining - at))
            }
            SplitPolicy::Avoid => false,
        };
        let avoided = |(at, child): (usize, &ChildNode)| !helps(at, child) && table.is_occupied(child.hash);
        // If all are avoided, the first in order is taken.
        if let Some(next) = left.iter().enumerate().position(|child| !avoided(child)) {
            left[..=next].rotate_right(1);
        }
        let more = !left.is_empty();
        self.tried += usize::from(more);
        more
    }

    /// The child that is being searched.
    pub(super) fn current(&self) -> &[SumTerm] {
        self.children.get(self.order[self.tried - 1].number as usize)
    }

    /// The move that leads to it, if it has an id.
    pub(super) fn current_move(&self) -> Option<MoveId> {
        let child = self.order[..self.tried].last()?;
        self.origins.get(child.number as usize)?.id
    }
}

/// Returns whether the next move wins a large node with probability over 1/30,
/// estimated from its score, the stones and the number of remaining moves.
///
/// The logit of the probability, in hundredths, is fitted to the 1.9 million
/// moves tried by one thread in nodes of 18 stones and more on eight boards. It
/// is calibrated between 3 % and 92 %. The number of moves already refuted adds
/// no information.
fn is_likely_win(score: i32, stones: usize, moves: usize) -> bool {
    -46 - 3 * score / 2 + 11 * (stones as i32 - 24) + 24 * moves as i32 > -350
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::Values;
    use crate::notation::read_board;
    use crate::packed::BoardRules;
    use crate::solve::sum_term::UnpackedParts;
    use crate::solve::transposition::SharedTables;
    use crate::transposition::TranspositionTable;

    /// Returns which of three children of a node of 20 stones is searched while
    /// another thread is searching the next in order.
    fn chosen(scores: [i32; 3], large: bool, tried: usize, split_policy: SplitPolicy) -> usize {
        let (values, mut table) =
            (Values::new(), SearchTable::new(TranspositionTable::new(1 << 16), Some(SharedTables::new(1 << 16))));
        let boards = ["xoxo/oxox", "xoxx/oxox", "xoxo/oxoo"].map(|text| read_board(text).unwrap());
        let keys = boards.map(|board| {
            let (_, mut sums) = BoardRules::new(&[board]).unwrap();
            table.key(&values, &[UnpackedParts::default().term(sums.pop().unwrap()[0]).unwrap()])
        });
        table.announce(&keys[tried]);
        let child = |i: usize| ChildNode { score: scores[i], number: i as u32, hash: keys[i].hash() };
        let order = [0, 1, 2].map(child).to_vec();
        let mut frame = Frame { order, tried, large: large.then_some(20), ..Frame::default() };
        assert!(frame.advance(&table, split_policy));
        assert_eq!(frame.tried, tried + 1);
        frame.order[tried].number as usize
    }

    #[test]
    fn threads_help_with_likely_wins_and_divide_likely_losses() {
        let (good, bad) = ([0, 100, 200], [900, 1000, 1100]);
        assert_eq!(chosen(good, true, 0, SplitPolicy::HelpLikelyWins), 0);
        assert_eq!(chosen(good, true, 1, SplitPolicy::HelpLikelyWins), 1);
        assert_eq!(chosen(bad, true, 0, SplitPolicy::HelpLikelyWins), 1);
        assert_eq!(chosen(bad, true, 1, SplitPolicy::HelpLikelyWins), 2);
        assert_eq!(chosen(bad, true, 2, SplitPolicy::HelpLikelyWins), 2, "nothing else is left");
        // Without the net the first one is joined, and no other.
        assert_eq!(chosen(bad, false, 0, SplitPolicy::HelpLikelyWins), 0);
        assert_eq!(chosen(good, false, 1, SplitPolicy::HelpLikelyWins), 2);
        assert_eq!(chosen(good, true, 0, SplitPolicy::Avoid), 1);
        assert_eq!(chosen(bad, true, 0, SplitPolicy::InOrder), 0);
    }
}
