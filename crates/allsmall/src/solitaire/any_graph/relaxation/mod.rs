//! The loose program: the same dynamic program with rings allowed.
//!
//! Without rings to watch, a state is a number and a bit a vertex, and tables
//! are much smaller. Its value is a lower bound; and its tables, read from the
//! last step back to the first (`guide`), say what the rest of the graph costs
//! at least from any state, which keeps the tables of the real program short.
//!
//! On narrow graphs it is the numbers of vertices of high degree that make
//! tables long, and where there are many triangles rings are worth too much.
//! There rings are forbidden (`roots`), and some numbers give way to prices
//! (Lagrange): whether the stones that enter a vertex come out right is no
//! longer asked, but an `x` that enters pays the price of the vertex and an `o`
//! gets it. A play in which all comes out right pays nothing in all, so
//! whatever the prices, the least cost is a lower bound. `prices` looks for
//! those that give the best one. With rings forbidden and no prices the program
//! is not loose at all: its cheapest play is one.

mod guide;
mod layout;
mod pairs;
mod prices;
mod roots;
mod step;
mod table;

use crate::{Budget, Stop};

use super::Instance;
use super::elimination::Node;
use super::spanning::Found;
use super::step::WAYS;
use crate::solitaire::play::forest::Forest;
pub(super) use guide::Guide;
pub(super) use layout::Layout;
use pairs::Pairs;
pub(super) use prices::improved as improved_prices;
use step::Step;
use table::{Entry, States};

/// Costs are whole numbers of this part of a stone.
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
    /// Bytes of guides that are in use.
    pub(super) held: usize,
    pub(super) budget: &'a Budget,
}

/// The best play on a ground with rings forbidden, if it costs less than
/// `limit`.
pub(super) fn best_play(ground: Ground<'_>, filter: Filter<'_>, limit: Cost) -> Result<Option<Found>, Stop> {
    let none: Prices = vec![None; ground.instance.vertices()];
    let program = Program::run(ground, &none, filter, limit)?;
    Ok(program.value().map(|value| {
        let mut forest = Forest::still(ground.instance.vertices());
        program.arrows(|from, to, _| forest.point(from, to));
        Found { forest, roots: (value / UNIT) as usize }
    }))
}

/// The tables of all steps.
struct Program<'a> {
    ground: Ground<'a>,
    prices: &'a Prices,
    filter: Filter<'a>,
    /// The cost from which on nothing counts.
    limit: Cost,
    tables: Vec<Tables>,
    bytes: usize,
}

/// Which states a program does without.
#[derive(Clone, Copy)]
pub(super) enum Filter<'a> {
    /// Those that cost too much so far; where there are prices, and so costs
    /// that may fall, the limit must be out of reach.
    Nothing,
    /// Those for which the guide, to their cost so far, has too large a rest.
    /// Its program must have the same prices, or prices where this one has
    /// numbers.
    Bounds(&'a Guide),
    /// Those that cost too much in the program of the guide itself. It must
    /// have prices for the same vertices, but they may be others.
    States(&'a Guide),
}

/// The tables of one step: after each join, and at its end.
struct Tables {
    joins: Vec<States>,
    end: States,
}

impl<'a> Program<'a> {
    /// Makes all tables, with states that can lead to a cost below the limit.
    fn run(ground: Ground<'a>, prices: &'a Prices, filter: Filter<'a>, limit: Cost) -> Result<Program<'a>, Stop> {
        let mut program = Program { ground, prices, filter, limit, tables: Vec::new(), bytes: ground.held };
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
        let mut joins: Vec<States> = Vec::new();
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
        let mut end = States::new();
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
    fn join(&self, index: usize, at: usize, step: &Step<'_>, one: &States, other: &States) -> Result<States, Stop> {
        let mut table = States::new();
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

    /// Calls `visit` with the ends and the colour of every arrow of the cheapest
    /// play.
    fn arrows(&self, mut visit: impl FnMut(usize, usize, i16)) {
        let nodes = self.ground.nodes;
        let mut open = vec![(nodes.len() - 1, 0)];
        while let Some((index, at)) = open.pop() {
            let (node, tables) = (&nodes[index], &self.tables[index]);
            let entry = &tables.end.entries[at];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                match WAYS[(entry.choice >> (3 * edge) & 7) as usize] {
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
    fn offer(&self, table: &mut States, stage: (usize, Option<usize>), entry: Entry) {
        if self.bound(stage, &entry).is_some_and(|bound| bound < self.limit) {
            table.offer(entry);
        }
    }

    /// What a play costs at least that passes through an entry, as far as the
    /// filter knows; none if there is no such play.
    fn bound(&self, stage: (usize, Option<usize>), entry: &Entry) -> Option<Cost> {
        match self.filter {
            Filter::Nothing => Some(entry.cost),
            Filter::Bounds(guide) => guide.bound(stage, entry.key, entry.cost),
            Filter::States(guide) => guide.through(stage, entry.key),
        }
    }

    /// Whether there is time and memory for another table.
    fn check(&self, table: &States) -> Result<(), Stop> {
        if table.entries.len() > self.ground.most {
            return Err(Stop::Unsupported);
        }
        if self.bytes + 2 * table.bytes() > self.ground.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.ground.budget.check()
    }
}
