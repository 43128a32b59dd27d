//! Disjunctive sums: a move in `a + b` is a move in `a` or a move in `b`.
//!
//! The canonical forms of the options are built first. The stack is explicit,
//! so deep values cannot overflow the call stack, and results that are still
//! needed are on it, so the cache may evict them.

use super::cache::SumEntry;
use super::{Value, Values};
use crate::{Player, Stop};

/// A sum under construction. Its options are the stack of pairs from `pairs`,
/// Left's before Right's, of each player those in `a` before those in `b`; the
/// values found so far are the stack of results from `results`.
///
/// ```text
/// pairs   l+b  l'+b | a+l" || r+b | a+r'  a+r"
/// counts      2     |  1   ||  1  |     2
/// ```
#[derive(Clone, Copy)]
struct SumFrame {
    a: Value,
    b: Value,
    pairs: usize,
    results: usize,
    counts: [usize; 4],
}

/// Lower and upper bound of a weight.
type WeightRange = (i64, i64);

/// The stacks of a sum under construction.
#[derive(Default)]
struct Stacks {
    frames: Vec<SumFrame>,
    pairs: Vec<(Value, Value)>,
    results: Vec<Value>,
}

impl Values {
    /// `a + b`.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        if let Some(sum) = self.known_sum(a, b)? {
            return Ok(sum);
        }
        let mut stacks = Stacks::default();
        self.open(&mut stacks, a, b);
        while let Some(&frame) = stacks.frames.last() {
            self.step(1)?;
            let done = stacks.results.len() - frame.results;
            match stacks.pairs.get(frame.pairs + done) {
                Some(&(x, y)) => match self.known_sum(x, y)? {
                    Some(sum) => stacks.results.push(sum),
                    None => self.open(&mut stacks, x, y),
                },
                None => {
                    let [in_a, in_b, right_in_a, _] = frame.counts;
                    let (left, right) = stacks.results[frame.results..].split_at(in_a + in_b);
                    let sum = self.sum_from_options(left.split_at(in_a), right.split_at(right_in_a))?;
                    self.remember_sum(frame.a, frame.b, sum);
                    stacks.results.truncate(frame.results);
                    stacks.pairs.truncate(frame.pairs);
                    stacks.frames.pop();
                }
            }
        }
        Ok(self.known_sum(a, b)?.expect("the sum has just been remembered"))
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.add(a, self.neg(b))
    }

    /// `-a`: Left and Right exchanged.
    #[must_use]
    pub fn neg(&self, a: Value) -> Value {
        self.arena.node(a).negative
    }

    /// The sum of many values.
    pub fn sum(&mut self, values: &[Value]) -> Result<Value, Stop> {
        let Some((&first, rest)) = values.split_first() else { return Ok(self.zero()) };
        let mut total = first;
        for &v in rest {
            total = self.add(total, v)?;
        }
        Ok(total)
    }

    /// The sum of `n` copies of a value, by doubling.
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

    /// The values of a player's options, each given as a sum whose terms end at
    /// `ends[i]`. Options that the two-ahead rule shows to be dominated are left
    /// out: weights add, so their sums need not be built.
    pub fn option_sums(&mut self, terms: &[Value], ends: &[usize], player: Player) -> Result<Vec<Value>, Stop> {
        let starts = || std::iter::once(0).chain(ends.iter().copied());
        let of = |terms: &[Value]| terms.iter().map(|&v| self.weight_for(player, v)).fold((0, 0), add_bounds);
        let weights: Vec<WeightRange> = starts().zip(ends).map(|(start, &end)| of(&terms[start..end])).collect();
        let best = weights.iter().map(|w| w.0).max().unwrap_or(0);
        let mut sums = Vec::with_capacity(ends.len());
        for ((start, &end), &(_, high)) in starts().zip(ends).zip(&weights) {
            if high > best - 2 {
                sums.push(self.sum(&terms[start..end])?);
            }
        }
        Ok(sums)
    }

    /// Pushes the frame of `a + b` with its options, except those that the
    /// two-ahead rule shows to be dominated.
    fn open(&self, stacks: &mut Stacks, a: Value, b: Value) {
        let start = stacks.pairs.len();
        let mut counts = [0; 4];
        let sides = [
            (self.arena.lefts(a), self.arena.lefts(b), Player::Left),
            (self.arena.rights(a), self.arena.rights(b), Player::Right),
        ];
        for (side, (in_a, in_b, player)) in sides.into_iter().enumerate() {
            let bounds = |x: Value, y: Value| add_bounds(self.weight_for(player, x), self.weight_for(player, y));
            let all = in_a.iter().map(|&x| (x, b)).chain(in_b.iter().map(|&y| (a, y)));
            let best = all.map(|(x, y)| bounds(x, y).0).max().unwrap_or(0);
            let worth = |pair: &(Value, Value)| bounds(pair.0, pair.1).1 > best - 2;
            let before = stacks.pairs.len();
            stacks.pairs.extend(in_a.iter().map(|&x| (x, b)).filter(worth));
            counts[2 * side] = stacks.pairs.len() - before;
            stacks.pairs.extend(in_b.iter().map(|&y| (a, y)).filter(worth));
            counts[2 * side + 1] = stacks.pairs.len() - before - counts[2 * side];
        }
        stacks.frames.push(SumFrame { a, b, pairs: start, results: stacks.results.len(), counts });
    }

    /// Bounds of the weight of `v`, or of its negative if `player` is Right.
    fn weight_for(&self, player: Player, v: Value) -> WeightRange {
        let (low, high) = self.arena.node(v).weight.addable();
        if player == Player::Left { (low, high) } else { (-high, -low) }
    }

    /// The sum, if it is trivial, cached, or number + ups + nimber.
    pub(crate) fn known_sum(&mut self, a: Value, b: Value) -> Result<Option<Value>, Stop> {
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
        let (Some(x), Some(y)) = (self.arena.record(a).number_up_star, self.arena.record(b).number_up_star) else {
            return Ok(None);
        };
        let sum = self.number_up_star(x.checked_add(y).ok_or(Stop::Unsupported)?)?;
        self.remember_sum(a, b, sum);
        Ok(Some(sum))
    }

    fn remember_sum(&mut self, a: Value, b: Value, sum: Value) {
        let (key, negate) = self.sum_key(a, b);
        self.sums.insert(SumEntry::new(key, if negate { self.neg(sum).0 } else { sum.0 }));
    }

    /// One cache key for `a + b`, `b + a` and their negatives, and whether the
    /// entry is that of the negatives.
    fn sum_key(&self, a: Value, b: Value) -> (u64, bool) {
        let key = |a: Value, b: Value| SumEntry::pair(a.0.max(b.0), a.0.min(b.0));
        let (ours, theirs) = (key(a, b), key(self.neg(a), self.neg(b)));
        if theirs < ours { (theirs, true) } else { (ours, false) }
    }
}

fn add_bounds(x: WeightRange, y: WeightRange) -> WeightRange {
    (x.0 + y.0, x.1 + y.1)
}
