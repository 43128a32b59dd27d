//! Bounded memo tables with full keys.
//!
//! A bucket is one cache line, so a look-up touches memory once. A table
//! doubles while it may; at its limit a new entry replaces an old one in its
//! bucket, so memory stays bounded and only time is lost.
//!
//! ```text
//! order:  [ answer:1 | unused:1 | a:31 | b:31 ] x 8      64 bytes a bucket
//! sums:   [ a:32 | b:32 | a+b:32 ] x 5                   60 bytes a bucket
//! ```

use crate::base::hash;

/// One slot of a table: a key of 64 bits and what is known about it.
pub(crate) trait Slot: Copy {
    /// A slot that holds nothing.
    const EMPTY: Self;
    /// The key.
    fn key(self) -> u64;
    /// Whether the slot holds nothing.
    fn is_empty(self) -> bool;
}

/// `WAYS` slots in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<S, const WAYS: usize>([S; WAYS]);

/// A table of buckets.
#[derive(Clone)]
pub(crate) struct Cache<S, const WAYS: usize> {
    buckets: Vec<Bucket<S, WAYS>>,
    filled: usize,
    most: usize,
    turn: usize,
}

impl<S: Slot, const WAYS: usize> Cache<S, WAYS> {
    /// An empty table that never takes more than about `bytes`.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = Self::buckets(bytes);
        Cache { buckets: vec![Bucket([S::EMPTY; WAYS]); most.min(1024)], filled: 0, most, turn: 0 }
    }

    /// Grows to about so many bytes at most from now on.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.most = Self::buckets(bytes);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets = vec![Bucket([S::EMPTY; WAYS]); self.most.min(1024)];
        self.filled = 0;
    }

    /// A power of two of buckets in so many bytes.
    fn buckets(bytes: usize) -> usize {
        1 << (bytes / size_of::<Bucket<S, WAYS>>()).max(1).ilog2()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<S, WAYS>>()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (hash::of_word(key) as usize) & (self.buckets.len() - 1)
    }

    /// The slot with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<S> {
        self.buckets[self.place(key)].0.iter().copied().find(|slot| slot.key() == key)
    }

    /// Enters a slot whose key is not in the table.
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

    /// Enters a slot in place of the one with its key, if there is one.
    pub(crate) fn put(&mut self, slot: S) {
        let place = self.place(slot.key());
        match self.buckets[place].0.iter_mut().find(|old| old.key() == slot.key()) {
            Some(old) => *old = slot,
            None => self.insert(slot),
        }
    }

    fn grow(&mut self) {
        let wider = vec![Bucket([S::EMPTY; WAYS]); self.buckets.len() * 2];
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

/// Whether `a <= b`.
#[derive(Clone, Copy)]
pub(super) struct Order(u64);

impl Order {
    const ANSWER: u64 = 1 << 63;

    /// The key of a pair of numbers below 2^31.
    #[inline]
    pub(super) fn pair(a: u32, b: u32) -> u64 {
        u64::from(a) << 31 | u64::from(b)
    }

    pub(super) fn new(key: u64, answer: bool) -> Order {
        Order(if answer { key | Order::ANSWER } else { key })
    }

    #[inline]
    pub(super) fn answer(self) -> bool {
        self.0 & Order::ANSWER != 0
    }
}

impl Slot for Order {
    const EMPTY: Order = Order(u64::MAX);

    #[inline]
    fn key(self) -> u64 {
        self.0 & !Order::ANSWER
    }

    fn is_empty(self) -> bool {
        self.0 == u64::MAX
    }
}

/// A sum of two values.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    a: u32,
    b: u32,
    /// The number of the value `a + b`.
    pub(super) sum: u32,
}

impl Sum {
    #[inline]
    pub(super) fn pair(a: u32, b: u32) -> u64 {
        u64::from(a) << 32 | u64::from(b)
    }

    pub(super) fn new(key: u64, sum: u32) -> Sum {
        Sum { a: (key >> 32) as u32, b: key as u32, sum }
    }
}

impl Slot for Sum {
    const EMPTY: Sum = Sum { a: u32::MAX, b: u32::MAX, sum: 0 };

    #[inline]
    fn key(self) -> u64 {
        Sum::pair(self.a, self.b)
    }

    fn is_empty(self) -> bool {
        self.a == u32::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_at_its_limit_forgets_but_never_lies() {
        let mut cache: Cache<Sum, 5> = Cache::new(100_000);
        for n in 0..50_000u32 {
            cache.insert(Sum::new(Sum::pair(n, n / 3), n + 1));
        }
        assert!(cache.bytes() <= 100_000);
        let known = (0..50_000u32).filter_map(|n| cache.find(Sum::pair(n, n / 3)).map(|s| (n, s.sum)));
        let known: Vec<_> = known.collect();
        assert!(known.len() > 4_000);
        assert!(known.iter().all(|&(n, sum)| sum == n + 1));
    }

    #[test]
    fn a_slot_that_is_put_replaces_the_one_with_its_key() {
        let mut cache: Cache<Sum, 5> = Cache::new(0);
        cache.set_limit(1 << 20);
        for sum in [1, 2] {
            (0..5_000u32).for_each(|n| cache.put(Sum::new(Sum::pair(n, n), n + sum)));
        }
        let known: Vec<_> = (0..5_000u32).filter_map(|n| Some((n, cache.find(Sum::pair(n, n))?.sum))).collect();
        assert!(known.len() > 4_500, "it grows from one bucket: {}", known.len());
        assert!(known.iter().all(|&(n, sum)| sum == n + 2));
    }

    #[test]
    fn order_slots_keep_the_key_beside_the_answer() {
        let mut cache: Cache<Order, 8> = Cache::new(1 << 20);
        for n in 0..20_000u32 {
            cache.insert(Order::new(Order::pair(n, 7 * n), n % 3 == 0));
        }
        let found = |n: &u32| cache.find(Order::pair(*n, 7 * n)).map(|slot| (*n, slot.answer()));
        let known: Vec<_> = (0..20_000u32).filter_map(|n| found(&n)).collect();
        assert!(known.len() > 18_000, "half-full buckets seldom overflow");
        assert!(known.iter().all(|&(n, answer)| answer == (n % 3 == 0)));
        assert!(cache.find(Order::pair(1, 8)).is_none());
    }
}
