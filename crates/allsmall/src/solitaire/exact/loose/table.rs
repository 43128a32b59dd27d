//! The tables of the loose program: the cheapest way into each state.

use super::super::hash::fold;
use super::Cost;
use super::layout::Key;

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

/// States that are found again by an open hash table, at most half full.
pub(super) struct Table {
    pub(super) entries: Vec<Entry>,
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Table {
    pub(super) fn new() -> Table {
        Table { entries: Vec::new(), slots: vec![FREE; 16] }
    }

    /// Takes the entry unless its state is known at no more cost.
    pub(super) fn offer(&mut self, entry: Entry) {
        let slot = self.slot(entry.key);
        match self.slots[slot] {
            FREE => {
                self.slots[slot] = self.entries.len() as u32;
                self.entries.push(entry);
                if 2 * self.entries.len() > self.slots.len() {
                    self.grow();
                }
            }
            at if entry.cost < self.entries[at as usize].cost => self.entries[at as usize] = entry,
            _ => {}
        }
    }

    /// The place of a state in the table.
    pub(super) fn find(&self, key: Key) -> Option<usize> {
        Some(self.slots[self.slot(key)]).filter(|&at| at != FREE).map(|at| at as usize)
    }

    /// Where the state is, or the free slot where it belongs.
    fn slot(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = fold(fold(0, key as u64), (key >> 64) as u64) as usize & mask;
        while self.slots[slot] != FREE && self.entries[self.slots[slot] as usize].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for index in 0..self.entries.len() {
            let slot = self.slot(self.entries[index].key);
            self.slots[slot] = index as u32;
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.slots.capacity() * size_of::<u32>()
    }
}
