//! Bounded set-associative caches with full keys.
//!
//! A bucket is one cache line, so a look-up touches memory once. A cache
//! doubles up to its limit; from then on a new entry replaces an old one in
//! its bucket, round robin. Evictions cost time, never correctness.
//!
//! ```text
//! order:  [ answer:1 | unused:1 | a:31 | b:31 ] x 8      64 bytes a bucket
//! sums:   [ a:32 | b:32 | a+b:32 ] x 5                   60 bytes a bucket
//! ```

use crate::base::hash;

/// An entry: a key of 64 bits with its data.
pub(crate) trait CacheEntry: Copy {
    /// The vacant entry.
    const EMPTY: Self;
    /// The key.
    fn key(self) -> u64;
    /// Returns whether this is the vacant entry.
    fn is_empty(self) -> bool;
}

/// `WAYS` entries in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheBucket<S, const WAYS: usize>([S; WAYS]);

/// A cache of `WAYS` entries per bucket.
#[derive(Clone)]
pub(crate) struct Cache<S, const WAYS: usize> {
    buckets: Vec<CacheBucket<S, WAYS>>,
    filled: usize,
    most: usize,
    turn: usize,
}

impl<S: CacheEntry, const WAYS: usize> Cache<S, WAYS> {
    /// Creates an empty cache that grows to about `bytes`.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = Self::buckets(bytes);
        Cache { buckets: vec![CacheBucket([S::EMPTY; WAYS]); most.min(1024)], filled: 0, most, turn: 0 }
    }

    /// Changes the limit to about `bytes`.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.most = Self::buckets(bytes);
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.buckets = vec![CacheBucket([S::EMPTY; WAYS]); self.most.min(1024)];
        self.filled = 0;
    }

    /// The largest power of two of buckets that fits `bytes`.
    fn buckets(bytes: usize) -> usize {
        1 << (bytes / size_of::<CacheBucket<S, WAYS>>()).max(1).ilog2()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<CacheBucket<S, WAYS>>()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (hash::of_word(key) as usize) & (self.buckets.len() - 1)
    }

    /// The entry with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<S> {
        self.buckets[self.place(key)].0.iter().copied().find(|slot| slot.key() == key)
    }

    /// Inserts an entry whose key is not in the cache.
    pub(super) fn insert(&mut self, slot: S) {
        if self.filled * 2 > self.buckets.len() * WAYS && self.buckets.len() < self.most {
            self.grow();
        }
        let place = self.place(slot.key());
        let bucket = &mut self.buckets[place].0;
        match bucket.iter_mut().find(|old| old.is_empty()) {
            Some(free) => {
                *free = slot;
                self.filled += 1;
            }
            None => {
                self.turn = (self.turn + 1) % WAYS;
                bucket[self.turn] = slot;
            }
        }
    }

    /// Inserts an entry, or replaces the one with its key.
    pub(crate) fn put(&mut self, slot: S) {
        let place = self.place(slot.key());
        match self.buckets[place].0.iter_mut().find(|old| old.key() == slot.key()) {
            Some(old) => *old = slot,
            None => self.insert(slot),
        }
    }

    fn grow(&mut self) {
        let wider = vec![CacheBucket([S::EMPTY; WAYS]); self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, wider);
        self.filled = 0;
        for slot in old.into_iter().flat_map(|bucket| bucket.0).filter(|slot| !slot.is_empty()) {
            let place = self.place(slot.key());
            let bucket = &mut self.buckets[place].0;
            if let Some(free) = bucket.iter_mut().find(|old| old.is_empty()) {
                *free = slot;
                self.filled += 1;
            }
        }
    }
}

/// A comparison and its result.
#[derive(Clone, Copy)]
pub(super) struct OrderEntry(u64);

impl OrderEntry {
    const ANSWER: u64 = 1 << 63;

    /// The key of a pair of ids below 2^31.
    #[inline]
    pub(super) fn pair(a: u32, b: u32) -> u64 {
        u64::from(a) << 31 | u64::from(b)
    }

    pub(super) fn new(key: u64, answer: bool) -> OrderEntry {
        OrderEntry(if answer { key | OrderEntry::ANSWER } else { key })
    }

    #[inline]
    pub(super) fn answer(self) -> bool {
        self.0 & OrderEntry::ANSWER != 0
    }
}

impl CacheEntry for OrderEntry {
    const EMPTY: OrderEntry = OrderEntry(u64::MAX);

    #[inline]
    fn key(self) -> u64 {
        self.0 & !OrderEntry::ANSWER
    }

    fn is_empty(self) -> bool {
        self.0 == u64::MAX
    }
}

/// A disjunctive sum of two values.
#[derive(Clone, Copy)]
pub(super) struct SumEntry {
    a: u32,
    b: u32,
    /// The id of `a + b`.
    pub(super) sum: u32,
}

impl SumEntry {
    #[inline]
    pub(super) fn pair(a: u32, b: u32) -> u64 {
        u64::from(a) << 32 | u64::from(b)
    }

    pub(super) fn new(key: u64, sum: u32) -> SumEntry {
        SumEntry { a: (key >> 32) as u32, b: key as u32, sum }
    }
}

impl CacheEntry for SumEntry {
    const EMPTY: SumEntry = SumEntry { a: u32::MAX, b: u32::MAX, sum: 0 };

    #[inline]
    fn key(self) -> u64 {
        SumEntry::pair(self.a, self.b)
    }

    fn is_empty(self) -> bool {
        self.a == u32::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_at_its_limit_evicts_but_keeps_correct_entries() {
        let mut cache: Cache<SumEntry, 5> = Cache::new(100_000);
        for n in 0..50_000u32 {
            cache.insert(SumEntry::new(SumEntry::pair(n, n / 3), n + 1));
        }
        assert!(cache.bytes() <= 100_000);
        let known = (0..50_000u32).filter_map(|n| cache.find(SumEntry::pair(n, n / 3)).map(|s| (n, s.sum)));
        let known: Vec<_> = known.collect();
        assert!(known.len() > 4_000);
        assert!(known.iter().all(|&(n, sum)| sum == n + 1));
    }

    #[test]
    fn put_replaces_the_entry_with_its_key() {
        let mut cache: Cache<SumEntry, 5> = Cache::new(0);
        cache.set_limit(1 << 20);
        for sum in [1, 2] {
            (0..5_000u32).for_each(|n| cache.put(SumEntry::new(SumEntry::pair(n, n), n + sum)));
        }
        let known: Vec<_> = (0..5_000u32).filter_map(|n| Some((n, cache.find(SumEntry::pair(n, n))?.sum))).collect();
        assert!(known.len() > 4_500, "it grows from one bucket: {}", known.len());
        assert!(known.iter().all(|&(n, sum)| sum == n + 2));
    }

    #[test]
    fn order_entries_separate_key_and_result() {
        let mut cache: Cache<OrderEntry, 8> = Cache::new(1 << 20);
        for n in 0..20_000u32 {
            cache.insert(OrderEntry::new(OrderEntry::pair(n, 7 * n), n % 3 == 0));
        }
        let found = |n: &u32| cache.find(OrderEntry::pair(*n, 7 * n)).map(|slot| (*n, slot.answer()));
        let known: Vec<_> = (0..20_000u32).filter_map(|n| found(&n)).collect();
        assert!(known.len() > 18_000, "half-full buckets seldom overflow");
        assert!(known.iter().all(|&(n, answer)| answer == (n % 3 == 0)));
        assert!(cache.find(OrderEntry::pair(1, 8)).is_none());
    }
}
