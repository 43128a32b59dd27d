//! The partial order: `a <= b` when Left, moving second, wins `b - a`.
//!
//! ```text
//! a <= b   iff   no left option l of a has b <= l
//!          and   no right option r of b has r <= a
//! ```
//!
//! So a question is the NOR of smaller questions. Cheap answers come first:
//! identity (equal values have one number), landmarks, atomic weights with
//! the two-ahead rule, then one probe of the memo table, in which `a <= b`
//! and `-b <= -a` are one entry. What is asked about a draft goes to a small
//! table, since no other draft will ask it again. All children of a question get the cheap
//! tests before any of them is searched: one that holds refutes the parent.
//! The search keeps its own stack, so deep values cannot overflow ours.

use super::cache::Order;
use super::landmarks::Signature;
use super::{Relation, Value, Values};
use crate::{Player, Stop};

/// A question under search; its open children lie on `pending` from `base`.
#[derive(Clone, Copy)]
pub(super) struct Question {
    a: Value,
    b: Value,
    base: usize,
}

/// The stacks of the search, kept to spare allocations.
#[derive(Clone, Default)]
pub(super) struct OrderStacks {
    questions: Vec<Question>,
    pending: Vec<(Value, Value)>,
}

impl Values {
    /// Whether `a <= b`.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn le(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        match self.quick_le(a, b) {
            Some(known) => Ok(known),
            None => self.search_le(a, b),
        }
    }

    /// How `a` stands to `b`.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Relation, Stop> {
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// For each of a player's options, whether another one is at least as
    /// good for that player; of equal ones the first stays.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn dominated(&mut self, options: &[Value], player: Player) -> Result<Vec<bool>, Stop> {
        let mut all = Vec::with_capacity(options.len());
        for (i, &own) in options.iter().enumerate() {
            // Most comparisons are too quick to look at the clock.
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

    /// The answer, if no search is needed.
    #[inline]
    fn quick_le(&self, a: Value, b: Value) -> Option<bool> {
        self.filter_le(a, b).or_else(|| self.recall_le(a, b))
    }

    /// The answer, if the two records give it.
    #[inline]
    pub(super) fn filter_le(&self, a: Value, b: Value) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (left, right) = (self.arena.node(a), self.arena.node(b));
        if let Some(known) = Signature::le(left.signature, right.signature) {
            return Some(known);
        }
        // Weights add, so these two bound the weight of a - b from below and
        // above. At least 1: Left moving first wins a - b. At most -2: Right
        // wins it whoever starts.
        if i32::from(left.weight.low) - i32::from(right.weight.high) >= 1 {
            return Some(false);
        }
        if i32::from(left.weight.high) - i32::from(right.weight.low) <= -2 {
            return Some(true);
        }
        None
    }

    /// The answer, if the memo has it.
    #[inline]
    fn recall_le(&self, a: Value, b: Value) -> Option<bool> {
        let (key, draft) = self.order_key(a, b);
        (if draft { &self.draft_orders } else { &self.orders }).find(key).map(Order::answer)
    }

    /// The key of a question, and whether it is about the draft.
    #[inline]
    fn order_key(&self, a: Value, b: Value) -> (u64, bool) {
        if a == self.draft.slot {
            return (Order::pair(self.draft.key, b.0), true);
        }
        if b == self.draft.slot {
            return (Order::pair(a.0, self.draft.key), true);
        }
        let mirrored = Order::pair(self.arena.node(b).negative.0, self.arena.node(a).negative.0);
        (Order::pair(a.0, b.0).min(mirrored), false)
    }

    fn search_le(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        let mut stacks = std::mem::take(&mut self.order_stacks);
        let answer = self.search_le_on(&mut stacks, a, b);
        stacks.questions.clear();
        stacks.pending.clear();
        self.order_stacks = stacks;
        answer
    }

    fn search_le_on(&mut self, stacks: &mut OrderStacks, a: Value, b: Value) -> Result<bool, Stop> {
        let mut asked = (a, b);
        let mut answer = self.expand(stacks, a, b);
        loop {
            self.step(1 + self.arena.lefts(asked.0).len() + self.arena.rights(asked.1).len())?;
            if let Some(known) = answer {
                self.remember_le(asked, known);
                if stacks.questions.is_empty() {
                    return Ok(known);
                }
            }
            // One child that holds refutes its parent; if none is left the
            // parent holds; otherwise the next child is asked.
            let parent = *stacks.questions.last().expect("an open question has a frame");
            if answer == Some(true) || stacks.pending.len() == parent.base {
                answer = Some(answer != Some(true));
                asked = (parent.a, parent.b);
                stacks.questions.pop();
                stacks.pending.truncate(parent.base);
                continue;
            }
            asked = stacks.pending.pop().expect("a child is pending");
            answer = self.expand(stacks, asked.0, asked.1);
        }
    }

    fn remember_le(&mut self, (a, b): (Value, Value), known: bool) {
        let (key, draft) = self.order_key(a, b);
        (if draft { &mut self.draft_orders } else { &mut self.orders }).insert(Order::new(key, known));
    }

    /// Answers a question from the cheap answers of its children, or puts it
    /// and its open children on the stacks.
    fn expand(&self, stacks: &mut OrderStacks, a: Value, b: Value) -> Option<bool> {
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
            match self.recall_le(child.0, child.1) {
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
        stacks.questions.push(Question { a, b, base });
        None
    }
}
