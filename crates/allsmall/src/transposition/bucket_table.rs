//! A bounded table of verdicts with full keys of one length.
//!
//! ```text
//! bucket   [ slot | slot | ... | overflow ]       a few slots, found by one look
//! slot     [ key words | value | won, work, age ]
//! ```
//!
//! While the table may grow, nothing is lost but what goes beyond a hundred
//! verdicts of one key: a full bucket passes entries on to the next one and
//! says so. Then what is worth least gives way: a verdict
//! is worth the nodes that it took, and half of that after it was not asked
//! for during two fillings of the table. Buckets are found by the upper bits
//! of the hash, so that a table grows in place: what was in bucket `i` of `n`
//! goes to buckets from `i * m / n` on, of which all beyond `i` are done.

use std::ops::Range;

use super::key::hash_words;
use crate::Stop;

/// A verdict as it is kept: whether the player to move wins, by how much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The number of the value beside the key.
    pub(crate) value: u32,
    pub(crate) won: bool,
    /// See [`log2_work`].
    pub(crate) log2_work: u8,
}

/// The logarithm of some work, in quarters of a doubling.
pub(crate) fn log2_work(work: u64) -> u8 {
    let work = work.max(1);
    let whole = work.ilog2();
    // The next two digits after the leading one.
    let part = if whole >= 2 { work >> (whole - 2) & 3 } else { work << (2 - whole) & 3 };
    (4 * whole + part as u32) as u8
}

/// What a verdict is worth, of this log2_work and asked for last at this age of
/// its table.
pub(super) fn worth(log2_work: u8, age: u8, now: u8) -> i32 {
    i32::from(log2_work) - 2 * i32::from(now.wrapping_sub(age))
}

#[derive(Clone, Copy)]
struct Slot<const WORDS: usize> {
    words: [u32; WORDS],
    value: u32,
    /// How many of the words are in use; 0 in a vacant slot.
    len: u8,
    won: bool,
    log2_work: u8,
    age: u8,
}

#[derive(Clone, Copy)]
struct Bucket<const WORDS: usize, const WAYS: usize, A> {
    slots: [Slot<WORDS>; WAYS],
    /// Whether entries were passed on.
    overflow: bool,
    _align: [A; 0],
}

/// Makes buckets begin where a pair of cache lines does.
#[derive(Clone, Copy)]
#[repr(align(128))]
pub(super) struct Lines;

/// Slots with keys of up to `WORDS` words, in buckets aligned as `A` is.
pub(super) struct BucketTable<const WORDS: usize, const WAYS: usize, A: Copy = u32> {
    buckets: Vec<Bucket<WORDS, WAYS, A>>,
    filled: usize,
    /// Entries since the last birthday, and the age of the table.
    entered: usize,
    age: u8,
}

/// How far a full bucket passes entries on; so one key has at most some
/// hundred verdicts. The last buckets are nobody's home.
const REACH: usize = 16;

/// Buckets of an empty table.
const LEAST: usize = 64;

impl<const WORDS: usize> Slot<WORDS> {
    const VACANT: Slot<WORDS> = Slot { words: [0; WORDS], value: 0, len: 0, won: false, log2_work: 0, age: 0 };

    fn is_vacant(&self) -> bool {
        self.len == 0
    }

    fn key(&self) -> &[u32] {
        &self.words[..self.len.into()]
    }

    fn verdict(&self) -> TableEntry {
        TableEntry { value: self.value, won: self.won, log2_work: self.log2_work }
    }

    fn worth(&self, now: u8) -> i32 {
        worth(self.log2_work, self.age, now)
    }
}

impl<const WORDS: usize, const WAYS: usize, A: Copy> Bucket<WORDS, WAYS, A> {
    const EMPTY: Self = Bucket { slots: [Slot::VACANT; WAYS], overflow: false, _align: [] };
}

impl<const WORDS: usize, const WAYS: usize, A: Copy> BucketTable<WORDS, WAYS, A> {
    pub(super) fn new() -> Self {
        BucketTable { buckets: vec![Bucket::EMPTY; LEAST], filled: 0, entered: 0, age: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket<WORDS, WAYS, A>>()
    }

    pub(super) fn len(&self) -> usize {
        self.filled
    }

    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * (self.buckets.len() + 1 - REACH) as u128) >> 64) as usize
    }

    /// The buckets that may hold an entry with this hash.
    fn reach(&self, hash: u64) -> Range<usize> {
        let home = self.home(hash);
        home..home + REACH
    }

    /// The words of a key, filled up; `key` fits.
    fn padded(key: &[u32]) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        words[..key.len()].copy_from_slice(key);
        words
    }

    /// Begins to fetch what [`BucketTable::find`] will look at: several of these at
    /// once take hardly longer than one.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        std::hint::black_box(self.buckets[self.home(hash)].slots[0].len);
    }

    /// The first verdict under this key that `fits`.
    pub(super) fn find(
        &mut self,
        key: &[u32],
        hash: u64,
        mut fits: impl FnMut(u32, bool) -> Result<bool, Stop>,
    ) -> Result<Option<TableEntry>, Stop> {
        let (words, len) = (Self::padded(key), key.len() as u8);
        for at in self.reach(hash) {
            let bucket = &mut self.buckets[at];
            for slot in bucket.slots.iter_mut().filter(|slot| slot.words == words && slot.len == len) {
                if fits(slot.value, slot.won)? {
                    slot.age = self.age;
                    return Ok(Some(slot.verdict()));
                }
            }
            if !bucket.overflow {
                break;
            }
        }
        Ok(None)
    }

    /// Takes out the verdicts under this key that are `needless`.
    pub(super) fn remove(
        &mut self,
        key: &[u32],
        hash: u64,
        mut needless: impl FnMut(u32, bool) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        let (words, len) = (Self::padded(key), key.len() as u8);
        for at in self.reach(hash) {
            let bucket = &mut self.buckets[at];
            for slot in bucket.slots.iter_mut().filter(|slot| slot.words == words && slot.len == len) {
                if needless(slot.value, slot.won)? {
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

    /// Enters a verdict under a key under which there is none beside the same
    /// value. The table takes at most `limit` bytes from now on.
    pub(super) fn insert(&mut self, key: &[u32], hash: u64, verdict: TableEntry, limit: usize) {
        let slots = self.buckets.len() * WAYS;
        let most = (limit / size_of::<Bucket<WORDS, WAYS, A>>()).max(LEAST);
        if self.filled * 2 > slots && self.buckets.len() < most {
            self.grow((self.buckets.len() * 2).min(most));
        }
        self.entered += 1;
        if self.entered > slots {
            (self.entered, self.age) = (0, self.age.wrapping_add(1));
        }
        let TableEntry { value, won, log2_work } = verdict;
        let may_pass = self.buckets.len() < most;
        self.put(
            Slot { words: Self::padded(key), value, len: key.len() as u8, won, log2_work, age: self.age },
            hash,
            may_pass,
        );
    }

    fn put(&mut self, slot: Slot<WORDS>, hash: u64, may_pass: bool) {
        let reach = self.reach(hash);
        for at in reach.clone().take(if may_pass { REACH } else { 1 }) {
            let bucket = &mut self.buckets[at];
            if let Some(free) = bucket.slots.iter_mut().find(|old| old.is_vacant()) {
                *free = slot;
                self.filled += 1;
                return;
            }
            bucket.overflow |= may_pass;
        }
        let now = self.age;
        let least = self.buckets[reach.start].slots.iter_mut().min_by_key(|old| old.worth(now));
        *least.expect("a bucket has slots") = slot;
    }

    /// Grows to this many buckets, at most twice as many.
    fn grow(&mut self, buckets: usize) {
        let old = self.buckets.len();
        self.buckets.reserve_exact(buckets - old);
        self.buckets.resize(buckets, Bucket::EMPTY);
        self.filled = 0;
        let mut late = Vec::new();
        for i in (0..old).rev() {
            let bucket = std::mem::replace(&mut self.buckets[i], Bucket::EMPTY);
            for slot in bucket.slots.into_iter().filter(|slot| !slot.is_vacant()) {
                let hash = hash_words(slot.key());
                // What was passed on may belong to a bucket that is not done.
                if self.home(hash) >= i { self.put(slot, hash, true) } else { late.push((slot, hash)) }
            }
        }
        late.into_iter().for_each(|(slot, hash)| self.put(slot, hash, true));
    }

    /// Visits every verdict with its key.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.slots).filter(|slot| !slot.is_vacant()) {
            visit(slot.key(), slot.verdict());
        }
    }

    /// Forgets what is not to be kept.
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

    type Small = BucketTable<3, 6>;

    /// Some keys have words that are all zeros or all ones.
    fn key(n: u32) -> [u32; 2] {
        [n, [0, u32::MAX, 7][n as usize % 3]]
    }

    fn enter(shelf: &mut Small, n: u32, log2_work: u8, limit: usize) {
        let key = key(n);
        shelf.insert(&key, hash_words(&key), TableEntry { value: n % 7, won: n.is_multiple_of(3), log2_work }, limit);
    }

    fn knows(shelf: &mut Small, n: u32) -> bool {
        let key = key(n);
        let found = shelf.find(&key, hash_words(&key), |value, _| Ok(value == n % 7)).expect("no limit");
        found.is_some_and(|verdict| {
            assert_eq!(verdict.won, n.is_multiple_of(3), "it may forget, never lie");
            true
        })
    }

    #[test]
    fn nothing_is_lost_while_it_may_grow() {
        let mut shelf = Small::new();
        (0..50_000).for_each(|n| enter(&mut shelf, n, 1, usize::MAX));
        assert_eq!(shelf.len(), 50_000);
        assert!((0..50_000).all(|n| knows(&mut shelf, n)));
        assert!(!knows(&mut shelf, 50_000));
        shelf.retain(|_, value| value == 0);
        assert!((0..50_000).all(|n| knows(&mut shelf, n) == n.is_multiple_of(7)));
    }

    #[test]
    fn at_its_limit_it_keeps_what_took_most_work() {
        let (mut shelf, limit) = (Small::new(), 100_000);
        let log2_work = |n: u32| if n.is_multiple_of(50) { 60 } else { 4 };
        (0..30_000).for_each(|n| enter(&mut shelf, n, log2_work(n), limit));
        assert!(shelf.bytes() <= limit);
        let count = |shelf: &mut Small, dear: bool| {
            (0..30_000u32).filter(|&n| n.is_multiple_of(50) == dear && knows(shelf, n)).count()
        };
        assert_eq!(count(&mut shelf, true), 600);
        assert!(count(&mut shelf, false) > 3000);
    }

    #[test]
    fn what_is_never_asked_for_gives_way_in_the_end() {
        let (mut shelf, limit) = (Small::new(), 10_000);
        enter(&mut shelf, 0, 20, limit);
        (1..100_000).for_each(|n| enter(&mut shelf, n, 8, limit));
        assert!(!knows(&mut shelf, 0));
    }

    #[test]
    fn classes_are_quarters_of_a_doubling() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 1 << 20].map(log2_work), [0, 4, 6, 8, 9, 10, 11, 12, 80]);
        assert_eq!(log2_work(u64::MAX), 255);
    }
}
