//! Parts of grids as two bitboards in the part's own bounding box.
//!
//! The box makes parts the same wherever they stand; among the turns and
//! reflections that make it lie flat (no higher than wide) the least pair of
//! bitboards is the normal form. The colours are compared last, so swapping
//! them costs one more comparison and no more turning.

use super::{Kernel, Signed};
use crate::{Board, Player, Position};

/// A group of stones in its bounding box, row by row from the top left:
///
/// ```text
/// x o .      rows = 2, cols = 3
/// . x x      stones = bits 0 1 4 5, black = bits 0 4 5
///            bit of row r, column c: r * cols + c
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    pub(super) rows: u8,
    pub(super) cols: u8,
    pub(super) stones: u128,
    pub(super) black: u128,
}

/// The kernel of [`Grid`]: it needs to know nothing but the part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grids;

/// The lowest `count` bits.
fn low(count: usize) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (128 - count) }
}

/// The bits of a set in increasing order.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// The shape of a bounding box and its edges as masks.
#[derive(Clone, Copy)]
struct Frame {
    rows: usize,
    cols: usize,
    not_first: u128,
    not_last: u128,
}

impl Frame {
    fn new(rows: usize, cols: usize) -> Frame {
        let first = (0..rows).fold(0u128, |set, row| set | 1 << (row * cols));
        let all = low(rows * cols);
        Frame { rows, cols, not_first: all & !first, not_last: all & !(first << (cols - 1)) }
    }

    /// The cells next to a set.
    fn around(&self, set: u128) -> u128 {
        let sideways = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        // A one-row box of 128 cells has nothing above or below.
        if self.rows == 1 {
            sideways
        } else {
            sideways | (set << self.cols & low(self.rows * self.cols)) | set >> self.cols
        }
    }

    /// The connected group of `within` that holds `seed`.
    fn group(&self, seed: u128, within: u128) -> u128 {
        let mut group = seed;
        loop {
            let wider = (group | self.around(group)) & within;
            if wider == group {
                return group;
            }
            group = wider;
        }
    }

    fn row(&self, set: u128, row: usize) -> u128 {
        set >> (row * self.cols) & low(self.cols)
    }

    /// A half turn.
    fn turned(&self, set: u128) -> u128 {
        set.reverse_bits() >> (128 - self.rows * self.cols)
    }

    /// Top and bottom exchanged.
    fn flipped(&self, set: u128) -> u128 {
        (0..self.rows).fold(0, |out, row| out << self.cols | self.row(set, row))
    }

    /// Rows and columns exchanged; the frame becomes `cols` by `rows`.
    fn transposed(&self, set: u128) -> u128 {
        let row = |row| bits(self.row(set, row)).fold(0u128, |out, col| out | 1 << (col * self.rows + row));
        (0..self.rows).fold(0, |out, r| out | row(r))
    }
}

impl Grid {
    /// The largest bounding box.
    pub const MAX: usize = 128;

    /// Number of rows of the bounding box.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Number of columns of the bounding box.
    #[must_use]
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// The cells with stones.
    #[must_use]
    pub fn stones(self) -> u128 {
        self.stones
    }

    /// The cells with black stones.
    #[must_use]
    pub fn black(self) -> u128 {
        self.black
    }

    /// The normal form of a group of stones, given by row, column and
    /// blackness; none if all have one colour.
    ///
    /// # Panics
    /// If their bounding box has more than [`Grid::MAX`] cells.
    #[must_use]
    pub fn normal(cells: &[(usize, usize, bool)]) -> Option<Signed<Grid>> {
        let top = cells.iter().map(|c| c.0).min()?;
        let left = cells.iter().map(|c| c.1).min()?;
        let rows = cells.iter().map(|c| c.0).max()? - top + 1;
        let cols = cells.iter().map(|c| c.1).max()? - left + 1;
        assert!(rows * cols <= Grid::MAX, "a grid part lies in a box of at most 128 cells");
        let (mut stones, mut black) = (0u128, 0u128);
        for &(row, col, is_black) in cells {
            let bit = 1u128 << ((row - top) * cols + col - left);
            stones |= bit;
            black |= if is_black { bit } else { 0 };
        }
        least_form(Frame::new(rows, cols), stones, black)
    }
}

/// Cuts a group out of a frame and brings it to normal form.
fn cut(frame: &Frame, group: u128, black: u128) -> Option<Signed<Grid>> {
    let black = black & group;
    if black == 0 || black == group {
        return None;
    }
    let top = group.trailing_zeros() as usize / frame.cols;
    let bottom = (127 - group.leading_zeros() as usize) / frame.cols;
    let columns = (top..=bottom).fold(0, |all, row| all | frame.row(group, row));
    let left = columns.trailing_zeros() as usize;
    let cols = 128 - columns.leading_zeros() as usize - left;
    let rows = bottom - top + 1;
    if cols == frame.cols {
        let shift = top * frame.cols;
        return least_form(Frame::new(rows, cols), group >> shift, black >> shift);
    }
    let squeeze =
        |set: u128| (top..=bottom).rev().fold(0, |out, row| out << cols | (frame.row(set, row) >> left & low(cols)));
    least_form(Frame::new(rows, cols), squeeze(group), squeeze(black))
}

/// The normal form of stones that fill their frame.
fn least_form(frame: Frame, stones: u128, black: u128) -> Option<Signed<Grid>> {
    if black == 0 || black == stones {
        return None;
    }
    let mut least = Least { stones: u128::MAX, black: 0, white: 0 };
    if frame.rows <= frame.cols {
        least.consider_all(&frame, stones, black);
    }
    if frame.rows >= frame.cols {
        let upright = Frame::new(frame.cols, frame.rows);
        least.consider_all(&upright, frame.transposed(stones), frame.transposed(black));
    }
    let (rows, cols) = (frame.rows.min(frame.cols) as u8, frame.rows.max(frame.cols) as u8);
    let grid = |black| Grid { rows, cols, stones: least.stones, black };
    Some(Signed::least(grid(least.black), grid(least.white)))
}

/// The least form so far: the least set of stones, and with it the least set
/// of black and the least set of white ones.
struct Least {
    stones: u128,
    black: u128,
    white: u128,
}

impl Least {
    /// Compares with another form, whose colours are asked for if they matter.
    fn consider(&mut self, stones: u128, black: impl FnOnce() -> u128) {
        if stones < self.stones {
            let black = black();
            *self = Least { stones, black, white: stones ^ black };
        } else if stones == self.stones {
            let black = black();
            self.black = self.black.min(black);
            self.white = self.white.min(stones ^ black);
        }
    }

    /// Considers a form, its half turn and their reflections.
    fn consider_all(&mut self, frame: &Frame, stones: u128, black: u128) {
        self.consider(stones, || black);
        self.consider(frame.turned(stones), || frame.turned(black));
        let flipped = frame.flipped(stones);
        self.consider(flipped, || frame.flipped(black));
        self.consider(frame.turned(flipped), || frame.turned(frame.flipped(black)));
    }
}

impl Kernel for Grids {
    type Part = Grid;

    fn stones(&self, grid: Grid) -> usize {
        grid.stones.count_ones() as usize
    }

    fn pairs(&self, grid: Grid) -> usize {
        let frame = Frame::new(grid.rows(), grid.cols());
        let (black, white) = (grid.black, grid.stones ^ grid.black);
        let beside = |set: u128| (set & frame.not_last) << 1;
        let below = |set: u128| if frame.rows == 1 { 0 } else { set << frame.cols };
        let count = |set: u128| set.count_ones() as usize;
        count(beside(black) & white)
            + count(beside(white) & black)
            + count(below(black) & white)
            + count(below(white) & black)
    }

    fn balance(&self, grid: Grid) -> i32 {
        2 * grid.black.count_ones() as i32 - grid.stones.count_ones() as i32
    }

    fn is_own_negative(&self, grid: Grid) -> bool {
        let form = least_form(Frame::new(grid.rows(), grid.cols()), grid.stones, grid.black);
        form.is_some_and(|form| form.own_negative)
    }

    fn for_each_option(&self, grid: Grid, player: Player, mut visit: impl FnMut(&[Signed<Grid>])) {
        let frame = Frame::new(grid.rows(), grid.cols());
        let white = grid.stones ^ grid.black;
        let (own, other) = if player == Player::Left { (grid.black, white) } else { (white, grid.black) };
        for from in bits(own & frame.around(other)) {
            let left_behind = grid.stones & !(1 << from);
            for to in bits(frame.around(1 << from) & other) {
                let black = if player == Player::Left { grid.black | 1 << to } else { grid.black & !(1 << to) };
                let mut parts = [Signed { part: grid, negated: false, own_negative: false }; 4];
                let (mut count, mut rest) = (0, left_behind);
                // Each group that is left holds a neighbour of the empty cell.
                while rest != 0 {
                    let group = frame.group(rest & rest.wrapping_neg(), left_behind);
                    rest &= !group;
                    if let Some(part) = cut(&frame, group, black) {
                        parts[count] = part;
                        count += 1;
                    }
                }
                visit(&parts[..count]);
            }
        }
    }

    fn position(&self, grid: Grid) -> Position {
        let (rows, cols) = (grid.rows(), grid.cols());
        let cell = |bit: usize| {
            let colour = if grid.black >> bit & 1 == 1 { Player::Left } else { Player::Right };
            (grid.stones >> bit & 1 == 1).then_some(colour)
        };
        Position::new(Board::Grid { rows, cols }, (0..rows * cols).map(cell).collect())
    }
}
