//! Best walks in the graph of cost lists: those that gain the most with a given
//! number of columns, and the cycles that they can repeat.

use super::cost_graph::CostGraph;
use super::mean_cycle::MeanGain;
use crate::{Budget, Stop};

/// The graph, and the greatest mean gain of its cycles.
pub(super) struct Walks<'a> {
    pub(super) graph: &'a CostGraph,
    pub(super) mean: MeanGain,
}

/// By node: the greatest gain of a walk that ends there, and its last edge.
pub(super) type Layer = Vec<Option<(usize, LastEdge)>>;

/// The last edge of a walk: the node before it, and its letter.
type LastEdge = (u32, u32);

/// Maximum number of nodes whose cycles are tried.
const MOST_UNITS: usize = 64;

impl Walks<'_> {
    /// The best walks from a node with 0, 1, ..., `longest` columns.
    pub(super) fn layers(&self, from: usize, longest: usize, budget: &Budget) -> Result<Vec<Layer>, Stop> {
        let mut first: Layer = vec![None; self.graph.len()];
        first[from] = Some((0, (0, 0)));
        budget.fits((longest + 1) * size_of_val(&first[..]))?;
        let mut layers = vec![first];
        for length in 0..longest {
            budget.check()?;
            let mut next: Layer = vec![None; self.graph.len()];
            for (node, so_far) in layers[length].iter().enumerate() {
                let &Some((gained, _)) = so_far else { continue };
                for (letter, edge) in self.graph.edges(node).iter().enumerate() {
                    let reached = &mut next[edge.to as usize];
                    let gained = gained + usize::from(edge.gain);
                    if reached.is_none_or(|(other, _)| other < gained) {
                        *reached = Some((gained, (node as u32, letter as u32)));
                    }
                }
            }
            layers.push(next);
        }
        Ok(layers)
    }

    /// The last node of a best walk that ends as a strip of both colours, and what
    /// it gains with its end.
    pub(super) fn best_end(&self, layer: &Layer) -> Option<(usize, usize)> {
        let ends = layer.iter().enumerate().filter_map(|(node, reached)| {
            let (gained, _) = (*reached)?;
            Some((node, gained + usize::from(self.graph.end(node)?)))
        });
        ends.max_by_key(|&(_, gained)| gained)
    }

    /// The letters of a best walk that ends as a strip of both colours, if the last
    /// of the layers is `layer`.
    pub(super) fn word(&self, layers: &[Layer], layer: &Layer) -> Option<Vec<usize>> {
        let (node, _) = self.best_end(layer)?;
        let length = layers.iter().position(|other| std::ptr::eq(other, layer))?;
        letters(&layers[..=length], node)
    }

    /// The greatest weight `period * stones - gain * columns` of strips of both
    /// colours that begin with one of the walks of the last of the layers.
    pub(super) fn constant(&self, layers: &[Layer], budget: &Budget) -> Result<i64, Stop> {
        let MeanGain { gain, period } = self.mean;
        let (length, Some(last)) = (layers.len() as i64 - 1, layers.last()) else { return Err(Stop::Unsupported) };
        let weight =
            |reached: &Option<(usize, LastEdge)>| reached.map(|(gained, _)| period * gained as i64 - gain * length);
        let mut heaviest: Vec<Option<i64>> = last.iter().map(weight).collect();
        self.mean.relax(self.graph, &mut heaviest, budget)?;
        let end = |(node, weight): (usize, &Option<i64>)| Some((*weight)? + period * i64::from(self.graph.end(node)?));
        Ok(heaviest.iter().enumerate().filter_map(end).max().unwrap_or(0))
    }

    /// For each length the best walk through a node: its letters, and the number
    /// of those before the node.
    pub(super) fn through(
        &self,
        node: usize,
        layers: &[Layer],
        budget: &Budget,
    ) -> Result<Vec<(Vec<usize>, usize)>, Stop> {
        let longest = layers.len() - 1;
        let onward = self.layers(node, longest, budget)?;
        let ends: Vec<Option<(usize, usize)>> = onward.iter().map(|layer| self.best_end(layer)).collect();
        let mut words = Vec::new();
        for length in 0..=longest {
            let splits = (0..=length).filter_map(|at| {
                let (gained, _) = layers[at][node]?;
                let (end, more) = ends[length - at]?;
                Some((gained + more, at, end))
            });
            let Some((_, at, end)) = splits.max() else { continue };
            let (before, after) = (letters(&layers[..=at], node), letters(&onward[..=length - at], end));
            if let (Some(before), Some(after)) = (before, after) {
                words.push(([before, after].concat(), at));
            }
        }
        Ok(words)
    }

    /// Nodes on cycles with the greatest mean gain, and the letters of such a cycle,
    /// short cycles first.
    pub(super) fn units(&self, budget: &Budget) -> Result<Vec<(usize, Vec<usize>)>, Stop> {
        let mut heaviest = vec![Some(0); self.graph.len()];
        self.mean.relax(self.graph, &mut heaviest, budget)?;
        // On such a cycle every edge is tight, for the weights of the cycle add up to 0.
        let is_tight = |from: usize, letter: usize| {
            let edge = self.graph.edges(from)[letter];
            let both = self.graph.is_mixed(from) && self.graph.is_mixed(edge.to as usize);
            both && heaviest[from].map(|so_far| so_far + self.mean.weight(edge.gain)) == heaviest[edge.to as usize]
        };
        let tight: Vec<Vec<(usize, usize)>> = (0..self.graph.len())
            .map(|from| {
                let edges = self.graph.edges(from).iter().enumerate();
                edges
                    .filter(|&(letter, _)| is_tight(from, letter))
                    .map(|(letter, edge)| (edge.to as usize, letter))
                    .collect()
            })
            .collect();
        let mut units: Vec<(usize, Vec<usize>)> = Vec::new();
        for node in on_cycles(&tight).take(MOST_UNITS) {
            budget.check()?;
            units.push((node, shortest_cycle(&tight, node)));
        }
        units.sort_by_key(|(_, unit)| unit.len());
        Ok(units)
    }
}

/// The letters of the walk that the layers remember to this node of the last one.
fn letters(layers: &[Layer], mut node: usize) -> Option<Vec<usize>> {
    let mut letters = Vec::new();
    for layer in layers[1..].iter().rev() {
        let (_, (before, letter)) = layer[node]?;
        letters.push(letter as usize);
        node = before as usize;
    }
    letters.reverse();
    Some(letters)
}

/// The nodes that lie on a cycle of these edges.
fn on_cycles(edges: &[Vec<(usize, usize)>]) -> impl Iterator<Item = usize> {
    (0..edges.len()).filter(|&node| !shortest_cycle(edges, node).is_empty())
}

/// The letters of a shortest cycle through a node, by breadth-first search; empty
/// if there is none.
fn shortest_cycle(edges: &[Vec<(usize, usize)>], node: usize) -> Vec<usize> {
    let mut before: Vec<Option<(usize, usize)>> = vec![None; edges.len()];
    let (mut open, mut at) = (vec![node], 0);
    while at < open.len() && before[node].is_none() {
        for &(to, letter) in &edges[open[at]] {
            if before[to].is_none() {
                before[to] = Some((open[at], letter));
                open.push(to);
            }
        }
        at += 1;
    }
    let (mut letters, mut now) = (Vec::new(), node);
    while let Some((from, letter)) = before[now] {
        letters.push(letter);
        now = from;
        if now == node {
            break;
        }
    }
    letters.reverse();
    letters
}
