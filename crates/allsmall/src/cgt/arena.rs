//! The arena of hash-consed games: one record per value, options in one flat
//! array, and a hash table from options to values.
//!
//! ```text
//! nodes:    0          1 (*)       2 (^)       3 (v)  ...      32 bytes each
//! options:  .          0 | 0       0 | 1       1 | 0  ...      left, then right
//! records:  the cold half: birthday, short form, atomic weight
//! ```
//!
//! A value's id is greater than those of its options, and a value and its
//! negative are interned together. So a loop over rising ids sees options
//! first, and nothing here needs recursion.

use super::Value;
use super::landmarks::Signature;
use super::record::Record;
use crate::Stop;
use crate::base::hash;

/// What comparison needs of a value, in half a cache line.
#[derive(Clone, Copy)]
pub(super) struct OrderNode {
    /// Comparison with the landmarks.
    pub(super) signature: Signature,
    /// Integer bounds of the atomic weight.
    pub(super) weight: Interval,
    /// Index of the first option.
    start: u32,
    lefts: u16,
    rights: u16,
    /// The negative.
    pub(super) negative: Value,
}

/// `low <= atomic weight <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i16,
    pub(super) high: i16,
}

impl Interval {
    /// Marks an unknown bound: beyond every stored weight; the difference of two
    /// such bounds fits 17 bits.
    const FAR: i16 = 20_000;
    /// Largest stored weight; a larger one is stored as "at least this".
    const MOST: i32 = 15_000;
    /// No known bound, or no atomic weight.
    pub(super) const ALL: Interval = Interval { low: -Interval::FAR, high: Interval::FAR };

    /// Creates bounds clipped to the stored range; clipping only loosens them.
    pub(super) fn new(low: i32, high: i32) -> Interval {
        let low = if low < -Interval::MOST { -Interval::FAR } else { low.min(Interval::MOST) as i16 };
        let high = if high > Interval::MOST { Interval::FAR } else { high.max(-Interval::MOST) as i16 };
        Interval { low, high }
    }

    /// The known bounds.
    pub(super) fn known(self) -> (Option<i32>, Option<i32>) {
        let seen = |bound: i16| (bound.abs() != Interval::FAR).then_some(i32::from(bound));
        (seen(self.low), seen(self.high))
    }

    /// The bounds as addable integers: an unknown bound exceeds any sum of known
    /// ones.
    #[inline]
    pub(super) fn addable(self) -> (i64, i64) {
        let wide = |bound: i16| i64::from(bound) << if bound.abs() == Interval::FAR { 32 } else { 0 };
        (wide(self.low), wide(self.high))
    }

    pub(super) fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }
}

/// All values met so far.
#[derive(Clone)]
pub(super) struct Arena {
    nodes: Vec<OrderNode>,
    options: Vec<Value>,
    records: Vec<Record>,
    /// Open addressing: the upper half of the hash above the id of the value, or
    /// `VACANT`. So growing the table does not read the options again, which may be
    /// many for a few values.
    table: Vec<u64>,
    limit: usize,
}

const VACANT: u64 = u64::MAX;

/// Maximum number of options of one player.
pub(super) const MAX_OPTIONS: usize = u16::MAX as usize;

/// Exclusive upper bound of ids; cache keys of draft games lie above it.
pub(super) const MAX_VALUES: usize = 1 << 30;

impl Arena {
    /// Creates an empty arena that grows to about `limit` bytes.
    pub(super) fn new(limit: usize) -> Arena {
        Arena { nodes: Vec::new(), options: Vec::new(), records: Vec::new(), table: vec![VACANT; 1024], limit }
    }

    /// Changes the limit to about `limit` bytes.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Drops the draft, and all values but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        if let Some(node) = self.nodes.get(count) {
            self.options.truncate(node.start as usize);
        }
        self.nodes.truncate(count);
        self.records.truncate(count);
        self.nodes.shrink_to_fit();
        self.options.shrink_to_fit();
        self.records.shrink_to_fit();
        self.table = vec![VACANT; (2 * count + 2).next_power_of_two().max(1024)];
        for number in 0..count {
            self.enter(Value(number as u32));
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<OrderNode>()
            + self.options.capacity() * size_of::<Value>()
            + self.records.capacity() * size_of::<Record>()
            + self.table.len() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn node(&self, v: Value) -> &OrderNode {
        &self.nodes[v.0 as usize]
    }

    pub(super) fn record(&self, v: Value) -> &Record {
        &self.records[v.0 as usize]
    }

    #[inline]
    pub(super) fn lefts(&self, v: Value) -> &[Value] {
        let node = self.node(v);
        &self.options[node.start as usize..][..node.lefts as usize]
    }

    #[inline]
    pub(super) fn rights(&self, v: Value) -> &[Value] {
        let node = self.node(v);
        &self.options[node.start as usize + node.lefts as usize..][..node.rights as usize]
    }

    /// Number of options of both players.
    #[inline]
    pub(super) fn options(&self, v: Value) -> usize {
        let node = self.node(v);
        usize::from(node.lefts) + usize::from(node.rights)
    }

    /// The value with exactly these options, both lists sorted by id.
    pub(super) fn find(&self, lefts: &[Value], rights: &[Value]) -> Option<Value> {
        let mask = self.table.len() - 1;
        let hash = hash_options(lefts, rights);
        let mut place = (hash >> 32) as usize & mask;
        loop {
            let slot = self.table[place];
            if slot == VACANT {
                return None;
            }
            let v = Value(slot as u32);
            if (slot ^ hash) >> 32 == 0 && self.lefts(v) == lefts && self.rights(v) == rights {
                return Some(v);
            }
            place = (place + 1) & mask;
        }
    }

    /// Checks that a value with this number of options, its negative and a draft
    /// still fit.
    pub(super) fn room(&self, lefts: usize, rights: usize) -> Result<(), Stop> {
        if lefts.max(rights) > MAX_OPTIONS {
            return Err(Stop::Unsupported);
        }
        let options = self.options.len() + 2 * (lefts + rights);
        let fits = self.nodes.len() + 2 < MAX_VALUES && options < u32::MAX as usize && self.bytes() <= self.limit;
        if fits { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Interns a new value, for which there is room. It counts as its own
    /// negative until `pair`.
    pub(super) fn insert(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        signature: Signature,
        weight: Interval,
        record: Record,
    ) -> Value {
        if (self.records.len() + 1) * 2 > self.table.len() {
            self.grow_table();
        }
        let v = self.draft(lefts, rights, signature, weight);
        self.records.push(record);
        self.enter(v);
        v
    }

    /// Sets the signature of a value.
    pub(super) fn sign(&mut self, v: Value, signature: Signature) {
        self.nodes[v.0 as usize].signature = signature;
    }

    /// Makes `v` and `w` each other's negatives.
    pub(super) fn pair(&mut self, v: Value, w: Value) {
        self.nodes[v.0 as usize].negative = w;
        self.nodes[w.0 as usize].negative = v;
    }

    /// Appends a draft: a game that is compared with values before its canonical
    /// form is known. There is at most one, and it must be discarded before the
    /// next value is interned. There must be room.
    pub(super) fn draft(&mut self, lefts: &[Value], rights: &[Value], signature: Signature, weight: Interval) -> Value {
        let start = self.options.len() as u32;
        let v = Value(self.nodes.len() as u32);
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        let (lefts, rights) = (lefts.len() as u16, rights.len() as u16);
        self.nodes.push(OrderNode { signature, weight, start, lefts, rights, negative: v });
        v
    }

    /// Removes the draft.
    pub(super) fn discard_draft(&mut self) {
        debug_assert_eq!(self.nodes.len(), self.records.len() + 1, "there is a draft");
        let node = self.nodes.pop().expect("there is a draft");
        self.options.truncate(node.start as usize);
    }

    fn enter(&mut self, v: Value) {
        let hash = hash_options(self.lefts(v), self.rights(v));
        self.enter_slot(hash >> 32 << 32 | u64::from(v.0));
    }

    fn enter_slot(&mut self, slot: u64) {
        let mask = self.table.len() - 1;
        let mut place = (slot >> 32) as usize & mask;
        while self.table[place] != VACANT {
            place = (place + 1) & mask;
        }
        self.table[place] = slot;
    }

    fn grow_table(&mut self) {
        let larger = vec![VACANT; self.table.len() * 2];
        for slot in std::mem::replace(&mut self.table, larger) {
            if slot != VACANT {
                self.enter_slot(slot);
            }
        }
    }
}

fn hash_options(lefts: &[Value], rights: &[Value]) -> u64 {
    let start = hash::of_word(lefts.len() as u64);
    lefts.iter().chain(rights).fold(start, |state, v| hash::fold(state, u64::from(v.0)))
}
