//! What is proved of long parts beside a value, used for greater and lesser
//! values too.
//!
//! If Left, moving first, wins `W + v`, then she wins `W + u` for every
//! `u >= v`; and what she loses stays lost with less. So the verdicts are kept
//! by the long parts `W`, and a verdict that follows from another one is not
//! kept:
//!
//! ```text
//! W  ->  won with v1, v2, ...    each the least of those that were proved
//!        lost with u1, u2, ...   each the greatest
//! ```

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use super::item::Item;
use crate::Stop;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};

/// A verdict on some long parts beside this value.
#[derive(Clone, Copy)]
struct Proof {
    value: Value,
    won: bool,
}

impl Proof {
    /// Whether this verdict holds beside another value, too.
    fn covers(self, values: &mut Values, other: Value) -> Result<bool, Stop> {
        if self.won { values.le(self.value, other) } else { values.le(other, self.value) }
    }
}

/// Verdicts by long parts.
pub(super) struct Proofs {
    known: HashMap<SmallVec<[Item; 1]>, SmallVec<[Proof; 2]>, Mixed>,
    bytes: usize,
    limit: usize,
}

/// Proofs kept of one sum of parts; each costs a comparison.
const MOST: usize = 32;

impl Proofs {
    /// No proofs; at most about `limit` bytes of them.
    pub(super) fn new(limit: usize) -> Proofs {
        Proofs { known: HashMap::default(), bytes: 0, limit }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether Left, moving first, wins, if a verdict beside another value
    /// tells.
    pub(super) fn find(&self, values: &mut Values, items: &[Item]) -> Result<Option<bool>, Stop> {
        let Some((value, parts)) = split(values, items) else { return Ok(None) };
        for &proof in self.known.get(parts).map_or(&[][..], SmallVec::as_slice) {
            if proof.covers(values, value)? {
                return Ok(Some(proof.won));
            }
        }
        Ok(None)
    }

    /// Enters a verdict.
    pub(super) fn insert(&mut self, values: &mut Values, items: &[Item], won: bool) -> Result<(), Stop> {
        let Some((value, parts)) = split(values, items) else { return Ok(()) };
        if self.bytes > self.limit {
            *self = Proofs::new(self.limit);
        }
        let new = Proof { value, won };
        let Some(list) = self.known.get_mut(parts) else {
            self.bytes += 96 + size_of_val(parts);
            self.known.insert(parts.into(), smallvec![new]);
            return Ok(());
        };
        let mut kept = 0;
        for i in 0..list.len() {
            if list[i].won != won || !new.covers(values, list[i].value)? {
                list[kept] = list[i];
                kept += 1;
            }
        }
        list.truncate(kept);
        if list.len() == MOST {
            list.remove(0);
        }
        self.bytes += size_of::<Proof>();
        list.push(new);
        Ok(())
    }
}

/// The value and the long parts of a node with at most one value.
fn split<'a>(values: &Values, items: &'a [Item]) -> Option<(Value, &'a [Item])> {
    match items {
        [first, parts @ ..] if first.is_value() => {
            let one = parts.first().is_some_and(|second| !second.is_value());
            one.then(|| (first.as_value().expect("it is one"), parts))
        }
        parts => Some((values.zero(), parts)),
    }
}
