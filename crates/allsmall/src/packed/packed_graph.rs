//! Bitboards for parts of any graph: two vertex sets, one word each.

use super::{NeighbourCounts, PartRules, Signed};
use crate::base::bits::Word;
use crate::{Board, Graph, Player, Position};

/// A connected group of stones on the graph of a [`GraphRules`]:
///
/// ```text
/// vertex  0 1 2 3 4 5
/// stone   . x o . x x      stones = {1, 2, 4, 5}, black = {1, 4, 5}
/// ```
///
/// In normal form the first stone is black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedGraph {
    pub(super) stones: u128,
    pub(super) black: u128,
}

/// The rules on [`PackedGraph`], with the neighbours of each vertex as a set.
#[derive(Clone, Debug)]
pub struct GraphRules {
    around: Vec<u128>,
}

impl GraphRules {
    /// Maximum number of vertices.
    pub const MAX: usize = 128;

    /// Creates the rules for the subgraph on these vertices of a board,
    /// renumbered in the given order.
    ///
    /// # Panics
    /// If there are more than [`GraphRules::MAX`].
    #[must_use]
    pub fn new(board: &Board, vertices: &[usize]) -> GraphRules {
        assert!(vertices.len() <= GraphRules::MAX, "a graph part has at most 128 vertices");
        let adjacent = |a: usize| {
            (0..vertices.len()).filter(|&b| board.adjacent(vertices[a], vertices[b])).fold(0, |set, b| set | 1 << b)
        };
        GraphRules { around: (0..vertices.len()).map(adjacent).collect() }
    }

    /// The normal form of a group of stones; `None` if all have one colour.
    #[must_use]
    pub fn normal(&self, stones: u128, black: u128) -> Option<Signed<PackedGraph>> {
        let black = black & stones;
        if black == 0 || black == stones {
            return None;
        }
        let negated = (black ^ stones).trailing_zeros() < black.trailing_zeros();
        let part = PackedGraph { stones, black: if negated { black ^ stones } else { black } };
        Some(Signed { part, negated, own_negative: false })
    }

    /// Counts the stones of a part by their neighbours.
    #[must_use]
    pub fn neighbours(&self, part: PackedGraph) -> NeighbourCounts {
        let (black, white) = (part.black, part.stones ^ part.black);
        let mut all = NeighbourCounts::default();
        for v in part.stones.cells() {
            let [blacks, whites] = [black, white].map(|set| (self.around[v] & set).count_ones() as usize);
            let is_black = black >> v & 1 == 1;
            let (own, other) = if is_black { (blacks, whites) } else { (whites, blacks) };
            all.add(is_black, own, other);
        }
        all
    }

    /// The connected component of `within` that contains `seed`.
    fn group(&self, seed: u128, within: u128) -> u128 {
        let (mut group, mut fresh) = (seed, seed);
        while fresh != 0 {
            fresh = fresh.cells().fold(0, |set, v| set | self.around[v]) & within & !group;
            group |= fresh;
        }
        group
    }
}

impl PartRules for GraphRules {
    type Part = PackedGraph;

    fn stones(&self, part: PackedGraph) -> usize {
        part.stones.count_ones() as usize
    }

    fn pairs(&self, part: PackedGraph) -> usize {
        let white = part.stones ^ part.black;
        part.black.cells().map(|v| (self.around[v] & white).count_ones() as usize).sum()
    }

    fn balance(&self, part: PackedGraph) -> i32 {
        2 * part.black.count_ones() as i32 - part.stones.count_ones() as i32
    }

    /// Always false: the first stone cannot have both colours, and symmetries
    /// of the graph are not searched for.
    fn is_own_negative(&self, _: PackedGraph) -> bool {
        false
    }

    fn for_each_option(&self, part: PackedGraph, player: Player, mut visit: impl FnMut(&[Signed<PackedGraph>])) {
        let white = part.stones ^ part.black;
        let (own, other) = if player == Player::Left { (part.black, white) } else { (white, part.black) };
        let mut parts = Vec::new();
        for from in own.cells() {
            let left_behind = part.stones & !(1 << from);
            for to in (self.around[from] & other).cells() {
                let black = if player == Player::Left { part.black | 1 << to } else { part.black & !(1 << to) };
                parts.clear();
                let mut rest = left_behind;
                while rest != 0 {
                    let group = self.group(rest & rest.wrapping_neg(), left_behind);
                    rest &= !group;
                    parts.extend(self.normal(group, black));
                }
                visit(&parts);
            }
        }
    }

    fn position(&self, part: PackedGraph) -> Position {
        let edges: Vec<_> = (0..self.around.len())
            .flat_map(|a| self.around[a].cells().filter(move |&b| a < b).map(move |b| (a, b)))
            .collect();
        let cell = |v: usize| {
            let colour = if part.black >> v & 1 == 1 { Player::Left } else { Player::Right };
            (part.stones >> v & 1 == 1).then_some(colour)
        };
        let count = self.around.len();
        Position::new(Board::Graph(Graph::new(count, &edges)), (0..count).map(cell).collect())
    }
}
