//! Sparse input features of the move-ordering net, with multiplicity, numbered one
//! kind after another.
//!
//! ```text
//! windows     the 3 x 3 window around each stone of a grid part, by its class
//! stones      number of stones of all long parts
//! pairs       number of pairs of neighbours of different colours
//! balance     stones of the player to move minus the opponent's
//! parts       number of long parts
//! birthday    of each value
//! low, high   the bounds of the atomic weight of each value
//! above       the landmarks that the value is at least
//! below       those that it is at most
//! ```

use crate::cgt::Value;
use crate::packed::{GridLanes, PackedPart, PartRules, WINDOW_CLASSES, for_each_window, for_each_window_in_lanes};
use crate::solve::sum::SumEngine;
use crate::solve::sum_term::SumTerm;
use crate::solve::weight_bounds::WeightInterval;

/// A kind of feature with a number, clamped to `least..=most`.
#[derive(Clone, Copy)]
struct FeatureKind {
    first: usize,
    least: i32,
    most: i32,
}

impl FeatureKind {
    const fn after(before: FeatureKind, least: i32, most: i32) -> FeatureKind {
        FeatureKind { first: before.end(), least, most }
    }

    const fn end(self) -> usize {
        self.first + (self.most - self.least) as usize + 1
    }

    fn feature(self, number: i32) -> usize {
        self.first + (number.clamp(self.least, self.most) - self.least) as usize
    }
}

const WINDOW: FeatureKind = FeatureKind { first: 0, least: 0, most: WINDOW_CLASSES as i32 - 1 };
const STONES: FeatureKind = FeatureKind::after(WINDOW, 0, 47);
const PAIRS: FeatureKind = FeatureKind::after(STONES, 0, 79);
const BALANCE: FeatureKind = FeatureKind::after(PAIRS, -15, 15);
const PARTS: FeatureKind = FeatureKind::after(BALANCE, 0, 3);
const BIRTHDAY: FeatureKind = FeatureKind::after(PARTS, 0, 23);
const LOW: FeatureKind = FeatureKind::after(BIRTHDAY, -5, 5);
const HIGH: FeatureKind = FeatureKind::after(LOW, -5, 5);
const ABOVE: FeatureKind = FeatureKind::after(HIGH, 0, 63);
const BELOW: FeatureKind = FeatureKind::after(ABOVE, 0, 63);

/// Total number of features.
pub const FEATURES: usize = BELOW.end();

/// The features of one grid part with `pairs` pairs, the only long part of a node:
/// equal to [`SumEngine::for_each_feature_of_parts`].
#[inline]
pub(in crate::solve) fn for_each_feature_of_lanes(lanes: GridLanes, pairs: i32, mut visit: impl FnMut(usize)) {
    for_each_window_in_lanes(lanes, |class| visit(WINDOW.feature(class as i32)));
    let stones = lanes.count() as i32;
    let balance = 2 * lanes.black.count_ones() as i32 - stones;
    for (kind, number) in [(STONES, stones), (PAIRS, pairs), (BALANCE, balance), (PARTS, 1)] {
        visit(kind.feature(number));
    }
}

impl SumEngine {
    /// Number of stones in the grid parts of a node.
    pub(in crate::solve) fn grid_stones(&self, terms: &[SumTerm]) -> usize {
        let parts = terms.iter().rev().map_while(|&term| self.part(term));
        parts
            .filter_map(
                |signed| if let PackedPart::Grid(grid) = signed.part { Some(grid.stones().count_ones()) } else { None },
            )
            .sum::<u32>() as usize
    }

    /// Calls `visit` with each feature of a node.
    pub(in crate::solve) fn for_each_feature(&self, terms: &[SumTerm], mut visit: impl FnMut(usize)) {
        self.for_each_feature_of_parts(terms, &mut visit);
        self.values_of(terms).for_each(|v| self.for_each_feature_of_value(v, &mut visit));
    }

    /// The values of a node; zero if there are none.
    pub(in crate::solve) fn values_of<'a>(&self, terms: &'a [SumTerm]) -> impl Iterator<Item = Value> + use<'a> {
        let none = !terms.first().is_some_and(|term| term.is_value());
        let zero = none.then_some(self.values.zero());
        terms.iter().map_while(|term| term.as_value()).chain(zero)
    }

    /// The features of the long parts of a node together.
    pub(in crate::solve) fn for_each_feature_of_parts(&self, terms: &[SumTerm], mut visit: impl FnMut(usize)) {
        let rules = self.parts.rules();
        let (mut stones, mut pairs, mut balance, mut parts) = (0, 0, 0, 0);
        for signed in terms.iter().rev().map_while(|&term| self.part(term)) {
            let black = rules.balance(signed.part);
            stones += rules.stones(signed.part) as i32;
            pairs += rules.pairs(signed.part) as i32;
            balance += if signed.negated { -black } else { black };
            parts += 1;
            if let PackedPart::Grid(grid) = signed.part {
                for_each_window(signed.map(|_| grid), |class| visit(WINDOW.feature(class as i32)));
            }
        }
        for (kind, number) in [(STONES, stones), (PAIRS, pairs), (BALANCE, balance), (PARTS, parts)] {
            visit(kind.feature(number));
        }
    }

    /// The features of one value.
    pub(in crate::solve) fn for_each_feature_of_value(&self, v: Value, mut visit: impl FnMut(usize)) {
        let WeightInterval { low, high } = WeightInterval::of_value(&self.values, v);
        visit(BIRTHDAY.feature(self.values.birthday(v) as i32));
        visit(LOW.feature(low));
        visit(HIGH.feature(high));
        let (above, below) = self.values.landmark_bits(v);
        for (kind, mut bits) in [(ABOVE, above), (BELOW, below)] {
            while bits != 0 {
                visit(kind.feature(bits.trailing_zeros() as i32));
                bits &= bits - 1;
            }
        }
    }
}
