//! The tables of both programs: the cheapest way into each state.

use std::hash::{BuildHasher, Hash, Hasher};

use super::bag_state::BagState;
use crate::base::hash::{Mixed, Mixer};

/// A state, its cost, and how it came about.
#[derive(Clone, Copy)]
pub(super) struct TreeDpEntry {
    pub(super) state: BagState,
    pub(super) cost: u32,
    /// No play that passes here leaves fewer stones.
    pub(super) bound: u32,
    /// Which joined state it came from.
    pub(super) from: u32,
    /// What was decided about the edges, three bits each; or, of a joined
    /// state, the second of the two states it is made of.
    pub(super) choice: u64,
}

/// What a table holds.
pub(super) trait Keyed: Copy {
    /// What makes an entry the only one of its kind.
    type Key: PartialEq;

    /// The key.
    fn key(&self) -> &Self::Key;

    /// A hash of a key.
    fn hash(key: &Self::Key) -> u64;

    /// Whether this entry is to take the place of another with its key.
    fn is_cheaper(&self, other: &Self) -> bool;
}

impl Keyed for TreeDpEntry {
    type Key = BagState;

    fn key(&self) -> &BagState {
        &self.state
    }

    fn hash(state: &BagState) -> u64 {
        Mixed::default().hash_one(state)
    }

    fn is_cheaper(&self, other: &TreeDpEntry) -> bool {
        self.cost < other.cost
    }
}

/// The cheapest entry of each state, found again by an open hash table:
///
/// ```text
///   slots:   . 2 . . 0 1 .      a state lies at its hash or right of it,
///   entries: e0 e1 e2           without a gap; at most half the slots are used
/// ```
pub(super) struct CheapestTable<E> {
    pub(super) entries: Vec<E>,
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl<E: Keyed> CheapestTable<E> {
    pub(super) fn new() -> CheapestTable<E> {
        CheapestTable { entries: Vec::new(), slots: vec![FREE; 16] }
    }

    /// Takes the entry unless its state is known at no more cost.
    pub(super) fn offer(&mut self, entry: E) {
        let slot = self.slot(entry.key());
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

    /// The place of a state among the entries.
    pub(super) fn find(&self, key: &E::Key) -> Option<usize> {
        Some(self.slots[self.slot(key)]).filter(|&at| at != FREE).map(|at| at as usize)
    }

    /// Where the state is, or the free slot where it belongs.
    fn slot(&self, key: &E::Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = E::hash(key) as usize & mask;
        while self.slots[slot] != FREE && self.entries[self.slots[slot] as usize].key() != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for index in 0..self.entries.len() {
            let slot = self.slot(self.entries[index].key());
            self.slots[slot] = index as u32;
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<E>() + self.slots.capacity() * size_of::<u32>()
    }
}

/// The entries that no other entry covers at no more cost.
pub(super) fn undominated(mut entries: Vec<TreeDpEntry>, bag: usize) -> Vec<TreeDpEntry> {
    // Only entries with equal balances and equal stones sent cover each other;
    // a hash brings them together, and `covers` compares them in full.
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
