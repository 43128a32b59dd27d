//! Certified weights: integer lower bounds of Left's advantage in atomic
//! weight, for every segment of a family.
//!
//! 0 and star have certified weight 0. An integer w is a *certified weight* of
//! another game g when
//!
//! - R: every right option r has weight >= w - 1, or some left option of r has
//!   weight >= w;
//! - L, w <= 0: some left option has weight >= w + 1;
//! - L, w = 1: some left option has weight >= 2; or some left option is >= 0,
//!   and g >= 0; or one is >= 0, one is >= star, and g >= star;
//! - L, w >= 2: some left option has weight >= 2 or is >= 0; this holds for every
//!   game in canonical form that meets R, and not for {v3 | ^3} = 0.
//!
//! **Theorem W.** In a sum of games with certified weights, Left wins moving
//! second if the total is at least 2, and moving first if it is at least 1.
//! The proof is in `docs/lab/families.md`.
//!
//! Short segments are weighed by their values; longer ones by the integers
//! alone, which is a recursion over cuts. When the integers of all kinds gain
//! the same with every period from m0 up to `2 (m0 + P)`, they do so for ever:
//! a move in a longer segment leaves a part of at least m0 + P stones, and a
//! period less of it is a move in the segment with a period less.

use std::collections::HashMap;

use super::segment::{Family, Segment, SegmentKind};
use super::segment_values::SegmentValues;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::{Budget, Player, Stop};

/// Certified weights of values, each computed once.
#[derive(Default)]
pub(super) struct CertifiedWeights {
    known: HashMap<Value, i64>,
}

impl CertifiedWeights {
    /// The greatest certified weight of a value.
    pub(super) fn weigh(&mut self, v: Value, values: &mut Values) -> Result<i64, Stop> {
        let mut stack = vec![v];
        while let Some(&next) = stack.last() {
            if self.known.contains_key(&next) {
                stack.pop();
                continue;
            }
            let options = values.left_options(next).iter().chain(values.right_options(next));
            let before = stack.len();
            let missing: Vec<_> = options.copied().filter(|o| !self.known.contains_key(o)).collect();
            stack.extend(missing);
            if stack.len() == before {
                let weight = self.of_options(next, values)?;
                self.known.insert(next, weight);
                stack.pop();
            }
        }
        Ok(self.known[&v])
    }

    fn of_options(&self, g: Value, values: &mut Values) -> Result<i64, Stop> {
        let (zero, star) = (values.zero(), values.star(1)?);
        if g == zero || g == star {
            return Ok(0);
        }
        let best = |all: &[Value]| all.iter().map(|o| self.known[o]).max();
        let right = |&r: &Value| (self.known[&r] + 1).max(best(values.left_options(r)).unwrap_or(i64::MIN));
        // An all-small game other than zero has options on both sides.
        let most = values.right_options(g).iter().map(right).min().expect("Right can move");
        let lefts = values.left_options(g).to_vec();
        let left = best(&lefts).expect("Left can move");
        let (mut above_zero, mut above_star) = (false, false);
        for &l in &lefts {
            above_zero |= values.le(zero, l)?;
            above_star |= values.le(star, l)?;
        }
        if most >= 2 && (left >= 2 || above_zero) {
            return Ok(most);
        }
        let one = left >= 2 || above_zero && values.le(zero, g)? || above_zero && above_star && values.le(star, g)?;
        Ok(if most >= 1 && one { 1 } else { most.min(0).min(left - 1) })
    }
}

/// Weights of all segments of a family, from one side.
pub(super) struct Weights<'a> {
    family: &'a Family,
    kinds: Vec<SegmentKind>,
    /// Segments of at most this length are weighed by their values.
    exact: usize,
    known: HashMap<Segment, Weighed, Mixed>,
    longest: usize,
}

/// The weight of a segment and Left's best move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weighed {
    weight: i64,
    /// The greatest total that a move of Left leaves.
    after: i64,
}

/// A proved period: from `from` stones on, the weights of all kinds gain
/// `gain` by every `period` stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WeightPeriod {
    pub(super) period: usize,
    pub(super) from: usize,
    pub(super) gain: i64,
}

impl<'a> Weights<'a> {
    pub(super) fn new(family: &'a Family) -> Weights<'a> {
        Weights { family, kinds: family.kinds(), exact: 0, known: HashMap::default(), longest: 0 }
    }

    /// Weighs all segments up to `exact` stones by their values.
    pub(super) fn by_values(
        &mut self,
        exact: usize,
        table: &mut SegmentValues,
        values: &mut Values,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut scale = CertifiedWeights::default();
        for len in 2..=exact {
            budget.check()?;
            for kind in self.kinds.clone().into_iter().filter(|&kind| self.family.has_length(kind, len)) {
                self.short(Segment { kind, len }, &mut scale, table, values)?;
            }
        }
        (self.exact, self.longest) = (exact, exact);
        Ok(())
    }

    /// A segment by its value, and its parts in the prefix and the suffix.
    fn short(
        &mut self,
        segment: Segment,
        scale: &mut CertifiedWeights,
        table: &mut SegmentValues,
        values: &mut Values,
    ) -> Result<(), Stop> {
        if segment.len < 2 || self.known.contains_key(&segment) {
            return Ok(());
        }
        let cuts = self.family.cuts(segment);
        for part in cuts.iter().flat_map(|cut| cut.parts) {
            self.short(part, scale, table, values)?;
        }
        let value = table.value(self.family, segment, values)?;
        let weight = scale.weigh(value, values)?;
        let after = self.best(&cuts);
        self.known.insert(segment, Weighed { weight, after });
        Ok(())
    }

    fn get(&self, segment: Segment) -> Weighed {
        let nothing = Weighed { weight: 0, after: i64::MIN / 4 };
        if segment.len < 2 { nothing } else { self.known[&segment] }
    }

    /// The greatest total that a move of Left leaves.
    fn best(&self, cuts: &[super::segment::SegmentCut]) -> i64 {
        let total = |cut: &super::segment::SegmentCut| cut.parts.iter().map(|&part| self.get(part).weight).sum::<i64>();
        cuts.iter().filter(|cut| cut.mover == Player::Left).map(total).max().unwrap_or(i64::MIN / 4)
    }

    /// Weighs longer segments by integers alone.
    pub(super) fn extend(&mut self, longest: usize, replies: bool, budget: &Budget) -> Result<(), Stop> {
        for len in self.longest + 1..=longest {
            budget.check()?;
            for kind in self.kinds.clone().into_iter().filter(|&kind| self.family.has_length(kind, len)) {
                let segment = Segment { kind, len };
                let cuts = self.family.cuts(segment);
                let after = self.best(&cuts);
                let mut weight = i64::MAX;
                for cut in cuts.iter().filter(|cut| cut.mover == Player::Right) {
                    let [a, b] = cut.parts.map(|part| self.get(part));
                    let direct = a.weight + b.weight + 1;
                    let reply = (a.after + b.weight).max(a.weight + b.after);
                    weight = weight.min(if replies { direct.max(reply) } else { direct });
                }
                // A segment without moves is zero.
                let weight = match (weight, after) {
                    (i64::MAX, _) => 0,
                    (weight, 2..) => weight,
                    (weight, after) => weight.min(after - 1),
                };
                self.known.insert(segment, Weighed { weight, after });
            }
            self.longest = len;
        }
        Ok(())
    }

    /// The weight of a segment that was computed.
    pub(super) fn of(&self, segment: Segment) -> i64 {
        self.get(segment).weight
    }

    /// The weight of a board, if it was computed.
    pub(super) fn board(&self, n: usize) -> Option<i64> {
        let whole = self.family.whole(n);
        (whole.len <= self.longest).then(|| self.get(whole).weight)
    }

    /// The least period by which all kinds gain one integer, proved for every length.
    pub(super) fn regular(&self) -> Option<WeightPeriod> {
        let p = self.family.period().len();
        let lowest = (self.exact + 1).max(self.family.fixed() + 2);
        (p..=self.longest / 4).step_by(p).find_map(|period| {
            let root = self.family.root();
            let last = self.family.fit(root, self.longest + 1 - p);
            let gain = self.get(Segment { kind: root, len: last }).weight
                - self.get(Segment { kind: root, len: last - period }).weight;
            let holds = |len: usize| {
                self.kinds.iter().filter(|&&kind| self.family.has_length(kind, len)).all(|&kind| {
                    let (short, long) =
                        (self.get(Segment { kind, len }), self.get(Segment { kind, len: len + period }));
                    long == Weighed { weight: short.weight + gain, after: short.after + gain }
                })
            };
            if gain < 0 {
                return None;
            }
            let broken = (lowest..=self.longest - period).rev().find(|&len| !holds(len));
            let from = broken.map_or(lowest, |len| len + 1);
            (2 * (from + period) <= self.longest).then_some(WeightPeriod { period, from, gain })
        })
    }
}
