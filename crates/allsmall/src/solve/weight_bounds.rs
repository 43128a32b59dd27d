//! Atomic weight bounds of parts that are too long to be valued, and the
//! two-ahead rule.
//!
//! Integers `low <= weight <= high` follow from those of the options. Let `a`
//! be the greatest lower bound among the left options and `b` the least among
//! the right ones. The weight of G is `g = {weights of left options - 2 |
//! weights of right options + 2}` or, if some integer fits between the two
//! sides, an integer that fits. So
//!
//! - an integer that fits is not at most `a - 2`, hence at least `a - 1`;
//! - if g is not a number, then `g >= n` whenever all its right options exceed n
//!   (number avoidance), hence `g >= b + 1`;
//! - if g is a number but not an integer, `m < g < m + 1`, then `m + 1` does not
//!   fit because some right option of g is at most that: `m >= b + 1`;
//!
//! and `low = min(a - 1, b + 1)` is safe in each case. The other bound is its
//! mirror image. The stones alone give `-o <= weight <= x` for a part with x
//! black and o white stones: a move takes one stone of the opponent and none of
//! the mover, so this follows by the rule above. Grid and graph parts
//! get only these: bounds from their options, two or three moves deep,
//! saved a third of the nodes of a 3 x 8 board but cost more than they saved.
//!
//! Without the far-star test the bounds are seldom sharp, but a
//! long board need only be two ahead.

use std::collections::HashMap;

use super::strip_bounds::StripBounds;
use super::sum::{ValuationLimits, is_strip};
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::packed::{BoardRules, MoveResults, PackedPart, PartRules, Signed};
use crate::transposition::Verdict;
use crate::value::PartValues;
use crate::{Budget, Player, Position, Stop};

/// Integer bounds of an atomic weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WeightInterval {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl WeightInterval {
    /// Greater than every weight; a sum of two does not overflow.
    pub(super) const FAR: i32 = 1 << 24;
    /// No information.
    pub(super) const ALL: WeightInterval = WeightInterval { low: -WeightInterval::FAR, high: WeightInterval::FAR };
    pub(super) const ZERO: WeightInterval = WeightInterval { low: 0, high: 0 };

    pub(super) fn of_value(values: &Values, v: Value) -> WeightInterval {
        let (low, high) = values.atomic_weight_bounds(v);
        WeightInterval { low: low.unwrap_or(-WeightInterval::FAR), high: high.unwrap_or(WeightInterval::FAR) }
    }

    /// The bounds by the stones alone, see the module.
    pub(super) fn of_stones(rules: &BoardRules, signed: Signed<PackedPart>) -> WeightInterval {
        let (stones, balance) = (rules.stones(signed.part) as i32, rules.balance(signed.part));
        let (black, white) = ((stones + balance) / 2, (stones - balance) / 2);
        let bounds = WeightInterval { low: -white, high: black };
        if signed.negated { bounds.negated() } else { bounds }
    }

    /// The intersection.
    pub(super) fn and(self, other: WeightInterval) -> WeightInterval {
        WeightInterval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The bounds of a sum; an unknown bound stays unknown.
    pub(super) fn plus(self, other: WeightInterval) -> WeightInterval {
        let low =
            if self.low.min(other.low) == -WeightInterval::FAR { -WeightInterval::FAR } else { self.low + other.low };
        let high =
            if self.high.max(other.high) == WeightInterval::FAR { WeightInterval::FAR } else { self.high + other.high };
        WeightInterval { low, high }
    }

    /// The two-ahead rule with Left to move, who gains at most one.
    pub(super) fn two_ahead(self) -> Option<Verdict> {
        if self.low >= 1 {
            Some(Verdict::Win)
        } else if self.high <= -2 {
            Some(Verdict::Loss)
        } else {
            None
        }
    }

    pub(super) fn negated(self) -> WeightInterval {
        WeightInterval { low: -self.high, high: -self.low }
    }
}

/// Integers with `low <= atomic weight <= high` for a position, even if it is
/// too large to be valued; `None` for an unknown bound.
pub fn weight_bounds(position: &Position, budget: &Budget) -> Result<(Option<i32>, Option<i32>), Stop> {
    let (boards, mut sums) = BoardRules::within(std::slice::from_ref(position), budget)?;
    let mut values = Values::within(budget);
    let mut parts = PartValues::new(boards, budget.memory() / 4);
    let mut table = WeightTable::new(budget.memory() / 4);
    let limits = ValuationLimits { strip: 14, grid: 8, other: 8, bounded: usize::MAX, merge: 0, day: 0 };
    let mut total = WeightInterval::ZERO;
    for signed in sums.pop().expect("one sum a position") {
        total = total.plus(table.of(signed, limits, &mut parts, &mut values)?);
    }
    let known = |n: i32| (n.abs() < WeightInterval::FAR).then_some(n);
    Ok((known(total.low), known(total.high)))
}

/// The extreme bounds among the options of one game.
#[derive(Clone, Copy)]
pub(super) struct OptionWeights {
    left_low: i32,
    left_high: i32,
    right_low: i32,
    right_high: i32,
}

impl OptionWeights {
    pub(super) const NONE: OptionWeights =
        OptionWeights { left_low: i32::MIN, left_high: i32::MIN, right_low: i32::MAX, right_high: i32::MAX };

    pub(super) fn take(&mut self, player: Player, WeightInterval { low, high }: WeightInterval) {
        match player {
            Player::Left => {
                self.left_low = self.left_low.max(low);
                self.left_high = self.left_high.max(high);
            }
            Player::Right => {
                self.right_low = self.right_low.min(low);
                self.right_high = self.right_high.min(high);
            }
        }
    }

    /// The bounds of the game, see the module. A part has options for both.
    pub(super) fn bounds(self) -> WeightInterval {
        let low = (self.left_low - 1).min(self.right_low + 1);
        let high = (self.right_high + 1).max(self.left_high - 1);
        WeightInterval { low: low.max(-WeightInterval::FAR), high: high.min(WeightInterval::FAR) }
    }
}

/// Table of the bounds found so far.
pub(super) struct WeightTable {
    known: BoundsMap,
    limit: usize,
}

/// Bounds by part.
pub(super) type BoundsMap = HashMap<PackedPart, WeightInterval, Mixed>;

/// Maximum length of a strip whose segments are bounded all at once.
const MAX_TABULATED: usize = 400;

impl WeightTable {
    /// Creates an empty table that grows to about `limit` bytes, work list
    /// included.
    pub(super) fn new(limit: usize) -> WeightTable {
        WeightTable { known: BoundsMap::default(), limit }
    }

    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(PackedPart, WeightInterval)>() + 1)
    }

    pub(super) fn clear(&mut self) {
        self.known = BoundsMap::default();
    }

    fn find(&self, signed: Signed<PackedPart>) -> Option<WeightInterval> {
        let bounds = *self.known.get(&signed.part)?;
        Some(if signed.negated { bounds.negated() } else { bounds })
    }

    /// Atomic weight bounds of a part. The parts of its options are valued or
    /// bounded, by size; short strips go to [`StripBounds`]. An explicit work list
    /// keeps long boards from overflowing the stack.
    pub(super) fn of(
        &mut self,
        signed: Signed<PackedPart>,
        limits: ValuationLimits,
        parts: &mut PartValues<BoardRules>,
        values: &mut Values,
    ) -> Result<WeightInterval, Stop> {
        if let Some(bounds) = self.find(signed) {
            return Ok(bounds);
        }
        if is_strip(signed.part) && parts.rules().stones(signed.part) <= MAX_TABULATED {
            StripBounds::new(signed.part, parts.rules()).fill(limits, parts, values, &mut self.known)?;
            return Ok(self.find(signed).expect("a strip is a segment of itself"));
        }
        let mut open = vec![signed.part];
        let mut missing = Vec::new();
        while let Some(&part) = open.last() {
            values.check()?;
            if self.known.contains_key(&part) {
                open.pop();
                continue;
            }
            if parts.rules().list_bytes(part) > self.limit {
                return Err(Stop::Memory);
            }
            let sides = self.option_weights(part, limits, parts, values, &mut missing)?;
            if missing.is_empty() {
                let plain =
                    WeightInterval::of_stones(parts.rules(), Signed { part, negated: false, own_negative: false });
                self.known.insert(part, sides.bounds().and(plain));
                open.pop();
            } else {
                open.append(&mut missing);
            }
            if self.bytes() + open.capacity() * size_of::<PackedPart>() > self.limit {
                return Err(Stop::Memory);
            }
        }
        Ok(self.find(signed).expect("it has just been found"))
    }

    /// The bounds of the options of a part. Parts without bounds are added to
    /// `missing`.
    fn option_weights(
        &self,
        part: PackedPart,
        limits: ValuationLimits,
        parts: &mut PartValues<BoardRules>,
        values: &mut Values,
        missing: &mut Vec<PackedPart>,
    ) -> Result<OptionWeights, Stop> {
        let mut sides = OptionWeights::NONE;
        for player in Player::BOTH {
            let mut moves = MoveResults::default();
            moves.add(parts.rules(), Signed { part, negated: false, own_negative: false }, player);
            for option in moves.iter() {
                let mut total = WeightInterval::ZERO;
                for &signed in option {
                    let stones = parts.rules().stones(signed.part);
                    let one = if limits.values(signed.part, stones) {
                        let value = parts.value(values, signed)?;
                        Some(WeightInterval::of_value(values, value))
                    } else if limits.bounds(signed.part, stones) {
                        self.find(signed)
                    } else {
                        Some(WeightInterval::of_stones(parts.rules(), signed))
                    };
                    match one {
                        Some(bounds) => total = total.plus(bounds),
                        None => missing.push(signed.part),
                    }
                }
                sides.take(player, total);
            }
        }
        Ok(sides)
    }
}
