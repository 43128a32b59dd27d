//! Shared value ids: hash-consing of canonical forms across the threads' arenas.
//!
//! Each thread has an arena. Values that existed when the arenas were copied have
//! the same id in all of them. A later value gets a shared id for its canonical
//! form, given by the shared ids of its left and right options:
//!
//! ```text
//! arena of a thread   common values | 1000 {17|1001} 1001 {0|17} ...
//! registry            [number of left options, left..., right...] -> shared id
//!                     [1, 0, 17] -> 1000     [1, 17, 1000] -> 1001
//! ```
//!
//! Equal values have equal canonical forms, so shared ids and values correspond
//! one to one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::hash::{self, Mixed};
use crate::cgt::{Value, Values};

type FormIds = HashMap<Box<[u32]>, u32, Mixed>;

/// The registry of shared ids, common to all threads.
pub(super) struct ValueRegistry {
    /// Number of values that the arenas have in common.
    common: usize,
    shards: Vec<Mutex<FormIds>>,
    next: AtomicU32,
    /// Maximum number of forms in a shard; beyond it no ids are given.
    max_forms: usize,
}

const SHARDS: usize = 64;
/// Approximate bytes of a form in the map.
const FORM_BYTES: usize = 120;
/// Marks a value without a shared id; ids have 29 bits.
const NONE: u32 = u32::MAX;
/// Marks a value whose id has not been looked up.
const UNKNOWN: u32 = u32::MAX - 1;

impl ValueRegistry {
    /// Creates a registry for arenas that agree in the first `common` values. It
    /// grows to about `memory` bytes.
    pub(super) fn new(common: usize, memory: usize) -> ValueRegistry {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        ValueRegistry { common, shards, next: AtomicU32::new(common as u32), max_forms: memory / FORM_BYTES / SHARDS }
    }

    fn id(&self, form: &[u32]) -> u32 {
        let hash = form.iter().fold(hash::of_word(form.len() as u64), |state, &word| hash::fold(state, word.into()));
        // An insertion cannot fail half-way, so a poisoned lock guards a valid map.
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = shard.get(form) {
            return id;
        }
        let id = if shard.len() < self.max_forms { self.next.fetch_add(1, Ordering::Relaxed) } else { NONE };
        if id >> 29 != 0 {
            return NONE;
        }
        shard.insert(form.into(), id);
        id
    }
}

/// The shared ids that one thread has looked up.
pub(super) struct SharedValueIds {
    registry: Arc<ValueRegistry>,
    /// Shared ids by local id, beginning after the common values.
    by_local: Vec<u32>,
    /// Local ids by shared id, beginning after the common values.
    by_shared: Vec<u32>,
    open: Vec<Value>,
    form: Vec<u32>,
}

impl SharedValueIds {
    pub(super) fn new(registry: Arc<ValueRegistry>) -> SharedValueIds {
        SharedValueIds { registry, by_local: Vec::new(), by_shared: Vec::new(), open: Vec::new(), form: Vec::new() }
    }

    /// Creates the ids of another thread, with the same registry. Its arena has the
    /// same common values.
    pub(super) fn for_other_thread(&self) -> SharedValueIds {
        SharedValueIds::new(Arc::clone(&self.registry))
    }

    /// The shared id of a value; none when the registry is full.
    #[inline]
    pub(super) fn id(&mut self, values: &Values, v: Value) -> Option<u32> {
        let known = self.get(v);
        let id = if known == UNKNOWN { self.find(values, v) } else { known };
        Some(id).filter(|&id| id != NONE)
    }

    /// Looks up a value that has not been looked up yet.
    fn find(&mut self, values: &Values, v: Value) -> u32 {
        let common = self.registry.common;
        if values.len() > common + self.by_local.len() {
            self.by_local.resize(values.len() - common, UNKNOWN);
        }
        // An explicit work list keeps deep values from overflowing the stack.
        self.open.push(v);
        while let Some(&v) = self.open.last() {
            if self.get(v) != UNKNOWN || self.resolve(values, v) {
                self.open.pop();
            }
        }
        self.get(v)
    }

    fn get(&self, v: Value) -> u32 {
        match (v.id() as usize).checked_sub(self.registry.common) {
            None => v.id(),
            Some(at) => self.by_local.get(at).copied().unwrap_or(UNKNOWN),
        }
    }

    /// Looks up a value if the ids of its options are known; otherwise adds the
    /// options to the work list and returns false.
    fn resolve(&mut self, values: &Values, v: Value) -> bool {
        let (lefts, rights) = (values.left_options(v), values.right_options(v));
        let before = self.open.len();
        self.form.clear();
        self.form.push(lefts.len() as u32);
        for &option in lefts.iter().chain(rights) {
            let id = self.get(option);
            if id == UNKNOWN {
                self.open.push(option);
            }
            self.form.push(id);
        }
        if self.open.len() > before {
            return false;
        }
        let id = if self.form[1..].contains(&NONE) {
            NONE
        } else {
            let (left, right) = self.form[1..].split_at_mut(lefts.len());
            left.sort_unstable();
            right.sort_unstable();
            self.registry.id(&self.form)
        };
        let at = v.id() as usize - self.registry.common;
        self.by_local[at] = id;
        if id != NONE {
            let place = id as usize - self.registry.common;
            if self.by_shared.len() <= place {
                self.by_shared.resize(place + 1, UNKNOWN);
            }
            self.by_shared[place] = v.id();
        }
        true
    }

    /// The local value with a shared id, if this thread has met it.
    pub(super) fn local(&self, id: u32) -> Option<Value> {
        match (id as usize).checked_sub(self.registry.common) {
            None => Some(Value::of_id(id)),
            Some(at) => self.by_shared.get(at).filter(|&&id| id != UNKNOWN).map(|&id| Value::of_id(id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two arenas that meet the same values in different orders.
    #[test]
    fn equal_values_have_equal_ids_in_all_arenas() {
        let mut one = Values::new();
        one.ups(2, true).unwrap();
        let mut two = one.clone();
        let registry = Arc::new(ValueRegistry::new(one.len(), 1 << 20));
        let [mut ids_one, mut ids_two] = [(); 2].map(|()| SharedValueIds::new(Arc::clone(&registry)));
        let texts = ["^5", "{0|v4}", "*5", "{^3|*,v}", "{0,^*|0,v*}", "{{^5|*}|v4}", "^", "0", "{^2*|v}"];
        let first: Vec<_> = texts.iter().map(|text| one.parse(text).unwrap()).collect();
        let second: Vec<_> = texts.iter().rev().map(|text| two.parse(text).unwrap()).collect();
        assert!(first.iter().zip(second.iter().rev()).any(|(v, w)| v.id() != w.id()), "the orders differ");
        let first: Vec<_> = first.iter().map(|&v| ids_one.id(&one, v).unwrap()).collect();
        let second: Vec<_> = second.iter().rev().map(|&v| ids_two.id(&two, v).unwrap()).collect();
        assert_eq!(first, second);
        for (text, &id) in texts.iter().zip(&first) {
            assert_eq!(ids_two.local(id), Some(two.parse(text).unwrap()));
        }
        let different: std::collections::HashSet<_> = first.iter().collect();
        assert_eq!(different.len(), texts.len());
    }

    #[test]
    fn a_full_registry_gives_no_ids() {
        let mut values = Values::new();
        let mut ids = SharedValueIds::new(Arc::new(ValueRegistry::new(values.len(), 0)));
        let (zero, high) = (values.zero(), values.ups(40, false).unwrap());
        assert_eq!((ids.id(&values, zero), ids.id(&values, high)), (Some(zero.id()), None));
    }
}
