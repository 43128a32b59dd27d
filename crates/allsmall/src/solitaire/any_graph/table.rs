//! DP tables: the cheapest entry of each state, in an open-addressing hash table.

use std::hash::{BuildHasher, Hash, Hasher};

use super::bag_state::BagState;
use crate::base::hash::{Mixed, Mixer};

/// A state of the tree DP, its cost, and its backpointers.
#[derive(Clone, Copy)]
pub(super) struct TreeDpEntry {
    pub(super) state: BagState,
    pub(super) cost: u32,
    /// Lower bound on the stones left by any play through this state.
    pub(super) bound: u32,
    /// Index of the joined state it came from.
    pub(super) from: u32,
    /// The uses of the edges, three bits each; in a join table, the index of the
    /// second state.
    pub(super) choice: u64,
}

/// An entry of a table.
pub(super) trait StateEntry: Copy {
    /// The state.
    type State: PartialEq;

    /// The state of the entry.
    fn state(&self) -> &Self::State;

    /// The hash of a state.
    fn hash(state: &Self::State) -> u64;

    /// Returns whether this entry replaces another one of its state.
    fn is_cheaper(&self, other: &Self) -> bool;
}

impl StateEntry for TreeDpEntry {
    type State = BagState;

    fn state(&self) -> &BagState {
        &self.state
    }

    fn hash(state: &BagState) -> u64 {
        Mixed::default().hash_one(state)
    }

    fn is_cheaper(&self, other: &TreeDpEntry) -> bool {
        self.cost < other.cost
    }
}

/// The cheapest entry of each state, with linear probing:
///
/// ```text
///   slots:   . 2 . . 0 1 .      a state lies at its hash or right of it,
///   entries: e0 e1 e2           without a gap; at most half of the slots are used
/// ```
pub(super) struct CheapestTable<E> {
    pub(super) entries: Vec<E>,
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl<E: StateEntry> CheapestTable<E> {
    pub(super) fn new() -> CheapestTable<E> {
        CheapestTable { entries: Vec::new(), slots: vec![FREE; 16] }
    }

    /// Inserts the entry unless its state is there at no more cost.
    pub(super) fn offer(&mut self, entry: E) {
        let slot = self.slot(entry.state());
        match self.slots[slot] {
            FREE => {
                self.slots[slot] = self.entries.len() as u32;
                self.entries.push(entry);
                if 2 * self.entries.len() > self.slots.len() {
                    self.grow();
                }
            }
            at if entry.is_cheaper(&self.entries[at as usize]) => self.entries[at as usize] = entry,
            _ => {}
        }
    }

    /// The index of a state among the entries.
    pub(super) fn find(&self, state: &E::State) -> Option<usize> {
        Some(self.slots[self.slot(state)]).filter(|&at| at != FREE).map(|at| at as usize)
    }

    /// The slot of a state, or the free slot where it belongs.
    fn slot(&self, state: &E::State) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = E::hash(state) as usize & mask;
        while self.slots[slot] != FREE && self.entries[self.slots[slot] as usize].state() != state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for index in 0..self.entries.len() {
            let slot = self.slot(self.entries[index].state());
            self.slots[slot] = index as u32;
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<E>() + self.slots.capacity() * size_of::<u32>()
    }
}

/// The entries that no other entry dominates at no more cost.
pub(super) fn undominated(mut entries: Vec<TreeDpEntry>, bag: usize) -> Vec<TreeDpEntry> {
    // Only entries with equal balances and equal sent stones dominate each other;
    // sorting by a hash groups them, and `covers` compares them in full.
    let group = |state: &BagState| {
        let mut hasher = Mixer::from(u64::from(state.sent(bag)));
        state.balance.hash(&mut hasher);
        hasher.finish()
    };
    entries.sort_by_cached_key(|e| (group(&e.state), e.cost, e.state.root));
    let mut kept: Vec<TreeDpEntry> = Vec::with_capacity(entries.len());
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
