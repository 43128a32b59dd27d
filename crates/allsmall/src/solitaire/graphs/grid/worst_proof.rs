//! Proofs of how many stones the worst position leaves, for every length.
//!
//! The bound from above is an inductive invariant: lists of costs with an offset,
//! such that `period * stones - gain * columns` is at most the offset plus `period`
//! times the cost. Lists that dominate one already met, offset included, need not
//! be expanded. The bound from below are the boards of [`super::worst`].

use std::collections::HashMap;

use super::cost_graph::normalised;
use super::cost_list::{ColumnDp, CostList};
use super::every_length::column;
use super::narrow_shape::NarrowShape;
use super::strip_proof::{ListReference, ProofList, StripProof, boards_line, read_text};
use super::worst::{Worst, worst};
use crate::{Budget, Position, Stop};

/// A proof for `allsmall-check` that the worst positions of this shape leave what
/// [`worst`] says; `None` if nothing is known.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five cells
/// in a column.
pub fn worst_proof(shape: NarrowShape, budget: &Budget) -> Result<Option<StripProof>, Stop> {
    let Some(found) = worst(shape, budget)? else { return Ok(None) };
    let Ok(constant) = usize::try_from(found.constant) else { return Ok(None) };
    let Some(lists) = WeighedLists::new(&found, budget)?.chosen(budget)? else { return Ok(None) };
    let rows = shape.height();
    let mut lines = vec![boards_line(shape), format!("holds-x {rows}"), format!("holds-o {rows}")];
    let Worst { gain, period, from, .. } = found;
    lines.extend([format!("from {from}"), format!("goal leave {gain} {constant} {period}")]);
    let mut proof = StripProof::new(lines, vec![rows], 0, &[], lists);
    if matches!(shape, NarrowShape::Grid { .. }) {
        proof.worst = worst_lines(&found);
    }
    Ok(Some(proof))
}

/// The boards that reach the bound: one of each length up to those with the unit.
fn worst_lines(found: &Worst) -> Vec<String> {
    let mut lines = vec![format!("unit {}", found.unit)];
    let first = found.positions.first().map_or(0, |(position, _)| columns(position, found.shape));
    for (n, position) in (1..).zip(&found.examples) {
        if (found.from..first).contains(&n) {
            lines.extend(position.as_ref().map(|position| format!("worst {position}")));
        }
    }
    lines.extend(found.positions.iter().map(|(position, after)| format!("worst {position} after {after}")));
    lines
}

fn columns(position: &Position, shape: NarrowShape) -> usize {
    position.cells().len() / shape.height()
}

/// A list of costs less their minimum, and what has been read: columns and colours.
struct WeighedNode {
    columns: usize,
    colours: u16,
    list: Box<CostList>,
    offset: i64,
}

/// The lists that were met, none of which dominates an earlier one.
struct WeighedLists<'a> {
    of: &'a Worst,
    dp: ColumnDp,
    /// The number of each column.
    letters: Vec<u32>,
    nodes: Vec<WeighedNode>,
    /// By columns and colours.
    met: HashMap<(usize, u16), Vec<usize>>,
}

impl<'a> WeighedLists<'a> {
    fn new(of: &'a Worst, budget: &Budget) -> Result<WeighedLists<'a>, Stop> {
        let rows = of.shape.height();
        let mut dp = ColumnDp::new(rows, of.shape.topology()?, 0);
        let letters = (0..1 << rows).map(|letter| dp.letter(column(letter, rows))).collect();
        let start = WeighedNode { columns: 0, colours: 0, list: dp.start().into(), offset: 0 };
        let mut lists = WeighedLists { of, dp, letters, nodes: vec![start], met: HashMap::new() };
        let mut at = 0;
        while at < lists.nodes.len() {
            for letter in 0..lists.letters.len() {
                budget.check()?;
                let node = lists.after(at, letter);
                if lists.beaten(&node).is_none() {
                    lists.met.entry((node.columns, node.colours)).or_default().push(lists.nodes.len());
                    lists.nodes.push(node);
                }
            }
            at += 1;
            budget.report(|| format!("{at} lists of costs, {} met", lists.nodes.len()));
        }
        Ok(lists)
    }

    /// The list after one more column.
    fn after(&mut self, node: usize, letter: usize) -> WeighedNode {
        let WeighedNode { columns, colours, ref list, offset } = self.nodes[node];
        let (list, least) = normalised(self.dp.advance(list, self.letters[letter], u16::MAX));
        let all_x = self.letters.len() - 1;
        let new = u16::from(letter != 0) | u16::from(letter != all_x) << 1;
        let offset = offset + (self.of.period * usize::from(least)) as i64 - self.of.gain as i64;
        WeighedNode { columns: (columns + 1).min(self.of.from), colours: colours | new, list, offset }
    }

    /// A list already met that this one dominates; it moves to the front.
    fn beaten(&mut self, node: &WeighedNode) -> Option<usize> {
        let WeighedLists { of, dp, nodes, met, .. } = self;
        let met = met.get_mut(&(node.columns, node.colours))?;
        dp.load(&node.list);
        let found = met.iter().position(|&other| {
            let other = &nodes[other];
            // Whole stones that the costs of the other list may be less.
            let slack = (other.offset - node.offset).div_euclid(of.period as i64);
            let shifted: Option<Vec<(u32, u16)>> = other
                .list
                .iter()
                .map(|&(frontier, cost)| Some((frontier, u16::try_from(i64::from(cost) + slack).ok()?)))
                .collect();
            shifted.is_some_and(|shifted| dp.beats(&shifted))
        })?;
        met[..=found].rotate_right(1);
        Some(met[0])
    }

    /// The lists that are named, from the one before the first column on; `None` if
    /// one of them exceeds the bound.
    fn chosen(mut self, budget: &Budget) -> Result<Option<Vec<ProofList>>, Stop> {
        const BOTH: u16 = 3;
        let (mut order, mut number) = (vec![0], HashMap::from([(0, 0)]));
        let mut lists = Vec::new();
        while lists.len() < order.len() {
            let at = order[lists.len()];
            let mut next = Vec::with_capacity(self.letters.len());
            for letter in 0..self.letters.len() {
                budget.check()?;
                let reached = self.after(at, letter);
                let Some(found) = self.beaten(&reached) else { return Ok(None) };
                let list = *number.entry(found).or_insert_with(|| {
                    order.push(found);
                    order.len() - 1
                });
                next.push(ListReference { list, mirror: "" });
            }
            let WeighedNode { columns, colours, ref list, offset } = self.nodes[at];
            if columns == self.of.from && colours == BOTH {
                let end = self.dp.end(list).map(|(_, cost)| self.of.period as i64 * i64::from(cost) + offset);
                if end.is_none_or(|end| end > self.of.constant) {
                    return Ok(None);
                }
            }
            // Where nothing is gained, costs above the bound never come down to it.
            let leads_on = |&&(_, cost): &&(u32, u16)| {
                self.of.gain > 0 || self.of.period as i64 * i64::from(cost) + offset <= self.of.constant
            };
            let costs = list.iter().filter(leads_on);
            let costs = costs.map(|&(of, cost)| (self.dp.steps.frontier(of), cost)).collect();
            lists.push(ProofList { read: read_text(columns as u16, 0, colours), offset, costs: vec![costs], next });
        }
        Ok(Some(lists))
    }
}
