//! A few verdicts that several threads read and write at once, without a lock.
//!
//! ```text
//! bucket   [ version | rest x 6 | words x 6 ]     a pair of cache lines, found by one look
//! words    two words of the key; the third one and the value
//! rest     length of the key (0 in a vacant slot), won, work, age: a byte each
//! ```
//!
//! Who writes makes the version odd, and even again afterwards. Who reads looks
//! at the version before and after: if it was even and is the same, nobody wrote
//! in between, and what was read belongs together. If not, nothing is known; a
//! verdict that is not found costs time only.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use smallvec::SmallVec;

use super::bucket_table::{self, TableEntry};

/// Words of a key.
const WORDS: usize = super::ONE;
/// Slots of a bucket.
pub(super) const WAYS: usize = 6;

/// A key, filled up with zeros, as it lies in a slot.
#[derive(Clone, Copy)]
pub(super) struct Padded {
    low: u64,
    high: u32,
    pub(super) len: usize,
}

impl Padded {
    /// The key has at most [`WORDS`] words.
    #[inline]
    pub(super) fn new(key: &[u32]) -> Padded {
        let word = |i: usize| key.get(i).copied().unwrap_or(0);
        Padded { low: u64::from(word(1)) << 32 | u64::from(word(0)), high: word(2), len: key.len() }
    }

    pub(super) fn words(self) -> SmallVec<[u32; WORDS]> {
        SmallVec::from_slice(&[self.low as u32, (self.low >> 32) as u32, self.high][..self.len])
    }
}

/// What is kept beside a key and a value, see the module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest(u32);

impl Rest {
    pub(super) const VACANT: Rest = Rest(0);

    pub(super) fn new(len: usize, verdict: TableEntry, age: u8) -> Rest {
        Rest(u32::from_le_bytes([len as u8, verdict.won.into(), verdict.log2_work, age]))
    }

    pub(super) fn len(self) -> usize {
        self.0.to_le_bytes()[0].into()
    }

    pub(super) fn won(self) -> bool {
        self.0.to_le_bytes()[1] != 0
    }

    fn log2_work(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    fn age(self) -> u8 {
        self.0.to_le_bytes()[3]
    }

    pub(super) fn aged(self, age: u8) -> Rest {
        let [len, won, log2_work, _] = self.0.to_le_bytes();
        Rest(u32::from_le_bytes([len, won, log2_work, age]))
    }

    pub(super) fn worth(self, now: u8) -> i32 {
        bucket_table::worth(self.log2_work(), self.age(), now)
    }
}

/// What is in a slot.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    low: u64,
    high: u64,
    pub(super) rest: Rest,
}

impl Entry {
    pub(super) fn new(key: Padded, value: u32, rest: Rest) -> Entry {
        Entry { low: key.low, high: u64::from(value) << 32 | u64::from(key.high), rest }
    }

    pub(super) fn key(self) -> Padded {
        Padded { low: self.low, high: self.high as u32, len: self.rest.len() }
    }

    pub(super) fn value(self) -> u32 {
        (self.high >> 32) as u32
    }

    pub(super) fn aged(self, age: u8) -> Entry {
        Entry { rest: self.rest.aged(age), ..self }
    }

    pub(super) fn verdict(self) -> TableEntry {
        TableEntry { value: self.value(), won: self.rest.won(), log2_work: self.rest.log2_work() }
    }
}

#[repr(align(128))]
pub(super) struct Bucket {
    version: AtomicU32,
    rests: [AtomicU32; WAYS],
    words: [[AtomicU64; 2]; WAYS],
}

impl Bucket {
    pub(super) fn empty() -> Bucket {
        Bucket {
            version: AtomicU32::new(0),
            rests: [const { AtomicU32::new(Rest::VACANT.0) }; WAYS],
            words: [const { [const { AtomicU64::new(0) }; 2] }; WAYS],
        }
    }

    pub(super) fn rest(&self, at: usize) -> Rest {
        Rest(self.rests[at].load(Relaxed))
    }

    pub(super) fn entry(&self, at: usize) -> Entry {
        let [low, high] = self.words[at].each_ref().map(|word| word.load(Relaxed));
        Entry { low, high, rest: self.rest(at) }
    }

    pub(super) fn set(&self, at: usize, entry: Entry) {
        self.words[at][0].store(entry.low, Relaxed);
        self.words[at][1].store(entry.high, Relaxed);
        self.rests[at].store(entry.rest.0, Relaxed);
    }

    pub(super) fn vacate(&self, at: usize) {
        self.rests[at].store(Rest::VACANT.0, Relaxed);
    }

    /// Says that what was read in a slot was asked for at this age. Whoever is in
    /// the slot by now, nothing but the age changes.
    pub(super) fn refresh(&self, at: usize, rest: Rest, now: u8) {
        if rest.age() != now {
            let _ = self.rests[at].compare_exchange(rest.0, rest.aged(now).0, Relaxed, Relaxed);
        }
    }

    /// Begins to fetch it.
    #[inline]
    pub(super) fn prefetch(&self) {
        std::hint::black_box(self.version.load(Relaxed));
    }

    /// What is kept under a key at this moment, with its slots.
    pub(super) fn under(&self, key: Padded) -> SmallVec<[(usize, Entry); WAYS]> {
        self.read(|| bits(self.slots_of(key)).map(|at| (at, self.entry(at))).collect()).unwrap_or_default()
    }

    /// The slots with this key, a bit each.
    #[inline]
    pub(super) fn slots_of(&self, key: Padded) -> u32 {
        let mut slots = 0;
        for (at, [low, high]) in self.words.iter().enumerate() {
            let same = low.load(Relaxed) == key.low && high.load(Relaxed) as u32 == key.high;
            slots |= u32::from(same) << at;
        }
        bits(slots).filter(|&at| self.rest(at).len() == key.len).fold(0, |slots, at| slots | 1 << at)
    }

    /// What `look` sees, if nobody wrote in the meantime.
    #[inline]
    pub(super) fn read<T>(&self, look: impl FnOnce() -> T) -> Option<T> {
        let before = self.version.load(Acquire);
        if before % 2 == 1 {
            return None;
        }
        let seen = look();
        // Nothing of what was read is read after the second look.
        fence(Acquire);
        (self.version.load(Relaxed) == before).then_some(seen)
    }

    /// Changes the slots, unless another thread does so at this moment.
    pub(super) fn write<T>(&self, change: impl FnOnce() -> T) -> Option<T> {
        let before = self.version.load(Relaxed) & !1;
        self.version.compare_exchange(before, before | 1, Acquire, Relaxed).ok()?;
        // Nothing is changed before the version is odd.
        fence(Release);
        let done = change();
        self.version.store(before.wrapping_add(2), Release);
        Some(done)
    }
}

/// The places of the bits that are set.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        at
    })
}
