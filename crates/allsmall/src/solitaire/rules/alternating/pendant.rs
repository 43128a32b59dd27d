//! Lower bound by pendant trees, by dynamic programming: stones in a tree that
//! hangs on a single edge can leave it only by that edge, so some must stay.
//!
//! A play is a forest of arrows (see [`forest`](crate::solitaire::play::forest)), so the
//! least number of roots inside a pendant tree is computed from its leaves.
//! For a tree hanging from `v` by one edge upwards there are five cases, each
//! with its least number of roots:
//!
//! ```text
//!   out x, out o     the stone of v leaves upwards with this colour
//!   closed           nothing crosses the edge
//!   in x, in o       a stone of this colour comes down to v
//! ```
//!
//! Stones that enter `v` count +1 for `x`, -1 for `o`; with the stone of `v`
//! itself, `s + 2 * sum` must be +1 or -1. On a group that is a tree the result
//! is exact; elsewhere the roots of all pendant trees are counted, each tree in
//! its best case, which is a lower bound.

use crate::base::bits::bits;
use crate::solitaire::bitset_position::{StoneGraph, StoneSet};

/// Sums from `-SPAN` to `SPAN` are distinguished; with more pendant neighbours at
/// one vertex the sum is dropped, which only weakens the bound.
const SPAN: usize = 4;

/// Cost of an impossible case: more roots than there can be.
const NEVER: u8 = 128;

/// Where the stone of a vertex goes, as far as its pendant trees go.
const STAYS: usize = 0;
const GOES_DOWN: [usize; 2] = [1, 2];

/// The five cases of a pendant tree.
const OUT: [usize; 2] = [0, 1];
const CLOSED: usize = 2;
const IN: [usize; 2] = [3, 4];

type PendantCases = [u8; 5];

/// What the pendant trees at one vertex cost, by the sum of the stones that
/// enter from them and by whether the vertex's stone goes down into one.
#[derive(Clone, Copy)]
struct PendantNode {
    cost: [[u8; 3]; 2 * SPAN + 1],
    trees: usize,
}

/// Scratch buffers, reused between calls.
pub(super) struct Pendants {
    nodes: [PendantNode; StoneGraph::MOST],
    degree: [u32; StoneGraph::MOST],
    waiting: Vec<usize>,
}

impl PendantNode {
    fn new() -> PendantNode {
        let mut cost = [[NEVER; 3]; 2 * SPAN + 1];
        cost[SPAN][STAYS] = 0;
        PendantNode { cost, trees: 0 }
    }

    /// The least cost of all cases.
    fn least(&self) -> u8 {
        *self.cost.as_flattened().iter().min().expect("there are cases")
    }

    /// Adds a pendant tree at this vertex.
    fn add(&mut self, tree: &PendantCases) {
        self.trees += 1;
        let old = self.cost;
        if self.trees > SPAN {
            let least = tree.iter().min().expect("five cases");
            self.cost = [[self.least() + least; 3]; 2 * SPAN + 1];
            return;
        }
        self.cost = [[NEVER; 3]; 2 * SPAN + 1];
        for (sum, row) in old.iter().enumerate() {
            for (goes, &cost) in row.iter().enumerate().filter(|&(_, &cost)| cost < NEVER) {
                let mut put = |sum: usize, goes: usize, roots: u8| {
                    let slot = &mut self.cost[sum][goes];
                    *slot = (*slot).min(cost + roots);
                };
                put(sum, goes, tree[CLOSED]);
                // Sums stay in range: there are at most SPAN trees.
                if tree[OUT[0]] < NEVER {
                    put(sum + 1, goes, tree[OUT[0]]);
                }
                if tree[OUT[1]] < NEVER {
                    put(sum - 1, goes, tree[OUT[1]]);
                }
                if goes == STAYS {
                    put(sum, GOES_DOWN[0], tree[IN[0]]);
                    put(sum, GOES_DOWN[1], tree[IN[1]]);
                }
            }
        }
    }

    /// The tree of this vertex, seen along its last edge; `sign` is its stone.
    fn cases(&self, sign: i32) -> PendantCases {
        if self.trees > SPAN {
            return [self.least(); 5];
        }
        let cost = |entering: i32, leaving: i32, goes: usize| {
            let sum = (leaving - sign) / 2 - entering + SPAN as i32;
            usize::try_from(sum).ok().and_then(|sum| self.cost.get(sum)).map_or(NEVER, |row| row[goes])
        };
        let closed = |entering: i32| {
            let stays = cost(entering, 1, STAYS).min(cost(entering, -1, STAYS)).saturating_add(1);
            stays.min(cost(entering, 1, GOES_DOWN[0])).min(cost(entering, -1, GOES_DOWN[1])).min(NEVER)
        };
        [cost(0, 1, STAYS), cost(0, -1, STAYS), closed(0), closed(1), closed(-1)]
    }
}

impl Pendants {
    pub(super) fn new() -> Pendants {
        Pendants { nodes: [PendantNode::new(); StoneGraph::MOST], degree: [0; StoneGraph::MOST], waiting: Vec::new() }
    }

    /// Lower bound on the stones left of a connected group under the free rule.
    pub(super) fn least(&mut self, graph: &StoneGraph, group: StoneSet) -> usize {
        self.waiting.clear();
        for v in bits(group.stones) {
            self.degree[v] = (graph.around(v) & group.stones).count_ones();
            if self.degree[v] <= 1 {
                self.waiting.push(v);
            }
        }
        if self.waiting.is_empty() {
            return 1;
        }
        let (mut rest, mut begun, mut next) = (group.stones, 0u64, 0);
        while let Some(&v) = self.waiting.get(next) {
            next += 1;
            rest &= !(1 << v);
            let node = if begun >> v & 1 == 1 { self.nodes[v] } else { PendantNode::new() };
            let cases = node.cases(if group.white >> v & 1 == 1 { -1 } else { 1 });
            let Some(up) = bits(graph.around(v) & rest).next() else {
                return usize::from(cases[CLOSED].max(1));
            };
            if begun >> up & 1 == 0 {
                begun |= 1 << up;
                self.nodes[up] = PendantNode::new();
            }
            self.nodes[up].add(&cases);
            self.degree[up] -= 1;
            if self.degree[up] == 1 {
                self.waiting.push(up);
            }
        }
        let roots: usize = bits(rest & begun).map(|v| usize::from(self.nodes[v].least())).sum();
        roots.max(1)
    }
}
