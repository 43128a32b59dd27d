//! Strips of any length as substrings of a root strip, identified through a
//! suffix index.
//!
//! A move empties one cell and recolours its neighbour, which becomes an end
//! stone of a remaining strip. So every part reached from a root strip is a
//! substring of it in which only the two end stones may have changed: at most
//! four parts per substring, O(n^2) in all. Segments of at most 64 cells become
//! [`PackedRow`]s, which do not depend on the root. A longer segment is
//! identified by the first occurrence of its inside (all but the two end
//! stones) in the text, so that (xxo)^n has O(n) parts, not O(n^2).

use super::packed_row::full_strip;
use super::suffix_index::SuffixIndex;
use super::{PackedRow, PartRules, RowRules, Signed};
use crate::{Budget, Player, Position, Stop};

/// A part of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PackedStrip {
    /// A part of at most [`PackedRow::MAX`] cells.
    Row(PackedRow),
    /// A longer part.
    Segment(LongSegment),
}

/// A long segment of the text of a [`StripRules`]:
///
/// ```text
/// text   ...o x x o o x o x o...      len  = 6
///            ^ inside = offset of  x o o x   (the cells between the ends)
/// part     [o x o o x x]              ends = [o, x], not those of the text
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LongSegment {
    pub(super) len: u32,
    pub(super) inside: u32,
    pub(super) ends: [bool; 2],
}

/// The rules on [`PackedStrip`]. The text contains the roots, their mirror
/// images and their negatives, so that it contains every form of every segment:
///
/// ```text
/// text    . root . mirror . negative . mirrored negative
/// offset  0      n        2n         3n         (n includes one dot)
/// ```
///
/// A root may itself be several strips with dots between them.
#[derive(Clone, Debug, Default)]
pub struct StripRules {
    /// Length of a quarter of the text, including its dot.
    quarter: usize,
    /// The stones as bits, 1 for `x`; the bits of dots are arbitrary.
    bits: Vec<u64>,
    /// First occurrences of substrings of the text.
    index: SuffixIndex,
}

impl LongSegment {
    /// Number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.len as usize
    }
}

/// Minimum length of the inside of a [`LongSegment`].
const MIN_INSIDE: usize = PackedRow::MAX - 1;

/// Maximum number of cells of indexed roots; in longer ones equal segments
/// count as different.
const MAX_INDEXED: usize = 32_768;

/// Bytes per cell while the text is built.
const TEXT_BYTES: usize = 10;

impl StripRules {
    /// Creates the rules for these cells; empty cells separate strips.
    ///
    /// # Panics
    /// Never, because there are no limits.
    #[must_use]
    pub fn new(cells: &[Option<Player>]) -> StripRules {
        StripRules::within(cells, &Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// Creates the rules for these cells within a budget.
    pub fn within(cells: &[Option<Player>], budget: &Budget) -> Result<StripRules, Stop> {
        budget.fits(TEXT_BYTES.saturating_mul(cells.len()))?;
        let forward = [None].into_iter().chain(cells.iter().copied());
        let backward = [None].into_iter().chain(cells.iter().rev().copied());
        let half: Vec<_> = forward.chain(backward).collect();
        let text: Vec<_> = half.iter().copied().chain(half.iter().map(|cell| cell.map(Player::opponent))).collect();
        let mut bits = vec![0u64; text.len() / 64 + 2];
        for (i, _) in text.iter().enumerate().filter(|&(_, &cell)| cell == Some(Player::Left)) {
            bits[i / 64] |= 1 << (i % 64);
        }
        let longest = cells.split(Option::is_none).map(<[_]>::len).max().unwrap_or(0);
        let index = if longest > PackedRow::MAX && cells.len() <= MAX_INDEXED {
            let symbol = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player as u8);
            SuffixIndex::within(&text.iter().map(symbol).collect::<Vec<u8>>(), MIN_INSIDE, budget)?
        } else {
            SuffixIndex::default()
        };
        Ok(StripRules { quarter: cells.len() + 1, bits, index })
    }

    /// Returns whether the stone at an offset of the text is black.
    pub(super) fn black(&self, offset: usize) -> bool {
        self.bits[offset / 64] >> (offset % 64) & 1 == 1
    }

    /// 64 cells of the text from an offset on.
    fn word(&self, offset: usize) -> u64 {
        let (at, shift) = (offset / 64, offset % 64);
        let high = if shift == 0 { 0 } else { self.bits[at + 1] << (64 - shift) };
        self.bits[at] >> shift | high
    }

    /// The offset of the mirror image of a substring.
    fn mirror(&self, offset: usize, len: usize) -> usize {
        let (quarter, start) = (offset / self.quarter, offset % self.quarter);
        (quarter ^ 1) * self.quarter + self.quarter + 1 - start - len
    }

    /// The offset of the negative of a substring.
    fn negative(&self, offset: usize) -> usize {
        if offset < 2 * self.quarter { offset + 2 * self.quarter } else { offset - 2 * self.quarter }
    }

    /// The normal form of `len` cells of the text, the ends coloured by `end`.
    pub(super) fn part(&self, offset: usize, len: usize, end: impl Fn(usize) -> bool) -> Option<Signed<PackedStrip>> {
        if len < 2 {
            return None;
        }
        let ends = [end(0), end(len - 1)];
        if len <= PackedRow::MAX {
            return with_ends(self.word(offset), len, ends);
        }
        if ends[0] == ends[1] && self.all_inside(offset, len, ends[0]) {
            return None;
        }
        let form = |inside: usize, ends: [bool; 2]| {
            let inside = self.index.first_occurrence(inside, len - 2) as u32;
            PackedStrip::Segment(LongSegment { len: len as u32, inside, ends })
        };
        let (here, [a, b]) = (offset + 1, ends);
        let there = self.mirror(here, len - 2);
        let plain = form(here, [a, b]).min(form(there, [b, a]));
        let negated = form(self.negative(here), [!a, !b]).min(form(self.negative(there), [!b, !a]));
        Some(Signed::least(plain, negated))
    }

    /// A segment of a strip with its end stones in these colours; `None` if it
    /// has one colour.
    pub(super) fn piece(
        &self,
        strip: PackedStrip,
        first: usize,
        len: usize,
        ends: [bool; 2],
    ) -> Option<Signed<PackedStrip>> {
        match strip {
            PackedStrip::Row(row) => with_ends(row.bits >> first, len, ends),
            PackedStrip::Segment(segment) => {
                self.part(segment.inside as usize - 1 + first, len, |i| ends[usize::from(i != 0)])
            }
        }
    }

    /// Returns whether all cells between the ends have this colour.
    fn all_inside(&self, offset: usize, len: usize, black: bool) -> bool {
        (offset + 1..offset + len - 1).all(|i| self.black(i) == black)
    }

    /// The colour of a cell of a segment.
    fn cell(&self, LongSegment { len, inside, ends }: LongSegment, i: usize) -> bool {
        match i {
            0 => ends[0],
            i if i + 1 == len as usize => ends[1],
            i => self.black(inside as usize + i - 1),
        }
    }
}

/// The part of the first `len` of these cells with the end stones recoloured.
fn with_ends(cells: u64, len: usize, ends: [bool; 2]) -> Option<Signed<PackedStrip>> {
    PackedRow::normal(PackedRow::with_ends(cells, len, ends), len).map(|row| row.map(PackedStrip::Row))
}

impl PartRules for StripRules {
    type Part = PackedStrip;

    fn stones(&self, part: PackedStrip) -> usize {
        match part {
            PackedStrip::Row(row) => row.cells(),
            PackedStrip::Segment(segment) => segment.len as usize,
        }
    }

    fn pairs(&self, part: PackedStrip) -> usize {
        match part {
            PackedStrip::Row(row) => RowRules.pairs(row),
            PackedStrip::Segment(s) => (1..s.cells()).filter(|&i| self.cell(s, i - 1) != self.cell(s, i)).count(),
        }
    }

    fn balance(&self, part: PackedStrip) -> i32 {
        match part {
            PackedStrip::Row(row) => RowRules.balance(row),
            PackedStrip::Segment(s) => (0..s.cells()).map(|i| if self.cell(s, i) { 1 } else { -1 }).sum(),
        }
    }

    fn is_own_negative(&self, part: PackedStrip) -> bool {
        match part {
            PackedStrip::Row(row) => RowRules.is_own_negative(row),
            PackedStrip::Segment(s) => {
                let len = s.len as usize;
                (0..len).all(|i| self.cell(s, i) != self.cell(s, len - 1 - i))
            }
        }
    }

    fn for_each_option(&self, part: PackedStrip, player: Player, mut visit: impl FnMut(&[Signed<PackedStrip>])) {
        let segment = match part {
            PackedStrip::Row(row) => {
                return RowRules.for_each_option(row, player, |parts| match *parts {
                    [] => visit(&[]),
                    [one] => visit(&[one.map(PackedStrip::Row)]),
                    [left, right, ..] => visit(&[left.map(PackedStrip::Row), right.map(PackedStrip::Row)]),
                });
            }
            PackedStrip::Segment(segment) => segment,
        };
        let (len, black) = (segment.len as usize, player == Player::Left);
        let offset = |i: usize| segment.inside as usize - 1 + i;
        let mut here = self.cell(segment, 0);
        for i in 0..len - 1 {
            let next = self.cell(segment, i + 1);
            if here != next {
                let from = if here == black { i } else { i + 1 };
                let to = 2 * i + 1 - from;
                let end = |cell: usize| if cell == to { black } else { self.cell(segment, cell) };
                let left = self.part(offset(0), from, end);
                let right = self.part(offset(from + 1), len - from - 1, |i| end(from + 1 + i));
                match (left, right) {
                    (Some(l), Some(r)) => visit(&[l, r]),
                    (Some(one), None) | (None, Some(one)) => visit(&[one]),
                    (None, None) => visit(&[]),
                }
            }
            here = next;
        }
    }

    fn position(&self, part: PackedStrip) -> Position {
        match part {
            PackedStrip::Row(row) => RowRules.position(row),
            PackedStrip::Segment(s) => full_strip((0..s.len as usize).map(|i| self.cell(s, i))),
        }
    }
}
