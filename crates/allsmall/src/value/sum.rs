//! Sums: a move in `a + b` is a move in `a` or a move in `b`.
//!
//! The canonical form of each option is built first. The work list is our
//! own, so deep values cannot overflow the stack, and the memo may forget.

use super::cache::Sum;
use super::{Value, Values};
use crate::Stop;

/// A sum under construction: `next` counts its options done, whose values lie
/// on the stack of results from `base`.
#[derive(Clone, Copy)]
struct Frame {
    a: Value,
    b: Value,
    next: usize,
    base: usize,
}

impl Values {
    /// `a + b`.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        if let Some(sum) = self.quick_add(a, b)? {
            return Ok(sum);
        }
        let mut frames = vec![Frame { a, b, next: 0, base: 0 }];
        let mut results: Vec<Value> = Vec::new();
        while let Some(&Frame { a, b, next, base }) = frames.last() {
            let top = frames.len() - 1;
            match self.summand_option(a, b, next) {
                Some((x, y)) => match self.quick_add(x, y)? {
                    Some(sum) => {
                        results.push(sum);
                        frames[top].next += 1;
                    }
                    None => frames.push(Frame { a: x, b: y, next: 0, base: results.len() }),
                },
                None => {
                    let lefts = self.arena.lefts(a).len() + self.arena.lefts(b).len();
                    let (left, right) = results[base..].split_at(lefts);
                    let in_a = [self.arena.lefts(a).len(), self.arena.rights(a).len()];
                    let sum = self.make_sum(left, right, in_a)?;
                    self.remember_sum(a, b, sum);
                    results.truncate(base);
                    frames.pop();
                }
            }
        }
        Ok(self.quick_add(a, b)?.expect("the sum has just been remembered"))
    }

    /// `a - b`.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.add(a, self.neg(b))
    }

    /// `-a`: Left and Right trade places.
    #[must_use]
    pub fn neg(&self, a: Value) -> Value {
        self.arena.node(a).negative
    }

    /// The sum of many values.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn sum(&mut self, values: &[Value]) -> Result<Value, Stop> {
        let mut total = self.zero();
        for &v in values {
            total = self.add(total, v)?;
        }
        Ok(total)
    }

    /// `n` copies of a value, by doubling.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn times(&mut self, v: Value, n: i64) -> Result<Value, Stop> {
        let mut power = if n < 0 { self.neg(v) } else { v };
        let mut left = n.unsigned_abs();
        let mut total = self.zero();
        while left > 0 {
            if left % 2 == 1 {
                total = self.add(total, power)?;
            }
            left /= 2;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(total)
    }

    /// The option of `a + b` with this number: left ones first, those of `a`
    /// before those of `b`.
    fn summand_option(&self, a: Value, b: Value, number: usize) -> Option<(Value, Value)> {
        let mut i = number;
        for (ours, theirs) in [(self.arena.lefts(a), self.arena.lefts(b)), (self.arena.rights(a), self.arena.rights(b))]
        {
            if let Some(&x) = ours.get(i) {
                return Some((x, b));
            }
            i -= ours.len();
            if let Some(&y) = theirs.get(i) {
                return Some((a, y));
            }
            i -= theirs.len();
        }
        None
    }

    /// The sum, if it needs no work.
    fn quick_add(&mut self, a: Value, b: Value) -> Result<Option<Value>, Stop> {
        if a == self.zero() {
            return Ok(Some(b));
        }
        if b == self.zero() {
            return Ok(Some(a));
        }
        if self.neg(a) == b {
            return Ok(Some(self.zero()));
        }
        let (key, negate) = self.sum_key(a, b);
        if let Some(slot) = self.sums.find(key) {
            let sum = Value(slot.sum);
            return Ok(Some(if negate { self.neg(sum) } else { sum }));
        }
        let (Some(x), Some(y)) = (self.arena.facts(a).plain, self.arena.facts(b).plain) else { return Ok(None) };
        let sum = self.plain(x.checked_add(y).ok_or(Stop::Size)?)?;
        self.remember_sum(a, b, sum);
        Ok(Some(sum))
    }

    fn remember_sum(&mut self, a: Value, b: Value, sum: Value) {
        let (key, negate) = self.sum_key(a, b);
        self.sums.insert(Sum::new(key, if negate { self.neg(sum).0 } else { sum.0 }));
    }

    /// One key for `a + b`, `b + a` and their negatives; true where the entry
    /// is that of the negatives.
    fn sum_key(&self, a: Value, b: Value) -> (u64, bool) {
        let key = |a: Value, b: Value| Sum::pair(a.0.max(b.0), a.0.min(b.0));
        let (ours, theirs) = (key(a, b), key(self.neg(a), self.neg(b)));
        if theirs < ours { (theirs, true) } else { (ours, false) }
    }
}
