//! Bounds of the atomic weight of all parts of a strip at once.
//!
//! A move empties one cell and recolours its neighbour, so every part that a
//! strip can fall into is a segment of it of which only the two end stones may
//! have changed colour. They all have a place in one table, filled from the
//! short segments to the long ones; no part is hashed on the way:
//!
//! ```text
//! strip     o x x o o x        first..=last = 1..=4, ends x and x:
//! segment     x x o x          its place is (first * cells + last) * 4 + 2 * 1 + 1
//! ```

use super::bounds::{Bounds, Known, Sides};
use super::sum::Limits;
use crate::kernel::{Boards, Kernel, Part};
use crate::valuation::PartValues;
use crate::value::Values;
use crate::{Player, Stop};

/// A strip and the bounds of its segments.
pub(super) struct Segments {
    strip: Part,
    /// Whether a cell is black.
    black: Vec<bool>,
    /// Black cells before a cell.
    before: Vec<u32>,
    table: Vec<Bounds>,
}

/// A segment, by its first and last cell and whether its end stones are black.
#[derive(Clone, Copy)]
struct Segment {
    first: usize,
    last: usize,
    ends: [bool; 2],
}

impl Segments {
    /// Nothing is known about the segments of a strip yet.
    pub(super) fn new(strip: Part, kernel: &Boards) -> Segments {
        let black: Vec<bool> = kernel.position(strip).cells().iter().map(|&cell| cell == Some(Player::Left)).collect();
        let mut before = vec![0];
        before.extend(black.iter().scan(0, |count, &black| {
            *count += u32::from(black);
            Some(*count)
        }));
        Segments { strip, table: vec![Bounds::ZERO; 4 * black.len() * black.len()], black, before }
    }

    /// Fills the table, and enters what is longer than the limit of the values,
    /// and the strip itself, into `known`.
    pub(super) fn enter(
        mut self,
        limits: Limits,
        parts: &mut PartValues<Boards>,
        values: &mut Values,
        known: &mut Known,
    ) -> Result<(), Stop> {
        let cells = self.black.len();
        for len in 2..=cells {
            values.check()?;
            for first in 0..=cells - len {
                for ends in [[false, false], [false, true], [true, false], [true, true]] {
                    let segment = Segment { first, last: first + len - 1, ends };
                    let Some(signed) = parts.kernel().piece(self.strip, first, len, ends) else { continue };
                    let valued = limits.values(signed.part, len);
                    let bounds = if valued {
                        let value = parts.value(values, signed)?;
                        Bounds::of_value(values, value).and(self.of_stones(segment))
                    } else {
                        self.of_options(segment)
                    };
                    if !valued || len == cells {
                        known.insert(signed.part, if signed.negated { bounds.negated() } else { bounds });
                    }
                    let place = self.place(segment);
                    self.table[place] = bounds;
                }
            }
        }
        Ok(())
    }

    fn place(&self, Segment { first, last, ends: [a, b] }: Segment) -> usize {
        (first * self.black.len() + last) * 4 + 2 * usize::from(a) + usize::from(b)
    }

    /// Black and white stones of a segment with at least two.
    fn of_stones(&self, Segment { first, last, ends: [a, b] }: Segment) -> Bounds {
        let inside = (self.before[last] - self.before[first + 1]) as i32;
        let black = inside + i32::from(a) + i32::from(b);
        Bounds { low: black - (last - first + 1) as i32, high: black }
    }

    /// Bounds from what the moves leave: two shorter segments each.
    fn of_options(&self, segment: Segment) -> Bounds {
        let Segment { first, last, ends: [a, b] } = segment;
        let mut sides = Sides::NONE;
        let mut here = a;
        for i in first..last {
            let next = if i + 1 == last { b } else { self.black[i + 1] };
            if here != next {
                // The stone here takes the next one, or the other way round.
                let near = if i == first { Bounds::ZERO } else { self.get(first, i - 1, a, self.black[i - 1]) };
                sides.take(mover(here), near.plus(self.get(i + 1, last, here, b)));
                let far = if i + 1 == last { Bounds::ZERO } else { self.get(i + 2, last, self.black[i + 2], b) };
                sides.take(mover(next), self.get(first, i, a, next).plus(far));
            }
            here = next;
        }
        sides.bounds().and(self.of_stones(segment))
    }

    /// The bounds of a segment; a single stone is worth nothing, whatever is
    /// said of its two ends.
    fn get(&self, first: usize, last: usize, a: bool, b: bool) -> Bounds {
        self.table[self.place(Segment { first, last, ends: [a, b] })]
    }
}

fn mover(black: bool) -> Player {
    if black { Player::Left } else { Player::Right }
}
