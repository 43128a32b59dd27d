//! Set-associative hash table with full keys of one length, growing in place.
//!
//! ```text
//! bucket   [ slot | slot | ... | overflow ]       one or two cache lines
//! slot     [ key words | value | verdict, log2_work, generation ]
//! ```
//!
//! While the table may grow, a full bucket passes entries on to the next ones
//! and sets its overflow flag; only a key with more than about a hundred entries
//! loses some. At its final size the table replaces the entry of lowest
//! priority in the bucket: the priority is the logarithm of the nodes an entry
//! took, and halves (in nodes) for every two generations without a hit.
//!
//! Buckets are indexed by the upper bits of the hash. So the table grows in
//! place, from the last bucket down: bucket `i` of `n` is spread over buckets
//! from `i * m / n` on, and all beyond `i` are rehashed already.

use std::ops::Range;

use super::Verdict;
use super::key::hash_words;
use crate::Stop;

/// A verdict as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// Id of the value in the sum with the key's parts.
    pub(crate) value: u32,
    pub(crate) verdict: Verdict,
    /// Work spent on it, see [`log2_work`].
    pub(crate) log2_work: u8,
}

/// Four times the binary logarithm of a number of nodes, rounded down.
pub(crate) fn log2_work(work: u64) -> u8 {
    let work = work.max(1);
    let whole = work.ilog2();
    // The next two digits after the leading one.
    let quarters = if whole >= 2 { work >> (whole - 2) & 3 } else { work << (2 - whole) & 3 };
    (4 * whole + quarters as u32) as u8
}

/// Replacement priority of an entry whose last hit was in this generation; the
/// lowest is replaced.
pub(super) fn priority(log2_work: u8, generation: u8, now: u8) -> i32 {
    i32::from(log2_work) - 2 * i32::from(now.wrapping_sub(generation))
}

#[derive(Clone, Copy)]
struct Slot<const WORDS: usize> {
    words: [u32; WORDS],
    value: u32,
    /// Number of words in use; 0 in a vacant slot.
    len: u8,
    verdict: Verdict,
    log2_work: u8,
    generation: u8,
}

#[derive(Clone, Copy)]
struct Bucket<const WORDS: usize, const WAYS: usize, A> {
    slots: [Slot<WORDS>; WAYS],
    /// Whether entries were passed on to the next bucket.
    overflow: bool,
    _align: [A; 0],
}

/// Aligns buckets to pairs of cache lines.
#[derive(Clone, Copy)]
#[repr(align(128))]
pub(super) struct CacheLinePair;

/// Slots with keys of up to `WORDS` words, in buckets aligned as `A` is.
pub(super) struct BucketTable<const WORDS: usize, const WAYS: usize, A: Copy = u32> {
    buckets: Vec<Bucket<WORDS, WAYS, A>>,
    filled: usize,
    /// Insertions since the generation last advanced.
    inserted: usize,
    generation: u8,
}

/// Maximum probe distance in buckets, the home bucket included. The trailing
/// buckets hold overflow only.
const PROBES: usize = 16;

/// Number of buckets that the first entry allocates.
const MIN_BUCKETS: usize = 64;

impl<const WORDS: usize> Slot<WORDS> {
    const VACANT: Slot<WORDS> =
        Slot { words: [0; WORDS], value: 0, len: 0, verdict: Verdict::Loss, log2_work: 0, generation: 0 };

    fn is_vacant(&self) -> bool {
        self.len == 0
    }

    fn key(&self) -> &[u32] {
        &self.words[..self.len.into()]
    }

    fn entry(&self) -> TableEntry {
        TableEntry { value: self.value, verdict: self.verdict, log2_work: self.log2_work }
    }

    fn priority(&self, now: u8) -> i32 {
        priority(self.log2_work, self.generation, now)
    }
}

impl<const WORDS: usize, const WAYS: usize, A: Copy> Bucket<WORDS, WAYS, A> {
    const EMPTY: Self = Bucket { slots: [Slot::VACANT; WAYS], overflow: false, _align: [] };
}

impl<const WORDS: usize, const WAYS: usize, A: Copy> BucketTable<WORDS, WAYS, A> {
    pub(super) fn new() -> Self {
        BucketTable { buckets: Vec::new(), filled: 0, inserted: 0, generation: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket<WORDS, WAYS, A>>()
    }

    pub(super) fn len(&self) -> usize {
        self.filled
    }

    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * (self.buckets.len() + 1 - PROBES) as u128) >> 64) as usize
    }

    /// The buckets that may hold an entry with this hash.
    fn probe_range(&self, hash: u64) -> Range<usize> {
        let home = self.home(hash);
        home..home + PROBES
    }

    /// The words of a key, padded with zeros. The key has at most `WORDS` words.
    fn padded(key: &[u32]) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        words[..key.len()].copy_from_slice(key);
        words
    }

    /// Prefetches the home bucket: several loads in flight take hardly longer
    /// than one.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if self.filled == 0 {
            return;
        }
        std::hint::black_box(self.buckets[self.home(hash)].slots[0].len);
    }

    /// Returns the first entry under this key whose value and verdict fit.
    pub(super) fn find(
        &mut self,
        key: &[u32],
        hash: u64,
        mut fits: impl FnMut(u32, Verdict) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        if self.filled == 0 {
            return Ok(None);
        }
        let (words, len) = (Self::padded(key), key.len() as u8);
        for at in self.probe_range(hash) {
            let bucket = &mut self.buckets[at];
            for slot in bucket.slots.iter_mut().filter(|slot| slot.words == words && slot.len == len) {
                if fits(slot.value, slot.verdict)? {
                    slot.generation = self.generation;
                    return Ok(Some(slot.entry()));
                }
            }
            if !bucket.overflow {
                break;
            }
        }
        Ok(None)
    }

    /// Removes the redundant entries under this key.
    pub(super) fn remove(
        &mut self,
        key: &[u32],
        hash: u64,
        mut redundant: impl FnMut(u32, Verdict) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        if self.filled == 0 {
            return Ok(());
        }
        let (words, len) = (Self::padded(key), key.len() as u8);
        for at in self.probe_range(hash) {
            let bucket = &mut self.buckets[at];
            for slot in bucket.slots.iter_mut().filter(|slot| slot.words == words && slot.len == len) {
                if redundant(slot.value, slot.verdict)? {
                    *slot = Slot::VACANT;
                    self.filled -= 1;
                }
            }
            if !bucket.overflow {
                break;
            }
        }
        Ok(())
    }

    /// Inserts an entry under a key that has none with the same value. The table
    /// may grow to `limit` bytes.
    pub(super) fn insert(&mut self, key: &[u32], hash: u64, entry: TableEntry, limit: usize) {
        if self.buckets.is_empty() {
            self.buckets = vec![Bucket::EMPTY; MIN_BUCKETS];
        }
        let slots = self.buckets.len() * WAYS;
        let max_buckets = (limit / size_of::<Bucket<WORDS, WAYS, A>>()).max(MIN_BUCKETS);
        if self.filled * 2 > slots && self.buckets.len() < max_buckets {
            self.grow((self.buckets.len() * 2).min(max_buckets));
        }
        self.inserted += 1;
        if self.inserted > slots {
            (self.inserted, self.generation) = (0, self.generation.wrapping_add(1));
        }
        let TableEntry { value, verdict, log2_work } = entry;
        let may_overflow = self.buckets.len() < max_buckets;
        self.put(
            Slot {
                words: Self::padded(key),
                value,
                len: key.len() as u8,
                verdict,
                log2_work,
                generation: self.generation,
            },
            hash,
            may_overflow,
        );
    }

    fn put(&mut self, slot: Slot<WORDS>, hash: u64, may_overflow: bool) {
        let probes = self.probe_range(hash);
        for at in probes.clone().take(if may_overflow { PROBES } else { 1 }) {
            let bucket = &mut self.buckets[at];
            if let Some(free) = bucket.slots.iter_mut().find(|old| old.is_vacant()) {
                *free = slot;
                self.filled += 1;
                return;
            }
            bucket.overflow |= may_overflow;
        }
        let now = self.generation;
        let victim = self.buckets[probes.start].slots.iter_mut().min_by_key(|old| old.priority(now));
        *victim.expect("a bucket has slots") = slot;
    }

    /// Grows in place, at most to twice the number of buckets.
    fn grow(&mut self, buckets: usize) {
        let old = self.buckets.len();
        self.buckets.reserve_exact(buckets - old);
        self.buckets.resize(buckets, Bucket::EMPTY);
        self.filled = 0;
        let mut overflowed = Vec::new();
        for i in (0..old).rev() {
            let bucket = std::mem::replace(&mut self.buckets[i], Bucket::EMPTY);
            for slot in bucket.slots.into_iter().filter(|slot| !slot.is_vacant()) {
                let hash = hash_words(slot.key());
                // An overflowed entry may belong to a bucket that is not rehashed yet.
                if self.home(hash) >= i { self.put(slot, hash, true) } else { overflowed.push((slot, hash)) }
            }
        }
        overflowed.into_iter().for_each(|(slot, hash)| self.put(slot, hash, true));
    }

    /// Visits every entry with its key.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.slots).filter(|slot| !slot.is_vacant()) {
            visit(slot.key(), slot.entry());
        }
    }

    /// Removes the entries for whose key and value `keep` is false.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.slots) {
            if !slot.is_vacant() && !keep(slot.key(), slot.value) {
                *slot = Slot::VACANT;
                self.filled -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type SmallTable = BucketTable<3, 6>;

    /// Keys of which some have words that are all zeros or all ones.
    fn key(n: u32) -> [u32; 2] {
        [n, [0, u32::MAX, 7][n as usize % 3]]
    }

    fn verdict(n: u32) -> Verdict {
        Verdict::from_won(n.is_multiple_of(3))
    }

    fn insert(table: &mut SmallTable, n: u32, log2_work: u8, limit: usize) {
        let key = key(n);
        table.insert(&key, hash_words(&key), TableEntry { value: n % 7, verdict: verdict(n), log2_work }, limit);
    }

    fn knows(table: &mut SmallTable, n: u32) -> bool {
        let key = key(n);
        let found = table.find(&key, hash_words(&key), |value, _| Ok(value == n % 7)).expect("no limit");
        found.is_some_and(|entry| {
            assert_eq!(entry.verdict, verdict(n), "it may forget, never lie");
            true
        })
    }

    #[test]
    fn a_growing_table_loses_nothing() {
        let mut table = SmallTable::new();
        (0..50_000).for_each(|n| insert(&mut table, n, 1, usize::MAX));
        assert_eq!(table.len(), 50_000);
        assert!((0..50_000).all(|n| knows(&mut table, n)));
        assert!(!knows(&mut table, 50_000));
        table.retain(|_, value| value == 0);
        assert!((0..50_000).all(|n| knows(&mut table, n) == n.is_multiple_of(7)));
    }

    #[test]
    fn a_full_table_keeps_the_most_expensive_entries() {
        let (mut table, limit) = (SmallTable::new(), 100_000);
        let log2_work = |n: u32| if n.is_multiple_of(50) { 60 } else { 4 };
        (0..30_000).for_each(|n| insert(&mut table, n, log2_work(n), limit));
        assert!(table.bytes() <= limit);
        let count = |table: &mut SmallTable, dear: bool| {
            (0..30_000u32).filter(|&n| n.is_multiple_of(50) == dear && knows(table, n)).count()
        };
        assert_eq!(count(&mut table, true), 600);
        assert!(count(&mut table, false) > 3000);
    }

    #[test]
    fn entries_without_hits_are_replaced_in_the_end() {
        let (mut table, limit) = (SmallTable::new(), 10_000);
        insert(&mut table, 0, 20, limit);
        (1..100_000).for_each(|n| insert(&mut table, n, 8, limit));
        assert!(!knows(&mut table, 0));
    }

    #[test]
    fn log2_work_counts_quarters_of_a_doubling() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 1 << 20].map(log2_work), [0, 4, 6, 8, 9, 10, 11, 12, 80]);
        assert_eq!(log2_work(u64::MAX), 255);
    }
}
