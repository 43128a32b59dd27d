//! A table of verdicts that several threads read and write at once, without
//! locks; with full keys of one part, as the shelf of one thread has them. What
//! a thread reads there belongs together, see [`Bucket`].
//!
//! A table that is half full is copied into one of twice the size, which the
//! old one points at from then on. What other threads enter into the old one in
//! the meantime is lost. Where a bucket is full, the verdict that is worth least
//! gives way, as on the shelf of one thread.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::bucket_table::TableEntry;
use super::key::hash_words;
use super::seqlock_bucket::{Bucket, Entry, Padded, Rest, WAYS, bits};
use crate::Stop;

/// Buckets of an empty table.
const LEAST: usize = 64;
/// Entries that a thread counts before it tells the others.
const COUNTED: usize = 32;

struct Table {
    buckets: Vec<Bucket>,
    /// Slots in use, and entries in all, as far as they were told.
    filled: AtomicUsize,
    entered: AtomicUsize,
    /// Whether some thread makes a larger one.
    growing: AtomicBool,
    next: OnceLock<Arc<Table>>,
}

impl Table {
    fn new(buckets: usize) -> Table {
        Table {
            buckets: (0..buckets).map(|_| Bucket::empty()).collect(),
            filled: AtomicUsize::new(0),
            entered: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            next: OnceLock::new(),
        }
    }

    #[inline]
    fn home(&self, hash: u64) -> &Bucket {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    fn slots(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// How often it was filled.
    fn age(&self) -> u8 {
        (self.entered.load(Relaxed) / self.slots()) as u8
    }

    /// Puts an entry in a vacant slot, if there is one, or in place of what is
    /// worth least; before that the values and verdicts under the same key go
    /// that are `needless`. By how many slots more are in use then.
    fn put(&self, hash: u64, entry: Entry, needless: &[(u32, bool)]) -> isize {
        let (now, bucket) = (self.age(), self.home(hash));
        let change = || {
            let mut more = 0;
            if !needless.is_empty() {
                for at in bits(bucket.slots_of(entry.key())) {
                    let old = bucket.entry(at);
                    if needless.contains(&(old.value(), old.rest.won())) {
                        bucket.vacate(at);
                        more -= 1;
                    }
                }
            }
            let vacant = (0..WAYS).find(|&at| bucket.rest(at) == Rest::VACANT);
            more += isize::from(vacant.is_some());
            let least = || (0..WAYS).min_by_key(|&at| bucket.rest(at).worth(now)).expect("a bucket has slots");
            bucket.set(vacant.unwrap_or_else(least), entry);
            more
        };
        bucket.write(change).unwrap_or(0)
    }

    /// Visits every entry.
    fn for_each(&self, mut visit: impl FnMut(Entry)) {
        for bucket in &self.buckets {
            let all = || std::array::from_fn::<_, WAYS, _>(|at| bucket.entry(at));
            bucket.read(all).into_iter().flatten().filter(|entry| entry.rest != Rest::VACANT).for_each(&mut visit);
        }
    }

    /// A copy with so many buckets.
    fn widened(&self, buckets: usize) -> Table {
        let (wider, mut filled) = (Table::new(buckets), 0);
        self.for_each(|entry| {
            let hash = hash_words(&entry.key().words());
            filled += wider.put(hash, entry.aged(0), &[]);
        });
        wider.filled.store(filled.unsigned_abs(), Relaxed);
        wider
    }
}

/// One thread's way to the table.
#[derive(Clone)]
pub(super) struct ConcurrentTable {
    table: Arc<Table>,
    /// Buckets that it may come to.
    most: usize,
    /// Slots filled and entries made since they were told last.
    filled: isize,
    entered: usize,
}

impl ConcurrentTable {
    /// No verdicts; at most about `limit` bytes of them. While the table grows
    /// the old one, of half its size, is there too.
    pub(super) fn new(limit: usize) -> ConcurrentTable {
        let most = (limit / 3 * 2 / size_of::<Bucket>()).max(LEAST);
        ConcurrentTable { table: Arc::new(Table::new(LEAST)), most, filled: 0, entered: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.latest().buckets.len() * size_of::<Bucket>()
    }

    /// Number of verdicts.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        let mut count = 0;
        self.for_each(|_, _| count += 1);
        count
    }

    fn latest(&self) -> &Table {
        let mut table = &*self.table;
        while let Some(next) = table.next.get() {
            table = next;
        }
        table
    }

    /// Goes over to a larger table, if there is one.
    #[inline]
    fn catch_up(&mut self) {
        while let Some(next) = self.table.next.get() {
            self.table = Arc::clone(next);
        }
    }

    /// Begins to fetch what [`ConcurrentTable::find`] will look at.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        self.table.home(hash).prefetch();
    }

    /// The first verdict under this key that `fits`.
    #[inline]
    pub(super) fn find(
        &mut self,
        key: &[u32],
        hash: u64,
        fits: impl FnMut(u32, bool) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        self.catch_up();
        let (key, bucket) = (Padded::new(key), self.table.home(hash));
        // Mostly there is nothing, and then it does not matter who writes.
        if bucket.slots_of(key) == 0 { Ok(None) } else { self.choose(key, bucket, fits) }
    }

    fn choose(
        &self,
        key: Padded,
        bucket: &Bucket,
        mut fits: impl FnMut(u32, bool) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        for (at, entry) in bucket.under(key) {
            if fits(entry.value(), entry.rest.won())? {
                bucket.refresh(at, entry.rest, self.table.age());
                return Ok(Some(entry.verdict()));
            }
        }
        Ok(None)
    }

    /// Enters a verdict, and takes out those under the same key that are
    /// `needless` then.
    pub(super) fn insert(
        &mut self,
        key: &[u32],
        hash: u64,
        verdict: TableEntry,
        mut needless: impl FnMut(u32, bool) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        self.catch_up();
        let key = Padded::new(key);
        let mut gone = SmallVec::<[(u32, bool); WAYS]>::new();
        for (_, old) in self.table.home(hash).under(key) {
            if needless(old.value(), old.rest.won())? {
                gone.push((old.value(), old.rest.won()));
            }
        }
        let rest = Rest::new(key.len, verdict, self.table.age());
        self.filled += self.table.put(hash, Entry::new(key, verdict.value, rest), &gone);
        self.entered += 1;
        if self.entered >= COUNTED {
            self.tell();
        }
        Ok(())
    }

    /// Adds what this thread has counted, and makes a larger table if it is
    /// time.
    fn tell(&mut self) {
        let table = &self.table;
        table.entered.fetch_add(std::mem::take(&mut self.entered), Relaxed);
        // Counts may be told in any order, so the sum wraps around.
        let more = std::mem::take(&mut self.filled) as usize;
        let filled = table.filled.fetch_add(more, Relaxed).wrapping_add(more);
        let buckets = table.buckets.len();
        if 2 * filled as isize > table.slots() as isize && buckets < self.most && !table.growing.swap(true, Relaxed) {
            let _ = table.next.set(Arc::new(table.widened((2 * buckets).min(self.most))));
        }
    }

    /// Visits every verdict with its key.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.latest().for_each(|entry| visit(&entry.key().words(), entry.verdict()));
    }

    /// Forgets what is not to be kept. No other thread may be at work.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.catch_up();
        for bucket in &self.table.buckets {
            for at in 0..WAYS {
                let entry = bucket.entry(at);
                if entry.rest != Rest::VACANT && !keep(&entry.key().words(), entry.value()) {
                    bucket.vacate(at);
                    self.filled -= 1;
                }
            }
        }
        self.tell();
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

    fn enter(shelf: &mut ConcurrentTable, n: u32, log2_work: u8) {
        let (key, verdict) = (key(n), TableEntry { value: value(n), won: n.is_multiple_of(5), log2_work });
        shelf.insert(&key, hash_words(&key), verdict, |_, _| Ok(true)).expect("no limit");
    }

    /// Whether it is known; what is known is right.
    fn knows(shelf: &mut ConcurrentTable, n: u32) -> bool {
        let key = key(n);
        let found = shelf.find(&key, hash_words(&key), |_, _| Ok(true)).expect("no limit");
        found.is_some_and(|verdict| {
            assert_eq!((verdict.value, verdict.won), (value(n), n.is_multiple_of(5)), "it may forget, never lie");
            true
        })
    }

    #[test]
    fn hardly_anything_is_lost_while_it_may_grow() {
        let mut shelf = ConcurrentTable::new(1 << 30);
        (0..50_000).for_each(|n| enter(&mut shelf, n, 1));
        (0..50_000).for_each(|n| enter(&mut shelf, n, 1));
        let known = (0..50_000).filter(|&n| knows(&mut shelf, n)).count();
        assert_eq!(shelf.len(), known, "an entry replaces the one with its key");
        assert!(known > 48_000, "{known}");
        assert!(!knows(&mut shelf, 50_000));
        shelf.retain(|words, _| words.len() == 2);
        assert!((0..50_000).all(|n| n % 3 == 1 || !knows(&mut shelf, n)));
        assert!((0..50_000).filter(|&n| knows(&mut shelf, n)).count() > 15_000);
    }

    #[test]
    fn at_its_limit_it_keeps_what_took_most_work() {
        let limit = 100_000;
        let mut shelf = ConcurrentTable::new(limit);
        let log2_work = |n: u32| if n.is_multiple_of(50) { 60 } else { 4 };
        (0..30_000).for_each(|n| enter(&mut shelf, n, log2_work(n)));
        assert!(shelf.bytes() <= limit);
        let mut count =
            |dear: bool| (0..30_000u32).filter(|&n| n.is_multiple_of(50) == dear && knows(&mut shelf, n)).count();
        assert!(count(true) > 500);
        assert!(count(false) > 1500);
    }

    #[test]
    fn verdicts_under_one_key_stay_apart() {
        let mut shelf = ConcurrentTable::new(1 << 20);
        let hash = hash_words(&[9]);
        for (value, won) in [(1, true), (2, false), (3, true)] {
            shelf.insert(&[9], hash, TableEntry { value, won, log2_work: 4 }, |known, _| Ok(known == value)).unwrap();
        }
        let mut find = |wanted| shelf.find(&[9], hash, |value, _| Ok(value == wanted)).unwrap().map(|v| v.won);
        assert_eq!([1, 2, 3, 4].map(&mut find), [Some(true), Some(false), Some(true), None]);
        // Some follow from a new one.
        shelf.insert(&[9], hash, TableEntry { value: 5, won: true, log2_work: 4 }, |_, won| Ok(won)).unwrap();
        let mut find = |wanted| shelf.find(&[9], hash, |value, _| Ok(value == wanted)).unwrap().map(|v| v.won);
        assert_eq!([1, 2, 3, 5].map(&mut find), [None, Some(false), None, Some(true)]);
    }

    /// Four threads write and read the same few buckets, while the table grows
    /// and at its limit.
    #[test]
    fn threads_never_read_half_of_an_entry() {
        for limit in [0, 1 << 24] {
            let shelf = ConcurrentTable::new(limit);
            let found: usize = std::thread::scope(|scope| {
                let run = |thread: u32| {
                    let mut shelf = shelf.clone();
                    scope.spawn(move || {
                        let mut found = 0;
                        for i in 0..1_000_000u32 {
                            let n = (i * (2 * thread + 1) + thread).wrapping_mul(0x85EB_CA6B) >> 18;
                            if (i + thread).is_multiple_of(3) {
                                enter(&mut shelf, n, (n % 40) as u8);
                            } else {
                                found += usize::from(knows(&mut shelf, n));
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
