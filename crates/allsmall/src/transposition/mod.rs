//! Transposition tables: proved verdicts under full keys, in bounded memory.
//!
//! An entry is about a position `W + v` and is found under the words of `W`. A
//! look-up compares values: [`ValueOrder`] decides whether the verdict on `W + v`
//! implies the one on `W + u`. Entries that a new one implies are removed.
//!
//! Keys are sorted by length into three bucket tables: one part, two parts, up
//! to four. The few longer keys are in a hash map, which is emptied when it is
//! full.
//!
//! | file               | role                                              |
//! |--------------------|---------------------------------------------------|
//! | `bucket_table`     | set-associative table of one thread               |
//! | `concurrent_table` | the same for several threads, without locks       |
//! | `seqlock_bucket`   | its bucket, a seqlock                             |
//! | `shared`           | what several threads share, keys of every length  |
//! | `key`, `verdict`   | keys and results                                  |

mod bucket_table;
mod concurrent_table;
mod key;
mod seqlock_bucket;
mod shared;
mod verdict;

use std::collections::HashMap;

use bucket_table::{BucketTable, CacheLinePair};
pub(crate) use bucket_table::{TableEntry, log2_work};
pub(crate) use key::WordKey;
pub(crate) use shared::SharedTranspositionTable;
pub use verdict::Verdict;

use crate::Stop;
use crate::base::hash::Mixed;

/// Maximum number of words of a key of one part, of two, of four.
const ONE: usize = 3;
const TWO: usize = 6;
const FOUR: usize = 14;

/// Bytes of an entry with a longer key, including its share of the map.
const LONG_ENTRY_BYTES: usize = 200;

/// The transposition table of one search.
pub(crate) struct TranspositionTable {
    one: BucketTable<ONE, 6, CacheLinePair>,
    two: BucketTable<TWO, 4>,
    four: BucketTable<FOUR, 4>,
    long: HashMap<Box<[u32]>, TableEntry, Mixed>,
    limit: usize,
}

/// When a verdict on `W + v` carries over to `W + u`.
pub(crate) trait ValueOrder {
    /// Returns whether this verdict on `W + from` implies the same on `W + to`.
    fn transfers(&mut self, verdict: Verdict, from: u32, to: u32) -> Result<bool, Stop>;

    /// Returns whether a stored verdict on `W + stored` holds for `W + value`.
    fn holds(&mut self, stored: u32, verdict: Verdict, value: u32) -> Result<bool, Stop> {
        Ok(stored == value || self.transfers(verdict, stored, value)?)
    }

    /// Returns whether `new` implies a stored verdict on `W + stored`.
    fn is_implied(&mut self, stored: u32, verdict: Verdict, new: TableEntry) -> Result<bool, Stop> {
        Ok(verdict == new.verdict && self.holds(new.value, verdict, stored)?)
    }
}

/// Evaluates `$call` with the bucket table that a key belongs to.
macro_rules! with_table {
    ($self:ident, $key:ident, $table:ident => $call:expr, $long:expr) => {
        match $key.words().len() {
            ..=ONE => {
                let $table = &mut $self.one;
                $call
            }
            ..=TWO => {
                let $table = &mut $self.two;
                $call
            }
            ..=FOUR => {
                let $table = &mut $self.four;
                $call
            }
            _ => $long,
        }
    };
}

impl TranspositionTable {
    /// Creates an empty table that grows to about `limit` bytes.
    pub(crate) fn new(limit: usize) -> TranspositionTable {
        TranspositionTable {
            one: BucketTable::new(),
            two: BucketTable::new(),
            four: BucketTable::new(),
            long: HashMap::default(),
            limit,
        }
    }

    /// Approximate number of bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.one.bytes() + self.two.bytes() + self.four.bytes() + self.long.len() * LONG_ENTRY_BYTES
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.one.len() + self.two.len() + self.four.len() + self.long.len()
    }

    /// Returns an entry that holds for this position.
    pub(crate) fn find(
        &mut self,
        key: &WordKey,
        value: u32,
        order: &mut impl ValueOrder,
    ) -> Result<Option<TableEntry>, Stop> {
        let mut fits = |stored: u32, verdict: Verdict| order.holds(stored, verdict, value);
        with_table!(self, key, table => table.find(key.words(), key.hash(), fits), {
            match self.long.get(key.words()) {
                Some(&entry) if fits(entry.value, entry.verdict)? => Ok(Some(entry)),
                _ => Ok(None),
            }
        })
    }

    /// Prefetches the cache lines that a look-up of this key reads.
    #[inline]
    pub(crate) fn prefetch(&self, key: &WordKey) {
        if key.words().len() <= ONE {
            self.one.prefetch(key.hash());
        }
    }

    /// Bytes that one of the bucket tables may grow by. An eighth of the limit
    /// is reserved for each of them.
    fn free(&self) -> usize {
        let used = [self.one.bytes(), self.two.bytes(), self.four.bytes()];
        let reserved: usize = used.iter().map(|&bytes| bytes.max(self.limit / 8)).sum();
        self.limit.saturating_sub(reserved + self.long.len() * LONG_ENTRY_BYTES)
    }

    /// Inserts an entry that no stored one implies.
    pub(crate) fn insert(&mut self, key: &WordKey, entry: TableEntry, order: &mut impl ValueOrder) -> Result<(), Stop> {
        let redundant = |stored: u32, verdict: Verdict| order.is_implied(stored, verdict, entry);
        let free = self.free();
        let eighth = self.limit / 8;
        with_table!(self, key, table => {
            table.remove(key.words(), key.hash(), redundant)?;
            let limit = table.bytes().max(eighth) + free;
            table.insert(key.words(), key.hash(), entry, limit);
        }, {
            if free < LONG_ENTRY_BYTES {
                self.long.clear();
            }
            self.long.insert(key.words().into(), entry);
        });
        Ok(())
    }

    /// Visits every entry with the words of its key, except those in the map of
    /// longer keys.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.one.for_each(&mut visit);
        self.two.for_each(&mut visit);
        self.four.for_each(&mut visit);
    }

    /// Removes the entries for whose key and value `keep` is false, and all
    /// longer keys.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.one.retain(&mut keep);
        self.two.retain(&mut keep);
        self.four.retain(&mut keep);
        self.long.clear();
    }
}
