//! Numbers of values that mean the same to several threads.
//!
//! Each thread has an arena of its own. The values that were known when the
//! arenas were copied have the same number in all of them. A later one is named
//! by its canonical form, the names of its left and right options, which are
//! entered in one register:
//!
//! ```text
//! arena of a thread   common values | 1000 {17|1001} 1001 {0|17} ...
//! register            [number of left options, left..., right...] -> name
//!                     [1, 0, 17] -> 1000     [1, 17, 1000] -> 1001
//! ```
//!
//! Equal values have equal canonical forms, so a name is never shared by two
//! values, and no value has two names.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::hash::{self, Mixed};
use crate::cgt::{Value, Values};

type Forms = HashMap<Box<[u32]>, u32, Mixed>;

/// The register.
pub(super) struct ValueRegistry {
    /// How many values the arenas have in common.
    common: usize,
    shards: Vec<Mutex<Forms>>,
    next: AtomicU32,
    /// Forms that a shelf may hold; then no more names are given.
    room: usize,
}

const SHARDS: usize = 64;
/// Bytes that a form takes, with its share of the map.
const FORM: usize = 120;
/// No name; names have 29 bits.
const NONE: u32 = u32::MAX;
const NOT_ASKED: u32 = u32::MAX - 1;

impl ValueRegistry {
    /// For arenas that agree in the first `common` values; takes at most about
    /// `memory` bytes.
    pub(super) fn new(common: usize, memory: usize) -> ValueRegistry {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        ValueRegistry { common, shards, next: AtomicU32::new(common as u32), room: memory / FORM / SHARDS }
    }

    fn name(&self, form: &[u32]) -> u32 {
        let hash = form.iter().fold(hash::of_word(form.len() as u64), |state, &word| hash::fold(state, word.into()));
        // An entry is whole or not there: a thread that died spoils nothing.
        let shelf = &self.shards[(hash >> 32) as usize % SHARDS];
        let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&name) = shelf.get(form) {
            return name;
        }
        let name = if shelf.len() < self.room { self.next.fetch_add(1, Ordering::Relaxed) } else { NONE };
        if name >> 29 != 0 {
            return NONE;
        }
        shelf.insert(form.into(), name);
        name
    }
}

/// The names that one thread has asked for.
pub(super) struct SharedValueIds {
    register: Arc<ValueRegistry>,
    /// From the first value on that is not common.
    known: Vec<u32>,
    /// The values that were named, by name, from the first one on that is not
    /// common.
    named: Vec<u32>,
    open: Vec<Value>,
    form: Vec<u32>,
}

impl SharedValueIds {
    pub(super) fn new(register: Arc<ValueRegistry>) -> SharedValueIds {
        SharedValueIds { register, known: Vec::new(), named: Vec::new(), open: Vec::new(), form: Vec::new() }
    }

    /// Creates the names of another thread, in the same register. Its arena
    /// agrees with this thread's in the values that are common.
    pub(super) fn for_other_thread(&self) -> SharedValueIds {
        SharedValueIds::new(Arc::clone(&self.register))
    }

    /// The name of a value; none when the register is full.
    #[inline]
    pub(super) fn of(&mut self, values: &Values, v: Value) -> Option<u32> {
        let known = self.get(v);
        let name = if known == NOT_ASKED { self.find(values, v) } else { known };
        Some(name).filter(|&name| name != NONE)
    }

    /// The name of a value that was not asked for yet.
    fn find(&mut self, values: &Values, v: Value) -> u32 {
        let common = self.register.common;
        if values.len() > common + self.known.len() {
            self.known.resize(values.len() - common, NOT_ASKED);
        }
        // The list of open values is our own: deep values cannot overflow the
        // stack.
        self.open.push(v);
        while let Some(&v) = self.open.last() {
            if self.get(v) != NOT_ASKED || self.ask(values, v) {
                self.open.pop();
            }
        }
        self.get(v)
    }

    fn get(&self, v: Value) -> u32 {
        match (v.id() as usize).checked_sub(self.register.common) {
            None => v.id(),
            Some(at) => self.known.get(at).copied().unwrap_or(NOT_ASKED),
        }
    }

    /// Asks for a name if those of the options are known; they are opened
    /// otherwise.
    fn ask(&mut self, values: &Values, v: Value) -> bool {
        let (lefts, rights) = (values.left_options(v), values.right_options(v));
        let before = self.open.len();
        self.form.clear();
        self.form.push(lefts.len() as u32);
        for &option in lefts.iter().chain(rights) {
            let name = self.get(option);
            if name == NOT_ASKED {
                self.open.push(option);
            }
            self.form.push(name);
        }
        if self.open.len() > before {
            return false;
        }
        let name = if self.form[1..].contains(&NONE) {
            NONE
        } else {
            let (left, right) = self.form[1..].split_at_mut(lefts.len());
            left.sort_unstable();
            right.sort_unstable();
            self.register.name(&self.form)
        };
        let at = v.id() as usize - self.register.common;
        self.known[at] = name;
        if name != NONE {
            let place = name as usize - self.register.common;
            if self.named.len() <= place {
                self.named.resize(place + 1, NOT_ASKED);
            }
            self.named[place] = v.id();
        }
        true
    }

    /// The value with a name, if it was asked for here.
    pub(super) fn local(&self, name: u32) -> Option<Value> {
        match (name as usize).checked_sub(self.register.common) {
            None => Some(Value::of_id(name)),
            Some(at) => self.named.get(at).filter(|&&id| id != NOT_ASKED).map(|&id| Value::of_id(id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two arenas that meet the same values in different orders.
    #[test]
    fn equal_values_have_equal_names_in_all_arenas() {
        let mut one = Values::new();
        one.ups(2, true).unwrap();
        let mut two = one.clone();
        let register = Arc::new(ValueRegistry::new(one.len(), 1 << 20));
        let [mut names_one, mut names_two] = [(); 2].map(|()| SharedValueIds::new(Arc::clone(&register)));
        let texts = ["^5", "{0|v4}", "*5", "{^3|*,v}", "{0,^*|0,v*}", "{{^5|*}|v4}", "^", "0", "{^2*|v}"];
        let first: Vec<_> = texts.iter().map(|text| one.parse(text).unwrap()).collect();
        let second: Vec<_> = texts.iter().rev().map(|text| two.parse(text).unwrap()).collect();
        assert!(first.iter().zip(second.iter().rev()).any(|(v, w)| v.id() != w.id()), "the orders differ");
        let first: Vec<_> = first.iter().map(|&v| names_one.of(&one, v).unwrap()).collect();
        let second: Vec<_> = second.iter().rev().map(|&v| names_two.of(&two, v).unwrap()).collect();
        assert_eq!(first, second);
        for (text, &name) in texts.iter().zip(&first) {
            assert_eq!(names_two.local(name), Some(two.parse(text).unwrap()));
        }
        let different: std::collections::HashSet<_> = first.iter().collect();
        assert_eq!(different.len(), texts.len());
    }

    #[test]
    fn a_full_register_gives_no_names() {
        let mut values = Values::new();
        let mut names = SharedValueIds::new(Arc::new(ValueRegistry::new(values.len(), 0)));
        let (zero, high) = (values.zero(), values.ups(40, false).unwrap());
        assert_eq!((names.of(&values, zero), names.of(&values, high)), (Some(zero.id()), None));
    }
}
