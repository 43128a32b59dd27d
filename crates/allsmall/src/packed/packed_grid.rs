//! Grid parts as two bitboards in their bounding box.
//!
//! The box makes parts independent of their place. The normal form is the least
//! pair of bitboards among the rotations and reflections whose box is not higher
//! than wide. The colours are compared last, so that the normal form of the
//! negative costs one more comparison and no further rotation.

use std::ops::ControlFlow;

use super::{GridLanes, NeighbourCounts, PartRules, Signed};
use crate::base::bits::Word;
use crate::{Board, Player, Position};

/// A group of stones in its bounding box, row by row from the top left:
///
/// ```text
/// x o .      rows = 2, cols = 3
/// . x x      stones = bits 0 1 4 5, black = bits 0 4 5
///            bit of row r, column c: r * cols + c
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedGrid {
    pub(super) rows: u8,
    pub(super) cols: u8,
    pub(super) stones: u128,
    pub(super) black: u128,
}

/// The rules on [`PackedGrid`]; stateless, because a part carries its stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridRules;

/// The size of a bounding box and the masks of its edge columns.
#[derive(Clone, Copy)]
struct BoxMasks<W> {
    rows: usize,
    cols: usize,
    not_first: W,
    not_last: W,
}

impl<W: Word> BoxMasks<W> {
    fn new(rows: usize, cols: usize) -> BoxMasks<W> {
        let first = (0..rows).fold(W::NONE, |set, row| set | W::one(row * cols));
        let all = W::low(rows * cols);
        BoxMasks { rows, cols, not_first: all & !first, not_last: all & !(first << (cols - 1)) }
    }

    /// The cells adjacent to a set.
    fn around(&self, set: W) -> W {
        let [right, left, down, up] = self.steps(set);
        right | left | down | up
    }

    /// A set shifted one step in each direction.
    fn steps(&self, set: W) -> [W; 4] {
        let (right, left) = ((set & self.not_last) << 1, (set & self.not_first) >> 1);
        // In one row as long as the word, shifting by `cols` would overflow.
        if self.rows == 1 {
            [right, left, W::NONE, W::NONE]
        } else {
            [right, left, set << self.cols & W::low(self.rows * self.cols), set >> self.cols]
        }
    }

    /// The connected component of `within` that contains `seed`.
    fn group(&self, seed: W, within: W) -> W {
        let mut group = seed;
        loop {
            let wider = (group | self.around(group)) & within;
            if wider == group {
                return group;
            }
            group = wider;
        }
    }

    fn row(&self, set: W, row: usize) -> W {
        set >> (row * self.cols) & W::low(self.cols)
    }

    /// The set rotated by 180 degrees.
    fn turned(&self, set: W) -> W {
        set.reversed() >> (W::BITS - self.rows * self.cols)
    }

    /// The set reflected top to bottom.
    fn flipped(&self, set: W) -> W {
        (1..self.rows).fold(self.row(set, 0), |out, row| out << self.cols | self.row(set, row))
    }

    /// The transposed set, in a frame of `cols` by `rows`.
    fn transposed(&self, set: W) -> W {
        let row = |row| self.row(set, row).cells().fold(W::NONE, |out, col| out | W::one(col * self.rows + row));
        (0..self.rows).fold(W::NONE, |out, r| out | row(r))
    }
}

impl PackedGrid {
    /// Maximum number of cells of the bounding box.
    pub const MAX: usize = 128;

    /// Number of rows of the bounding box.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Returns whether the box fits 64 bits.
    fn is_short(self) -> bool {
        self.rows() * self.cols() <= <u64 as Word>::BITS
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

    /// Counts the stones by their neighbours.
    #[must_use]
    pub fn neighbours(self) -> NeighbourCounts {
        fn count<W: Word>(grid: PackedGrid) -> NeighbourCounts {
            let frame = BoxMasks::<W>::new(grid.rows(), grid.cols());
            let (stones, black) = (W::from_wide(grid.stones), W::from_wide(grid.black));
            NeighbourCounts::on_grid(black, stones ^ black, |set| frame.steps(set))
        }
        if self.is_short() { count::<u64>(self) } else { count::<u128>(self) }
    }

    /// The normal form of a group of stones, given as row, column and whether
    /// it is black; `None` if all have one colour.
    ///
    /// # Panics
    /// If their bounding box has more than [`PackedGrid::MAX`] cells.
    #[must_use]
    pub fn normal(cells: &[(usize, usize, bool)]) -> Option<Signed<PackedGrid>> {
        let top = cells.iter().map(|c| c.0).min()?;
        let left = cells.iter().map(|c| c.1).min()?;
        let rows = cells.iter().map(|c| c.0).max()? - top + 1;
        let cols = cells.iter().map(|c| c.1).max()? - left + 1;
        assert!(rows * cols <= PackedGrid::MAX, "a grid part lies in a box of at most 128 cells");
        let (mut stones, mut black) = (0u128, 0u128);
        for &(row, col, is_black) in cells {
            let bit = 1u128 << ((row - top) * cols + col - left);
            stones |= bit;
            black |= if is_black { bit } else { 0 };
        }
        normal_form(rows, cols, stones, black)
    }
}

/// The normal form of stones that touch all edges of their box.
fn normal_form(rows: usize, cols: usize, stones: u128, black: u128) -> Option<Signed<PackedGrid>> {
    if rows * cols <= <u64 as Word>::BITS {
        least_form(BoxMasks::new(rows, cols), stones as u64, black as u64)
    } else {
        least_form(BoxMasks::new(rows, cols), stones, black)
    }
}

/// The normal form of one group in a frame.
fn cut<W: Word>(frame: &BoxMasks<W>, group: W, black: W) -> Option<Signed<PackedGrid>> {
    let black = black & group;
    if black == W::NONE || black == group {
        return None;
    }
    let (top, bottom) = (group.first() / frame.cols, group.last() / frame.cols);
    let columns = (top..=bottom).fold(W::NONE, |all, row| all | frame.row(group, row));
    let left = columns.first();
    let cols = columns.last() + 1 - left;
    let rows = bottom - top + 1;
    if cols == frame.cols {
        let shift = top * frame.cols;
        return least_form(BoxMasks::new(rows, cols), group >> shift, black >> shift);
    }
    let squeeze = |set: W| {
        let row = |row: usize| frame.row(set, row) >> left & W::low(cols);
        (top..=bottom).rev().fold(W::NONE, |out, r| out << cols | row(r))
    };
    least_form(BoxMasks::new(rows, cols), squeeze(group), squeeze(black))
}

/// The normal form of stones that touch all edges of their frame.
fn least_form<W: Word>(frame: BoxMasks<W>, stones: W, black: W) -> Option<Signed<PackedGrid>> {
    if black == W::NONE || black == stones {
        return None;
    }
    let upright = || (frame.transposed(stones), frame.transposed(black));
    let (flat, (stones, black)) = if frame.rows <= frame.cols {
        (frame, (stones, black))
    } else {
        (BoxMasks::new(frame.cols, frame.rows), upright())
    };
    let mut least = LeastForm::new(stones, black);
    least.consider_all(&flat, stones, || black);
    if frame.rows == frame.cols {
        least.consider_all(&flat, flat.transposed(stones), || flat.transposed(black));
    }
    let (rows, cols) = (frame.rows.min(frame.cols) as u8, frame.rows.max(frame.cols) as u8);
    Some(least.signed(rows, cols, W::wide))
}

/// The least form so far: the least set of stones and, among the images with
/// that set, the least set of black and the least set of white stones.
pub(super) struct LeastForm<W> {
    stones: W,
    black: W,
    white: W,
}

impl<W: Word> LeastForm<W> {
    pub(super) fn new(stones: W, black: W) -> LeastForm<W> {
        LeastForm { stones, black, white: stones ^ black }
    }

    /// The resulting part; `pack` converts a set to the layout of the box.
    pub(super) fn signed(&self, rows: u8, cols: u8, pack: impl Fn(W) -> u128) -> Signed<PackedGrid> {
        let stones = pack(self.stones);
        let grid = |black: W| PackedGrid { rows, cols, stones, black: pack(black) };
        Signed::least(grid(self.black), grid(self.white))
    }

    /// Considers another image; `black` is evaluated only if it matters.
    #[inline]
    pub(super) fn consider(&mut self, stones: W, black: impl FnOnce() -> W) {
        if stones < self.stones {
            let black = black();
            *self = LeastForm { stones, black, white: stones ^ black };
        } else if stones == self.stones {
            let black = black();
            self.black = self.black.min(black);
            self.white = self.white.min(stones ^ black);
        }
    }

    /// Considers an image, its rotation by 180 degrees and their reflections.
    fn consider_all(&mut self, frame: &BoxMasks<W>, stones: W, black: impl Fn() -> W) {
        self.consider(stones, &black);
        self.consider(frame.turned(stones), || frame.turned(black()));
        let flipped = frame.flipped(stones);
        self.consider(flipped, || frame.flipped(black()));
        self.consider(frame.turned(flipped), || frame.turned(frame.flipped(black())));
    }
}

/// Calls `visit` with the parts left by each move of the player.
pub(super) fn options<W: Word>(grid: PackedGrid, player: Player, mut visit: impl FnMut(&[Signed<PackedGrid>])) {
    let frame = BoxMasks::new(grid.rows(), grid.cols());
    let (stones, all_black) = (W::from_wide(grid.stones), W::from_wide(grid.black));
    let white = stones ^ all_black;
    let (own, other) = if player == Player::Left { (all_black, white) } else { (white, all_black) };
    let mut parts = [Signed { part: grid, negated: false, own_negative: false }; 4];
    for from in (own & frame.around(other)).cells() {
        let (groups, found) = without(&frame, stones, from);
        for to in (frame.around(W::one(from)) & other).cells() {
            let black = if player == Player::Left { all_black | W::one(to) } else { all_black & !W::one(to) };
            let mut count = 0;
            for part in groups[..found].iter().filter_map(|&group| cut(&frame, group, black)) {
                parts[count] = part;
                count += 1;
            }
            visit(&parts[..count]);
        }
    }
}

/// The connected components of a connected set without one of its cells, and
/// their number: each contains a neighbour of that cell.
fn without<W: Word>(frame: &BoxMasks<W>, stones: W, cell: usize) -> ([W; 4], usize) {
    let mut rest = stones & !W::one(cell);
    let adjacent = frame.around(W::one(cell)) & stones;
    let (mut groups, mut found) = ([rest; 4], 1);
    if adjacent.rest() != W::NONE {
        let within = rest;
        found = 0;
        while rest != W::NONE {
            groups[found] = frame.group(W::one(rest.first()), within);
            rest = rest & !groups[found];
            found += 1;
        }
    }
    (groups, found)
}

impl PartRules for GridRules {
    type Part = PackedGrid;

    fn stones(&self, grid: PackedGrid) -> usize {
        grid.stones.count_ones() as usize
    }

    fn pairs(&self, grid: PackedGrid) -> usize {
        fn count<W: Word>(grid: PackedGrid) -> usize {
            let frame = BoxMasks::<W>::new(grid.rows(), grid.cols());
            let (stones, black) = (W::from_wide(grid.stones), W::from_wide(grid.black));
            frame.steps(black).into_iter().map(|step| (step & (stones ^ black)).size()).sum()
        }
        if grid.is_short() { count::<u64>(grid) } else { count::<u128>(grid) }
    }

    fn balance(&self, grid: PackedGrid) -> i32 {
        2 * grid.black.count_ones() as i32 - grid.stones.count_ones() as i32
    }

    fn is_own_negative(&self, grid: PackedGrid) -> bool {
        let form = normal_form(grid.rows(), grid.cols(), grid.stones, grid.black);
        form.is_some_and(|form| form.own_negative)
    }

    fn for_each_option(&self, grid: PackedGrid, player: Player, mut visit: impl FnMut(&[Signed<PackedGrid>])) {
        // Right's moves are Left's moves in the negative.
        let left = player == Player::Left;
        let signed = Signed { part: grid, negated: !left, own_negative: false };
        if let Some(lanes) = GridLanes::new(signed) {
            let mut parts = [signed; 4];
            let _: ControlFlow<()> = lanes.for_each_move(|_, pieces| {
                for (part, lanes) in parts.iter_mut().zip(pieces) {
                    let normal = lanes.normal();
                    *part = if left { normal.negative() } else { normal };
                }
                visit(&parts[..pieces.len()]);
                ControlFlow::Continue(())
            });
        } else if grid.is_short() {
            options::<u64>(grid, player, visit);
        } else {
            options::<u128>(grid, player, visit);
        }
    }

    fn position(&self, grid: PackedGrid) -> Position {
        let (rows, cols) = (grid.rows(), grid.cols());
        let cell = |bit: usize| {
            let colour = if grid.black >> bit & 1 == 1 { Player::Left } else { Player::Right };
            (grid.stones >> bit & 1 == 1).then_some(colour)
        };
        Position::new(Board::Grid { rows, cols }, (0..rows * cols).map(cell).collect())
    }
}
