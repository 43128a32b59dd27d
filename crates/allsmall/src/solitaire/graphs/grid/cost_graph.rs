//! The graph of all normalised cost lists of one kind of strip.
//!
//! A cost list less its minimum takes finitely many values, as far as entries
//! that exceed the minimum by more than [`MOST_SPREAD`] are dropped. So strips of
//! every length are walks in a finite graph: a node is a list with the colours
//! met so far, an edge is a column, and its gain is what the minimum grows by.
//!
//! Entries that are dropped are plays that are forgotten. So the gains of a walk
//! plus the end of its last list are never less than the fewest stones of its
//! board, and they are equal where nothing that matters was dropped.

use std::collections::HashMap;

use super::cost_list::{ColumnDp, CostList};
use super::every_length::column;
use super::frontier::StripTopology;
use super::narrow_shape::NarrowShape;
use crate::{Budget, Stop};

/// Maximum difference between a cost and the minimum of its list. A row of one
/// colour makes lists with differences that grow for ever; from the first stone
/// of the other colour on they are small.
const MOST_SPREAD: u16 = 16;

/// The colours met, as bits: 1 x, 2 o.
const BOTH: u8 = 3;

/// The graph; node 0 is the empty strip.
pub(super) struct CostGraph {
    pub(super) shape: NarrowShape,
    topology: StripTopology,
    nodes: Vec<Node>,
}

struct Node {
    colours: u8,
    /// What the end of the strip adds to the minimum; none if it cannot end.
    end: Option<u16>,
    /// By letter.
    next: Vec<GainEdge>,
}

/// A column read after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GainEdge {
    pub(super) to: u32,
    /// Stones that the minimum of the list grows by.
    pub(super) gain: u16,
}

impl CostGraph {
    /// All nodes that strips of this shape lead to.
    pub(super) fn new(shape: NarrowShape, budget: &Budget) -> Result<CostGraph, Stop> {
        let (rows, topology) = (shape.height(), shape.topology()?);
        let mut dp = ColumnDp::new(rows, topology, 0);
        let letters: Vec<u32> = (0..1 << rows).map(|letter| dp.letter(column(letter, rows))).collect();
        let start: (u8, Box<CostList>) = (0, dp.start().into());
        let mut graph = CostGraph { shape, topology, nodes: vec![Node::new(&dp, 0, &start.1)] };
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let mut lists = vec![start];
        let (mut at, mut bytes) = (0, 0);
        while at < lists.len() {
            let (colours, list) = lists[at].clone();
            for (letter, &number) in letters.iter().enumerate() {
                budget.check()?;
                budget.fits(bytes)?;
                let (list, gain) = normalised(dp.advance(&list, number, u16::MAX));
                let key = (colours | colours_of(letter, rows), list);
                let to = *numbers.entry(key.clone()).or_insert_with(|| {
                    bytes += 2 * (size_of_val(&key.1[..]) + 64);
                    graph.nodes.push(Node::new(&dp, key.0, &key.1));
                    lists.push(key);
                    (lists.len() - 1) as u32
                });
                graph.nodes[at].next.push(GainEdge { to, gain });
            }
            at += 1;
            budget.report(|| format!("{at} lists of costs, {} met", lists.len()));
        }
        Ok(graph)
    }

    /// Cells of a column.
    pub(super) fn height(&self) -> usize {
        self.shape.height()
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The edges of a node, by letter.
    pub(super) fn edges(&self, node: usize) -> &[GainEdge] {
        &self.nodes[node].next
    }

    /// What the end of a strip of both colours adds to the minimum of its list;
    /// none for other strips.
    pub(super) fn end(&self, node: usize) -> Option<u16> {
        let Node { colours, end, .. } = self.nodes[node];
        end.filter(|_| colours == BOTH)
    }

    /// Returns whether strips that lead to this node have both colours.
    pub(super) fn is_mixed(&self, node: usize) -> bool {
        self.nodes[node].colours == BOTH
    }

    /// The fewest stones that can be left on these columns, nothing dropped.
    pub(super) fn fewest(&self, letters: &[usize]) -> usize {
        let mut exact = ExactCosts::new(self);
        exact.read(letters);
        exact.least + usize::from(exact.dp.end(&exact.list).expect("every stone may stay").1)
    }

    /// Returns whether reading `unit` after `before` makes every cost greater by at
    /// least `gain`, nothing dropped.
    pub(super) fn forces(&self, before: &[usize], unit: &[usize], gain: usize) -> bool {
        let mut exact = ExactCosts::new(self);
        exact.read(before);
        let (list, least) = (exact.list.clone(), exact.least);
        exact.read(unit);
        let Some(more) = exact.least.checked_sub(least + gain) else { return false };
        let after: Vec<(u32, u16)> =
            exact.list.iter().map(|&(frontier, cost)| (frontier, cost + more as u16)).collect();
        exact.dp.load(&list);
        exact.dp.beats(&after)
    }
}

/// The list of costs of some columns with nothing dropped: less its minimum, and
/// the minimum.
struct ExactCosts {
    dp: ColumnDp,
    rows: usize,
    list: Vec<(u32, u16)>,
    least: usize,
}

impl ExactCosts {
    fn new(graph: &CostGraph) -> ExactCosts {
        let mut dp = ColumnDp::new(graph.height(), graph.topology, 0);
        let list = dp.start();
        ExactCosts { dp, rows: graph.height(), list, least: 0 }
    }

    fn read(&mut self, letters: &[usize]) {
        for &letter in letters {
            let number = self.dp.letter(column(letter, self.rows));
            self.list = self.dp.advance(&self.list, number, u16::MAX);
            let least = self.list.iter().map(|cost| cost.1).min().unwrap_or(0);
            self.list.iter_mut().for_each(|cost| cost.1 -= least);
            self.least += usize::from(least);
        }
    }
}

impl Node {
    fn new(dp: &ColumnDp, colours: u8, list: &CostList) -> Node {
        Node { colours, end: dp.end(list).map(|(_, cost)| cost), next: Vec::new() }
    }
}

/// A list less its minimum, without entries that are far above it; and the minimum.
pub(super) fn normalised(mut list: Vec<(u32, u16)>) -> (Box<CostList>, u16) {
    let least = list.iter().map(|cost| cost.1).min().unwrap_or(0);
    list.retain(|cost| cost.1 - least <= MOST_SPREAD);
    list.iter_mut().for_each(|cost| cost.1 -= least);
    (list.into(), least)
}

fn colours_of(letter: usize, rows: usize) -> u8 {
    u8::from(letter != 0) | u8::from(letter != (1 << rows) - 1) << 1
}
