//! Cost lists of the frontier DP: for every frontier of a line, the fewest stones
//! that stay on its left.
//!
//! Dominated frontiers are dropped from a list: those for which a freer frontier
//! costs no more.

use super::frontier::{ColumnCells, StripTopology};
use super::transitions::Transitions;

/// The least cost of each frontier, sorted by frontier, without dominated ones.
pub(super) type CostList = [(u32, u16)];

/// The frontier DP of one kind of strip: its transitions, with a scratch buffer.
pub(super) struct ColumnDp {
    pub(super) steps: Transitions,
    best: BestCosts,
}

/// The best cost found for each frontier, cleared by raising the round.
#[derive(Default)]
struct BestCosts {
    round: u32,
    cells: Vec<(u32, u16)>,
    touched: Vec<u32>,
}

impl ColumnDp {
    /// The DP for strips with `rows` rows that must reach the marks `wanted`.
    pub(super) fn new(rows: usize, topology: StripTopology, wanted: u8) -> ColumnDp {
        ColumnDp { steps: Transitions::new(rows, topology, wanted), best: BestCosts::default() }
    }

    /// The number of a column.
    pub(super) fn letter(&mut self, column: ColumnCells) -> u32 {
        self.steps.letter(column)
    }

    /// The list before the first column.
    pub(super) fn start(&mut self) -> Vec<(u32, u16)> {
        self.steps.start().into_iter().map(|frontier| (frontier, 0)).collect()
    }

    /// The cheapest last frontier and its cost; none if the strip cannot end
    /// here.
    pub(super) fn end(&self, costs: &CostList) -> Option<(u32, u16)> {
        costs.iter().copied().filter(|&(frontier, _)| self.steps.is_end(frontier)).min_by_key(|&(_, cost)| cost)
    }

    /// The list after a column, without costs above `limit`.
    pub(super) fn advance(&mut self, costs: &CostList, letter: u32, limit: u16) -> Vec<(u32, u16)> {
        let ColumnDp { steps, best } = self;
        best.clear();
        for &(from, so_far) in costs {
            for step in steps.over(from, letter) {
                let cost = so_far + u16::from(step.stay);
                if cost <= limit {
                    best.lower(step.to, cost);
                }
            }
        }
        let mut to: Vec<(u32, u16)> = Vec::with_capacity(best.touched.len());
        for &frontier in &best.touched {
            let cost = best.get(frontier).expect("touched");
            let is_dominated = steps.freer(frontier).iter().any(|&f| best.get(f).is_some_and(|c| c <= cost));
            if !is_dominated {
                to.push((frontier, cost));
            }
        }
        to.sort_unstable();
        to
    }

    /// Loads a list for [`ColumnDp::beats`].
    pub(super) fn load(&mut self, costs: &CostList) {
        self.best.clear();
        costs.iter().for_each(|&(frontier, cost)| self.best.lower(frontier, cost));
    }

    /// Returns whether the loaded list dominates another one: every completion of
    /// the other is one of it, at no more cost.
    pub(super) fn beats(&mut self, other: &CostList) -> bool {
        let ColumnDp { steps, best } = self;
        let is_met = |frontier: u32, cost: u16| best.get(frontier).is_some_and(|c| c <= cost);
        other.iter().all(|&(frontier, cost)| {
            is_met(frontier, cost) || steps.freer(frontier).iter().any(|&freer| is_met(freer, cost))
        })
    }
}

impl BestCosts {
    fn clear(&mut self) {
        self.round += 1;
        self.touched.clear();
    }

    fn get(&self, frontier: u32) -> Option<u16> {
        self.cells.get(frontier as usize).filter(|(round, _)| *round == self.round).map(|(_, cost)| *cost)
    }

    fn lower(&mut self, frontier: u32, cost: u16) {
        let at = frontier as usize;
        if self.cells.len() <= at {
            self.cells.resize(at + 1, (0, 0));
        }
        let cell = &mut self.cells[at];
        if cell.0 != self.round {
            *cell = (self.round, cost);
            self.touched.push(frontier);
        } else if cost < cell.1 {
            cell.1 = cost;
        }
    }
}
