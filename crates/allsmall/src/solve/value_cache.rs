//! What one search leaves for the next: the values of small parts of grids.
//!
//! Boards of a batch are made of the same small parts, and to value them takes
//! two fifths of the time of a search of some hundred nodes. Verdicts are not
//! kept: they hardly ever come again.
//!
//! What is kept is true on every board. But values are numbered as they are
//! found, and of two moves that seem equally good the search tries the one
//! first whose values have the lesser numbers: so the moves that it names may
//! depend on the boards before, the winner never.

use super::grid_moves::GridValueCache;
use super::solver::{Root, Solver};
use crate::Budget;
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::value::PartValues;

/// Values of small parts, for a search with the same memory.
pub(crate) struct ValueCache {
    values: Values,
    parts: PartValues<BoardRules>,
    grid_values: GridValueCache,
    memory: usize,
}

/// One in so many bytes of what a search may use is kept for the next.
const KEPT_SHARE: usize = 16;

impl ValueCache {
    /// What a search of these boards can go on with.
    pub(super) fn begin(
        mut self,
        boards: BoardRules,
        values_memory: usize,
        budget: &Budget,
    ) -> (Values, PartValues<BoardRules>, GridValueCache) {
        self.values.set_budget(&budget.clone().with_memory(values_memory));
        self.parts.change_rules(boards);
        (self.values, self.parts, self.grid_values)
    }

    /// Whether a search within this budget can go on from here.
    pub(super) fn fits(&self, budget: &Budget) -> bool {
        self.memory == budget.memory()
    }
}

impl Solver {
    /// What the next search can go on from, if it means the same there and is
    /// worth it: a search that starts with the values of all short strips has
    /// most of them already.
    pub(crate) fn into_value_cache(self) -> Option<ValueCache> {
        let is_portable = |root: &Root| match root {
            Root::Board(_, parts) => parts.iter().all(|signed| signed.part.is_portable()),
            Root::Value(_) => true,
        };
        let keeps = self.plan.short_strips == 0 && self.roots.iter().all(is_portable);
        let (sums, memory) = (self.search.sums, self.budget.memory());
        let bytes = sums.values.bytes() + sums.parts.bytes() + sums.grid_values.bytes();
        (keeps && bytes <= memory / KEPT_SHARE).then_some(ValueCache {
            values: sums.values,
            parts: sums.parts,
            grid_values: sums.grid_values,
            memory,
        })
    }
}
