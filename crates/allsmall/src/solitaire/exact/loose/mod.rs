//! The loose program: the same dynamic program with rings allowed.
//!
//! Without rings to watch, a state is a number and a bit a vertex, and tables
//! are much smaller. Its value is a lower bound; and its tables, read from the
//! last step back to the first (`guide`), say what the rest of the graph costs
//! at least from any state, which keeps the tables of the real program short.
//!
//! Where even the loose tables are long, numbers give way to prices (Lagrange):
//! whether the stones that enter a vertex come out right is no longer asked,
//! but an `x` that enters pays the price of the vertex and an `o` gets it. A
//! play in which all comes out right pays nothing in all, so whatever the
//! prices, the least cost is a lower bound. `prices` looks for those that give
//! the best one.

mod guide;
mod layout;
mod pairs;
mod prices;
mod step;
mod table;

use crate::{Budget, Stop};

use super::Instance;
use super::elimination::Node;
pub(super) use guide::Guide;
pub(super) use layout::Layout;
use pairs::Pairs;
pub(super) use prices::best as best_prices;
use step::Step;
use table::{Entry, Table};

/// Costs are whole numbers of this part of a stone.
pub(super) const UNIT: Cost = 240;

/// A cost, in units.
pub(super) type Cost = i32;

/// The price of each vertex, or none where its number is kept.
pub(super) type Prices = Vec<Option<Cost>>;

/// A graph taken apart.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) instance: &'a Instance,
    pub(super) nodes: &'a [Node],
    pub(super) layout: &'a Layout,
    /// The most states in a table.
    pub(super) most: usize,
    pub(super) budget: &'a Budget,
}

/// The tables of all steps.
struct Program<'a> {
    ground: Ground<'a>,
    prices: &'a Prices,
    /// What the rest costs at least.
    guide: Option<&'a Guide>,
    /// The cost from which on nothing counts.
    limit: Cost,
    tables: Vec<Tables>,
    bytes: usize,
}

/// The tables of one step: after each join, and at its end.
struct Tables {
    joins: Vec<Table>,
    end: Table,
}

impl<'a> Program<'a> {
    /// Makes all tables, with states whose cost and rest are below the limit.
    fn run(ground: Ground<'a>, prices: &'a Prices, guide: Option<&'a Guide>, limit: Cost) -> Result<Program<'a>, Stop> {
        let mut program = Program { ground, prices, guide, limit, tables: Vec::new(), bytes: 0 };
        for index in 0..ground.nodes.len() {
            program.step(index)?;
            ground.budget.report(|| {
                let states = program.tables[index].end.entries.len();
                format!("bounds: vertex {} of {}: {states} states", index + 1, ground.nodes.len())
            });
        }
        Ok(program)
    }

    /// The least cost.
    fn value(&self) -> Option<Cost> {
        self.tables.last().expect("a graph has a vertex").end.entries.first().map(|entry| entry.cost)
    }

    fn at(&self, index: usize) -> Step<'a> {
        Step::new(self.ground.instance, &self.ground.nodes[index], self.ground.layout, self.prices)
    }

    fn step(&mut self, index: usize) -> Result<(), Stop> {
        let (node, step) = (&self.ground.nodes[index], self.at(index));
        let mut joins: Vec<Table> = Vec::new();
        for (at, &child) in node.children.iter().enumerate().skip(1) {
            let one = joins.last().unwrap_or(&self.tables[node.children[0]].end);
            let table = self.join(index, at - 1, &step, one, &self.tables[child].end)?;
            self.bytes += table.bytes();
            joins.push(table);
        }
        let fresh = [Entry { key: 0, cost: 0, from: 0, choice: 0 }];
        let joined = match (joins.last(), node.children.first()) {
            (Some(table), _) => &table.entries[..],
            (None, Some(&child)) => &self.tables[child].end.entries,
            (None, None) => &fresh,
        };
        let mut end = Table::new();
        for (from, entry) in joined.iter().enumerate() {
            if from % 256 == 0 {
                self.check(&end)?;
            }
            step.for_each(entry.key, entry.cost, &mut |key, cost, choice| {
                self.offer(&mut end, (index, None), Entry { key, cost, from: from as u32, choice });
            });
        }
        self.bytes += end.bytes();
        self.tables.push(Tables { joins, end });
        Ok(())
    }

    /// Two tables put together.
    fn join(&self, index: usize, at: usize, step: &Step<'_>, one: &Table, other: &Table) -> Result<Table, Stop> {
        let mut table = Table::new();
        let pairs = Pairs::new(self.ground.layout, index, step.joining(at), &other.entries);
        for (from, a) in one.entries.iter().enumerate() {
            if from % 64 == 0 {
                self.check(&table)?;
            }
            pairs.for_each(a, &mut |key, b| {
                let cost = a.cost + other.entries[b as usize].cost;
                let entry = Entry { key, cost, from: from as u32, choice: u64::from(b) };
                self.offer(&mut table, (index, Some(at)), entry);
            });
        }
        Ok(table)
    }

    /// Takes an entry into the table of a stage if it can lead below the limit.
    fn offer(&self, table: &mut Table, stage: (usize, Option<usize>), entry: Entry) {
        let bound = match self.guide {
            None => Some(entry.cost),
            Some(guide) => guide.bound(stage, entry.key, entry.cost),
        };
        if bound.is_some_and(|bound| bound < self.limit) {
            table.offer(entry);
        }
    }

    /// Whether there is time and memory for another table.
    fn check(&self, table: &Table) -> Result<(), Stop> {
        if table.entries.len() > self.ground.most {
            return Err(Stop::Size);
        }
        if self.bytes + 2 * table.bytes() > self.ground.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.ground.budget.check()
    }
}
