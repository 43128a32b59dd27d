//! The verdicts that several threads have in common.
//!
//! Nearly all keys are of one part; their shelf is read and written without
//! locks ([`ConcurrentTable`]). Longer keys are rare: they go to a store of the kind
//! that one thread has, cut into pieces with a lock each.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bucket_table::TableEntry;
use super::concurrent_table::ConcurrentTable;
use super::{Key, ONE, TranspositionTable, ValueOrder};
use crate::Stop;

const PIECES: usize = 16;

/// One thread's way to them.
#[derive(Clone)]
pub(crate) struct SharedTranspositionTable {
    one: ConcurrentTable,
    longer: Arc<[Mutex<TranspositionTable>]>,
}

/// A thread that died holding the lock was not in the middle of an entry:
/// entering cannot fail half-way.
fn lock(piece: &Mutex<TranspositionTable>) -> MutexGuard<'_, TranspositionTable> {
    piece.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedTranspositionTable {
    /// None; at most about `limit` bytes of them.
    pub(crate) fn new(limit: usize) -> SharedTranspositionTable {
        let longer = (0..PIECES).map(|_| Mutex::new(TranspositionTable::new(limit / 8 / PIECES))).collect();
        SharedTranspositionTable { one: ConcurrentTable::new(limit / 8 * 7), longer }
    }

    fn piece(&self, key: &Key) -> MutexGuard<'_, TranspositionTable> {
        lock(&self.longer[key.hash() as usize % PIECES])
    }

    /// Bytes in use, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.one.bytes() + self.longer.iter().map(|piece| lock(piece).bytes()).sum::<usize>()
    }

    /// Number of verdicts.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.one.len() + self.longer.iter().map(|piece| lock(piece).len()).sum::<usize>()
    }

    /// A verdict that holds for this position.
    pub(crate) fn find(
        &mut self,
        key: &Key,
        value: u32,
        order: &mut impl ValueOrder,
    ) -> Result<Option<TableEntry>, Stop> {
        if key.words().len() > ONE {
            return self.piece(key).find(key, value, order);
        }
        self.one.find(key.words(), key.hash(), |known, won| order.holds(known, won, value))
    }

    /// Begins to fetch what a look-up of this key will look at.
    #[inline]
    pub(crate) fn prefetch(&self, key: &Key) {
        if key.words().len() <= ONE {
            self.one.prefetch(key.hash());
        }
    }

    /// Enters a verdict that does not follow from those that are there.
    pub(crate) fn insert(&mut self, key: &Key, verdict: TableEntry, order: &mut impl ValueOrder) -> Result<(), Stop> {
        if key.words().len() > ONE {
            return self.piece(key).insert(key, verdict, order);
        }
        self.one.insert(key.words(), key.hash(), verdict, |known, won| order.follows(known, won, verdict))
    }

    /// Visits every verdict with the words of its key; the few longest keys are
    /// left out.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.one.for_each(&mut visit);
        self.longer.iter().for_each(|piece| lock(piece).for_each(&mut visit));
    }

    /// Forgets what is not to be kept. No other thread may be at work.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.one.retain(&mut keep);
        self.longer.iter().for_each(|piece| lock(piece).retain(&mut keep));
    }
}
