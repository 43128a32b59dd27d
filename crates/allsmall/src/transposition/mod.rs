//! What a search has proved: verdicts under full keys, in bounded memory.
//!
//! A verdict is about a position `W + v` and kept by the words of `W`; a
//! look-up compares the values, whose [`ValueOrder`] tells when a verdict beside one
//! value holds beside another, and what follows from another verdict is not
//! kept.
//!
//! Keys of one part, of two, and of up to four have shards of their own; the
//! few longer ones share a map, which is emptied when it is full. What several
//! threads have in common is in `shared`.

mod bucket_table;
mod concurrent_table;
mod key;
mod seqlock_bucket;
mod shared;

use std::collections::HashMap;

use bucket_table::{BucketTable, Lines};
pub(crate) use bucket_table::{TableEntry, log2_work};
pub(crate) use key::Key;
pub(crate) use shared::SharedTranspositionTable;

use crate::Stop;
use crate::base::hash::Mixed;

const ONE: usize = 3;
const TWO: usize = 6;
const FOUR: usize = 14;

/// Bytes that a longer key may take, with its share of the map.
const LONG: usize = 200;

/// Verdicts of one search.
pub(crate) struct TranspositionTable {
    one: BucketTable<ONE, 6, Lines>,
    two: BucketTable<TWO, 4>,
    four: BucketTable<FOUR, 4>,
    long: HashMap<Box<[u32]>, TableEntry, Mixed>,
    limit: usize,
}

/// How verdicts beside different values stand to each other.
pub(crate) trait ValueOrder {
    /// Whether a verdict beside the first value holds beside the second, too.
    fn covers(&mut self, won: bool, value: u32, other: u32) -> Result<bool, Stop>;

    /// Whether a verdict beside the value `known` holds beside `value`.
    fn holds(&mut self, known: u32, won: bool, value: u32) -> Result<bool, Stop> {
        Ok(known == value || self.covers(won, known, value)?)
    }

    /// Whether a verdict beside the value `known` follows from a new one.
    fn follows(&mut self, known: u32, won: bool, new: TableEntry) -> Result<bool, Stop> {
        Ok(won == new.won && self.holds(new.value, won, known)?)
    }
}

/// Calls one method of the shelf that a key belongs to.
macro_rules! with_table {
    ($self:ident, $key:ident, $shelf:ident => $call:expr, $long:expr) => {
        match $key.words().len() {
            ..=ONE => {
                let $shelf = &mut $self.one;
                $call
            }
            ..=TWO => {
                let $shelf = &mut $self.two;
                $call
            }
            ..=FOUR => {
                let $shelf = &mut $self.four;
                $call
            }
            _ => $long,
        }
    };
}

impl TranspositionTable {
    /// None; at most about `limit` bytes of them.
    pub(crate) fn new(limit: usize) -> TranspositionTable {
        TranspositionTable {
            one: BucketTable::new(),
            two: BucketTable::new(),
            four: BucketTable::new(),
            long: HashMap::default(),
            limit,
        }
    }

    /// Bytes in use, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.one.bytes() + self.two.bytes() + self.four.bytes() + self.long.len() * LONG
    }

    /// Number of verdicts.
    pub(crate) fn len(&self) -> usize {
        self.one.len() + self.two.len() + self.four.len() + self.long.len()
    }

    /// A verdict that holds for this position.
    pub(crate) fn find(
        &mut self,
        key: &Key,
        value: u32,
        order: &mut impl ValueOrder,
    ) -> Result<Option<TableEntry>, Stop> {
        let mut fits = |known: u32, won: bool| order.holds(known, won, value);
        with_table!(self, key, shelf => shelf.find(key.words(), key.hash(), fits), {
            match self.long.get(key.words()) {
                Some(&verdict) if fits(verdict.value, verdict.won)? => Ok(Some(verdict)),
                _ => Ok(None),
            }
        })
    }

    /// Begins to fetch what a look-up of this key will look at.
    #[inline]
    pub(crate) fn prefetch(&self, key: &Key) {
        if key.words().len() <= ONE {
            self.one.prefetch(key.hash());
        }
    }

    /// Bytes that one of the shards may grow by: each may come to an eighth
    /// of all.
    fn free(&self) -> usize {
        let kept = [self.one.bytes(), self.two.bytes(), self.four.bytes()];
        let reserved: usize = kept.iter().map(|&bytes| bytes.max(self.limit / 8)).sum();
        self.limit.saturating_sub(reserved + self.long.len() * LONG)
    }

    /// Enters a verdict that does not follow from those that are there.
    pub(crate) fn insert(&mut self, key: &Key, verdict: TableEntry, order: &mut impl ValueOrder) -> Result<(), Stop> {
        let needless = |known: u32, won: bool| order.follows(known, won, verdict);
        let free = self.free();
        let eighth = self.limit / 8;
        with_table!(self, key, shelf => {
            shelf.remove(key.words(), key.hash(), needless)?;
            let limit = shelf.bytes().max(eighth) + free;
            shelf.insert(key.words(), key.hash(), verdict, limit);
        }, {
            if free < LONG {
                self.long.clear();
            }
            self.long.insert(key.words().into(), verdict);
        });
        Ok(())
    }

    /// Visits every verdict with the words of its key; the few longer keys are
    /// left out.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u32], TableEntry)) {
        self.one.for_each(&mut visit);
        self.two.for_each(&mut visit);
        self.four.for_each(&mut visit);
    }

    /// Forgets what is not to be kept, and all longer keys.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&[u32], u32) -> bool) {
        self.one.retain(&mut keep);
        self.two.retain(&mut keep);
        self.four.retain(&mut keep);
        self.long.clear();
    }
}
