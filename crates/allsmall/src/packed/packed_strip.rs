//! Strips of any length as segments of a root strip.
//!
//! A move empties one cell and recolours its neighbour, which then stands at
//! the end of what is left. So every part ever reached from a root strip is a
//! segment of it in which only the two end stones may have changed: at most
//! four parts a segment, O(n^2) in all. Segments of at most 64 cells become
//! plain [`PackedRow`]s, which are the same wherever they come from; a longer one is
//! named by the first place where its inside (all but the two end stones)
//! stands in the root, so that (xxo)^n has O(n) parts, not O(n^2).

use super::suffix_index::SuffixIndex;
use super::packed_row::full_strip;
use super::{PartRules, PackedRow, RowRules, Signed};
use crate::{Budget, Player, Position, Stop};

/// A strip part: in a word if it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PackedStrip {
    /// At most [`PackedRow::MAX`] cells.
    Row(PackedRow),
    /// More cells than that.
    Segment(LongSegment),
}

/// A long segment of the text of a [`StripRules`]:
///
/// ```text
/// text   ...o x x o o x o x o...      len  = 6
///            ^ inside = place of  x o o x   (the cells between the ends)
/// part     [o x o o x x]              ends = [o, x], whatever the text says
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LongSegment {
    pub(super) len: u32,
    pub(super) inside: u32,
    pub(super) ends: [bool; 2],
}

/// The rules of [`PackedStrip`]: the roots in one text, with their mirror images
/// and negatives, so that every form of every segment stands somewhere in it.
///
/// ```text
/// text   . root . mirror . negative . mirrored negative
/// place  0      n        2n         3n         (a quarter n counts its dot)
/// ```
///
/// A root may itself be several strips with dots between them.
#[derive(Clone, Debug, Default)]
pub struct StripRules {
    /// One quarter of the text, its dot counted.
    quarter: usize,
    /// The stones as bits, 1 for `x`; what stands on dots does not matter.
    bits: Vec<u64>,
    /// Where pieces of the text stand first.
    repeats: SuffixIndex,
}

impl LongSegment {
    /// Number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.len as usize
    }
}

/// The shortest inside of a segment that is not a row.
const INSIDE: usize = PackedRow::MAX - 1;

/// Roots up to this many cells have equal segments recognised; longer ones
/// keep them apart.
const SHARED: usize = 32_768;

/// Bytes of a cell in the text while it is made.
const TEXT: usize = 10;

impl StripRules {
    /// The rules for these cells in a row, empty cells between the strips.
    ///
    /// # Panics
    /// Never: without limits nothing is in the way.
    #[must_use]
    pub fn new(cells: &[Option<Player>]) -> StripRules {
        StripRules::within(cells, &Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn within(cells: &[Option<Player>], budget: &Budget) -> Result<StripRules, Stop> {
        budget.fits(TEXT.saturating_mul(cells.len()))?;
        let forward = [None].into_iter().chain(cells.iter().copied());
        let backward = [None].into_iter().chain(cells.iter().rev().copied());
        let half: Vec<_> = forward.chain(backward).collect();
        let text: Vec<_> = half.iter().copied().chain(half.iter().map(|cell| cell.map(Player::opponent))).collect();
        let mut bits = vec![0u64; text.len() / 64 + 2];
        for (i, _) in text.iter().enumerate().filter(|&(_, &cell)| cell == Some(Player::Left)) {
            bits[i / 64] |= 1 << (i % 64);
        }
        let longest = cells.split(Option::is_none).map(<[_]>::len).max().unwrap_or(0);
        let repeats = if longest > PackedRow::MAX && cells.len() <= SHARED {
            let symbol = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player as u8);
            SuffixIndex::within(&text.iter().map(symbol).collect::<Vec<u8>>(), INSIDE, budget)?
        } else {
            SuffixIndex::default()
        };
        Ok(StripRules { quarter: cells.len() + 1, bits, repeats })
    }

    /// Whether a place of the text has a black stone.
    pub(super) fn black(&self, place: usize) -> bool {
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// 64 cells of the text from a place on.
    fn word(&self, place: usize) -> u64 {
        let (at, shift) = (place / 64, place % 64);
        let high = if shift == 0 { 0 } else { self.bits[at + 1] << (64 - shift) };
        self.bits[at] >> shift | high
    }

    /// Where the mirror image of a piece of text stands.
    fn mirror(&self, place: usize, len: usize) -> usize {
        let (quarter, start) = (place / self.quarter, place % self.quarter);
        (quarter ^ 1) * self.quarter + self.quarter + 1 - start - len
    }

    /// Where the negative of a piece of text stands.
    fn negative(&self, place: usize) -> usize {
        if place < 2 * self.quarter { place + 2 * self.quarter } else { place - 2 * self.quarter }
    }

    /// The normal form of `len` cells of the text, the ends coloured by `end`.
    pub(super) fn part(&self, place: usize, len: usize, end: impl Fn(usize) -> bool) -> Option<Signed<PackedStrip>> {
        if len < 2 {
            return None;
        }
        let ends = [end(0), end(len - 1)];
        if len <= PackedRow::MAX {
            return with_ends(self.word(place), len, ends);
        }
        if ends[0] == ends[1] && self.all_inside(place, len, ends[0]) {
            return None;
        }
        let form = |inside: usize, ends: [bool; 2]| {
            let inside = self.repeats.first(inside, len - 2) as u32;
            PackedStrip::Segment(LongSegment { len: len as u32, inside, ends })
        };
        let (here, [a, b]) = (place + 1, ends);
        let there = self.mirror(here, len - 2);
        let plain = form(here, [a, b]).min(form(there, [b, a]));
        let negated = form(self.negative(here), [!a, !b]).min(form(self.negative(there), [!b, !a]));
        Some(Signed::least(plain, negated))
    }

    /// A piece of a strip with its end stones in these colours; none if it is
    /// worth nothing.
    pub(super) fn piece(&self, strip: PackedStrip, first: usize, len: usize, ends: [bool; 2]) -> Option<Signed<PackedStrip>> {
        match strip {
            PackedStrip::Row(row) => with_ends(row.bits >> first, len, ends),
            PackedStrip::Segment(segment) => {
                self.part(segment.inside as usize - 1 + first, len, |i| ends[usize::from(i != 0)])
            }
        }
    }

    /// Whether all cells but the ends have this colour.
    fn all_inside(&self, place: usize, len: usize, black: bool) -> bool {
        (place + 1..place + len - 1).all(|i| self.black(i) == black)
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

/// The first `len` of these cells with their ends in these colours.
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
        let place = |i: usize| segment.inside as usize - 1 + i;
        let mut here = self.cell(segment, 0);
        for i in 0..len - 1 {
            let next = self.cell(segment, i + 1);
            if here != next {
                let from = if here == black { i } else { i + 1 };
                let to = 2 * i + 1 - from;
                let end = |cell: usize| if cell == to { black } else { self.cell(segment, cell) };
                let left = self.part(place(0), from, end);
                let right = self.part(place(from + 1), len - from - 1, |i| end(from + 1 + i));
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
