//! Dynamic programming over the bags of an elimination order.
//!
//! The table of a step lists, for each [`State`] that the vertices not yet
//! eliminated can be in, the fewest stones left among those that are. A step
//! joins the tables below it, decides every edge of its vertex (no arrow, or
//! an arrow with a colour, either way) and lets the vertex go. States that
//! cannot lead to a better play than the best one known are dropped, and so
//! are those that another state covers at no more cost.
//!
//! With a bound on the length of the tables only the most hopeful states are
//! kept. That is no proof any more, but finds good plays on wide graphs fast;
//! a play that meets a lower bound needs no other proof.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::{Budget, Stop};

use super::super::forest::Forest;
use super::Instance;
use super::elimination::Node;
use super::hash::Fold;
use super::partners::Partners;
use super::spanning::Found;
use super::state::State;

/// What the program found out.
pub(super) struct Outcome {
    /// The best play, if it is better than the one known.
    pub(super) better: Option<Found>,
    /// Whether no state was left out: there is no better play still.
    pub(super) complete: bool,
}

/// A state, its cost, and how it came about.
#[derive(Clone, Copy)]
struct Entry {
    state: State,
    cost: u32,
    /// Which joined state it came from.
    from: u32,
    /// What was decided about the edges: three bits each.
    choice: u64,
}

/// The table of a step.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    /// For each child after the first, which pair each joined state is.
    pairs: Vec<Pairs>,
}

/// The states and costs of a joined table; places in it are what `from` counts.
type Joined = Vec<(State, u32)>;

/// Which two states each joined state comes from.
type Pairs = Vec<(u32, u32)>;

/// The ways an edge can be used, in the order of the choice bits.
const WAYS: [Option<(bool, i16)>; 5] = [None, Some((true, 1)), Some((true, -1)), Some((false, 1)), Some((false, -1))];

/// The best play that leaves fewer than `limit` stones, from tables with at
/// most `keep` states.
pub(super) fn run(
    instance: &Instance,
    nodes: &[Node],
    limit: usize,
    keep: usize,
    budget: &Budget,
) -> Result<Outcome, Stop> {
    let most = (0..instance.vertices()).map(|v| instance.near(v).len()).max().unwrap_or(0);
    if most > usize::from(i16::MAX as u16) / 2 {
        return Err(Stop::Size);
    }
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    let mut program = Program { instance, nodes, limit, keep, complete: true, budget, tables: Vec::new(), bytes: 0 };
    for step in 0..nodes.len() {
        program.step(step)?;
        budget.report(|| {
            let states = program.tables[step].entries.len();
            format!("vertex {} of {}: {states} states", step + 1, nodes.len())
        });
    }
    let last = program.tables.last().expect("a graph has a vertex").entries.first();
    let better = last.map(|entry| Found { forest: program.forest(), roots: entry.cost as usize });
    Ok(Outcome { better, complete: program.complete })
}

struct Program<'a> {
    instance: &'a Instance,
    nodes: &'a [Node],
    limit: u32,
    keep: usize,
    complete: bool,
    budget: &'a Budget,
    tables: Vec<Table>,
    bytes: usize,
}

impl Program<'_> {
    /// Makes the table of a step from those below it.
    fn step(&mut self, step: usize) -> Result<(), Stop> {
        let node = &self.nodes[step];
        let own: Vec<i16> = node.bag.iter().map(|&v| i16::from(self.instance.colours[v].sign())).collect();
        let (joined, pairs) = self.join(node, &own)?;
        let mut best = Best::default();
        let last = node.bag.len() - 1;
        for (from, &(state, cost)) in joined.iter().enumerate() {
            if from % 256 == 0 {
                self.check(best.entries.len())?;
            }
            let mut decide = Decide { node, own: &own, program: self, best: &mut best, from: from as u32, last };
            decide.edges(0, state, cost, 0);
        }
        let mut entries = undominated(best.entries, last);
        self.shorten(&mut entries, &own);
        self.bytes += entries.len() * size_of::<Entry>() + pairs.iter().map(|list| list.len() * 8).sum::<usize>();
        self.tables.push(Table { entries, pairs });
        Ok(())
    }

    /// The tables of the children put together, on the bag of the node, and
    /// the order in which that was done.
    fn join(&mut self, node: &Node, own: &[i16]) -> Result<(Joined, Vec<Pairs>), Stop> {
        let bag = node.bag.len();
        let Some((&first, others)) = node.children.split_first() else {
            return Ok((vec![(State::fresh(bag), 0)], Vec::new()));
        };
        // The edges of the last vertex of the bag are still to be decided.
        let mut open = node.open.clone();
        node.adjacent.iter().for_each(|&i| open[i] += 1);
        open[bag - 1] = node.adjacent.len();
        for (i, &v) in node.bag.iter().enumerate() {
            open[i] += others.iter().map(|&child| self.nodes[child].done(v)).sum::<usize>();
        }
        let mut joined = self.placed(first, node);
        let mut pairs = Vec::new();
        for &child in others {
            node.bag.iter().enumerate().for_each(|(i, &v)| open[i] -= self.nodes[child].done(v));
            let best = self.join_two(&joined, &self.placed(child, node), &open, own)?;
            let mut entries = undominated(best.entries, bag);
            self.shorten(&mut entries, own);
            pairs.push(entries.iter().map(|e| (e.from, e.choice as u32)).collect());
            joined = entries.iter().map(|e| (e.state, e.cost)).collect();
        }
        Ok((joined, pairs))
    }

    /// All pairs of two tables that go together.
    fn join_two(&self, one: &Joined, other: &Joined, open: &[usize], own: &[i16]) -> Result<Best, Stop> {
        let mut best = Best::default();
        let partners = Partners::new(other, open, own);
        for (a, (state, cost)) in one.iter().enumerate() {
            if a % 64 == 0 {
                self.check(best.entries.len())?;
            }
            partners.for_each(state, self.limit - cost, |b| {
                let (partner, more) = &other[b as usize];
                if let Some(state) = state.joined(partner, own.len()) {
                    let state = state.settled(open, own);
                    best.offer(Entry { state, cost: cost + more, from: a as u32, choice: u64::from(b) });
                }
            });
        }
        Ok(best)
    }

    /// The table of a child on the bag of its parent.
    fn placed(&self, child: usize, node: &Node) -> Joined {
        let below = &self.nodes[child].bag;
        let place = |v: &usize| node.bag.iter().position(|u| u == v).expect("the bag holds the bag below");
        let places: Vec<usize> = below[..below.len() - 1].iter().map(place).collect();
        self.tables[child].entries.iter().map(|e| (e.state.placed(&places, node.bag.len()), e.cost)).collect()
    }

    /// Keeps the most hopeful entries: few stones left, few still to come.
    fn shorten(&mut self, entries: &mut Vec<Entry>, own: &[i16]) {
        if entries.len() > self.keep {
            let missing = |state: &State| (0..own.len()).map(|i| state.missing(i, own[i])).sum::<usize>();
            entries.select_nth_unstable_by_key(self.keep, |e| (e.cost, missing(&e.state), e.state));
            entries.truncate(self.keep);
            self.complete = false;
        }
    }

    /// Whether there is time and memory for a table with so many entries.
    fn check(&self, entries: usize) -> Result<(), Stop> {
        // An entry being collected is also in the hash table.
        if self.bytes + 3 * entries * size_of::<Entry>() > self.budget.memory() {
            return Err(Stop::Memory);
        }
        self.budget.check()
    }

    /// The arrows behind the one entry of the last table.
    fn forest(&self) -> Forest {
        let mut forest = Forest::still(self.instance.vertices());
        let mut open = vec![(self.nodes.len() - 1, 0)];
        while let Some((step, index)) = open.pop() {
            let (node, table) = (&self.nodes[step], &self.tables[step]);
            let Entry { mut from, choice, .. } = table.entries[index];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                match WAYS[(choice >> (3 * edge) & 7) as usize] {
                    None => {}
                    Some((true, _)) => forest.point(v, node.bag[place]),
                    Some((false, _)) => forest.point(node.bag[place], v),
                }
            }
            for (pairs, &child) in table.pairs.iter().zip(&node.children[1.min(node.children.len())..]).rev() {
                let (a, b) = pairs[from as usize];
                open.push((child, b as usize));
                from = a;
            }
            if let Some(&first) = node.children.first() {
                open.push((first, from as usize));
            }
        }
        forest
    }
}

/// Decides the edges of one vertex, the last of its bag.
struct Decide<'a, 'b> {
    node: &'a Node,
    own: &'a [i16],
    program: &'a Program<'b>,
    best: &'a mut Best,
    from: u32,
    last: usize,
}

impl Decide<'_, '_> {
    /// Tries all ways to use the edges from `edge` on.
    fn edges(&mut self, edge: usize, state: State, cost: u32, choice: u64) {
        if state.missing(self.last, self.own[self.last]) > self.node.adjacent.len() - edge {
            return;
        }
        let Some(&other) = self.node.adjacent.get(edge) else { return self.finish(state, cost, choice) };
        for (bits, way) in WAYS.iter().enumerate() {
            let next = match *way {
                None => Some(state),
                Some((true, colour)) => state.arrow(self.last, other, colour, self.own[self.last]),
                Some((false, colour)) => state.arrow(other, self.last, colour, self.own[other]),
            };
            if let Some(next) = next {
                self.edges(edge + 1, next, cost, choice | (bits as u64) << (3 * edge));
            }
        }
    }

    /// Lets the vertex go: its stone has left or stays for good.
    fn finish(&mut self, state: State, mut cost: u32, choice: u64) {
        let stays = state.is_open(self.last);
        let colour = self.own[self.last] + 2 * state.number[self.last];
        if let Some(end) = self.program.instance.end
            && end.vertex == self.node.bag[self.last]
            && !(stays && end.colour.is_none_or(|wanted| i16::from(wanted.sign()) == colour))
        {
            return;
        }
        cost += u32::from(stays);
        let state = state.without(self.last);
        let open = &self.node.open[..self.last];
        if cost < self.program.limit && state.can_end(open, self.own) {
            let state = state.settled(open, self.own);
            self.best.offer(Entry { state, cost, from: self.from, choice });
        }
    }
}

/// The cheapest entry of each state.
#[derive(Default)]
struct Best {
    entries: Vec<Entry>,
    index: HashMap<State, u32, BuildHasherDefault<Fold>>,
}

impl Best {
    fn offer(&mut self, entry: Entry) {
        let next = self.entries.len() as u32;
        let at = *self.index.entry(entry.state).or_insert(next);
        if at == next {
            self.entries.push(entry);
        } else if entry.cost < self.entries[at as usize].cost {
            self.entries[at as usize] = entry;
        }
    }
}

/// The entries that no other entry covers at no more cost.
fn undominated(mut entries: Vec<Entry>, bag: usize) -> Vec<Entry> {
    // Only entries with equal numbers and equal stones sent cover each other;
    // a hash brings them together, and `covers` compares them in full.
    let group = |state: &State| {
        let mut hasher = Fold(u64::from(state.sent(bag)));
        state.number.hash(&mut hasher);
        hasher.finish()
    };
    entries.sort_by_cached_key(|e| (group(&e.state), e.cost, e.state.root));
    let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
    let (mut start, mut last) = (0, None);
    for entry in entries {
        let this = Some(group(&entry.state));
        if this != last {
            (start, last) = (kept.len(), this);
        }
        if !kept[start..].iter().any(|other| other.state.covers(&entry.state)) {
            kept.push(entry);
        }
    }
    kept
}
