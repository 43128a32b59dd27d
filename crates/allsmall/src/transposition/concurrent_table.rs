//! Concurrent transposition table without locks, with full keys of one part.
//! Its buckets are seqlocks, see [`SeqlockBucket`].
//!
//! A table that is half full is copied into one of twice the size, to which the
//! old one points from then on. Insertions into the old one during the copy are
//! lost. Replacement in a full bucket is by priority, as in the
//! single-threaded table.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::Verdict;
use super::bucket_table::TableEntry;
use super::key::hash_words;
use super::seqlock_bucket::{PaddedKey, SeqlockBucket, SlotContents, SlotMeta, WAYS, bits};
use crate::Stop;

/// Number of buckets of an empty table.
const MIN_BUCKETS: usize = 64;
/// Number of insertions after which a thread publishes its counts.
const PUBLISH_EVERY: usize = 32;

/// A table of fixed size, and its successor.
struct FixedTable {
    buckets: Vec<SeqlockBucket>,
    /// Occupied slots and total insertions, as last published by the threads.
    filled: AtomicUsize,
    inserted: AtomicUsize,
    /// Whether some thread is building the successor.
    growing: AtomicBool,
    next: OnceLock<Arc<FixedTable>>,
}

impl FixedTable {
    fn new(buckets: usize) -> FixedTable {
        FixedTable {
            buckets: (0..buckets).map(|_| SeqlockBucket::empty()).collect(),
            filled: AtomicUsize::new(0),
            inserted: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            next: OnceLock::new(),
        }
    }

    #[inline]
    fn home(&self, hash: u64) -> &SeqlockBucket {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    fn slots(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// The generation advances after as many insertions as there are slots.
    fn generation(&self) -> u8 {
        (self.inserted.load(Relaxed) / self.slots()) as u8
    }

    /// Removes the redundant values and verdicts under the same key, then stores
    /// an entry in a vacant slot or in place of the one of lowest priority.
    /// Returns the change of the number of occupied slots.
    fn put(&self, hash: u64, contents: SlotContents, redundant: &[(u32, Verdict)]) -> isize {
        let (now, bucket) = (self.generation(), self.home(hash));
        let change = || {
            let mut more = 0;
            if !redundant.is_empty() {
                for at in bits(bucket.slots_of(contents.key())) {
                    let old = bucket.contents(at);
                    if redundant.contains(&(old.value(), old.meta.verdict())) {
                        bucket.vacate(at);
                        more -= 1;
                    }
                }
            }
            let vacant = (0..WAYS).find(|&at| bucket.meta(at) == SlotMeta::VACANT);
            more += isize::from(vacant.is_some());
            let victim = || (0..WAYS).min_by_key(|&at| bucket.meta(at).priority(now)).expect("a bucket has slots");
            bucket.set(vacant.unwrap_or_else(victim), contents);
            more
        };
        bucket.write(change).unwrap_or(0)
    }

    /// Visits every entry.
    fn for_each(&self, mut visit: impl FnMut(SlotContents)) {
        for bucket in &self.buckets {
            let all = || std::array::from_fn::<_, WAYS, _>(|at| bucket.contents(at));
            bucket
                .read(all)
                .into_iter()
                .flatten()
                .filter(|contents| contents.meta != SlotMeta::VACANT)
                .for_each(&mut visit);
        }
    }

    /// Copies the entries into a table with this number of buckets.
    fn widened(&self, buckets: usize) -> FixedTable {
        let (wider, mut filled) = (FixedTable::new(buckets), 0);
        self.for_each(|contents| {
            let hash = hash_words(&contents.key().words());
            filled += wider.put(hash, contents.with_generation(0), &[]);
        });
        wider.filled.store(filled.unsigned_abs(), Relaxed);
        wider
    }
}

/// One thread's handle to the table.
#[derive(Clone)]
pub(super) struct ConcurrentTable {
    table: Arc<FixedTable>,
    /// Maximum number of buckets.
    max_buckets: usize,
    /// Slots filled and insertions made since they were last published.
    filled: isize,
    inserted: usize,
}

impl ConcurrentTable {
    /// Creates an empty table that grows to about `limit` bytes, the old table
    /// of half the size included, which exists while the new one is filled.
    pub(super) fn new(limit: usize) -> ConcurrentTable {
        let max_buckets = (limit / 3 * 2 / size_of::<SeqlockBucket>()).max(MIN_BUCKETS);
        ConcurrentTable { table: Arc::new(FixedTable::new(MIN_BUCKETS)), max_buckets, filled: 0, inserted: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.latest().buckets.len() * size_of::<SeqlockBucket>()
    }

    /// Number of entries.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        let mut count = 0;
        self.for_each(|_, _| count += 1);
        count
    }

    /// The largest table, at the end of the chain.
    fn latest(&self) -> &FixedTable {
        let mut table = &*self.table;
        while let Some(next) = table.next.get() {
            table = next;
        }
        table
    }

    /// Switches to the latest table.
    #[inline]
    fn catch_up(&mut self) {
        while let Some(next) = self.table.next.get() {
            self.table = Arc::clone(next);
        }
    }

    /// Prefetches the home bucket.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        self.table.home(hash).prefetch();
    }

    /// Returns the first entry under this key whose value and verdict fit.
    #[inline]
    pub(super) fn find(
        &mut self,
        key: &[u32],
        hash: u64,
        fits: impl FnMut(u32, Verdict) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        self.catch_up();
        let (key, bucket) = (PaddedKey::new(key), self.table.home(hash));
        // Most look-ups miss, and a miss needs no consistent snapshot.
        if bucket.slots_of(key) == 0 { Ok(None) } else { self.find_in(bucket, key, fits) }
    }

    fn find_in(
        &self,
        bucket: &SeqlockBucket,
        key: PaddedKey,
        mut fits: impl FnMut(u32, Verdict) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        for (at, contents) in bucket.under(key) {
            if fits(contents.value(), contents.meta.verdict())? {
                bucket.refresh(at, contents.meta, self.table.generation());
                return Ok(Some(contents.entry()));
            }
        }
        Ok(None)
    }

    /// Inserts an entry and removes the redundant ones under the same key.
    pub(super) fn insert(
        &mut self,
        key: &[u32],
        hash: u64,
        entry: TableEntry,
        mut redundant: impl FnMut(u32, Verdict) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        self.catch_up();
        let key = PaddedKey::new(key);
        let mut gone = SmallVec::<[(u32, Verdict); WAYS]>::new();
        for (_, old) in self.table.home(hash).under(key) {
            if redundant(old.value(), old.meta.verdict())? {
                gone.push((old.value(), old.meta.verdict()));
            }
        }
        let meta = SlotMeta::new(key.len, entry, self.table.generation());
        self.filled += self.table.put(hash, SlotContents::new(key, entry.value, meta), &gone);
        self.inserted += 1;
        if self.inserted >= PUBLISH_EVERY {
            self.publish();
        }
        Ok(())
    }

    /// Publishes this thread's counts, and builds a larger table if this one is
    /// half full.
    fn publish(&mut self) {
        let table = &self.table;
        table.inserted.fetch_add(std::mem::take(&mut self.inserted), Relaxed);
        // Negative counts may be published first, so the sum wraps around.
        let more = std::mem::take(&mut self.filled) as usize;
        let filled = table.filled.fetch_add(more, Relaxed).wrapping_add(more);
        let buckets = table.buckets.len();
        if 2 * filled as isize > table.slots() as isize
            && buckets < self.max_buckets
            && !table.growing.swap(true, Relaxed)
        {
            let _ = table.next.set(Arc::new(table.widened((2 * buckets).min(self.max_buckets))));
        }
    }

    /// Visits every entry with its key.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.latest().for_each(|contents| visit(&contents.key().words(), contents.entry()));
    }

    /// Removes the entries for whose key and value `keep` is false. No other
    /// thread may be searching.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.catch_up();
        for bucket in &self.table.buckets {
            for at in 0..WAYS {
                let contents = bucket.contents(at);
                if contents.meta != SlotMeta::VACANT && !keep(&contents.key().words(), contents.value()) {
                    bucket.vacate(at);
                    self.filled -= 1;
                }
            }
        }
        self.publish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of one to three words, some of which are zero or all ones.
    fn key(n: u32) -> Vec<u32> {
        [n, [0, u32::MAX, 7][n as usize % 3], 0][..1 + n as usize % 3].to_vec()
    }

    fn value(n: u32) -> u32 {
        n.wrapping_mul(0x9E37_79B9)
    }

    fn verdict(n: u32) -> Verdict {
        Verdict::from_won(n.is_multiple_of(5))
    }

    fn insert(table: &mut ConcurrentTable, n: u32, log2_work: u8) {
        let (key, entry) = (key(n), TableEntry { value: value(n), verdict: verdict(n), log2_work });
        table.insert(&key, hash_words(&key), entry, |_, _| Ok(true)).expect("no limit");
    }

    /// Returns whether an entry is found, and asserts that it is the right one.
    fn knows(table: &mut ConcurrentTable, n: u32) -> bool {
        let key = key(n);
        let found = table.find(&key, hash_words(&key), |_, _| Ok(true)).expect("no limit");
        found.is_some_and(|entry| {
            assert_eq!((entry.value, entry.verdict), (value(n), verdict(n)), "it may forget, never lie");
            true
        })
    }

    #[test]
    fn a_growing_table_loses_little() {
        let mut table = ConcurrentTable::new(1 << 30);
        (0..50_000).for_each(|n| insert(&mut table, n, 1));
        (0..50_000).for_each(|n| insert(&mut table, n, 1));
        let known = (0..50_000).filter(|&n| knows(&mut table, n)).count();
        assert_eq!(table.len(), known, "an entry replaces the one with its key");
        assert!(known > 48_000, "{known}");
        assert!(!knows(&mut table, 50_000));
        table.retain(|words, _| words.len() == 2);
        assert!((0..50_000).all(|n| n % 3 == 1 || !knows(&mut table, n)));
        assert!((0..50_000).filter(|&n| knows(&mut table, n)).count() > 15_000);
    }

    #[test]
    fn a_full_table_keeps_the_most_expensive_entries() {
        let limit = 100_000;
        let mut table = ConcurrentTable::new(limit);
        let log2_work = |n: u32| if n.is_multiple_of(50) { 60 } else { 4 };
        (0..30_000).for_each(|n| insert(&mut table, n, log2_work(n)));
        assert!(table.bytes() <= limit);
        let mut count =
            |dear: bool| (0..30_000u32).filter(|&n| n.is_multiple_of(50) == dear && knows(&mut table, n)).count();
        assert!(count(true) > 500);
        assert!(count(false) > 1500);
    }

    #[test]
    fn entries_of_one_key_with_different_values_coexist() {
        let mut table = ConcurrentTable::new(1 << 20);
        let hash = hash_words(&[9]);
        for (value, verdict) in [(1, Verdict::Win), (2, Verdict::Loss), (3, Verdict::Win)] {
            table
                .insert(&[9], hash, TableEntry { value, verdict, log2_work: 4 }, |known, _| Ok(known == value))
                .unwrap();
        }
        let mut find =
            |wanted| table.find(&[9], hash, |value, _| Ok(value == wanted)).unwrap().map(|entry| entry.verdict);
        assert_eq!([1, 2, 3, 4].map(&mut find), [Some(Verdict::Win), Some(Verdict::Loss), Some(Verdict::Win), None]);
        // The new entry implies some.
        let new = TableEntry { value: 5, verdict: Verdict::Win, log2_work: 4 };
        table.insert(&[9], hash, new, |_, verdict| Ok(verdict.is_win())).unwrap();
        let mut find =
            |wanted| table.find(&[9], hash, |value, _| Ok(value == wanted)).unwrap().map(|entry| entry.verdict);
        assert_eq!([1, 2, 3, 5].map(&mut find), [None, Some(Verdict::Loss), None, Some(Verdict::Win)]);
    }

    /// Four threads write and read the same few buckets, while the table grows
    /// and at its limit.
    #[test]
    fn reads_are_never_torn() {
        for limit in [0, 1 << 24] {
            let table = ConcurrentTable::new(limit);
            let found: usize = std::thread::scope(|scope| {
                let run = |thread: u32| {
                    let mut table = table.clone();
                    scope.spawn(move || {
                        let mut found = 0;
                        for i in 0..1_000_000u32 {
                            let n = (i * (2 * thread + 1) + thread).wrapping_mul(0x85EB_CA6B) >> 18;
                            if (i + thread).is_multiple_of(3) {
                                insert(&mut table, n, (n % 40) as u8);
                            } else {
                                found += usize::from(knows(&mut table, n));
                            }
                        }
                        found
                    })
                };
                let threads: Vec<_> = (0..4).map(run).collect();
                threads.into_iter().map(|thread| thread.join().expect("no lie")).sum()
            });
            assert!(found > 1000, "{found}");
        }
    }
}
