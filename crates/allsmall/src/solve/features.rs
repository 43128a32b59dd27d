//! What the learned order sees of a position: features that are there or not,
//! each as often as it occurs, numbered one kind after another.
//!
//! ```text
//! windows     the 3 x 3 window around each stone of a grid part, by its class
//! stones      how many stones the long parts have together
//! pairs       how many pairs of neighbours of different colours
//! balance     own stones less the opponent's
//! parts       how many long parts
//! birthday    of each value
//! low, high   the bounds of the atomic weight of each value
//! above       the landmarks that the value is at least
//! below       those that it is at most
//! ```

use super::bounds::Bounds;
use super::item::Item;
use super::sum::Sums;
use crate::cgt::Value;
use crate::packed::{GridLanes, PackedPart, PartRules, WINDOW_CLASSES, for_each_window, for_each_window_in_lanes};

/// A kind of feature with a number from `least` to `most`; what is beyond
/// counts as the last.
#[derive(Clone, Copy)]
struct Kind {
    first: usize,
    least: i32,
    most: i32,
}

impl Kind {
    const fn after(before: Kind, least: i32, most: i32) -> Kind {
        Kind { first: before.end(), least, most }
    }

    const fn end(self) -> usize {
        self.first + (self.most - self.least) as usize + 1
    }

    fn feature(self, number: i32) -> usize {
        self.first + (number.clamp(self.least, self.most) - self.least) as usize
    }
}

const WINDOW: Kind = Kind { first: 0, least: 0, most: WINDOW_CLASSES as i32 - 1 };
const STONES: Kind = Kind::after(WINDOW, 0, 47);
const PAIRS: Kind = Kind::after(STONES, 0, 79);
const BALANCE: Kind = Kind::after(PAIRS, -15, 15);
const PARTS: Kind = Kind::after(BALANCE, 0, 3);
const BIRTHDAY: Kind = Kind::after(PARTS, 0, 23);
const LOW: Kind = Kind::after(BIRTHDAY, -5, 5);
const HIGH: Kind = Kind::after(LOW, -5, 5);
const ABOVE: Kind = Kind::after(HIGH, 0, 63);
const BELOW: Kind = Kind::after(ABOVE, 0, 63);

/// How many features there are.
pub const FEATURES: usize = BELOW.end();

/// The features of one grid part with so many pairs, the only long part of a
/// node: the same as [`Sums::for_each_feature_of_parts`].
#[inline]
pub(super) fn for_each_feature_of_lanes(lanes: GridLanes, pairs: i32, mut visit: impl FnMut(usize)) {
    for_each_window_in_lanes(lanes, |class| visit(WINDOW.feature(class as i32)));
    let stones = lanes.count() as i32;
    let balance = 2 * lanes.black.count_ones() as i32 - stones;
    for (kind, number) in [(STONES, stones), (PAIRS, pairs), (BALANCE, balance), (PARTS, 1)] {
        visit(kind.feature(number));
    }
}

impl Sums {
    /// The stones in grid parts of a node.
    pub(super) fn grid_stones(&self, items: &[Item]) -> usize {
        let parts = items.iter().rev().map_while(|&item| self.part(item));
        parts
            .filter_map(
                |signed| if let PackedPart::Grid(grid) = signed.part { Some(grid.stones().count_ones()) } else { None },
            )
            .sum::<u32>() as usize
    }

    /// Calls `visit` with each feature of a node.
    pub(super) fn for_each_feature(&self, items: &[Item], mut visit: impl FnMut(usize)) {
        self.for_each_feature_of_parts(items, &mut visit);
        self.values_of(items).for_each(|v| self.for_each_feature_of_value(v, &mut visit));
    }

    /// The values of a node, zero if there is none.
    pub(super) fn values_of<'a>(&self, items: &'a [Item]) -> impl Iterator<Item = Value> + use<'a> {
        let none = !items.first().is_some_and(|item| item.is_value());
        let zero = none.then_some(self.values.zero());
        items.iter().map_while(|item| item.as_value()).chain(zero)
    }

    /// The features of the long parts of a node, all together.
    pub(super) fn for_each_feature_of_parts(&self, items: &[Item], mut visit: impl FnMut(usize)) {
        let rules = self.parts.rules();
        let (mut stones, mut pairs, mut balance, mut parts) = (0, 0, 0, 0);
        for signed in items.iter().rev().map_while(|&item| self.part(item)) {
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
    pub(super) fn for_each_feature_of_value(&self, v: Value, mut visit: impl FnMut(usize)) {
        let Bounds { low, high } = Bounds::of_value(&self.values, v);
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
