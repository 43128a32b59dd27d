//! Value cache between the searches of a batch: the arena and the values of small
//! parts.
//!
//! Boards of a batch have the same small parts, and valuing them takes two fifths
//! of the time of a search of some hundred nodes on grids; on rows of up to 30
//! stones adding values up takes a third, copying the starting values a tenth.
//! Verdicts are not cached: they
//! hardly ever recur.
//!
//! The values hold on every board. But ids depend on the order in which values are
//! found, and the search breaks ties between moves by ids: so the winning move it
//! reports may depend on the previous boards, the winner never.

use super::grid_moves::GridValueCache;
use super::solver::{RootTerm, Solver};
use crate::Budget;
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::value::{ImportedValues, PartValues, StripTable};

/// Values of small parts, for a search with the same memory.
pub(crate) struct ValueCache {
    values: Values,
    parts: PartValues<BoardRules>,
    grid_values: GridValueCache,
    file_values: Option<ImportedValues>,
    memory: usize,
}

/// Divisor of the search's memory that gives the maximum size of the cache.
const CACHE_DIVISOR: usize = 16;

impl ValueCache {
    /// The tables for a search of these boards.
    pub(super) fn begin(
        mut self,
        boards: BoardRules,
        values_memory: usize,
        budget: &Budget,
    ) -> (Values, PartValues<BoardRules>, GridValueCache, Option<ImportedValues>) {
        self.values.set_budget(&budget.clone().with_memory(values_memory));
        self.parts.change_rules(boards);
        (self.values, self.parts, self.grid_values, self.file_values)
    }

    /// Returns whether a search within this budget can use the cache, if it starts
    /// with the values of all strips of up to `short_strips` stones.
    pub(super) fn fits(&self, budget: &Budget, short_strips: usize) -> bool {
        let longest = self.parts.strips().map_or(0, StripTable::longest) as usize;
        self.memory == budget.memory() && short_strips <= longest
    }
}

impl Solver {
    /// The value cache for the next search; none if parts do not mean the same
    /// there.
    pub(crate) fn into_value_cache(self) -> Option<ValueCache> {
        let is_portable = |root: &RootTerm| match root {
            RootTerm::Board(_, parts) => parts.iter().all(|signed| signed.part.is_portable()),
            RootTerm::Value(_) => true,
        };
        let keeps = self.roots.iter().all(is_portable);
        let (sums, memory) = (self.search.sums, self.budget.memory());
        let file_bytes = sums.file_values.as_ref().map_or(0, ImportedValues::bytes);
        let bytes = sums.values.bytes() + sums.parts.bytes() + sums.grid_values.bytes() + file_bytes;
        (keeps && bytes <= memory / CACHE_DIVISOR).then_some(ValueCache {
            values: sums.values,
            parts: sums.parts,
            grid_values: sums.grid_values,
            file_values: sums.file_values,
            memory,
        })
    }
}
