//! A rectangle of a grid, in any of its eight orientations.

/// A rectangle of a grid. Its cell in row `r`, column `c` is the vertex
///
/// ```text
///   corner + r * down + c * right        down, right = +-1 or +-width
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    corner: isize,
    down: isize,
    right: isize,
    /// Rows of the rectangle.
    pub(super) rows: usize,
    /// Columns of the rectangle.
    pub(super) cols: usize,
}

/// A cell by its row and column in a rectangle.
pub(super) type RowCol = (usize, usize);

impl Rectangle {
    /// The whole of a grid.
    pub(super) fn new(rows: usize, cols: usize) -> Rectangle {
        Rectangle { corner: 0, down: cols as isize, right: 1, rows, cols }
    }

    /// Rows become columns.
    pub(super) fn turned(self) -> Rectangle {
        Rectangle { down: self.right, right: self.down, rows: self.cols, cols: self.rows, ..self }
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(self) -> Rectangle {
        Rectangle { corner: self.corner + (self.cols as isize - 1) * self.right, right: -self.right, ..self }
    }

    /// Top and bottom exchanged.
    pub(super) fn upside_down(self) -> Rectangle {
        self.turned().mirrored().turned()
    }

    /// Without the first `rows` rows and the first `cols` columns.
    pub(super) fn without(self, rows: usize, cols: usize) -> Rectangle {
        Rectangle {
            corner: self.corner + rows as isize * self.down + cols as isize * self.right,
            rows: self.rows - rows,
            cols: self.cols - cols,
            ..self
        }
    }

    /// Only the first `rows` rows.
    pub(super) fn top(self, rows: usize) -> Rectangle {
        Rectangle { rows, ..self }
    }

    /// The vertex of a cell.
    pub(super) fn vertex(&self, (row, col): RowCol) -> usize {
        debug_assert!(row < self.rows && col < self.cols, "{row},{col} is outside {self:?}");
        (self.corner + row as isize * self.down + col as isize * self.right) as usize
    }
}
