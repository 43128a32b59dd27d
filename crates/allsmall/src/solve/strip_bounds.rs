//! Atomic weight bounds of all segments of a strip, by dynamic programming.
//!
//! A move empties one cell and recolours its neighbour, so every part that a
//! strip can break into is a segment of it in which only the two end stones may
//! have changed colour. One table holds them all, filled by increasing length,
//! without hashing:
//!
//! ```text
//! strip     o x x o o x        first..=last = 1..=4, ends x and x:
//! segment     x x o x          its index is (first * cells + last) * 4 + 2 * 1 + 1
//! ```

use super::sum::ValuationLimits;
use super::weight_bounds::{BoundsMap, OptionWeights, WeightInterval};
use crate::cgt::Values;
use crate::packed::{BoardRules, PackedPart, PackedRow, PartRules};
use crate::value::PartValues;
use crate::{Player, Stop};

/// A strip and the bounds of its segments.
pub(super) struct StripBounds {
    strip: PackedPart,
    /// Whether a cell is black.
    black: Vec<bool>,
    /// Number of black cells before a cell.
    before: Vec<u32>,
    table: Vec<WeightInterval>,
}

/// A segment of the strip, by its first and last cell and whether its end stones are black.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
    ends: [bool; 2],
}

/// White and black.
const COLOURS: [bool; 2] = [false, true];

/// The colours that the two ends of a segment may have.
const ENDS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

impl StripBounds {
    /// Creates the empty table of a strip.
    pub(super) fn new(strip: PackedPart, rules: &BoardRules) -> StripBounds {
        let black: Vec<bool> = rules.position(strip).cells().iter().map(|&cell| cell == Some(Player::Left)).collect();
        let mut before = vec![0];
        before.extend(black.iter().scan(0, |count, &black| {
            *count += u32::from(black);
            Some(*count)
        }));
        StripBounds { strip, table: vec![WeightInterval::ZERO; 4 * black.len() * black.len()], black, before }
    }

    /// Fills the table, and inserts the bounds of the segments that are too long
    /// to be valued, and of the strip itself, into `known`.
    pub(super) fn fill(
        mut self,
        limits: ValuationLimits,
        parts: &mut PartValues<BoardRules>,
        values: &mut Values,
        known: &mut BoundsMap,
    ) -> Result<(), Stop> {
        let cells = self.black.len();
        known.reserve(2 * cells * cells);
        let short = parts.strips().map_or(1, |strips| strips.longest() as usize).min(cells - 1);
        (2..=short).for_each(|len| self.fill_short(len, parts, values));
        for len in short + 1..=cells {
            values.check()?;
            let valued = len < 3 || limits.values(self.strip, len);
            for first in 0..=cells - len {
                let last = first + len - 1;
                let options = if valued { [OptionWeights::NONE; 4] } else { self.options(first, last) };
                for (ends, options) in ENDS.into_iter().zip(options) {
                    let Some(signed) = parts.rules().piece(self.strip, first, len, ends) else { continue };
                    let segment = Span { first, last, ends };
                    let rough = if valued {
                        let value = parts.value(values, signed)?;
                        WeightInterval::of_value(values, value)
                    } else {
                        options.bounds()
                    };
                    let bounds = rough.and(self.of_stones(segment));
                    if !valued || len == cells {
                        known.insert(signed.part, if signed.negated { bounds.negated() } else { bounds });
                    }
                    let index = self.index(segment);
                    self.table[index] = bounds;
                }
            }
        }
        Ok(())
    }

    /// Fills in the segments of a length that the table of short strips has.
    fn fill_short(&mut self, len: usize, parts: &PartValues<BoardRules>, values: &Values) {
        let strips = parts.strips().expect("there is such a table");
        let bit = |i: usize| u64::from(self.black[i]) << (len - 1);
        let mut cells = (0..len - 1).fold(0, |cells, i| cells >> 1 | bit(i));
        for last in len - 1..self.black.len() {
            cells = cells >> 1 | u64::from(self.black[last]) << (len - 1);
            for ends in ENDS {
                let segment = Span { first: last + 1 - len, last, ends };
                let value = strips.value(PackedRow::with_ends(cells, len, ends) as u32, len as u32);
                let index = self.index(segment);
                self.table[index] = WeightInterval::of_value(values, value).and(self.of_stones(segment));
            }
        }
    }

    fn index(&self, Span { first, last, ends: [a, b] }: Span) -> usize {
        (first * self.black.len() + last) * 4 + 2 * usize::from(a) + usize::from(b)
    }

    /// The bounds by the stones of a segment with at least two.
    fn of_stones(&self, Span { first, last, ends: [a, b] }: Span) -> WeightInterval {
        let inside = (self.before[last] - self.before[first + 1]) as i32;
        let black = inside + i32::from(a) + i32::from(b);
        WeightInterval { low: black - (last - first + 1) as i32, high: black }
    }

    /// The bounds of the options, two shorter segments each, for the four
    /// colourings of the ends of a segment of at least three cells.
    fn options(&self, first: usize, last: usize) -> [OptionWeights; 4] {
        let mut sides = [OptionWeights::NONE; 4];
        for i in first + 1..last - 1 {
            let (here, next) = (self.black[i], self.black[i + 1]);
            if here != next {
                // The stone here takes the next one, or the other way round.
                let near = COLOURS.map(|a| self.get(first, i - 1, a, self.black[i - 1]));
                let far = COLOURS.map(|b| self.get(i + 1, last, here, b));
                take(&mut sides, mover(here), near, far);
                let near = COLOURS.map(|a| self.get(first, i, a, next));
                let far = COLOURS.map(|b| self.get(i + 2, last, self.black[i + 2], b));
                take(&mut sides, mover(next), near, far);
            }
        }
        for (sides, [a, b]) in sides.iter_mut().zip(ENDS) {
            if a != self.black[first + 1] {
                sides.take(mover(a), self.get(first + 1, last, a, b));
                sides.take(mover(!a), self.get(first + 2, last, self.black[first + 2], b));
            }
            if b != self.black[last - 1] {
                sides.take(mover(b), self.get(first, last - 1, a, b));
                sides.take(mover(!b), self.get(first, last - 2, a, self.black[last - 2]));
            }
        }
        sides
    }

    /// The bounds of a segment; zero for a single stone, whatever its ends are.
    fn get(&self, first: usize, last: usize, a: bool, b: bool) -> WeightInterval {
        self.table[self.index(Span { first, last, ends: [a, b] })]
    }
}

fn mover(black: bool) -> Player {
    if black { Player::Left } else { Player::Right }
}

/// Takes into account a player's moves to such segments on the two sides.
fn take(sides: &mut [OptionWeights; 4], player: Player, near: [WeightInterval; 2], far: [WeightInterval; 2]) {
    for (a, &near) in near.iter().enumerate() {
        for (b, &far) in far.iter().enumerate() {
            sides[2 * a + b].take(player, near.plus(far));
        }
    }
}
