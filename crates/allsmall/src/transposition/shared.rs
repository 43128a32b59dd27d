//! The transposition table that several threads share.
//!
//! Nearly all keys are of one part: their table is read and written without
//! locks ([`ConcurrentTable`]). Longer keys are rare and go to shards, each a
//! table of the single-threaded kind behind a lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bucket_table::TableEntry;
use super::concurrent_table::ConcurrentTable;
use super::{ONE, TranspositionTable, ValueOrder, WordKey};
use crate::Stop;

/// Number of locked shards for longer keys.
const SHARDS: usize = 16;

/// One thread's handle to the shared table.
#[derive(Clone)]
pub(crate) struct SharedTranspositionTable {
    one: ConcurrentTable,
    longer: Arc<[Mutex<TranspositionTable>]>,
}

/// Locks a shard. An insertion cannot fail half-way, so a poisoned lock still
/// guards a valid table.
fn lock(shard: &Mutex<TranspositionTable>) -> MutexGuard<'_, TranspositionTable> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedTranspositionTable {
    /// Creates an empty table that grows to about `limit` bytes.
    pub(crate) fn new(limit: usize) -> SharedTranspositionTable {
        let longer = (0..SHARDS).map(|_| Mutex::new(TranspositionTable::new(limit / 8 / SHARDS))).collect();
        SharedTranspositionTable { one: ConcurrentTable::new(limit / 8 * 7), longer }
    }

    fn shard(&self, key: &WordKey) -> MutexGuard<'_, TranspositionTable> {
        lock(&self.longer[key.hash() as usize % SHARDS])
    }

    /// Approximate number of bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.one.bytes() + self.longer.iter().map(|shard| lock(shard).bytes()).sum::<usize>()
    }

    /// Number of entries.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.one.len() + self.longer.iter().map(|shard| lock(shard).len()).sum::<usize>()
    }

    /// Returns an entry that holds for this position.
    pub(crate) fn find(
        &mut self,
        key: &WordKey,
        value: u32,
        order: &mut impl ValueOrder,
    ) -> Result<Option<TableEntry>, Stop> {
        if key.words().len() > ONE {
            return self.shard(key).find(key, value, order);
        }
        self.one.find(key.words(), key.hash(), |stored, verdict| order.holds(stored, verdict, value))
    }

    /// Prefetches the cache lines that a look-up of this key reads.
    #[inline]
    pub(crate) fn prefetch(&self, key: &WordKey) {
        if key.words().len() <= ONE {
            self.one.prefetch(key.hash());
        }
    }

    /// Inserts an entry that no stored one implies.
    pub(crate) fn insert(&mut self, key: &WordKey, entry: TableEntry, order: &mut impl ValueOrder) -> Result<(), Stop> {
        if key.words().len() > ONE {
            return self.shard(key).insert(key, entry, order);
        }
        self.one.insert(key.words(), key.hash(), entry, |stored, verdict| order.is_implied(stored, verdict, entry))
    }

    /// Visits every entry with the words of its key; the few longest keys are
    /// left out.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.one.for_each(&mut visit);
        self.longer.iter().for_each(|shard| lock(shard).for_each(&mut visit));
    }

    /// Removes the entries for whose key and value `keep` is false. No other
    /// thread may be searching.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.one.retain(&mut keep);
        self.longer.iter().for_each(|shard| lock(shard).retain(&mut keep));
    }
}
