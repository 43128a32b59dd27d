//! Where the games live: one record a value, options in one flat array, and a
//! table that finds a value by its options.
//!
//! ```text
//! nodes:    0          1 (*)       2 (^)       3 (v)  ...      32 bytes each
//! options:  .          0 | 0       0 | 1       1 | 0  ...      left, then right
//! facts:    what is asked rarely: birthday, name, atomic weight
//! ```
//!
//! A value always stands behind its options, and beside its negative. So a
//! loop over numbers in rising order sees options first: nothing here needs
//! recursion.

use super::Value;
use super::facts::Facts;
use super::landmarks::Signature;
use crate::Stop;
use crate::base::hash;

/// What the order needs of a value, in half a cache line.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// How it stands to the landmarks.
    pub(super) signature: Signature,
    /// Integer bounds of the atomic weight.
    pub(super) weight: Interval,
    /// Where its options start.
    start: u32,
    lefts: u16,
    rights: u16,
    /// Its negative.
    pub(super) negative: Value,
}

/// `low <= atomic weight <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i16,
    pub(super) high: i16,
}

impl Interval {
    /// Further than any weight kept: differences of two fit 17 bits.
    const FAR: i16 = 20_000;
    /// Weights up to here are kept; larger ones only as "at least this".
    const MOST: i32 = 15_000;
    /// Nothing is known, or there is no atomic weight.
    pub(super) const ALL: Interval = Interval { low: -Interval::FAR, high: Interval::FAR };

    /// Bounds clipped to what is kept; clipping only loosens them.
    pub(super) fn new(low: i32, high: i32) -> Interval {
        let low = if low < -Interval::MOST { -Interval::FAR } else { low.min(Interval::MOST) as i16 };
        let high = if high > Interval::MOST { Interval::FAR } else { high.max(-Interval::MOST) as i16 };
        Interval { low, high }
    }

    /// The bounds, where they say anything.
    pub(super) fn known(self) -> (Option<i32>, Option<i32>) {
        let seen = |bound: i16| (bound.abs() != Interval::FAR).then_some(i32::from(bound));
        (seen(self.low), seen(self.high))
    }

    /// The bounds as numbers that may be added up: one that says nothing stays
    /// beyond all others in any sum.
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
    nodes: Vec<Node>,
    options: Vec<Value>,
    facts: Vec<Facts>,
    /// Open addressing by the upper half of the hash, which stands above the
    /// number of the value, or `VACANT`. So a growing table does not read the
    /// options again, which may be many for a few values.
    table: Vec<u64>,
    limit: usize,
}

const VACANT: u64 = u64::MAX;

/// Maximum number of options of one player.
pub(super) const MOST_OPTIONS: usize = u16::MAX as usize;

/// Numbers of values stay below this; drafts have theirs above.
pub(super) const MOST_VALUES: usize = 1 << 30;

impl Arena {
    /// An empty arena that holds at most about `limit` bytes.
    pub(super) fn new(limit: usize) -> Arena {
        Arena { nodes: Vec::new(), options: Vec::new(), facts: Vec::new(), table: vec![VACANT; 1024], limit }
    }

    /// Holds at most about `limit` bytes from now on.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Forgets all values but the first `count`, and a draft.
    pub(super) fn truncate(&mut self, count: usize) {
        if let Some(node) = self.nodes.get(count) {
            self.options.truncate(node.start as usize);
        }
        self.nodes.truncate(count);
        self.facts.truncate(count);
        self.nodes.shrink_to_fit();
        self.options.shrink_to_fit();
        self.facts.shrink_to_fit();
        self.table = vec![VACANT; (2 * count + 2).next_power_of_two().max(1024)];
        for number in 0..count {
            self.enter(Value(number as u32));
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.options.capacity() * size_of::<Value>()
            + self.facts.capacity() * size_of::<Facts>()
            + self.table.len() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn node(&self, v: Value) -> &Node {
        &self.nodes[v.0 as usize]
    }

    pub(super) fn facts(&self, v: Value) -> &Facts {
        &self.facts[v.0 as usize]
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

    /// The value with exactly these options, both lists sorted by number.
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

    /// Whether a value with that many options, its negative and a draft still
    /// fit.
    pub(super) fn room(&self, lefts: usize, rights: usize) -> Result<(), Stop> {
        if lefts.max(rights) > MOST_OPTIONS {
            return Err(Stop::Size);
        }
        let options = self.options.len() + 2 * (lefts + rights);
        let fits = self.nodes.len() + 2 < MOST_VALUES && options < u32::MAX as usize && self.bytes() <= self.limit;
        if fits { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Enters a new value, for which there is room. Its negative is set to
    /// itself until `pair`.
    pub(super) fn insert(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        signature: Signature,
        weight: Interval,
        facts: Facts,
    ) -> Value {
        if (self.facts.len() + 1) * 2 > self.table.len() {
            self.grow_table();
        }
        let v = self.draft(lefts, rights, signature, weight);
        self.facts.push(facts);
        self.enter(v);
        v
    }

    /// Gives a value the signature by all landmarks.
    pub(super) fn sign(&mut self, v: Value, signature: Signature) {
        self.nodes[v.0 as usize].signature = signature;
    }

    /// Makes `v` and `w` each other's negatives.
    pub(super) fn pair(&mut self, v: Value, w: Value) {
        self.nodes[v.0 as usize].negative = w;
        self.nodes[w.0 as usize].negative = v;
    }

    /// A game behind the last value, to be compared with values while its
    /// canonical form is still sought. There is at most one, and it must be
    /// taken back before the next value is entered. There must be room.
    pub(super) fn draft(&mut self, lefts: &[Value], rights: &[Value], signature: Signature, weight: Interval) -> Value {
        let start = self.options.len() as u32;
        let v = Value(self.nodes.len() as u32);
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        let (lefts, rights) = (lefts.len() as u16, rights.len() as u16);
        self.nodes.push(Node { signature, weight, start, lefts, rights, negative: v });
        v
    }

    /// Takes the draft back.
    pub(super) fn discard_draft(&mut self) {
        debug_assert_eq!(self.nodes.len(), self.facts.len() + 1, "there is a draft");
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
