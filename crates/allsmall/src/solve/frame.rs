//! A node that is being searched: its children, in which order they are tried,
//! and which of them while other threads are at work.

use super::grid_moves::ChildOrigin;
use super::sum_term::{SumTerm, TermLists};
use super::transposition::{Store, TableKey};
use crate::packed::{GridLanes, MoveId};

/// A node on the way from the root.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) terms: Vec<SumTerm>,
    pub(super) children: TermLists,
    /// The children in the order in which they are tried.
    pub(super) order: Vec<ChildNode>,
    /// How many of them have been tried; the last of those is being searched.
    pub(super) tried: usize,
    /// Its place in the store, where other threads see that this one is here;
    /// none for the root and if there are no other threads.
    pub(super) place: Option<Box<TableKey>>,
    /// Nodes counted when it was entered.
    pub(super) entered: u64,
    /// The stones in grid parts, if there are so many that its children are
    /// ordered by the net too.
    pub(super) large: Option<usize>,
    /// Its long part as it stands on the board; no stones if that is not known.
    pub(super) lanes: GridLanes,
    /// How each child comes about, by its number, if this is a grid part
    /// beside a value.
    pub(super) steps: Vec<ChildOrigin>,
}

#[derive(Clone, Copy)]
pub(super) struct ChildNode {
    pub(super) score: i32,
    /// Its list of terms.
    pub(super) number: u32,
    pub(super) hash: u64,
}

/// Which child of a node is tried while other threads are at work.
#[derive(Clone, Copy)]
pub(super) enum SplitPolicy {
    /// The first one in any case.
    InOrder,
    /// The next one, even if another thread is in it, as long as it may well
    /// win: then the others are for nothing. Where it seems to lose, one that
    /// nobody is in.
    HelpLikelyWins,
    /// Always one that nobody is in, if there is one.
    Avoid,
}

impl Frame {
    /// Goes on to the next child; false if all have been tried.
    pub(super) fn advance(&mut self, store: &Store, split_policy: SplitPolicy) -> bool {
        let (left, first, large) = (&mut self.order[self.tried..], self.tried == 0, self.large);
        let behind = left.len();
        let joins = |at: usize, child: &ChildNode| match split_policy {
            SplitPolicy::InOrder => true,
            SplitPolicy::HelpLikelyWins => {
                large.map_or(first && at == 0, |stones| may_win(child.score, stones, behind - at))
            }
            SplitPolicy::Avoid => false,
        };
        // If all are taken, the best of them.
        let taken = |(at, child): (usize, &ChildNode)| !joins(at, child) && store.is_occupied(child.hash);
        if let Some(next) = left.iter().enumerate().position(|child| !taken(child)) {
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

    /// The move that leads there, if it has a name.
    pub(super) fn current_move(&self) -> Option<MoveId> {
        let child = self.order[..self.tried].last()?;
        self.steps.get(child.number as usize)?.name
    }
}

/// Whether a move has more than a chance of one in thirty to win a large node
/// with so many stones, by its score and the number of moves from it on.
///
/// The logit of the chance, in hundredths, is fitted to the 1.9 million moves
/// tried by one thread in nodes of 18 stones and more on eight boards; it tells
/// chances from 3 to 92 in a hundred rightly. How many moves have been tried in
/// vain before does not matter besides.
fn may_win(score: i32, stones: usize, moves: usize) -> bool {
    -46 - 3 * score / 2 + 11 * (stones as i32 - 24) + 24 * moves as i32 > -350
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::Values;
    use crate::notation::read_board;
    use crate::packed::BoardRules;
    use crate::solve::sum_term::UnpackedParts;
    use crate::solve::transposition::Shared;
    use crate::transposition::TranspositionTable;

    /// Three children of a node of 20 stones, of which another thread is in the
    /// first: which one is tried.
    fn chosen(scores: [i32; 3], large: bool, tried: usize, split_policy: SplitPolicy) -> usize {
        let (values, mut store) =
            (Values::new(), Store::new(TranspositionTable::new(1 << 16), Some(Shared::new(1 << 16))));
        let boards = ["xoxo/oxox", "xoxx/oxox", "xoxo/oxoo"].map(|text| read_board(text).unwrap());
        let places = boards.map(|board| {
            let (_, mut sums) = BoardRules::new(&[board]).unwrap();
            store.place(&values, &[UnpackedParts::default().term(sums.pop().unwrap()[0]).unwrap()])
        });
        store.mark(&places[tried], true);
        let child = |i: usize| ChildNode { score: scores[i], number: i as u32, hash: places[i].hash() };
        let order = [0, 1, 2].map(child).to_vec();
        let mut frame = Frame { order, tried, large: large.then_some(20), ..Frame::default() };
        assert!(frame.advance(&store, split_policy));
        assert_eq!(frame.tried, tried + 1);
        frame.order[tried].number as usize
    }

    #[test]
    fn threads_join_what_may_win_and_share_out_what_seems_lost() {
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
