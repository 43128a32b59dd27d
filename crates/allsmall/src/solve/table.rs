//! What the search knows about positions: proof numbers under full keys.
//!
//! A slot holds the whole key, so no verdict rests on a hash. Keys are lists
//! of 32-bit words; short and middling ones have shelves of their own, the
//! few long ones a map. A shelf doubles while there is room; then the slot
//! with the least work behind it gives way.
//!
//! ```text
//! [ 6 words | win:16 | lose:16 | work:32 ] x 4      one bucket of the short shelf
//! [ 14 words | ...                       ] x 4      and of the other
//! ```

use std::collections::HashMap;

use super::item::Item;
use crate::base::hash::{self, Mixed};

/// How far a position is from being proved won or lost for the player to move.
///
/// A won position has `win = 0`, a lost one `lose = 0`; the other number is
/// then [`Effort::NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) win: u32,
    pub(super) lose: u32,
}

impl Effort {
    pub(super) const NEVER: u32 = 1 << 30;
    pub(super) const WON: Effort = Effort { win: 0, lose: Effort::NEVER };
    pub(super) const LOST: Effort = Effort { win: Effort::NEVER, lose: 0 };

    pub(super) fn settled(won: bool) -> Effort {
        if won { Effort::WON } else { Effort::LOST }
    }

    /// Whether a table keeps these numbers as they are.
    pub(super) fn is_exact(self) -> bool {
        [self.win, self.lose].iter().all(|&n| n == Effort::NEVER || n < u32::from(u16::MAX) - 1)
    }

    pub(super) fn verdict(self) -> Option<bool> {
        match self {
            Effort { win: 0, .. } => Some(true),
            Effort { lose: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A position as words, with its hash.
#[derive(Clone, Debug)]
pub(super) struct Key {
    words: [u32; MIDDLE],
    len: usize,
    /// All words of a long key; empty for the others.
    long: Vec<u32>,
    hash: u64,
}

const SHORT: usize = 6;
const MIDDLE: usize = 14;

/// What unused words of a slot hold. No item has a word like that in first
/// place, and a key of full length is told from a shorter one by it.
const UNUSED: u32 = u32::MAX;

impl Key {
    pub(super) fn new(items: &[Item]) -> Key {
        let mut key = Key { words: [UNUSED; MIDDLE], len: 0, long: Vec::new(), hash: 0 };
        let mut state = hash::of_word(items.len() as u64);
        for item in items {
            for i in 0..item.words() {
                let word = item.word(i);
                state = hash::fold(state, word.into());
                if let Some(place) = key.words.get_mut(key.len) {
                    *place = word;
                }
                key.len += 1;
            }
        }
        if key.len > MIDDLE {
            key.long = items.iter().flat_map(|&item| (0..item.words()).map(move |i| item.word(i))).collect();
        }
        key.hash = state;
        key
    }

    /// The key that these words begin with, if it is made of parts that mean
    /// the same in every run on the same board.
    pub(super) fn lasting(words: &[u32]) -> Option<Key> {
        let (mut at, mut items) = (0, 0);
        while let Some(&first) = words.get(at).filter(|&&word| word != UNUSED) {
            at += Item::lasting_words(first)?;
            items += 1;
        }
        let words = words.get(..at).filter(|words| !words.is_empty() && words.len() <= MIDDLE)?;
        let mut key = Key { words: [UNUSED; MIDDLE], len: at, long: Vec::new(), hash: 0 };
        key.words[..at].copy_from_slice(words);
        key.hash = words.iter().fold(hash::of_word(items), |state, &word| hash::fold(state, word.into()));
        Some(key)
    }

    pub(super) fn hash(&self) -> u64 {
        self.hash
    }
}

/// An [`Effort`] in 32 bits; large numbers are rounded down to what fits.
#[derive(Clone, Copy)]
struct Packed {
    win: u16,
    lose: u16,
}

impl Packed {
    fn new(effort: Effort) -> Packed {
        let pack = |n: u32| if n == Effort::NEVER { u16::MAX } else { n.min(u32::from(u16::MAX) - 1) as u16 };
        Packed { win: pack(effort.win), lose: pack(effort.lose) }
    }

    fn effort(self) -> Effort {
        let unpack = |n: u16| if n == u16::MAX { Effort::NEVER } else { n.into() };
        Effort { win: unpack(self.win), lose: unpack(self.lose) }
    }
}

#[derive(Clone, Copy)]
struct Slot<const WORDS: usize> {
    words: [u32; WORDS],
    effort: Packed,
    work: u32,
    /// The part of the hash that tells buckets of larger shelves.
    hash: u32,
}

const WAYS: usize = 4;

/// Slots with keys of up to a fixed number of words.
struct Shelf<const WORDS: usize> {
    buckets: Vec<[Slot<WORDS>; WAYS]>,
    filled: usize,
}

impl<const WORDS: usize> Shelf<WORDS> {
    const VACANT: Slot<WORDS> = Slot { words: [UNUSED; WORDS], effort: Packed { win: 0, lose: 0 }, work: 0, hash: 0 };

    fn new() -> Self {
        Shelf { buckets: vec![[Self::VACANT; WAYS]; 1 << 8], filled: 0 }
    }

    fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[Slot<WORDS>; WAYS]>()
    }

    fn place(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    fn find(&self, key: &Key) -> Option<Effort> {
        let words: &[u32; WORDS] = key.words.first_chunk().expect("a shelf is narrower than a key");
        let bucket = &self.buckets[self.place(key.hash as u32)];
        bucket.iter().find(|slot| slot.words == *words).map(|slot| slot.effort.effort())
    }

    fn insert(&mut self, key: &Key, effort: Packed, work: u32, may_grow: bool) {
        if may_grow && self.filled * 2 > self.buckets.len() * WAYS {
            self.grow();
        }
        let words = *key.words.first_chunk().expect("a shelf is narrower than a key");
        self.put(Slot { words, effort, work, hash: key.hash as u32 });
    }

    fn put(&mut self, slot: Slot<WORDS>) {
        let place = self.place(slot.hash);
        let bucket = &mut self.buckets[place];
        let same = bucket.iter().position(|old| old.words == slot.words);
        let vacant = || bucket.iter().position(|old| old.words == Self::VACANT.words);
        let at = same
            .or_else(vacant)
            .unwrap_or_else(|| (0..WAYS).min_by_key(|&i| bucket[i].work).expect("a bucket has slots"));
        self.filled += usize::from(bucket[at].words == Self::VACANT.words);
        bucket[at] = slot;
    }

    /// Visits what lasts; see [`Table::for_each_lasting`].
    fn for_each_lasting(&self, work: u32, visit: &mut impl FnMut(&[u32], u16, u16)) {
        let slots = self.buckets.iter().flatten();
        for slot in slots.filter(|slot| slot.work >= work && slot.words != Self::VACANT.words) {
            if let Some(key) = Key::lasting(&slot.words) {
                visit(&key.words[..key.len], slot.effort.win, slot.effort.lose);
            }
        }
    }

    fn grow(&mut self) {
        let wider = vec![[Self::VACANT; WAYS]; self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, wider);
        self.filled = 0;
        for slot in old.into_iter().flatten().filter(|slot| slot.words != Self::VACANT.words) {
            self.put(slot);
        }
    }
}

/// The table of one search.
pub(super) struct Table {
    short: Shelf<SHORT>,
    middle: Shelf<MIDDLE>,
    long: HashMap<Box<[u32]>, Packed, Mixed>,
    limit: usize,
}

/// Bytes that a long key may take, with its share of the map.
const LONG: usize = 200;

impl Table {
    /// An empty table that takes at most about `limit` bytes.
    pub(super) fn new(limit: usize) -> Table {
        Table { short: Shelf::new(), middle: Shelf::new(), long: HashMap::default(), limit }
    }

    /// Bytes in use, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.short.bytes() + self.middle.bytes() + self.long.len() * LONG
    }

    /// What is known about a position. The empty sum is never asked about.
    pub(super) fn find(&self, key: &Key) -> Option<Effort> {
        match key.len {
            n if n <= SHORT => self.short.find(key),
            n if n <= MIDDLE => self.middle.find(key),
            _ => self.long.get(&key.long[..]).map(|packed| packed.effort()),
        }
    }

    /// Enters what is known about a position after this much work.
    pub(super) fn insert(&mut self, key: &Key, effort: Effort, work: u64) {
        let (effort, work) = (Packed::new(effort), u32::try_from(work).unwrap_or(u32::MAX));
        let bytes = self.bytes();
        match key.len {
            n if n <= SHORT => {
                let may_grow = bytes + self.short.bytes() <= self.limit;
                self.short.insert(key, effort, work, may_grow);
            }
            n if n <= MIDDLE => {
                let may_grow = bytes + self.middle.bytes() <= self.limit;
                self.middle.insert(key, effort, work, may_grow);
            }
            _ => {
                if bytes > self.limit {
                    self.long.clear();
                }
                self.long.insert(key.long.as_slice().into(), effort);
            }
        }
    }

    /// Calls `visit` with the key and the packed numbers of every position
    /// that has this much work behind it and means the same in every run on
    /// the same board; the few long keys are left out.
    pub(super) fn for_each_lasting(&self, work: u32, mut visit: impl FnMut(&[u32], u16, u16)) {
        self.short.for_each_lasting(work, &mut visit);
        self.middle.for_each_lasting(work, &mut visit);
    }

    /// Enters a position that was visited like that in another run.
    pub(super) fn enter(&mut self, words: &[u32], win: u16, lose: u16) {
        if let Some(key) = Key::lasting(words) {
            self.insert(&key, Packed { win, lose }.effort(), u64::from(u32::MAX));
        }
    }
}
