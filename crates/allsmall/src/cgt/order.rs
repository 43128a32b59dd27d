//! The partial order of games: `a <= b` when Left, moving second, wins `b - a`.
//!
//! ```text
//! a <= b   iff   no left option l of a has b <= l
//!          and   no right option r of b has r <= a
//! ```
//!
//! So a comparison is the NOR of smaller comparisons. Cheap tests come first:
//! identity (equal values have one id), landmarks, atomic weights with the
//! two-ahead rule, then one probe of the cache, in which `a <= b` and
//! `-b <= -a` are one entry. Comparisons with a draft go to a small cache,
//! since no other draft repeats them. All children of a comparison get the
//! cheap tests before any of them is searched: one that holds refutes the
//! parent. The search has an explicit stack, so deep values cannot overflow
//! the call stack.

use std::collections::HashMap;

use super::cache::OrderEntry;
use super::landmarks::Signature;
use super::{Relation, Value, Values};
use crate::base::hash::Mixed;
use crate::{Player, Stop};

/// Maximum number of results that [`Values::le_shared`] remembers.
const SHARED_RESULTS: usize = 1 << 20;

/// A comparison under search; its open children lie on `pending` from `base`.
#[derive(Clone, Copy)]
pub(super) struct OpenComparison {
    a: Value,
    b: Value,
    base: usize,
}

/// The stacks of the search, reused between calls.
#[derive(Clone, Default)]
pub(super) struct OrderStacks {
    open: Vec<OpenComparison>,
    pending: Vec<(Value, Value)>,
}

impl OrderStacks {
    /// Passes the result of a child to its parent, the innermost open
    /// comparison: a child that holds refutes its parent, and without further
    /// children the parent holds. Returns the parent with its result, or the
    /// next child without one.
    #[inline]
    fn advance(&mut self, answer: Option<bool>) -> ((Value, Value), Option<bool>) {
        let parent = *self.open.last().expect("an open comparison has a frame");
        if answer == Some(true) || self.pending.len() == parent.base {
            self.open.pop();
            self.pending.truncate(parent.base);
            return ((parent.a, parent.b), Some(answer != Some(true)));
        }
        (self.pending.pop().expect("a child is pending"), None)
    }
}

impl Values {
    /// Returns whether `a <= b`.
    pub fn le(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        match self.quick_le(a, b) {
            Some(known) => Ok(known),
            None => self.search_le(a, b),
        }
    }

    /// Compares `a` with `b`.
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Relation, Stop> {
        Ok(Relation::of(self.le(a, b)?, self.le(b, a)?))
    }

    /// For each of a player's options, whether another one dominates it; of equal
    /// options the first counts as undominated.
    pub fn dominated(&mut self, options: &[Value], player: Player) -> Result<Vec<bool>, Stop> {
        let mut all = Vec::with_capacity(options.len());
        for (i, &own) in options.iter().enumerate() {
            // Most comparisons are too short to reach a check of the budget.
            if i % 64 == 63 {
                self.check()?;
            }
            let mut dominated = false;
            for (j, &other) in options.iter().enumerate() {
                dominated = match player {
                    _ if own == other => j < i,
                    Player::Left => self.le(own, other)?,
                    Player::Right => self.le(other, own)?,
                };
                if dominated {
                    break;
                }
            }
            all.push(dominated);
        }
        Ok(all)
    }

    /// The result of `a <= b`, if no search is needed.
    #[inline]
    fn quick_le(&self, a: Value, b: Value) -> Option<bool> {
        self.filter_le(a, b).or_else(|| self.recall_le(a, b))
    }

    /// The result of `a <= b`, if the records of the two values decide it.
    #[inline]
    pub(super) fn filter_le(&self, a: Value, b: Value) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (left, right) = (self.arena.node(a), self.arena.node(b));
        if let Some(known) = Signature::le(left.signature, right.signature) {
            return Some(known);
        }
        // Weights add, so these differences bound the weight of a - b from below
        // and above. At least 1: Left moving first wins a - b. At most -2: Right
        // wins it whoever starts.
        if i32::from(left.weight.low) - i32::from(right.weight.high) >= 1 {
            return Some(false);
        }
        if i32::from(left.weight.high) - i32::from(right.weight.low) <= -2 {
            return Some(true);
        }
        None
    }

    /// The result of `a <= b`, if the cache has it.
    #[inline]
    fn recall_le(&self, a: Value, b: Value) -> Option<bool> {
        let (key, draft) = self.order_key(a, b);
        (if draft { &self.draft_orders } else { &self.orders }).find(key).map(OrderEntry::answer)
    }

    /// The cache key of `a <= b`, and whether the draft is one of the two.
    #[inline]
    fn order_key(&self, a: Value, b: Value) -> (u64, bool) {
        if a == self.draft.slot {
            return (OrderEntry::pair(self.draft.key, b.0), true);
        }
        if b == self.draft.slot {
            return (OrderEntry::pair(a.0, self.draft.key), true);
        }
        let mirrored = OrderEntry::pair(self.arena.node(b).negative.0, self.arena.node(a).negative.0);
        (OrderEntry::pair(a.0, b.0).min(mirrored), false)
    }

    fn search_le(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        let mut stacks = std::mem::take(&mut self.order_stacks);
        let answer = self.search_le_on(&mut stacks, a, b);
        stacks.open.clear();
        stacks.pending.clear();
        self.order_stacks = stacks;
        answer
    }

    fn search_le_on(&mut self, stacks: &mut OrderStacks, a: Value, b: Value) -> Result<bool, Stop> {
        let mut asked = (a, b);
        let mut answer = self.expand(stacks, a, b, |a, b| self.recall_le(a, b));
        loop {
            self.step(1 + self.arena.lefts(asked.0).len() + self.arena.rights(asked.1).len())?;
            if let Some(known) = answer {
                self.remember_le(asked, known);
                if stacks.open.is_empty() {
                    return Ok(known);
                }
            }
            (asked, answer) = stacks.advance(answer);
            if answer.is_none() {
                answer = self.expand(stacks, asked.0, asked.1, |a, b| self.recall_le(a, b));
            }
        }
    }

    /// Returns whether `a <= b` without changing the arena: results are
    /// remembered during this call only.
    pub(super) fn le_shared(&self, a: Value, b: Value) -> Result<bool, Stop> {
        if let Some(known) = self.quick_le(a, b) {
            return Ok(known);
        }
        let mut stacks = OrderStacks::default();
        let mut found: HashMap<(Value, Value), bool, Mixed> = HashMap::default();
        let mut asked = (a, b);
        let mut answer = self.expand(&mut stacks, a, b, |a, b| self.recall_le(a, b));
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                self.check()?;
            }
            if let Some(known) = answer {
                if stacks.open.is_empty() {
                    return Ok(known);
                }
                if found.len() == SHARED_RESULTS {
                    found.clear();
                }
                found.insert(asked, known);
            }
            (asked, answer) = stacks.advance(answer);
            if answer.is_none() {
                let recall = |a, b| self.recall_le(a, b).or_else(|| found.get(&(a, b)).copied());
                answer = self.expand(&mut stacks, asked.0, asked.1, recall);
            }
        }
    }

    fn remember_le(&mut self, (a, b): (Value, Value), known: bool) {
        let (key, draft) = self.order_key(a, b);
        (if draft { &mut self.draft_orders } else { &mut self.orders }).insert(OrderEntry::new(key, known));
    }

    /// Decides `a <= b` by the cheap tests of its children, or pushes it and its
    /// open children on the stacks.
    #[inline]
    fn expand(
        &self,
        stacks: &mut OrderStacks,
        a: Value,
        b: Value,
        recall: impl Fn(Value, Value) -> Option<bool>,
    ) -> Option<bool> {
        let base = stacks.pending.len();
        let children =
            (self.arena.lefts(a).iter().map(|&l| (b, l))).chain(self.arena.rights(b).iter().map(|&r| (r, a)));
        for child in children {
            match self.filter_le(child.0, child.1) {
                Some(true) => {
                    stacks.pending.truncate(base);
                    return Some(false);
                }
                Some(false) => {}
                None => stacks.pending.push(child),
            }
        }
        let mut kept = base;
        for i in base..stacks.pending.len() {
            let child = stacks.pending[i];
            match recall(child.0, child.1) {
                Some(true) => {
                    stacks.pending.truncate(base);
                    return Some(false);
                }
                Some(false) => {}
                None => {
                    stacks.pending[kept] = child;
                    kept += 1;
                }
            }
        }
        stacks.pending.truncate(kept);
        if stacks.pending.len() == base {
            return Some(true);
        }
        stacks.open.push(OpenComparison { a, b, base });
        None
    }
}
