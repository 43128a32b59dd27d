//! Retrograde tables over all 3^n positions of a small graph.
//!
//! A position is two bit sets, and its ternary number is a sum of two table
//! entries:
//!
//! ```text
//!   occupied  0 1 1 1      bit v: a stone on v
//!   white     0 1 0 0      bit v: that stone is `o` (a subset of occupied)
//!   number    0 2 1 1      read in base 3 = ternary[occupied] + ternary[white]
//! ```
//!
//! A move takes one vertex out of `occupied`, so going through the occupied
//! sets in increasing order meets every position after all its followers.

use crate::base::bits::bits;
use crate::{Board, Budget, Move, Player, Stop};

/// The stones on a small graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallPosition {
    /// Bit `v`: there is a stone on `v`.
    pub(super) occupied: u32,
    /// Bit `v`: it is `o`.
    pub(super) white: u32,
}

/// A small graph and the numbering of its positions.
#[derive(Debug)]
pub(super) struct SmallGraph {
    neighbours: Vec<u32>,
    ternary: Vec<u32>,
}

impl SmallPosition {
    /// These stones, in vertex order.
    pub(super) fn read(cells: impl IntoIterator<Item = Option<Player>>) -> SmallPosition {
        let mut stones = SmallPosition { occupied: 0, white: 0 };
        for (v, cell) in cells.into_iter().enumerate() {
            if let Some(player) = cell {
                stones = stones.with(v, player);
            }
        }
        stones
    }

    /// This position with a stone of `player` on `v`, in place of what was there.
    pub(super) fn with(self, v: usize, player: Player) -> SmallPosition {
        let bit = 1 << v;
        let white = if player == Player::Right { self.white | bit } else { self.white & !bit };
        SmallPosition { occupied: self.occupied | bit, white }
    }

    /// This position with `v` empty.
    pub(super) fn without(self, v: usize) -> SmallPosition {
        SmallPosition { occupied: self.occupied & !(1 << v), white: self.white & !(1 << v) }
    }

    /// Those of one colour, as a bit set.
    pub(super) fn of(self, player: Player) -> u32 {
        match player {
            Player::Left => self.occupied & !self.white,
            Player::Right => self.white,
        }
    }

    /// What stands on `v`.
    pub(super) fn at(self, v: usize) -> Option<Player> {
        (self.occupied >> v & 1 == 1).then(|| Player::BOTH[(self.white >> v & 1) as usize])
    }

    /// Number of stones.
    pub(super) fn count(self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns whether both colours occur.
    pub(super) fn mixed(self) -> bool {
        self.white != 0 && self.white != self.occupied
    }
}

impl SmallGraph {
    /// Maximum number of vertices: tables have `3^n` entries.
    pub(super) const MOST: usize = 18;

    /// The positions of this graph.
    pub(super) fn new(board: &Board) -> SmallGraph {
        let vertices = board.vertices();
        assert!(vertices <= SmallGraph::MOST, "tables are for small graphs");
        let neighbours = (0..vertices).map(|v| board.neighbours(v).iter().map(|&u| 1 << u).sum()).collect();
        let mut ternary = vec![0; 1 << vertices];
        for set in 1..ternary.len() {
            let low = set.trailing_zeros();
            ternary[set] = ternary[set & (set - 1)] + 3u32.pow(low);
        }
        SmallGraph { neighbours, ternary }
    }

    /// The number of a position, below `3^n`.
    pub(super) fn number(&self, stones: SmallPosition) -> usize {
        (self.ternary[stones.occupied as usize] + self.ternary[stones.white as usize]) as usize
    }

    /// Calls `visit` with every legal move and what it leads to.
    pub(super) fn for_each_next(&self, stones: SmallPosition, mut visit: impl FnMut(Move, SmallPosition)) {
        for player in Player::BOTH {
            let (own, other) = (stones.of(player), stones.of(player.opponent()));
            for from in bits(own) {
                for to in bits(self.neighbours[from] & other) {
                    visit(Move { from, to }, stones.without(from).with(to, player));
                }
            }
        }
    }

    /// The numbers of the positions that the moves of one player lead to:
    /// digits 1 and 2 become 0 and 1, or 2 and 1 become 0 and 2.
    fn next_numbers(&self, stones: SmallPosition, player: Player) -> impl Iterator<Item = usize> {
        let (own, other) = (stones.of(player), stones.of(player.opponent()));
        let number = self.number(stones);
        let power = |v: usize| self.ternary[1 << v] as usize;
        bits(own).flat_map(move |from| {
            bits(self.neighbours[from] & other).map(move |to| match player {
                Player::Left => number - power(from) - power(to),
                Player::Right => number - 2 * power(from) + power(to),
            })
        })
    }

    /// For every position, by number: its own value joined with those of all
    /// positions reachable from it. A value that is `full` absorbs all others.
    pub(super) fn table<T: Copy + Default>(
        &self,
        own: impl Fn(SmallPosition) -> T,
        join: impl Fn(T, T) -> T,
        full: impl Fn(T) -> bool,
        budget: &Budget,
    ) -> Result<Vec<T>, Stop> {
        let vertices = self.neighbours.len();
        let positions = 3usize.pow(vertices as u32);
        if positions * size_of::<T>() > budget.memory() {
            return Err(Stop::Memory);
        }
        let mut table = vec![T::default(); positions];
        for occupied in 0..1u32 << vertices {
            if occupied % 256 == 0 {
                budget.check()?;
            }
            let mut white = 0u32;
            loop {
                let stones = SmallPosition { occupied, white };
                let mut value = own(stones);
                for next in Player::BOTH.into_iter().flat_map(|player| self.next_numbers(stones, player)) {
                    value = join(value, table[next]);
                    if full(value) {
                        break;
                    }
                }
                table[self.number(stones)] = value;
                white = white.wrapping_sub(occupied) & occupied;
                if white == 0 {
                    break;
                }
            }
        }
        Ok(table)
    }

    /// A play through positions that `keep` accepts until one is `done`; some move
    /// must always lead to such a position.
    pub(super) fn descend(
        &self,
        mut stones: SmallPosition,
        done: impl Fn(SmallPosition) -> bool,
        keep: impl Fn(SmallPosition) -> bool,
    ) -> Vec<Move> {
        let mut play = Vec::new();
        while !done(stones) {
            let mut way = None;
            self.for_each_next(stones, |mv, next| {
                if way.is_none() && keep(next) {
                    way = Some((mv, next));
                }
            });
            let (mv, next) = way.expect("the table promised a way on");
            play.push(mv);
            stones = next;
        }
        play
    }

    /// Depth-first search for a play from `start` to a position of the least rank;
    /// `rank` is `None` for positions that do not count. Ends at rank 0.
    pub(super) fn search(
        &self,
        start: SmallPosition,
        mut rank: impl FnMut(SmallPosition) -> Option<usize>,
    ) -> Option<(Vec<Move>, SmallPosition)> {
        let mut seen = vec![false; 3usize.pow(self.neighbours.len() as u32)];
        let mut path: Vec<(Move, SmallPosition)> = Vec::new();
        let mut waiting = vec![(0, None, start)];
        let mut best: Option<(usize, Vec<Move>, SmallPosition)> = None;
        while let Some((depth, mv, stones)) = waiting.pop() {
            if std::mem::replace(&mut seen[self.number(stones)], true) {
                continue;
            }
            if let Some(mv) = mv {
                path.truncate(depth - 1);
                path.push((mv, stones));
            }
            if let Some(rank) = rank(stones) {
                if best.as_ref().is_none_or(|(old, ..)| rank < *old) {
                    best = Some((rank, path.iter().map(|&(mv, _)| mv).collect(), stones));
                }
                if rank == 0 {
                    break;
                }
            }
            self.for_each_next(stones, |mv, next| waiting.push((depth + 1, Some(mv), next)));
        }
        best.map(|(_, play, stones)| (play, stones))
    }
}
