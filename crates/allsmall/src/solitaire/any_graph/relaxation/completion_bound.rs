//! Completion bounds: for every state of every node, a lower bound on the cost
//! of the rest of the graph, by a backward pass over the relaxed tables.
//!
//! ```text
//!   below           |  state  |           above
//!   cost: stones    |         |    rest: least number of stones left there
//!   left here       |         |    in the relaxation
//! ```

use crate::Stop;

use super::entry::RelaxedTable;
use super::join_index::RelaxedJoinIndex;
use super::packed_state::{PackedLayout, PackedState, VertexField};
use super::{Cost, Multipliers, RelaxationDp, RelaxationInput, RelaxedNodeTables, StateFilter, UNIT, stones};
use crate::solitaire::any_graph::bag_state::BagState;

/// The tables of a relaxation with the rest of each state.
pub(in super::super) struct CompletionBound {
    layout: PackedLayout,
    steps: Vec<NodeCompletions>,
    /// Lower bound on the cost of a play; `None` if no play is below the limit.
    value: Option<Cost>,
}

struct NodeCompletions {
    tables: RelaxedNodeTables,
    rests: Vec<Vec<Cost>>,
    /// The fields of the bag that have multipliers instead of balances.
    dualised: Vec<(VertexField, Cost)>,
}

impl NodeCompletions {
    /// The cost and the rest of a state, after a join or at the end of the node.
    fn find(&self, join: Option<usize>, key: PackedState) -> Option<(Cost, Cost)> {
        let (table, rests) = match join {
            Some(at) => (&self.tables.joins[at], &self.rests[at]),
            None => (&self.tables.end, self.rests.last().expect("a step ends")),
        };
        table.find(&key).map(|at| (table.entries[at].cost, rests[at])).filter(|&(_, rest)| rest != NEVER)
    }
}

/// The rest of a state that leads to no play below the limit.
const NEVER: Cost = Cost::MAX;

impl CompletionBound {
    /// Runs the relaxation and its backward pass.
    pub(in super::super) fn new(
        input: RelaxationInput<'_>,
        multipliers: &Multipliers,
        filter: StateFilter<'_>,
        limit: Cost,
    ) -> Result<CompletionBound, Stop> {
        let dp = RelaxationDp::run(input, multipliers, filter, limit)?;
        let value = dp.value();
        let mut rests: Vec<Vec<Vec<Cost>>> = dp.tables.iter().map(never).collect();
        if let Some(last) = rests.last_mut().and_then(|stages| stages.last_mut()) {
            last.fill(0);
        }
        for index in (0..rests.len()).rev() {
            backwards(&dp, index, &mut rests)?;
        }
        let dualised = |index: usize| -> Vec<(VertexField, Cost)> {
            let bag = input.nodes[index].bag.iter();
            bag.filter_map(|&v| multipliers[v].map(|multiplier| (input.layout.field(v), multiplier))).collect()
        };
        let steps = dp.tables.into_iter().zip(rests).enumerate();
        let steps = steps
            .map(|(index, (tables, rests))| NodeCompletions { tables, rests, dualised: dualised(index) })
            .collect();
        Ok(CompletionBound { layout: input.layout.clone(), steps, value })
    }

    /// Lower bound on the stones left; `None` if no play is below the limit.
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

    /// Lower bound on the cost of a play through a state whose cost so far is
    /// `cost`, after a join of a node or (`None`) at its end; `None` if no such play
    /// is below the limit.
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

    /// Lower bound on the cost of a play through a state of this relaxation
    /// itself.
    pub(super) fn through(&self, (step, join): (usize, Option<usize>), key: PackedState) -> Option<Cost> {
        self.steps[step].find(join, key).map(|(cost, rest)| cost + rest)
    }

    /// Lower bound on the stones left by a play through a state of the tree DP.
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

/// The rests before the backward pass.
fn never(tables: &RelaxedNodeTables) -> Vec<Vec<Cost>> {
    let table = |table: &RelaxedTable| vec![NEVER; table.entries.len()];
    tables.joins.iter().chain([&tables.end]).map(table).collect()
}

/// One step of the backward pass: from the rests at the end of a node to those of
/// its joins and its children.
fn backwards(dp: &RelaxationDp<'_>, index: usize, rests: &mut [Vec<Vec<Cost>>]) -> Result<(), Stop> {
    let RelaxationInput { nodes, layout, budget, .. } = dp.input;
    let (node, step, tables) = (&nodes[index], dp.at(index), &dp.tables[index]);
    let Some(&first) = node.children.first() else { return Ok(()) };
    let below = tables.joins.last().unwrap_or(&dp.tables[first].end);
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
        let one = if at > 1 { &tables.joins[at - 2] } else { &dp.tables[first].end };
        let (other, joined) = (&dp.tables[child].end, &tables.joins[at - 1]);
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
