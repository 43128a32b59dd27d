//! Table entries of the relaxation.

use super::super::table::{CheapestTable, StateEntry};
use super::Cost;
use super::packed_state::PackedState;
use crate::base::hash::mix;

/// A state, its cost, and its backpointers.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelaxedEntry {
    pub(super) key: PackedState,
    pub(super) cost: Cost,
    /// Index of the state before the forget step, or of the first one of a join.
    pub(super) from: u32,
    /// The uses of the edges, three bits each; in a join table, the index of the
    /// second state.
    pub(super) choice: u64,
}

/// The cheapest entry of each state.
pub(super) type RelaxedTable = CheapestTable<RelaxedEntry>;

impl StateEntry for RelaxedEntry {
    type State = PackedState;

    fn state(&self) -> &PackedState {
        &self.key
    }

    fn hash(key: &PackedState) -> u64 {
        mix(mix(0, *key as u64), (key >> 64) as u64)
    }

    fn is_cheaper(&self, other: &RelaxedEntry) -> bool {
        self.cost < other.cost
    }
}
