//! What the rest of a graph costs at least, for every state of every step.
//!
//! ```text
//!   below           |  state  |           above
//!   cost: stones    |         |    rest: stones left there at the least,
//!   left here       |         |    with cycles allowed
//! ```

use crate::Stop;

use super::entry::RelaxedTable;
use super::join_index::RelaxedJoinIndex;
use super::packed_state::{PackedLayout, PackedState, VertexField};
use super::{Cost, Multipliers, RelaxationDp, RelaxationInput, RelaxedNodeTables, StateFilter, UNIT, stones};
use crate::solitaire::any_graph::bag_state::BagState;

/// The tables of a loose program with the rest for each state.
pub(in super::super) struct CompletionBound {
    layout: PackedLayout,
    steps: Vec<NodeCompletions>,
    /// No play costs less; none if no play is below the limit.
    value: Option<Cost>,
}

struct NodeCompletions {
    tables: RelaxedNodeTables,
    rests: Vec<Vec<Cost>>,
    /// The fields of the bag that have multipliers instead of balances.
    dualised: Vec<(VertexField, Cost)>,
}

impl NodeCompletions {
    /// The cost and the rest of a state after a join or at the end.
    fn find(&self, join: Option<usize>, key: PackedState) -> Option<(Cost, Cost)> {
        let (table, rests) = match join {
            Some(at) => (&self.tables.joins[at], &self.rests[at]),
            None => (&self.tables.end, self.rests.last().expect("a step ends")),
        };
        table.find(&key).map(|at| (table.entries[at].cost, rests[at])).filter(|&(_, rest)| rest != NEVER)
    }
}

/// The rest of a state from which nothing below the limit can be reached.
const NEVER: Cost = Cost::MAX;

impl CompletionBound {
    /// Runs the loose program and reads its tables backwards.
    pub(in super::super) fn new(
        input: RelaxationInput<'_>,
        multipliers: &Multipliers,
        filter: StateFilter<'_>,
        limit: Cost,
    ) -> Result<CompletionBound, Stop> {
        let program = RelaxationDp::run(input, multipliers, filter, limit)?;
        let value = program.value();
        let mut rests: Vec<Vec<Vec<Cost>>> = program.tables.iter().map(never).collect();
        if let Some(last) = rests.last_mut().and_then(|stages| stages.last_mut()) {
            last.fill(0);
        }
        for index in (0..rests.len()).rev() {
            backwards(&program, index, &mut rests)?;
        }
        let dualised = |index: usize| -> Vec<(VertexField, Cost)> {
            let bag = input.nodes[index].bag.iter();
            bag.filter_map(|&v| multipliers[v].map(|multiplier| (input.layout.field(v), multiplier))).collect()
        };
        let steps = program.tables.into_iter().zip(rests).enumerate();
        let steps = steps
            .map(|(index, (tables, rests))| NodeCompletions { tables, rests, dualised: dualised(index) })
            .collect();
        Ok(CompletionBound { layout: input.layout.clone(), steps, value })
    }

    /// No play leaves fewer stones; none if no play is below the limit.
    pub(in super::super) fn lower(&self) -> Option<usize> {
        self.value.map(stones)
    }

    /// Bytes in use.
    pub(in super::super) fn bytes(&self) -> usize {
        let of = |stages: &NodeCompletions| {
            let rests: usize = stages.rests.iter().map(|rests| rests.len() * size_of::<Cost>()).sum();
            stages.tables.joins.iter().chain([&stages.tables.end]).map(RelaxedTable::bytes).sum::<usize>() + rests
        };
        self.steps.iter().map(of).sum()
    }

    /// What a play costs at least that passes through a state, of this cost so
    /// far, after a join or, if none is named, at the end of a step; none if
    /// there is no such play below the limit.
    pub(super) fn bound(
        &self,
        (step, join): (usize, Option<usize>),
        mut key: PackedState,
        mut cost: Cost,
    ) -> Option<Cost> {
        let stages = &self.steps[step];
        for &(field, multiplier) in &stages.dualised {
            let balance = field.balance(key);
            cost += multiplier * balance;
            key = field.add(key, -balance);
        }
        stages.find(join, key).map(|(_, rest)| cost + rest)
    }

    /// What a play costs at least that passes through a state of this program
    /// itself.
    pub(super) fn through(&self, (step, join): (usize, Option<usize>), key: PackedState) -> Option<Cost> {
        self.steps[step].find(join, key).map(|(cost, rest)| cost + rest)
    }

    /// The same for a state of the real program on a bag, in whole stones.
    pub(in super::super) fn stones(
        &self,
        stage: (usize, Option<usize>),
        bag: &[usize],
        state: &BagState,
        cost: u32,
    ) -> Option<u32> {
        let bound = self.bound(stage, self.layout.key(bag, state), cost as Cost * UNIT)?;
        Some(stones(bound) as u32)
    }
}

/// Rests of which nothing is known yet.
fn never(tables: &RelaxedNodeTables) -> Vec<Vec<Cost>> {
    let table = |table: &RelaxedTable| vec![NEVER; table.entries.len()];
    tables.joins.iter().chain([&tables.end]).map(table).collect()
}

/// From the rests at the end of a step to those of the steps below it.
fn backwards(program: &RelaxationDp<'_>, index: usize, rests: &mut [Vec<Vec<Cost>>]) -> Result<(), Stop> {
    let RelaxationInput { nodes, layout, budget, .. } = program.input;
    let (node, step, tables) = (&nodes[index], program.at(index), &program.tables[index]);
    let Some(&first) = node.children.first() else { return Ok(()) };
    let below = tables.joins.last().unwrap_or(&program.tables[first].end);
    let ends = rests[index].pop().expect("a step ends");
    let mut after = Vec::with_capacity(below.entries.len());
    for (i, entry) in below.entries.iter().enumerate() {
        if i % 256 == 0 {
            budget.check()?;
        }
        let mut least = NEVER;
        step.for_each(entry.key, 0, &mut |key, cost, _| {
            if let Some(at) = tables.end.find(&key).filter(|&at| ends[at] != NEVER) {
                least = least.min(cost + ends[at]);
            }
        });
        after.push(least);
    }
    rests[index].push(ends);
    for (at, &child) in node.children.iter().enumerate().skip(1).rev() {
        let one = if at > 1 { &tables.joins[at - 2] } else { &program.tables[first].end };
        let (other, joined) = (&program.tables[child].end, &tables.joins[at - 1]);
        let mut ones = vec![NEVER; one.entries.len()];
        let others = rests[child].last_mut().expect("a step ends");
        let pairs = RelaxedJoinIndex::new(layout, index, step.joining(at - 1), &other.entries);
        for (i, a) in one.entries.iter().enumerate() {
            if i % 64 == 0 {
                budget.check()?;
            }
            pairs.for_each(a, &mut |key, b| {
                if let Some(rest) = joined.find(&key).map(|at| after[at]).filter(|&rest| rest != NEVER) {
                    let b = b as usize;
                    ones[i] = ones[i].min(rest + other.entries[b].cost);
                    others[b] = others[b].min(rest + a.cost);
                }
            });
        }
        rests[index][at - 1] = std::mem::replace(&mut after, ones);
    }
    *rests[first].last_mut().expect("a step ends") = after;
    Ok(())
}
