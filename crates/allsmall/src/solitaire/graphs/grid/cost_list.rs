//! Lists of costs: how few stones stay on the left of a line, for every
//! crossing of it.
//!
//! Crossings that are tied where an equally cheap one is not are dropped from
//! a list: the freer one can do all that they can.

use super::frontier::{Column, Form};
use super::transitions::Steps;

/// The stones that stay so far, by crossing; sorted, nothing needless.
pub(super) type Costs = [(u32, u16)];

/// The steps of one kind of strip, with room to work.
pub(super) struct Machine {
    pub(super) steps: Steps,
    best: Scratch,
}

/// The best cost found for each crossing, cleared by raising the round.
#[derive(Default)]
struct Scratch {
    round: u32,
    cells: Vec<(u32, u16)>,
    touched: Vec<u32>,
}

impl Machine {
    /// For strips of this form and so many rows that must reach these marks.
    pub(super) fn new(rows: usize, form: Form, wanted: u8) -> Machine {
        Machine { steps: Steps::new(rows, form, wanted), best: Scratch::default() }
    }

    /// The number of a column.
    pub(super) fn letter(&mut self, column: Column) -> u32 {
        self.steps.letter(column)
    }

    /// The list before the first column.
    pub(super) fn start(&mut self) -> Vec<(u32, u16)> {
        self.steps.start().into_iter().map(|crossing| (crossing, 0)).collect()
    }

    /// The cheapest last crossing and its cost; none if the strip cannot end
    /// here.
    pub(super) fn end(&self, costs: &Costs) -> Option<(u32, u16)> {
        costs.iter().copied().filter(|&(crossing, _)| self.steps.is_end(crossing)).min_by_key(|&(_, cost)| cost)
    }

    /// The list after a column, without costs above `limit`.
    pub(super) fn advance(&mut self, costs: &Costs, letter: u32, limit: u16) -> Vec<(u32, u16)> {
        let Machine { steps, best } = self;
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
        for &crossing in &best.touched {
            let cost = best.get(crossing).expect("touched");
            let is_needless = steps.freer(crossing).iter().any(|&f| best.get(f).is_some_and(|c| c <= cost));
            if !is_needless {
                to.push((crossing, cost));
            }
        }
        to.sort_unstable();
        to
    }

    /// Takes up a list for [`Machine::beats`].
    pub(super) fn load(&mut self, costs: &Costs) {
        self.best.clear();
        costs.iter().for_each(|&(crossing, cost)| self.best.lower(crossing, cost));
    }

    /// Whether the list taken up is at least as good as another one: what can
    /// follow the other can follow it, and costs no more.
    pub(super) fn beats(&mut self, other: &Costs) -> bool {
        let Machine { steps, best } = self;
        let is_met = |crossing: u32, cost: u16| best.get(crossing).is_some_and(|c| c <= cost);
        other.iter().all(|&(crossing, cost)| {
            is_met(crossing, cost) || steps.freer(crossing).iter().any(|&freer| is_met(freer, cost))
        })
    }
}

impl Scratch {
    fn clear(&mut self) {
        self.round += 1;
        self.touched.clear();
    }

    fn get(&self, crossing: u32) -> Option<u16> {
        self.cells.get(crossing as usize).filter(|(round, _)| *round == self.round).map(|(_, cost)| *cost)
    }

    fn lower(&mut self, crossing: u32, cost: u16) {
        let at = crossing as usize;
        if self.cells.len() <= at {
            self.cells.resize(at + 1, (0, 0));
        }
        let cell = &mut self.cells[at];
        if cell.0 != self.round {
            *cell = (self.round, cost);
            self.touched.push(crossing);
        } else if cost < cell.1 {
            cell.1 = cost;
        }
    }
}
