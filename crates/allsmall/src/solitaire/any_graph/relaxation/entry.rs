//! The entries of the loose program.

use super::super::table::{CheapestTable, Keyed};
use super::Cost;
use super::packed_state::PackedState;
use crate::base::hash::mix;

/// A state, its cost, and how it came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelaxedEntry {
    pub(super) key: PackedState,
    pub(super) cost: Cost,
    /// Which state before the step it came from, or the first of a pair.
    pub(super) from: u32,
    /// What was decided about the edges, three bits each; or the second of a
    /// pair.
    pub(super) choice: u64,
}

/// The cheapest way into each state.
pub(super) type RelaxedTable = CheapestTable<RelaxedEntry>;

impl Keyed for RelaxedEntry {
    type Key = PackedState;

    fn key(&self) -> &PackedState {
        &self.key
    }

    fn hash(key: &PackedState) -> u64 {
        mix(mix(0, *key as u64), (key >> 64) as u64)
    }

    fn is_cheaper(&self, other: &RelaxedEntry) -> bool {
        self.cost < other.cost
    }
}
