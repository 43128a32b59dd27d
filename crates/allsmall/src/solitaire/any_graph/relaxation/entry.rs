//! The entries of the loose program.

use super::super::table::{Best, Keyed};
use super::Cost;
use super::packed_state::Key;
use crate::base::hash::mix;

/// A state, its cost, and how it came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) cost: Cost,
    /// Which state before the step it came from, or the first of a pair.
    pub(super) from: u32,
    /// What was decided about the edges, three bits each; or the second of a
    /// pair.
    pub(super) choice: u64,
}

/// The cheapest way into each state.
pub(super) type States = Best<Entry>;

impl Keyed for Entry {
    type Key = Key;

    fn key(&self) -> &Key {
        &self.key
    }

    fn hash(key: &Key) -> u64 {
        mix(mix(0, *key as u64), (key >> 64) as u64)
    }

    fn is_cheaper(&self, other: &Entry) -> bool {
        self.cost < other.cost
    }
}
