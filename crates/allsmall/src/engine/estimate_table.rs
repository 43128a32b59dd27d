//! Transposition table of the heuristic search: estimates with their depths.
//!
//! An entry is found by its 64-bit hash, so it may be another position's. That can
//! spoil an estimate; nothing that is called proved depends on it.

use crate::base::hash::fold;

/// What an estimate says about the score of a full search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreBound {
    Exact,
    AtLeast,
    AtMost,
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredEstimate {
    pub(super) best: Option<u32>,
    pub(super) depth: u8,
    pub(super) bound: ScoreBound,
    pub(super) score: i32,
}

/// The table: two words an entry, the hash and the estimate.
///
/// ```text
/// bits 0-15 score   16-23 depth   24-25 bound + 1   32-63 best move + 1
/// ```
pub(super) struct EstimateTable {
    slots: Vec<[u64; 2]>,
    /// Hash of the numbering of the present search, part of every key.
    numbering: u64,
}

impl EstimateTable {
    /// Creates an empty table of at most about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> EstimateTable {
        let slots = (bytes / size_of::<[u64; 2]>()).max(2);
        EstimateTable { slots: vec![[0; 2]; 1 << slots.ilog2()], numbering: 0 }
    }

    fn slot(&self, hash: u64) -> usize {
        // The low bits are mixed as well as the high ones.
        hash as usize & (self.slots.len() - 1)
    }

    /// Begins a search whose vertices are these cells of a board. Positions with other
    /// vertices are not found, since moves are named by them.
    pub(super) fn enter(&mut self, cells: &[usize]) {
        self.numbering = cells.iter().fold(1, |hash, &cell| fold(hash, cell as u64));
    }

    pub(super) fn get(&self, hash: u64) -> Option<StoredEstimate> {
        let hash = hash ^ self.numbering;
        let [key, word] = self.slots[self.slot(hash)];
        let bound = match word >> 24 & 3 {
            1 => ScoreBound::Exact,
            2 => ScoreBound::AtLeast,
            3 => ScoreBound::AtMost,
            _ => return None,
        };
        let best = ((word >> 32) as u32).checked_sub(1);
        let found = StoredEstimate { best, depth: (word >> 16) as u8, bound, score: i32::from(word as u16 as i16) };
        (key == hash).then_some(found)
    }

    /// Stores an estimate unless a deeper one of the same position is there.
    pub(super) fn insert(&mut self, hash: u64, new: StoredEstimate) {
        let hash = hash ^ self.numbering;
        let at = self.slot(hash);
        let [key, word] = self.slots[at];
        if key == hash && (word >> 16) as u8 > new.depth && new.bound != ScoreBound::Exact {
            return;
        }
        let bound = match new.bound {
            ScoreBound::Exact => 1,
            ScoreBound::AtLeast => 2,
            ScoreBound::AtMost => 3,
        };
        let best = new.best.map_or(0, |edge| u64::from(edge) + 1);
        let word = u64::from(new.score as i16 as u16) | u64::from(new.depth) << 16 | bound << 24 | best << 32;
        self.slots[at] = [hash, word];
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill([0; 2]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = EstimateTable::new(1 << 10);
        let entry = StoredEstimate { best: Some(70_000), depth: 9, bound: ScoreBound::AtLeast, score: -29_990 };
        table.insert(77, entry);
        assert_eq!(table.get(77), Some(entry));
        assert_eq!(table.get(77 + (1 << 40)), None);
        table.insert(77, StoredEstimate { depth: 3, ..entry });
        assert_eq!(table.get(77), Some(entry));
        let exact = StoredEstimate { best: None, depth: 3, bound: ScoreBound::Exact, score: 12 };
        table.insert(77, exact);
        assert_eq!(table.get(77), Some(exact));
        table.clear();
        assert_eq!(table.get(77), None);
    }
}
