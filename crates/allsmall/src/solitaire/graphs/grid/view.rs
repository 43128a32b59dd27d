//! A grid seen from one of its four sides, and the strips cut from it.

use super::frontier::{ColumnCells, Way, Ways};
use crate::Player;
use crate::solitaire::play::forest::Forest;

/// A grid as seen from one side: that side is its top row.
///
/// ```text
///   Top: as written     Left: turned, so that the left column is on top
///   Bottom, Right: these upside down
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct GridView {
    rows: usize,
    cols: usize,
    side: GridSide,
}

/// A side of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridSide {
    Top,
    Bottom,
    Left,
    Right,
}

impl GridSide {
    pub(super) const ALL: [GridSide; 4] = [GridSide::Top, GridSide::Left, GridSide::Bottom, GridSide::Right];

    fn is_turned(self) -> bool {
        matches!(self, GridSide::Left | GridSide::Right)
    }
}

impl GridView {
    /// The view of a grid from one of its sides.
    pub(super) fn new(rows: usize, cols: usize, side: GridSide) -> GridView {
        GridView { rows, cols, side }
    }

    /// The view in which the rows are the long lines.
    pub(super) fn lengthwise(rows: usize, cols: usize) -> GridView {
        GridView::new(rows, cols, if rows > cols { GridSide::Left } else { GridSide::Top })
    }

    /// Rows as seen.
    pub(super) fn rows(&self) -> usize {
        if self.side.is_turned() { self.cols } else { self.rows }
    }

    /// Columns as seen.
    pub(super) fn cols(&self) -> usize {
        if self.side.is_turned() { self.rows } else { self.cols }
    }

    /// The vertex of the grid in this row and column as seen.
    pub(super) fn vertex(&self, row: usize, col: usize) -> usize {
        match self.side {
            GridSide::Top => row * self.cols + col,
            GridSide::Bottom => (self.rows - 1 - row) * self.cols + col,
            GridSide::Left => col * self.cols + row,
            GridSide::Right => col * self.cols + self.cols - 1 - row,
        }
    }

    /// One column of the strip of `height` rows from row `top`.
    pub(super) fn column(&self, cells: &[Option<Player>], top: usize, height: usize, col: usize) -> ColumnCells {
        let mut column = ColumnCells::default();
        for y in 0..height {
            column.cells[y] = sign(cells[self.vertex(top + y, col)]);
        }
        column
    }

    /// Adds the arrows of one column of that strip to a forest.
    pub(super) fn point(&self, forest: &mut Forest, top: usize, height: usize, col: usize, ways: Ways) {
        for row in top..top + height {
            let (to_row, to_col) = match ways.of(row - top) {
                Way::Stays => continue,
                Way::Up => (row - 1, col),
                Way::Down => (row + 1, col),
                Way::Left => (row, col - 1),
                Way::Right => (row, col + 1),
            };
            forest.point(self.vertex(row, col), self.vertex(to_row, to_col));
        }
    }
}

/// +1 for x, -1 for o, 0 for a hole.
pub(super) fn sign(cell: Option<Player>) -> i8 {
    cell.map_or(0, Player::sign)
}
