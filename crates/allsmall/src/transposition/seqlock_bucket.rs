//! Seqlock bucket of the concurrent transposition table.
//!
//! ```text
//! bucket   [ version | meta x 6 | words x 6 ]     a pair of cache lines
//! words    two words of the key; the third one and the value
//! meta     length of the key (0 in a vacant slot), verdict, log2_work, generation: a byte each
//! ```
//!
//! A writer makes the version odd, stores, and makes it even again. A reader
//! discards what it read if the version was odd or has changed, and takes the
//! entry for absent: a missed entry costs time only.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use smallvec::SmallVec;

use super::Verdict;
use super::bucket_table::{self, TableEntry};

/// Maximum number of words of a key.
const WORDS: usize = super::ONE;
/// Number of slots of a bucket.
pub(super) const WAYS: usize = 6;

/// A key padded with zeros, as a slot stores it.
#[derive(Clone, Copy)]
pub(super) struct PaddedKey {
    low: u64,
    high: u32,
    pub(super) len: usize,
}

impl PaddedKey {
    /// Pads a key of at most [`WORDS`] words.
    #[inline]
    pub(super) fn new(key: &[u32]) -> PaddedKey {
        let word = |i: usize| key.get(i).copied().unwrap_or(0);
        PaddedKey { low: u64::from(word(1)) << 32 | u64::from(word(0)), high: word(2), len: key.len() }
    }

    pub(super) fn words(self) -> SmallVec<[u32; WORDS]> {
        SmallVec::from_slice(&[self.low as u32, (self.low >> 32) as u32, self.high][..self.len])
    }
}

/// The fields of a slot besides key and value, in one word; see the module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SlotMeta(u32);

impl SlotMeta {
    pub(super) const VACANT: SlotMeta = SlotMeta(0);

    pub(super) fn new(len: usize, entry: TableEntry, generation: u8) -> SlotMeta {
        SlotMeta(u32::from_le_bytes([len as u8, entry.verdict as u8, entry.log2_work, generation]))
    }

    pub(super) fn len(self) -> usize {
        self.0.to_le_bytes()[0].into()
    }

    pub(super) fn verdict(self) -> Verdict {
        Verdict::from_won(self.0.to_le_bytes()[1] != 0)
    }

    fn log2_work(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    fn generation(self) -> u8 {
        self.0.to_le_bytes()[3]
    }

    pub(super) fn with_generation(self, generation: u8) -> SlotMeta {
        let [len, verdict, log2_work, _] = self.0.to_le_bytes();
        SlotMeta(u32::from_le_bytes([len, verdict, log2_work, generation]))
    }

    pub(super) fn priority(self, now: u8) -> i32 {
        bucket_table::priority(self.log2_work(), self.generation(), now)
    }
}

/// The contents of a slot.
#[derive(Clone, Copy)]
pub(super) struct SlotContents {
    low: u64,
    high: u64,
    pub(super) meta: SlotMeta,
}

impl SlotContents {
    pub(super) fn new(key: PaddedKey, value: u32, meta: SlotMeta) -> SlotContents {
        SlotContents { low: key.low, high: u64::from(value) << 32 | u64::from(key.high), meta }
    }

    pub(super) fn key(self) -> PaddedKey {
        PaddedKey { low: self.low, high: self.high as u32, len: self.meta.len() }
    }

    pub(super) fn value(self) -> u32 {
        (self.high >> 32) as u32
    }

    pub(super) fn with_generation(self, generation: u8) -> SlotContents {
        SlotContents { meta: self.meta.with_generation(generation), ..self }
    }

    pub(super) fn entry(self) -> TableEntry {
        TableEntry { value: self.value(), verdict: self.meta.verdict(), log2_work: self.meta.log2_work() }
    }
}

#[repr(align(128))]
pub(super) struct SeqlockBucket {
    version: AtomicU32,
    metas: [AtomicU32; WAYS],
    words: [[AtomicU64; 2]; WAYS],
}

impl SeqlockBucket {
    pub(super) fn empty() -> SeqlockBucket {
        SeqlockBucket {
            version: AtomicU32::new(0),
            metas: [const { AtomicU32::new(SlotMeta::VACANT.0) }; WAYS],
            words: [const { [const { AtomicU64::new(0) }; 2] }; WAYS],
        }
    }

    pub(super) fn meta(&self, at: usize) -> SlotMeta {
        SlotMeta(self.metas[at].load(Relaxed))
    }

    pub(super) fn contents(&self, at: usize) -> SlotContents {
        let [low, high] = self.words[at].each_ref().map(|word| word.load(Relaxed));
        SlotContents { low, high, meta: self.meta(at) }
    }

    pub(super) fn set(&self, at: usize, contents: SlotContents) {
        self.words[at][0].store(contents.low, Relaxed);
        self.words[at][1].store(contents.high, Relaxed);
        self.metas[at].store(contents.meta.0, Relaxed);
    }

    pub(super) fn vacate(&self, at: usize) {
        self.metas[at].store(SlotMeta::VACANT.0, Relaxed);
    }

    /// Records a hit in this generation. If the slot has changed since it was
    /// read, the compare-exchange fails or changes nothing but the generation.
    pub(super) fn refresh(&self, at: usize, meta: SlotMeta, now: u8) {
        if meta.generation() != now {
            let _ = self.metas[at].compare_exchange(meta.0, meta.with_generation(now).0, Relaxed, Relaxed);
        }
    }

    /// Prefetches the bucket.
    #[inline]
    pub(super) fn prefetch(&self) {
        std::hint::black_box(self.version.load(Relaxed));
    }

    /// Returns a consistent snapshot of the slots with this key; none while a
    /// writer is active.
    pub(super) fn under(&self, key: PaddedKey) -> SmallVec<[(usize, SlotContents); WAYS]> {
        self.read(|| bits(self.slots_of(key)).map(|at| (at, self.contents(at))).collect()).unwrap_or_default()
    }

    /// The slots with this key, as a bit set.
    #[inline]
    pub(super) fn slots_of(&self, key: PaddedKey) -> u32 {
        let mut slots = 0;
        for (at, [low, high]) in self.words.iter().enumerate() {
            let same = low.load(Relaxed) == key.low && high.load(Relaxed) as u32 == key.high;
            slots |= u32::from(same) << at;
        }
        bits(slots).filter(|&at| self.meta(at).len() == key.len).fold(0, |slots, at| slots | 1 << at)
    }

    /// Returns what `read` returns if no writer was active meanwhile.
    #[inline]
    pub(super) fn read<T>(&self, read: impl FnOnce() -> T) -> Option<T> {
        let before = self.version.load(Acquire);
        if before % 2 == 1 {
            return None;
        }
        let seen = read();
        // Orders the reads before the second load of the version.
        fence(Acquire);
        (self.version.load(Relaxed) == before).then_some(seen)
    }

    /// Runs `change` with the version odd; none if another writer is active.
    pub(super) fn write<T>(&self, change: impl FnOnce() -> T) -> Option<T> {
        let before = self.version.load(Relaxed) & !1;
        self.version.compare_exchange(before, before | 1, Acquire, Relaxed).ok()?;
        // Orders the version's first store before the stores of `change`.
        fence(Release);
        let done = change();
        self.version.store(before.wrapping_add(2), Release);
        Some(done)
    }
}

/// The indices of the set bits.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        at
    })
}
