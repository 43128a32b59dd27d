//! Relaxations of the tree DP: cycles allowed, or Lagrange multipliers in place
//! of balances.
//!
//! With cycles allowed, a state has a balance and a bit per vertex, and tables
//! are much smaller. The value is a lower bound; and the tables, read from the
//! last node back to the first (`completion_bound`), give for every state a lower
//! bound on the cost of the rest of the graph, which prunes the tree DP.
//!
//! On narrow graphs the balances of vertices of high degree make tables long, and
//! with many triangles allowed cycles weaken the bound too much. There cycles are
//! forbidden (`roots`), and some balances are relaxed (Lagrange): instead of a
//! balance that must be met, an `x` that enters a vertex costs the multiplier of
//! the vertex and an `o` earns it. In a play that meets the balance these costs
//! cancel, so for any multipliers the least cost is a lower bound. `multipliers`
//! maximises it. With cycles forbidden and no multipliers nothing is relaxed: the
//! cheapest solution is a best play.

mod completion_bound;
mod entry;
mod forget;
mod join_index;
mod multipliers;
mod packed_state;
mod roots;

use crate::{Budget, Stop};

use super::Instance;
use super::elimination_order::DecompositionNode;
use super::forget::EDGE_USES;
use super::spanning_tree::ForestPlay;
use crate::solitaire::play::forest::Forest;
pub(super) use completion_bound::CompletionBound;
use entry::{RelaxedEntry, RelaxedTable};
use forget::RelaxedForget;
use join_index::RelaxedJoinIndex;
pub(super) use multipliers::improved as improved_multipliers;
pub(super) use packed_state::PackedLayout;

/// Cost units per stone.
pub(super) const UNIT: Cost = 240;

/// The least cost of a play that leaves `stones` stones or more.
pub(super) fn units(stones: usize) -> Cost {
    Cost::try_from(stones).map_or(Cost::MAX, |stones| stones.saturating_sub(1).saturating_mul(UNIT).saturating_add(1))
}

/// The fewest stones that a play of at least this cost leaves.
pub(super) fn stones(cost: Cost) -> usize {
    (cost.max(0) as usize).div_ceil(UNIT as usize)
}

/// A cost, in units.
pub(super) type Cost = i32;

/// The multiplier of each vertex; `None` where its balance is kept.
pub(super) type Multipliers = Vec<Option<Cost>>;

/// The input of a relaxation.
#[derive(Clone, Copy)]
pub(super) struct RelaxationInput<'a> {
    pub(super) instance: &'a Instance,
    pub(super) nodes: &'a [DecompositionNode],
    pub(super) layout: &'a PackedLayout,
    /// Maximum number of states in a table.
    pub(super) most: usize,
    /// Bytes of the completion bounds in use.
    pub(super) held: usize,
    pub(super) budget: &'a Budget,
}

/// The best play, if it costs less than `limit`; the layout must forbid cycles.
pub(super) fn best_play(
    input: RelaxationInput<'_>,
    filter: StateFilter<'_>,
    limit: Cost,
) -> Result<Option<ForestPlay>, Stop> {
    let none: Multipliers = vec![None; input.instance.vertices()];
    let dp = RelaxationDp::run(input, &none, filter, limit)?;
    Ok(dp.value().map(|value| {
        let mut forest = Forest::still(input.instance.vertices());
        dp.arrows(|from, to, _| forest.point(from, to));
        ForestPlay { forest, roots: (value / UNIT) as usize }
    }))
}

/// The tables of all nodes.
struct RelaxationDp<'a> {
    input: RelaxationInput<'a>,
    multipliers: &'a Multipliers,
    filter: StateFilter<'a>,
    /// States of this cost or more are dropped.
    limit: Cost,
    tables: Vec<RelaxedNodeTables>,
    bytes: usize,
}

/// Which states are dropped.
#[derive(Clone, Copy)]
pub(super) enum StateFilter<'a> {
    /// Those whose cost so far reaches the limit. With multipliers costs may fall,
    /// so the limit must then be out of reach.
    CostOnly,
    /// Those whose cost so far plus completion bound reaches the limit. The bound
    /// must have the multipliers of this DP, and may have further ones where this
    /// DP has balances.
    Completion(&'a CompletionBound),
    /// Those whose cost plus bound reaches the limit in the DP of the bound itself.
    /// It must have multipliers for the same vertices, perhaps of other sizes.
    SamePass(&'a CompletionBound),
}

/// The tables of one node: after each join, and at its end.
struct RelaxedNodeTables {
    joins: Vec<RelaxedTable>,
    end: RelaxedTable,
}

impl<'a> RelaxationDp<'a> {
    /// Computes all tables, with the states that can lead to a cost below the
    /// limit.
    fn run(
        input: RelaxationInput<'a>,
        multipliers: &'a Multipliers,
        filter: StateFilter<'a>,
        limit: Cost,
    ) -> Result<RelaxationDp<'a>, Stop> {
        let mut dp = RelaxationDp { input, multipliers, filter, limit, tables: Vec::new(), bytes: input.held };
        for index in 0..input.nodes.len() {
            dp.step(index)?;
            input.budget.report(|| {
                let states = dp.tables[index].end.entries.len();
                format!("bounds: vertex {} of {}: {states} states", index + 1, input.nodes.len())
            });
        }
        Ok(dp)
    }

    /// The least cost.
    fn value(&self) -> Option<Cost> {
        self.tables.last().expect("a graph has a vertex").end.entries.first().map(|entry| entry.cost)
    }

    fn at(&self, index: usize) -> RelaxedForget<'a> {
        RelaxedForget::new(self.input.instance, &self.input.nodes[index], self.input.layout, self.multipliers)
    }

    fn step(&mut self, index: usize) -> Result<(), Stop> {
        let (node, step) = (&self.input.nodes[index], self.at(index));
        let mut joins: Vec<RelaxedTable> = Vec::new();
        for (at, &child) in node.children.iter().enumerate().skip(1) {
            let one = joins.last().unwrap_or(&self.tables[node.children[0]].end);
            let table = self.join(index, at - 1, &step, one, &self.tables[child].end)?;
            self.bytes += table.bytes();
            joins.push(table);
        }
        let fresh = [RelaxedEntry { key: 0, cost: 0, from: 0, choice: 0 }];
        let joined = match (joins.last(), node.children.first()) {
            (Some(table), _) => &table.entries[..],
            (None, Some(&child)) => &self.tables[child].end.entries,
            (None, None) => &fresh,
        };
        let mut end = RelaxedTable::new();
        for (from, entry) in joined.iter().enumerate() {
            if from % 256 == 0 {
                self.check(&end)?;
            }
            step.for_each(entry.key, entry.cost, &mut |key, cost, choice| {
                self.offer(&mut end, (index, None), RelaxedEntry { key, cost, from: from as u32, choice });
            });
        }
        self.bytes += end.bytes();
        self.tables.push(RelaxedNodeTables { joins, end });
        Ok(())
    }

    /// Joins two tables.
    fn join(
        &self,
        index: usize,
        at: usize,
        step: &RelaxedForget<'_>,
        one: &RelaxedTable,
        other: &RelaxedTable,
    ) -> Result<RelaxedTable, Stop> {
        let mut table = RelaxedTable::new();
        let pairs = RelaxedJoinIndex::new(self.input.layout, index, step.joining(at), &other.entries);
        for (from, a) in one.entries.iter().enumerate() {
            if from % 64 == 0 {
                self.check(&table)?;
            }
            pairs.for_each(a, &mut |key, b| {
                let cost = a.cost + other.entries[b as usize].cost;
                let entry = RelaxedEntry { key, cost, from: from as u32, choice: u64::from(b) };
                self.offer(&mut table, (index, Some(at)), entry);
            });
        }
        Ok(table)
    }

    /// Calls `visit` with the ends and the colour of every arrow of the cheapest
    /// solution, by its backpointers.
    fn arrows(&self, mut visit: impl FnMut(usize, usize, i16)) {
        let nodes = self.input.nodes;
        let mut open = vec![(nodes.len() - 1, 0)];
        while let Some((index, at)) = open.pop() {
            let (node, tables) = (&nodes[index], &self.tables[index]);
            let entry = &tables.end.entries[at];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                match EDGE_USES[(entry.choice >> (3 * edge) & 7) as usize] {
                    None => {}
                    Some((true, colour)) => visit(v, node.bag[place], colour),
                    Some((false, colour)) => visit(node.bag[place], v, colour),
                }
            }
            let mut from = entry.from;
            for (table, &child) in tables.joins.iter().zip(node.children.iter().skip(1)).rev() {
                let joined = &table.entries[from as usize];
                open.push((child, joined.choice as usize));
                from = joined.from;
            }
            if let Some(&first) = node.children.first() {
                open.push((first, from as usize));
            }
        }
    }

    /// Inserts an entry into the table of a stage if it can lead below the limit.
    fn offer(&self, table: &mut RelaxedTable, stage: (usize, Option<usize>), entry: RelaxedEntry) {
        if self.bound(stage, &entry).is_some_and(|bound| bound < self.limit) {
            table.offer(entry);
        }
    }

    /// Lower bound on the cost of a play through an entry, by the filter; `None`
    /// if the filter excludes all such plays.
    fn bound(&self, stage: (usize, Option<usize>), entry: &RelaxedEntry) -> Option<Cost> {
        match self.filter {
            StateFilter::CostOnly => Some(entry.cost),
            StateFilter::Completion(completion) => completion.bound(stage, entry.key, entry.cost),
            StateFilter::SamePass(completion) => completion.through(stage, entry.key),
        }
    }

    /// Checks the time, the table length and the memory.
    fn check(&self, table: &RelaxedTable) -> Result<(), Stop> {
        if table.entries.len() > self.input.most {
            return Err(Stop::Unsupported);
        }
        if self.bytes + 2 * table.bytes() > self.input.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.input.budget.check()
    }
}
