//! Moves that refuted others: what refutes one move often refutes its
//! siblings too, so it is tried sooner there.
//!
//! For each depth of the search the last few moves are kept that won a node
//! there, the latest first. In another node of the same depth such a move
//! comes sooner in the order, the more so the later it won, and half as much
//! for having won two moves earlier in the game. Moves are named by cells of
//! the board, so only parts that are known to stand somewhere on it take part.
//! What one half of a question taught serves the other half; on another board
//! it is soon replaced.
//!
//! Only the order rests on it.

use crate::packed::MoveId;

/// Moves kept for a depth.
const KEPT: usize = 8;

/// What the score of the latest one becomes less by; that of each other one an
/// eighth less.
const MOST: i32 = 40;

/// Moves that won, by depth.
#[derive(Default)]
pub(super) struct KillerMoves {
    by_depth: Vec<[Option<MoveId>; KEPT]>,
}

impl KillerMoves {
    /// A move has won a node at this depth.
    pub(super) fn note(&mut self, depth: usize, name: MoveId) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, [None; KEPT]);
        }
        let kept = &mut self.by_depth[depth];
        let at = kept.iter().position(|&other| other == Some(name)).unwrap_or(KEPT - 1);
        kept[..=at].rotate_right(1);
        kept[0] = Some(name);
    }

    /// What the score of a move at this depth becomes less by.
    pub(super) fn bonus(&self, depth: usize, name: MoveId) -> i32 {
        let earlier = depth.checked_sub(2).map_or(0, |depth| self.bonus_at(depth, name));
        self.bonus_at(depth, name) + earlier / 2
    }

    fn bonus_at(&self, depth: usize, name: MoveId) -> i32 {
        let kept = self.by_depth.get(depth).into_iter().flatten();
        let place = kept.take_while(|other| other.is_some()).position(|&other| other == Some(name));
        place.map_or(0, |place| MOST * (KEPT - place) as i32 / KEPT as i32)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::packed::{GridLanes, PackedGrid};

    /// The latest comes first, none is kept twice, and the oldest goes.
    #[test]
    fn later_refutations_count_more() {
        let cells: Vec<_> = (0..16).map(|i| (i / 4, i % 4, (i / 4 + i % 4) % 2 == 0)).collect();
        let lanes = GridLanes::new(PackedGrid::normal(&cells).unwrap()).unwrap();
        let mut names = Vec::new();
        let _: ControlFlow<()> = lanes.for_each_move(|name, _| {
            names.push(name);
            ControlFlow::Continue(())
        });
        let mut known = KillerMoves::default();
        let bonuses = |known: &KillerMoves, depth| [0, 1, 2].map(|i| known.bonus(depth, names[i]));
        assert_eq!(bonuses(&known, 5), [0, 0, 0]);
        for i in [0, 1, 2, 0] {
            known.note(5, names[i]);
        }
        assert_eq!(bonuses(&known, 5), [40, 30, 35]);
        assert_eq!(bonuses(&known, 7), [20, 15, 17]);
        assert_eq!(bonuses(&known, 6), [0, 0, 0]);
        names[3..].iter().take(6).for_each(|&name| known.note(5, name));
        assert_eq!(bonuses(&known, 5), [10, 0, 5]);
    }
}
