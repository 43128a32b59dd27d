//! The order of games: `a <= b` when no left option of `a` is `>= b` and no
//! right option of `b` is `<= a`.
//!
//! Multiples of up, landmarks and weights come first, for all options, then the
//! cache, then the search.

use super::{Fault, Game, Games, Stand};
use crate::hash::{mix, seed};

/// Number of entries at which the cache of the order is emptied.
const MEMO: usize = 1 << 23;

/// The cache of the order: a hash table of pairs and results, at most half full.
///
/// ```text
/// slot: [ a:31 | b:31 | answer:1 | used:1 ]
/// ```
#[derive(Default)]
pub(super) struct Orders {
    slots: Vec<u64>,
    used: usize,
}

impl Orders {
    fn key(a: Game, b: Game) -> u64 {
        u64::from(a) << 33 | u64::from(b) << 2 | 1
    }

    /// The slot of a pair, or the one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = mix(seed(), key) as usize & mask;
        while self.slots[at] != 0 && self.slots[at] & !2 != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn find(&self, key: u64) -> Option<bool> {
        if self.slots.is_empty() {
            return None;
        }
        let found = self.slots[self.slot(key)];
        (found != 0).then_some(found & 2 != 0)
    }

    fn insert(&mut self, key: u64, answer: bool) {
        if self.used >= MEMO {
            (self.slots, self.used) = (Vec::new(), 0);
        }
        if 2 * self.used >= self.slots.len() {
            let wider = vec![0; (2 * self.slots.len()).max(1 << 10)];
            for old in std::mem::replace(&mut self.slots, wider).into_iter().filter(|&old| old != 0) {
                let at = self.slot(old & !2);
                self.slots[at] = old;
            }
        }
        let at = self.slot(key);
        self.used += usize::from(self.slots[at] == 0);
        self.slots[at] = key | u64::from(answer) << 1;
    }
}

impl Games {
    /// Whether a <= b.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn le(&mut self, a: Game, b: Game) -> Result<bool, Fault> {
        match self.quick(a, b) {
            Some(known) => Ok(known),
            None => self.recalled(a, b),
        }
    }

    /// The answer if multiples of up, landmarks or weights give it.
    pub(super) fn quick(&self, a: Game, b: Game) -> Option<bool> {
        let (x, y) = (&self.marks[a as usize], &self.marks[b as usize]);
        if a == b || x.high - y.low <= -2 {
            return Some(true);
        }
        if x.low - y.high >= 1 { Some(false) } else { Stand::le(&x.stand, &y.stand) }
    }

    /// One key for a <= b and -b <= -a.
    fn pair(&self, a: Game, b: Game) -> u64 {
        Orders::key(a, b).min(Orders::key(self.negative(b), self.negative(a)))
    }

    /// The result from the cache, or else by search.
    fn recalled(&mut self, a: Game, b: Game) -> Result<bool, Fault> {
        let key = self.pair(a, b);
        if let Some(known) = self.orders.find(key) {
            return Ok(known);
        }
        self.spend(1 + self.options(a, true).len() + self.options(b, false).len())?;
        let start = self.open.len();
        let mut answer = self.open_questions(a, b);
        while answer && self.open.len() > start {
            let (a, b) = self.open.pop().expect("it is longer than at the start");
            answer = !self.recalled(a, b)?;
        }
        self.open.truncate(start);
        self.orders.insert(key, answer);
        Ok(answer)
    }

    /// Pushes the open comparisons that `a <= b` depends on; false if one
    /// refutes it.
    fn open_questions(&mut self, a: Game, b: Game) -> bool {
        let start = self.open.len();
        let lefts = self.nodes[a as usize].lefts();
        let rights = self.nodes[b as usize].rights();
        for (i, left) in lefts.map(|i| (i, true)).chain(rights.map(|i| (i, false))) {
            let option = self.pool[i];
            let question = if left { (b, option) } else { (option, a) };
            match self.quick(question.0, question.1) {
                Some(true) => return false,
                Some(false) => {}
                None => self.open.push(question),
            }
        }
        let mut kept = start;
        for i in start..self.open.len() {
            let (a, b) = self.open[i];
            match self.orders.find(self.pair(a, b)) {
                Some(true) => return false,
                Some(false) => {}
                None => {
                    self.open[kept] = (a, b);
                    kept += 1;
                }
            }
        }
        self.open.truncate(kept);
        true
    }
}
