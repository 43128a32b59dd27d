//! Bitset positions of up to 64 stones, for the searches.
//!
//! ```text
//!   bit      0 1 2 3 4        the stones of the position, renumbered
//!   stones   1 1 0 1 1        bit i: stone i is still there
//!   white    0 1 0 0 1        bit i: it is `o` (a subset of stones)
//! ```

use crate::base::bits::bits;
use crate::{Move, Player, Position};

/// The stones that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StoneSet {
    pub(super) stones: u64,
    pub(super) white: u64,
}

/// The graph under the stones of a position.
#[derive(Clone, Debug)]
pub(super) struct StoneGraph {
    vertices: Vec<usize>,
    around: Vec<u64>,
    /// One class of every bipartite part, and all stones of such parts.
    class: u64,
    bipartite: u64,
}

impl StoneSet {
    /// Those of one colour.
    pub(super) fn of(self, player: Player) -> u64 {
        match player {
            Player::Left => self.stones & !self.white,
            Player::Right => self.white,
        }
    }

    /// Number of stones.
    pub(super) fn count(self) -> usize {
        self.stones.count_ones() as usize
    }

    /// Returns whether both colours occur.
    pub(super) fn mixed(self) -> bool {
        self.white != 0 && self.white != self.stones
    }

    /// Only those in this set.
    pub(super) fn within(self, set: u64) -> StoneSet {
        StoneSet { stones: self.stones & set, white: self.white & set }
    }

    /// After a move of `player`.
    pub(super) fn after(self, player: Player, Move { from, to }: Move) -> StoneSet {
        let stones = self.stones & !(1 << from);
        let others = self.white & !(1 << from) & !(1 << to);
        StoneSet { stones, white: if player == Player::Right { others | 1 << to } else { others } }
    }
}

impl StoneGraph {
    /// Maximum number of stones.
    pub(super) const MOST: usize = 64;

    /// Packs a position; `None` if it has more than 64 stones.
    pub(super) fn new(position: &Position) -> Option<(StoneGraph, StoneSet)> {
        let cells = position.cells();
        let occupied = (0..cells.len()).filter(|&v| cells[v].is_some());
        StoneGraph::of(position, &occupied.take(StoneGraph::MOST + 1).collect::<Vec<_>>())
    }

    /// Packs the stones on these vertices; `None` if there are more than 64.
    pub(super) fn of(position: &Position, vertices: &[usize]) -> Option<(StoneGraph, StoneSet)> {
        if vertices.len() > StoneGraph::MOST {
            return None;
        }
        let set = |holds: &dyn Fn(usize) -> bool| -> u64 {
            vertices.iter().enumerate().map(|(bit, &v)| u64::from(holds(v)) << bit).sum()
        };
        let around = vertices.iter().map(|&v| set(&|u| position.board().adjacent(u, v))).collect();
        let stones = set(&|_| true);
        let white = set(&|v| position.cells()[v] == Some(Player::Right));
        let mut graph = StoneGraph { vertices: vertices.to_vec(), around, class: 0, bipartite: 0 };
        for group in graph.groups(stones).collect::<Vec<_>>() {
            graph.split_into_classes(group);
        }
        Some((graph, StoneSet { stones, white }))
    }

    /// The neighbours of a stone, taken or not.
    pub(super) fn around(&self, v: usize) -> u64 {
        self.around[v]
    }

    /// A move in the vertex numbers of the position.
    pub(super) fn on_board(&self, Move { from, to }: Move) -> Move {
        Move { from: self.vertices[from], to: self.vertices[to] }
    }

    /// The connected groups of a set of stones.
    pub(super) fn groups(&self, stones: u64) -> impl Iterator<Item = u64> {
        let mut rest = stones;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let group = self.group(rest & rest.wrapping_neg(), rest);
                rest &= !group;
                group
            })
        })
    }

    fn group(&self, seed: u64, within: u64) -> u64 {
        let (mut group, mut fresh) = (seed, seed);
        while fresh != 0 {
            fresh = bits(fresh).fold(0, |set, v| set | self.around[v]) & within & !group;
            group |= fresh;
        }
        group
    }

    /// The legal moves of a player.
    pub(super) fn moves(&self, stones: StoneSet, player: Player) -> impl Iterator<Item = Move> {
        let rivals = stones.of(player.opponent());
        bits(stones.of(player)).flat_map(move |from| bits(self.around[from] & rivals).map(move |to| Move { from, to }))
    }

    /// Returns whether delta forbids reducing a connected group to one stone.
    pub(super) fn delta_is_zero(&self, group: StoneSet) -> bool {
        let clashing = (group.white ^ self.class) & group.stones;
        group.stones & self.bipartite == group.stones
            && (group.count() + clashing.count_ones() as usize).is_multiple_of(3)
    }

    fn split_into_classes(&mut self, group: u64) {
        let (mut even, mut odd) = (group & group.wrapping_neg(), 0);
        loop {
            let spread = |set: u64| bits(set).fold(0, |reached, v| reached | self.around[v]) & group;
            let (next_odd, next_even) = (odd | spread(even), even | spread(odd));
            if (next_even, next_odd) == (even, odd) {
                break;
            }
            (even, odd) = (next_even, next_odd);
        }
        if even & odd == 0 {
            self.class |= even;
            self.bipartite |= group;
        }
    }
}
