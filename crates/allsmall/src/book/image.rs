//! Positions on a grid up to symmetry, as one number.
//!
//! Two bits a cell, the first cell lowest: 0 empty, 1 Left's stone, 2 Right's. Left is to
//! move; if Right is, the colours are exchanged. The image is the least of those under
//! the symmetries of the grid:
//!
//! ```text
//! map[i]    the cell of the position that lies on cell i of the image
//! ```
//!
//! A position on the grid turned by a quarter has the same images, through other maps.

use crate::{Board, Move, Player, Position};

/// Maximum number of cells: two bits each in a number of 128.
pub(super) const MAX_CELLS: usize = 64;

/// A grid and the maps of its cells.
pub(super) struct BookGrid {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Maps from images to the grid as it stands.
    upright: Vec<Vec<usize>>,
    /// Maps from images to the grid turned by a quarter, which has other numbers of rows
    /// and columns; none on a square, where `upright` holds all eight.
    turned: Vec<Vec<usize>>,
}

/// The image of a position, and how it lies on the position.
pub(super) struct MirrorImage<'a> {
    pub(super) code: u128,
    map: &'a [usize],
}

impl MirrorImage<'_> {
    /// The cell of the image that shows a cell of the position.
    pub(super) fn cell_of(&self, cell: usize) -> usize {
        self.map.iter().position(|&v| v == cell).expect("a map is a permutation")
    }

    /// A move of the image, on the position.
    pub(super) fn placed(&self, Move { from, to }: Move) -> Move {
        Move { from: self.map[from], to: self.map[to] }
    }
}

impl BookGrid {
    /// Creates the shape of a grid of at least two rows and columns; none if it is too
    /// large.
    pub(super) fn new(rows: usize, cols: usize) -> Option<BookGrid> {
        if !(2..=MAX_CELLS).contains(&rows) || !(2..=MAX_CELLS).contains(&cols) || rows * cols > MAX_CELLS {
            return None;
        }
        let (mut upright, turned) = (flips(rows, cols, false), flips(rows, cols, true));
        if rows == cols {
            upright.extend(turned);
            return Some(BookGrid { rows, cols, upright, turned: Vec::new() });
        }
        Some(BookGrid { rows, cols, upright, turned })
    }

    /// The start: a checkerboard with Left's stone at the top left.
    pub(super) fn start(&self) -> Position {
        let stone = |v: usize| Player::BOTH[(v / self.cols + v % self.cols) % 2];
        let cells = (0..self.rows * self.cols).map(|v| Some(stone(v))).collect();
        Position::new(Board::Grid { rows: self.rows, cols: self.cols }, cells)
    }

    /// The position with this code, Left to move.
    pub(super) fn position(&self, code: u128) -> Position {
        let stone = |v: usize| [None, Some(Player::Left), Some(Player::Right), None][(code >> (2 * v) & 3) as usize];
        let cells = (0..self.rows * self.cols).map(stone).collect();
        Position::new(Board::Grid { rows: self.rows, cols: self.cols }, cells)
    }

    /// Whether a position lies on this grid, or on it turned by a quarter.
    pub(super) fn fits(&self, position: &Position) -> bool {
        self.maps(position).is_some()
    }

    fn maps(&self, position: &Position) -> Option<&[Vec<usize>]> {
        let Board::Grid { rows, cols } = *position.board() else { return None };
        match (rows, cols) {
            _ if (rows, cols) == (self.rows, self.cols) => Some(&self.upright),
            _ if (cols, rows) == (self.rows, self.cols) => Some(&self.turned),
            _ => None,
        }
    }

    /// The image of a position with this player to move; none on another board.
    pub(super) fn image(&self, position: &Position, player: Player) -> Option<MirrorImage<'_>> {
        let cells = position.cells();
        let bits = |v: usize| match cells[v] {
            None => 0u128,
            Some(stone) if stone == player => 1,
            Some(_) => 2,
        };
        let code = |map: &[usize]| map.iter().rev().fold(0, |code, &v| code << 2 | bits(v));
        let images = self.maps(position)?.iter().map(|map| MirrorImage { code: code(map), map });
        images.min_by_key(|image| image.code)
    }
}

/// The four maps by mirrors, onto the grid as it stands or turned by a quarter.
fn flips(rows: usize, cols: usize, turned: bool) -> Vec<Vec<usize>> {
    let mut maps = Vec::with_capacity(4);
    for (upside, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
        let cell = |v: usize| {
            let (row, col) = (v / cols, v % cols);
            let row = if upside { rows - 1 - row } else { row };
            let col = if mirrored { cols - 1 - col } else { col };
            if turned { col * rows + row } else { row * cols + col }
        };
        maps.push((0..rows * cols).map(cell).collect());
    }
    maps
}
