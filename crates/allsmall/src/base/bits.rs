//! Bit sets in machine words: of 64 bits where the board is small enough, which is
//! twice as fast, else of 128; of 32 for tables of sets.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells, cell `i` in bit `i`.
pub(crate) trait Word:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// Number of bits.
    const BITS: usize;
    /// No cell.
    const NONE: Self;
    /// The first cell.
    const FIRST: Self;
    /// Every cell.
    const ALL: Self;

    /// Truncates a set, whose cells must fit.
    fn from_wide(set: u128) -> Self;
    /// Widens the set to 128 bits.
    fn wide(self) -> u128;
    /// The first cell; the set is not empty.
    fn first(self) -> usize;
    /// The last cell; the set is not empty.
    fn last(self) -> usize;
    /// The set without its first cell; it is not empty.
    fn rest(self) -> Self;
    /// Number of cells.
    fn size(self) -> usize;
    /// The cells in opposite order, the last of all becoming the first.
    fn reversed(self) -> Self;

    /// The first `count` cells.
    fn low(count: usize) -> Self {
        if count == 0 { Self::NONE } else { Self::ALL >> (Self::BITS - count) }
    }

    /// One cell.
    fn one(cell: usize) -> Self {
        Self::FIRST << cell
    }

    /// Whether a cell is in the set.
    fn has(self, cell: usize) -> bool {
        self >> cell & Self::FIRST != Self::NONE
    }

    /// The cells in increasing order.
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut set = self;
        std::iter::from_fn(move || {
            (set != Self::NONE).then(|| {
                let cell = set.first();
                set = set.rest();
                cell
            })
        })
    }
}

/// The members of a set in increasing order.
pub(crate) fn bits(set: impl Word) -> impl Iterator<Item = usize> {
    set.cells()
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;
            const FIRST: $word = 1;
            const ALL: $word = <$word>::MAX;

            fn from_wide(set: u128) -> $word {
                set as $word
            }

            fn wide(self) -> u128 {
                self.into()
            }

            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn last(self) -> usize {
                <$word as Word>::BITS - 1 - self.leading_zeros() as usize
            }

            fn rest(self) -> $word {
                self & (self - 1)
            }

            fn size(self) -> usize {
                self.count_ones() as usize
            }

            fn reversed(self) -> $word {
                self.reverse_bits()
            }
        }
    };
}

word!(u32);
word!(u64);
word!(u128);
