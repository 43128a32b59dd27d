//! Dynamic programming over the bags of an elimination order.
//!
//! The table of a step lists, for each [`State`] that the vertices not yet
//! eliminated can be in, the fewest stones left among those that are. A step
//! joins the tables below it, decides every edge of its vertex (no arrow, or
//! an arrow with a colour, either way) and lets the vertex go. States that
//! cannot lead to a better play than the best one known are dropped, and so
//! are those that another state covers at no more cost.
//!
//! Most states are dropped: a guide says what the rest of the graph costs at
//! least (`relaxation`), and cost and rest together must be below the limit.
//!
//! With a bound on the length of the tables only the most hopeful states are
//! kept. That is no proof any more, but finds good plays on wide graphs fast;
//! a play that meets a lower bound needs no other proof.

use crate::{Budget, Stop};

use super::Instance;
use super::elimination::Node;
use super::partners::Partners;
use super::spanning::Found;
use super::state::State;
use super::step::{Step, WAYS};
use super::table::{Best, Entry, undominated};
use crate::solitaire::any_graph::relaxation::Guide;
use crate::solitaire::play::forest::Forest;

/// What the program found out.
pub(super) struct Outcome {
    /// The best play, if it is better than the one known.
    pub(super) better: Option<Found>,
    /// Whether no state was left out: there is no better play still.
    pub(super) complete: bool,
}

/// The table of a step.
#[derive(Default)]
struct StepTable {
    entries: Vec<Entry>,
    /// For each child after the first, the states joined so far.
    joins: Vec<Vec<Entry>>,
}

/// What the program is to look for.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) instance: &'a Instance,
    pub(super) nodes: &'a [Node],
    /// Only plays that leave fewer stones count.
    pub(super) limit: u32,
    /// The most states in a table.
    pub(super) keep: usize,
    /// What the rest of the graph costs at least.
    pub(super) guide: Option<&'a Guide>,
    pub(super) budget: &'a Budget,
}

/// The best play that leaves fewer than `limit` stones, from tables with at
/// most `keep` states.
pub(super) fn run(task: Task<'_>) -> Result<Outcome, Stop> {
    let program = Program::run(task)?;
    let last = program.tables.last().expect("a graph has a vertex").entries.first();
    let better = last.map(|entry| Found { forest: program.forest(), roots: entry.cost as usize });
    Ok(Outcome { better, complete: program.complete })
}

/// The tables of all steps.
struct Program<'a> {
    task: Task<'a>,
    tables: Vec<StepTable>,
    complete: bool,
    bytes: usize,
}

impl<'a> Program<'a> {
    /// Makes all tables.
    fn run(task: Task<'a>) -> Result<Program<'a>, Stop> {
        let most = (0..task.instance.vertices()).map(|v| task.instance.near(v).len()).max().unwrap_or(0);
        if most > usize::from(i16::MAX as u16) / 2 {
            return Err(Stop::Unsupported);
        }
        let mut program = Program { task, tables: Vec::new(), complete: true, bytes: 0 };
        for step in 0..task.nodes.len() {
            program.step(step)?;
            task.budget.report(|| {
                let states = program.tables[step].entries.len();
                format!("vertex {} of {}: {states} states", step + 1, task.nodes.len())
            });
        }
        Ok(program)
    }

    /// Makes the table of a step from those below it.
    fn step(&mut self, index: usize) -> Result<(), Stop> {
        let task = self.task;
        let step = Step::new(task.instance, &task.nodes[index]);
        let joins = self.join(index, &step)?;
        let joined = match joins.last() {
            Some(entries) => entries.iter().map(|e| (e.state, e.cost)).collect(),
            None => self.first(&step),
        };
        let mut best = Best::new();
        for (from, &(state, cost)) in joined.iter().enumerate() {
            if from % 256 == 0 {
                self.check(best.bytes())?;
            }
            step.for_each(state, &mut |state, stays, choice| {
                let cost = cost + u32::from(stays);
                self.offer(&mut best, (index, None), Entry { state, cost, bound: cost, from: from as u32, choice });
            });
        }
        let entries = self.finished(best, &step.own[..step.own.len() - 1]);
        self.tables.push(StepTable { entries, joins });
        Ok(())
    }

    /// The table of the first child on the bag of the node.
    fn first(&self, step: &Step<'_>) -> Vec<(State, u32)> {
        match step.node.children.first() {
            None => vec![(State::fresh(step.node.bag.len()), 0)],
            Some(&first) => self.placed(first, step.node),
        }
    }

    /// The tables of the children put together, one after the other.
    fn join(&mut self, index: usize, step: &Step<'_>) -> Result<Vec<Vec<Entry>>, Stop> {
        let mut joins: Vec<Vec<Entry>> = Vec::new();
        let mut joined = if step.node.children.len() > 1 { self.first(step) } else { Vec::new() };
        for (at, (&child, open)) in step.node.children.iter().skip(1).zip(&step.node.open_at_joins).enumerate() {
            let mut best = Best::new();
            let other = self.placed(child, step.node);
            self.pairs(&joined, &other, open, &step.own, |state, cost, a, b| {
                let entry = Entry { state, cost, bound: cost, from: a, choice: u64::from(b) };
                self.offer(&mut best, (index, Some(at)), entry);
                best.bytes()
            })?;
            let entries = self.finished(best, &step.own);
            joined = entries.iter().map(|e| (e.state, e.cost)).collect();
            joins.push(entries);
        }
        Ok(joins)
    }

    /// Calls `visit` with all pairs of two tables that go together; it says
    /// how many bytes it holds.
    fn pairs(
        &self,
        one: &[(State, u32)],
        other: &[(State, u32)],
        open: &[usize],
        own: &[i16],
        mut visit: impl FnMut(State, u32, u32, u32) -> usize,
    ) -> Result<(), Stop> {
        let partners = Partners::new(other, open, own);
        let mut bytes = 0;
        for (a, (state, cost)) in one.iter().enumerate() {
            if a % 64 == 0 {
                self.check(bytes)?;
            }
            partners.for_each(state, self.task.limit - cost, |b| {
                let (partner, more) = &other[b as usize];
                if let Some(state) = state.joined(partner, own.len()) {
                    bytes = visit(state.settled(open, own), cost + more, a as u32, b);
                }
            });
        }
        Ok(())
    }

    /// Takes an entry of a stage into the table if it can lead to a play
    /// below the limit.
    fn offer(&self, best: &mut Best<Entry>, stage: (usize, Option<usize>), mut entry: Entry) {
        if let Some(guide) = self.task.guide {
            let bag = &self.task.nodes[stage.0].bag;
            let bag = if stage.1.is_some() { &bag[..] } else { &bag[..bag.len() - 1] };
            let Some(bound) = guide.stones(stage, bag, &entry.state, entry.cost) else { return };
            entry.bound = bound;
        }
        if entry.bound < self.task.limit {
            best.offer(entry);
        }
    }

    /// The table of a child on the bag of its parent.
    fn placed(&self, child: usize, node: &Node) -> Vec<(State, u32)> {
        let below = &self.task.nodes[child].bag;
        let place = |v: &usize| node.bag.iter().position(|u| u == v).expect("the bag holds the bag below");
        let places: Vec<usize> = below[..below.len() - 1].iter().map(place).collect();
        self.tables[child].entries.iter().map(|e| (e.state.placed(&places, node.bag.len()), e.cost)).collect()
    }

    /// The entries that no other covers, and of these the most hopeful: those
    /// with the least bound and the fewest stones to come.
    fn finished(&mut self, best: Best<Entry>, own: &[i16]) -> Vec<Entry> {
        let mut entries = undominated(best.entries, own.len());
        if entries.len() > self.task.keep {
            let missing = |state: &State| own.iter().enumerate().map(|(i, &own)| state.missing(i, own)).sum::<usize>();
            entries.select_nth_unstable_by_key(self.task.keep, |e| (e.bound, missing(&e.state), e.state));
            entries.truncate(self.task.keep);
            self.complete = false;
        }
        self.bytes += entries.len() * size_of::<Entry>();
        entries
    }

    /// Whether there is time and memory for a table of so many bytes.
    fn check(&self, bytes: usize) -> Result<(), Stop> {
        if self.bytes + bytes > self.task.budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        self.task.budget.check()
    }

    /// The arrows behind the one entry of the last table.
    fn forest(&self) -> Forest {
        let mut forest = Forest::still(self.task.instance.vertices());
        let mut open = vec![(self.task.nodes.len() - 1, 0)];
        while let Some((step, index)) = open.pop() {
            let (node, table) = (&self.task.nodes[step], &self.tables[step]);
            let Entry { mut from, choice, .. } = table.entries[index];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                match WAYS[(choice >> (3 * edge) & 7) as usize] {
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
