//! Killer moves: a move that refutes one node often refutes its siblings.
//!
//! For each depth the most recent winning moves are kept, the latest first. A
//! move among them gets a bonus in the move order at the same depth, greater the
//! more recent it is, and half of that two plies deeper. Moves are identified by
//! cells of the board, so only parts whose placement is known take part. Killers
//! of one player's search serve the other's; on another board they are soon
//! replaced.
//!
//! No verdict depends on them.

use crate::packed::MoveId;

/// Number of killer moves per depth.
const KEPT: usize = 8;

/// Bonus of the most recent killer move; each older one gets an eighth less.
const MAX_BONUS: i32 = 40;

/// Recent winning moves, by depth.
#[derive(Default)]
pub(super) struct KillerMoves {
    by_depth: Vec<[Option<MoveId>; KEPT]>,
}

impl KillerMoves {
    /// Records a move that won a node at this depth.
    pub(super) fn record(&mut self, depth: usize, id: MoveId) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, [None; KEPT]);
        }
        let kept = &mut self.by_depth[depth];
        let at = kept.iter().position(|&other| other == Some(id)).unwrap_or(KEPT - 1);
        kept[..=at].rotate_right(1);
        kept[0] = Some(id);
    }

    /// The bonus of a move at this depth, to be subtracted from its score.
    pub(super) fn bonus(&self, depth: usize, id: MoveId) -> i32 {
        let earlier = depth.checked_sub(2).map_or(0, |depth| self.bonus_at(depth, id));
        self.bonus_at(depth, id) + earlier / 2
    }

    fn bonus_at(&self, depth: usize, id: MoveId) -> i32 {
        let kept = self.by_depth.get(depth).into_iter().flatten();
        let place = kept.take_while(|other| other.is_some()).position(|&other| other == Some(id));
        place.map_or(0, |place| MAX_BONUS * (KEPT - place) as i32 / KEPT as i32)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::packed::{GridLanes, PackedGrid};

    /// The latest comes first, none is kept twice, and the oldest is dropped.
    #[test]
    fn recent_killers_get_a_greater_bonus() {
        let cells: Vec<_> = (0..16).map(|i| (i / 4, i % 4, (i / 4 + i % 4) % 2 == 0)).collect();
        let lanes = GridLanes::new(PackedGrid::normal(&cells).unwrap()).unwrap();
        let mut ids = Vec::new();
        let _: ControlFlow<()> = lanes.for_each_move(|id, _| {
            ids.push(id);
            ControlFlow::Continue(())
        });
        let mut known = KillerMoves::default();
        let bonuses = |known: &KillerMoves, depth| [0, 1, 2].map(|i| known.bonus(depth, ids[i]));
        assert_eq!(bonuses(&known, 5), [0, 0, 0]);
        for i in [0, 1, 2, 0] {
            known.record(5, ids[i]);
        }
        assert_eq!(bonuses(&known, 5), [40, 30, 35]);
        assert_eq!(bonuses(&known, 7), [20, 15, 17]);
        assert_eq!(bonuses(&known, 6), [0, 0, 0]);
        ids[3..].iter().take(6).for_each(|&id| known.record(5, id));
        assert_eq!(bonuses(&known, 5), [10, 0, 5]);
    }
}
