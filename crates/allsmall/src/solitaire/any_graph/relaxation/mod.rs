//! The loose program: the same dynamic program with cycles allowed.
//!
//! Without cycles to watch, a state is a balance and a bit a vertex, and tables
//! are much smaller. Its value is a lower bound; and its tables, read from the
//! last step back to the first (`completion`), say what the rest of the graph costs
//! at least from any state, which keeps the tables of the real program short.
//!
//! On narrow graphs it is the balances of vertices of high degree that make
//! tables long, and where there are many triangles cycles are worth too much.
//! There cycles are forbidden (`roots`), and some balances give way to multipliers
//! (Lagrange): whether the stones that enter a vertex come out right is no
//! longer asked, but an `x` that enters pays the multiplier of the vertex and an `o`
//! gets it. A play in which all comes out right pays nothing in all, so
//! whatever the multipliers, the least cost is a lower bound. `multipliers` looks for
//! those that give the best one. With cycles forbidden and no multipliers the program
//! is not loose at all: its cheapest play is one.

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

/// Costs are whole balances of this part of a stone.
pub(super) const UNIT: Cost = 240;

/// The cost from which on a play leaves `stones` stones or more.
pub(super) fn units(stones: usize) -> Cost {
    Cost::try_from(stones).map_or(Cost::MAX, |stones| stones.saturating_sub(1).saturating_mul(UNIT).saturating_add(1))
}

/// The fewest stones that a play of at least this cost leaves.
pub(super) fn stones(cost: Cost) -> usize {
    (cost.max(0) as usize).div_ceil(UNIT as usize)
}

/// A cost, in units.
pub(super) type Cost = i32;

/// The multiplier of each vertex, or none where its balance is kept.
pub(super) type Multipliers = Vec<Option<Cost>>;

/// A graph taken apart.
#[derive(Clone, Copy)]
pub(super) struct RelaxationInput<'a> {
    pub(super) instance: &'a Instance,
    pub(super) nodes: &'a [DecompositionNode],
    pub(super) layout: &'a PackedLayout,
    /// The most states in a table.
    pub(super) most: usize,
    /// Bytes of completion bounds that are in use.
    pub(super) held: usize,
    pub(super) budget: &'a Budget,
}

/// The best play on a input with cycles forbidden, if it costs less than
/// `limit`.
pub(super) fn best_play(
    input: RelaxationInput<'_>,
    filter: StateFilter<'_>,
    limit: Cost,
) -> Result<Option<ForestPlay>, Stop> {
    let none: Multipliers = vec![None; input.instance.vertices()];
    let program = RelaxationDp::run(input, &none, filter, limit)?;
    Ok(program.value().map(|value| {
        let mut forest = Forest::still(input.instance.vertices());
        program.arrows(|from, to, _| forest.point(from, to));
        ForestPlay { forest, roots: (value / UNIT) as usize }
    }))
}

/// The tables of all steps.
struct RelaxationDp<'a> {
    input: RelaxationInput<'a>,
    multipliers: &'a Multipliers,
    filter: StateFilter<'a>,
    /// The cost from which on nothing counts.
    limit: Cost,
    tables: Vec<RelaxedNodeTables>,
    bytes: usize,
}

/// Which states a program does without.
#[derive(Clone, Copy)]
pub(super) enum StateFilter<'a> {
    /// Those that cost too much so far; where there are multipliers, and so costs
    /// that may fall, the limit must be out of reach.
    CostOnly,
    /// Those for which the completion, to their cost so far, has too large a rest.
    /// Its program must have the same multipliers, or multipliers where this one has
    /// balances.
    Completion(&'a CompletionBound),
    /// Those that cost too much in the program of the completion itself. It must
    /// have multipliers for the same vertices, but they may be others.
    SamePass(&'a CompletionBound),
}

/// The tables of one step: after each join, and at its end.
struct RelaxedNodeTables {
    joins: Vec<RelaxedTable>,
    end: RelaxedTable,
}

impl<'a> RelaxationDp<'a> {
    /// Makes all tables, with states that can lead to a cost below the limit.
    fn run(
        input: RelaxationInput<'a>,
        multipliers: &'a Multipliers,
        filter: StateFilter<'a>,
        limit: Cost,
    ) -> Result<RelaxationDp<'a>, Stop> {
        let mut program = RelaxationDp { input, multipliers, filter, limit, tables: Vec::new(), bytes: input.held };
        for index in 0..input.nodes.len() {
            program.step(index)?;
            input.budget.report(|| {
                let states = program.tables[index].end.entries.len();
                format!("bounds: vertex {} of {}: {states} states", index + 1, input.nodes.len())
            });
        }
        Ok(program)
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

    /// Two tables put together.
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
    /// play.
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

    /// Takes an entry into the table of a stage if it can lead below the limit.
    fn offer(&self, table: &mut RelaxedTable, stage: (usize, Option<usize>), entry: RelaxedEntry) {
        if self.bound(stage, &entry).is_some_and(|bound| bound < self.limit) {
            table.offer(entry);
        }
    }

    /// What a play costs at least that passes through an entry, as far as the
    /// filter knows; none if there is no such play.
    fn bound(&self, stage: (usize, Option<usize>), entry: &RelaxedEntry) -> Option<Cost> {
        match self.filter {
            StateFilter::CostOnly => Some(entry.cost),
            StateFilter::Completion(completion) => completion.bound(stage, entry.key, entry.cost),
            StateFilter::SamePass(completion) => completion.through(stage, entry.key),
        }
    }

    /// Whether there is time and memory for another table.
    fn check(&self, table: &RelaxedTable) -> Result<(), Stop> {
        if table.entries.len() > self.input.most {
            return Err(Stop::Size);
        }
        if self.bytes + 2 * table.bytes() > self.input.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.input.budget.check()
    }
}
