//! Bitboard of a full strip of at most 64 stones: one word.

use super::{PartRules, Signed};
use crate::base::bits::Word;
use crate::{Board, Player, Position};

/// A full strip, cell `i` in bit `i`:
///
/// ```text
/// strip  x x o x      len  = 4
/// bit    0 1 2 3      bits = 0b1011   (1 = x, 0 = o)
/// ```
///
/// The normal form is the least word among the strip, its mirror image and
/// their negatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedRow {
    pub(super) len: u8,
    pub(super) bits: u64,
}

/// The rules on [`PackedRow`]; stateless, because a row carries its stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowRules;

/// The lowest `len` bits.
pub(super) fn low(len: usize) -> u64 {
    if len == 0 { 0 } else { u64::MAX >> (64 - len) }
}

impl PackedRow {
    /// Maximum number of cells.
    pub const MAX: usize = 64;

    /// The normal form of the strip with these `len` cells; `None` if all
    /// stones have one colour, which has value 0.
    ///
    /// # Panics
    /// If `len` is above [`PackedRow::MAX`].
    #[must_use]
    pub fn normal(bits: u64, len: usize) -> Option<Signed<PackedRow>> {
        assert!(len <= PackedRow::MAX, "a row holds at most 64 cells");
        let all = low(len);
        let bits = bits & all;
        if bits == 0 || bits == all {
            return None;
        }
        let mirror = bits.reverse_bits() >> (64 - len);
        let row = |bits| PackedRow { len: len as u8, bits };
        Some(Signed::least(row(bits.min(mirror)), row((bits ^ all).min(mirror ^ all))))
    }

    /// The first `len` of these cells with the two end stones recoloured; true
    /// is black.
    #[must_use]
    pub fn with_ends(cells: u64, len: usize, ends: [bool; 2]) -> u64 {
        let inside = cells & low(len) & !(1 | 1 << (len - 1));
        inside | u64::from(ends[0]) | u64::from(ends[1]) << (len - 1)
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.len.into()
    }

    /// Bit `i` is set if cells `i` and `i + 1` have different colours.
    fn unequal_pairs(self) -> u64 {
        (self.bits ^ (self.bits >> 1)) & low(self.cells() - 1)
    }

    /// The cells as bits, the first cell lowest, 1 for `x`.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.bits
    }
}

/// The position of a full strip; true is black.
pub(super) fn full_strip(cells: impl Iterator<Item = bool>) -> Position {
    let cells: Vec<_> = cells.map(|black| Some(if black { Player::Left } else { Player::Right })).collect();
    Position::new(Board::Strip { cells: cells.len() }, cells)
}

impl PartRules for RowRules {
    type Part = PackedRow;

    fn stones(&self, row: PackedRow) -> usize {
        row.cells()
    }

    fn pairs(&self, row: PackedRow) -> usize {
        row.unequal_pairs().count_ones() as usize
    }

    fn balance(&self, row: PackedRow) -> i32 {
        2 * row.bits.count_ones() as i32 - i32::from(row.len)
    }

    fn is_own_negative(&self, row: PackedRow) -> bool {
        // Only the mirror image can equal the negative.
        row.bits.reverse_bits() >> (64 - row.cells()) == row.bits ^ low(row.cells())
    }

    fn for_each_option(&self, row: PackedRow, player: Player, mut visit: impl FnMut(&[Signed<PackedRow>])) {
        let (len, bits) = (row.cells(), row.bits);
        let own = if player == Player::Left { bits } else { !bits };
        // One stone of an unequal pair is the player's: its cell becomes
        // empty, and the other cell takes its colour.
        for i in row.unequal_pairs().cells() {
            let from = if own >> i & 1 == 1 { i } else { i + 1 };
            let after = if player == Player::Left { bits | 3 << i } else { bits & !(3 << i) };
            let left = PackedRow::normal(after, from);
            let right = if from + 1 < len { PackedRow::normal(after >> (from + 1), len - from - 1) } else { None };
            match (left, right) {
                (Some(l), Some(r)) => visit(&[l, r]),
                (Some(one), None) | (None, Some(one)) => visit(&[one]),
                (None, None) => visit(&[]),
            }
        }
    }

    fn position(&self, row: PackedRow) -> Position {
        full_strip((0..row.cells()).map(|i| row.bits >> i & 1 == 1))
    }
}
