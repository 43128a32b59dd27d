//! The tree DP: dynamic programming over a tree decomposition.
//!
//! The table of a node lists, for each [`BagState`] of the vertices not yet
//! eliminated, the fewest stones left among the eliminated ones. A node joins
//! the tables of its children, decides every edge of its vertex (no arrow, or
//! an arrow with a colour, either way) and forgets the vertex. States that
//! cannot lead to a better play than the best one known are dropped, and so
//! are dominated states.
//!
//! Most states are pruned by a completion bound, a lower bound on the cost of
//! the rest of the graph (`relaxation`): cost plus bound must be below the limit.
//!
//! With a maximum table length only the most promising states are kept. The
//! result is then not a proof, but good plays on wide graphs are found fast; a
//! play that meets a lower bound needs no other proof.

use crate::{Budget, Stop};

use super::Instance;
use super::bag_state::BagState;
use super::elimination_order::DecompositionNode;
use super::forget::{EDGE_USES, ForgetStep};
use super::join_index::JoinIndex;
use super::spanning_tree::ForestPlay;
use super::table::{CheapestTable, TreeDpEntry, undominated};
use crate::solitaire::any_graph::relaxation::CompletionBound;
use crate::solitaire::play::forest::Forest;

/// The result of the tree DP.
pub(super) struct TreeDpResult {
    /// The best play below the limit, if there is one.
    pub(super) better: Option<ForestPlay>,
    /// Whether no table was truncated, so that no better play exists.
    pub(super) complete: bool,
}

/// The tables of a node.
#[derive(Default)]
struct NodeTable {
    entries: Vec<TreeDpEntry>,
    /// For each child after the first, the table after its join.
    joins: Vec<Vec<TreeDpEntry>>,
}

/// The input of the tree DP.
#[derive(Clone, Copy)]
pub(super) struct TreeDpTask<'a> {
    pub(super) instance: &'a Instance,
    pub(super) nodes: &'a [DecompositionNode],
    /// Only plays that leave fewer stones than this count.
    pub(super) limit: u32,
    /// Maximum number of states in a table.
    pub(super) keep: usize,
    /// Lower bounds on the cost of the rest of the graph.
    pub(super) completion: Option<&'a CompletionBound>,
    pub(super) budget: &'a Budget,
}

/// The best play that leaves fewer than `limit` stones, from tables with at
/// most `keep` states.
pub(super) fn run(task: TreeDpTask<'_>) -> Result<TreeDpResult, Stop> {
    let dp = TreeDp::run(task)?;
    let last = dp.tables.last().expect("a graph has a vertex").entries.first();
    let better = last.map(|entry| ForestPlay { forest: dp.forest(), roots: entry.cost as usize });
    Ok(TreeDpResult { better, complete: dp.complete })
}

/// The tables of all nodes.
struct TreeDp<'a> {
    task: TreeDpTask<'a>,
    tables: Vec<NodeTable>,
    complete: bool,
    bytes: usize,
}

impl<'a> TreeDp<'a> {
    /// Computes all tables.
    fn run(task: TreeDpTask<'a>) -> Result<TreeDp<'a>, Stop> {
        let most = (0..task.instance.vertices()).map(|v| task.instance.near(v).len()).max().unwrap_or(0);
        if most > usize::from(i16::MAX as u16) / 2 {
            return Err(Stop::Unsupported);
        }
        let mut dp = TreeDp { task, tables: Vec::new(), complete: true, bytes: 0 };
        for step in 0..task.nodes.len() {
            dp.step(step)?;
            task.budget.report(|| {
                let states = dp.tables[step].entries.len();
                format!("vertex {} of {}: {states} states", step + 1, task.nodes.len())
            });
        }
        Ok(dp)
    }

    /// Computes the table of a node from those of its children.
    fn step(&mut self, index: usize) -> Result<(), Stop> {
        let task = self.task;
        let step = ForgetStep::new(task.instance, &task.nodes[index]);
        let joins = self.join(index, &step)?;
        let joined = match joins.last() {
            Some(entries) => entries.iter().map(|e| (e.state, e.cost)).collect(),
            None => self.first(&step),
        };
        let mut best = CheapestTable::new();
        for (from, &(state, cost)) in joined.iter().enumerate() {
            if from % 256 == 0 {
                self.check(best.bytes())?;
            }
            step.for_each(state, &mut |state, stays, choice| {
                let cost = cost + u32::from(stays);
                self.offer(
                    &mut best,
                    (index, None),
                    TreeDpEntry { state, cost, bound: cost, from: from as u32, choice },
                );
            });
        }
        let entries = self.finished(best, &step.own[..step.own.len() - 1]);
        self.tables.push(NodeTable { entries, joins });
        Ok(())
    }

    /// The table of the first child on the bag of the node.
    fn first(&self, step: &ForgetStep<'_>) -> Vec<(BagState, u32)> {
        match step.node.children.first() {
            None => vec![(BagState::fresh(step.node.bag.len()), 0)],
            Some(&first) => self.placed(first, step.node),
        }
    }

    /// Joins the tables of the children, one at a time.
    fn join(&mut self, index: usize, step: &ForgetStep<'_>) -> Result<Vec<Vec<TreeDpEntry>>, Stop> {
        let mut joins: Vec<Vec<TreeDpEntry>> = Vec::new();
        let mut joined = if step.node.children.len() > 1 { self.first(step) } else { Vec::new() };
        for (at, (&child, open)) in step.node.children.iter().skip(1).zip(&step.node.open_at_joins).enumerate() {
            let mut best = CheapestTable::new();
            let other = self.placed(child, step.node);
            self.pairs(&joined, &other, open, &step.own, |state, cost, a, b| {
                let entry = TreeDpEntry { state, cost, bound: cost, from: a, choice: u64::from(b) };
                self.offer(&mut best, (index, Some(at)), entry);
                best.bytes()
            })?;
            let entries = self.finished(best, &step.own);
            joined = entries.iter().map(|e| (e.state, e.cost)).collect();
            joins.push(entries);
        }
        Ok(joins)
    }

    /// Calls `visit` with the join of every pair of two tables that fit; `visit`
    /// returns how many bytes it holds.
    fn pairs(
        &self,
        one: &[(BagState, u32)],
        other: &[(BagState, u32)],
        open: &[usize],
        own: &[i16],
        mut visit: impl FnMut(BagState, u32, u32, u32) -> usize,
    ) -> Result<(), Stop> {
        let partners = JoinIndex::new(other, open, own);
        let mut bytes = 0;
        for (a, (state, cost)) in one.iter().enumerate() {
            if a % 64 == 0 {
                self.check(bytes)?;
            }
            partners.for_each(state, self.task.limit - cost, |b| {
                let (partner, more) = &other[b as usize];
                if let Some(state) = state.joined(partner, own.len()) {
                    bytes = visit(state.simplified(open, own), cost + more, a as u32, b);
                }
            });
        }
        Ok(())
    }

    /// Inserts an entry of a stage (a node, and a join or its end) if it can lead
    /// to a play below the limit.
    fn offer(&self, best: &mut CheapestTable<TreeDpEntry>, stage: (usize, Option<usize>), mut entry: TreeDpEntry) {
        if let Some(completion) = self.task.completion {
            let bag = &self.task.nodes[stage.0].bag;
            let bag = if stage.1.is_some() { &bag[..] } else { &bag[..bag.len() - 1] };
            let Some(bound) = completion.stones(stage, bag, &entry.state, entry.cost) else { return };
            entry.bound = bound;
        }
        if entry.bound < self.task.limit {
            best.offer(entry);
        }
    }

    /// The table of a child on the bag of its parent.
    fn placed(&self, child: usize, node: &DecompositionNode) -> Vec<(BagState, u32)> {
        let below = &self.task.nodes[child].bag;
        let place = |v: &usize| node.bag.iter().position(|u| u == v).expect("the bag holds the bag below");
        let places: Vec<usize> = below[..below.len() - 1].iter().map(place).collect();
        self.tables[child].entries.iter().map(|e| (e.state.placed(&places, node.bag.len()), e.cost)).collect()
    }

    /// The entries that are not dominated; of these at most `keep`, those with the
    /// least bound and the fewest stones still to enter.
    fn finished(&mut self, best: CheapestTable<TreeDpEntry>, own: &[i16]) -> Vec<TreeDpEntry> {
        let mut entries = undominated(best.entries, own.len());
        if entries.len() > self.task.keep {
            let missing =
                |state: &BagState| own.iter().enumerate().map(|(i, &own)| state.missing(i, own)).sum::<usize>();
            entries.select_nth_unstable_by_key(self.task.keep, |e| (e.bound, missing(&e.state), e.state));
            entries.truncate(self.task.keep);
            self.complete = false;
        }
        self.bytes += entries.len() * size_of::<TreeDpEntry>();
        entries
    }

    /// Checks the time, and the memory with `bytes` more.
    fn check(&self, bytes: usize) -> Result<(), Stop> {
        if self.bytes + bytes > self.task.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.task.budget.check()
    }

    /// The forest of the only entry of the last table, by its backpointers.
    fn forest(&self) -> Forest {
        let mut forest = Forest::still(self.task.instance.vertices());
        let mut open = vec![(self.task.nodes.len() - 1, 0)];
        while let Some((step, index)) = open.pop() {
            let (node, table) = (&self.task.nodes[step], &self.tables[step]);
            let TreeDpEntry { mut from, choice, .. } = table.entries[index];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                match EDGE_USES[(choice >> (3 * edge) & 7) as usize] {
                    None => {}
                    Some((true, _)) => forest.point(v, node.bag[place]),
                    Some((false, _)) => forest.point(node.bag[place], v),
                }
            }
            for (entries, &child) in table.joins.iter().zip(node.children.iter().skip(1)).rev() {
                let joined = &entries[from as usize];
                open.push((child, joined.choice as usize));
                from = joined.from;
            }
            if let Some(&first) = node.children.first() {
                open.push((first, from as usize));
            }
        }
        forest
    }
}
