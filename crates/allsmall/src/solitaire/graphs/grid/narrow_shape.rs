//! The boards that statements about every length speak of: columns of a fixed
//! height, any number of them.

use super::frontier::{MAX_ROWS, StripTopology};
use crate::{Board, Graph, Player, Position, Stop};

/// A family of boards with any number n of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NarrowShape {
    /// The grids with this number of rows.
    Grid {
        /// Rows.
        rows: usize,
    },
    /// The products of a ring of this length with a path.
    Cylinder {
        /// Vertices of the ring.
        ring: usize,
    },
}

impl NarrowShape {
    /// Cells of a column.
    #[must_use]
    pub fn height(self) -> usize {
        match self {
            NarrowShape::Grid { rows } => rows,
            NarrowShape::Cylinder { ring } => ring,
        }
    }

    /// The name of the boards, with n for the number of columns.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            NarrowShape::Grid { rows } => format!("{rows} x n"),
            NarrowShape::Cylinder { ring } => format!("C_{ring} x P_n"),
        }
    }

    /// Returns whether the boards are bipartite, so that they have a delta.
    #[must_use]
    pub fn has_delta(self) -> bool {
        match self {
            NarrowShape::Grid { .. } => true,
            NarrowShape::Cylinder { ring } => ring.is_multiple_of(2),
        }
    }

    /// The number of rows of grids, or the length of the ring of cylinders.
    pub(crate) fn rows_or_ring(self) -> (Option<usize>, Option<usize>) {
        match self {
            NarrowShape::Grid { rows } => (Some(rows), None),
            NarrowShape::Cylinder { ring } => (None, Some(ring)),
        }
    }

    /// How the first and the last row hang together.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] for more than five cells in a column, and for rings of
    /// less than three.
    pub(super) fn topology(self) -> Result<StripTopology, Stop> {
        match self {
            NarrowShape::Grid { rows } if (1..=MAX_ROWS).contains(&rows) => Ok(StripTopology::Strip),
            NarrowShape::Cylinder { ring } if (3..=MAX_ROWS).contains(&ring) => Ok(StripTopology::Tube),
            _ => Err(Stop::Unsupported),
        }
    }

    /// The position with these columns; bit r is set if the cell in row r is x. The
    /// vertices of a cylinder are numbered ring by ring.
    pub(super) fn position(self, word: &[usize]) -> Position {
        let (height, cols) = (self.height(), word.len());
        let stone = |row: usize, col: usize| {
            let is_x = word[col] >> row & 1 == 1;
            Some(if is_x { Player::Left } else { Player::Right })
        };
        match self {
            NarrowShape::Grid { rows } => {
                let cells = (0..rows * cols).map(|v| stone(v / cols, v % cols)).collect();
                Position::new(Board::Grid { rows, cols }, cells)
            }
            NarrowShape::Cylinder { ring } => {
                let round = (0..ring * cols).map(|v| (v, v / ring * ring + (v + 1) % ring));
                let along = (ring..ring * cols).map(|v| (v - ring, v));
                let edges: Vec<(usize, usize)> = round.chain(along).collect();
                let cells = (0..ring * cols).map(|v| stone(v % ring, v / ring)).collect();
                Position::new(Board::Graph(Graph::new(height * cols, &edges)), cells)
            }
        }
    }

    /// The columns of all positions that are the same up to symmetry.
    pub(super) fn images(self, word: &[usize]) -> Vec<Vec<usize>> {
        let height = self.height();
        let all_x = (1 << height) - 1;
        let turned = |letter: usize, place: &dyn Fn(usize) -> usize| {
            (0..height).fold(0, |turned, row| turned | (letter >> row & 1) << place(row))
        };
        let shifts = if matches!(self, NarrowShape::Grid { .. }) { 1 } else { height };
        let mut images = Vec::new();
        for shift in 0..shifts {
            let round = |row: usize| (row + shift) % height;
            let back = |row: usize| (height - 1 - row + shift) % height;
            images.push(word.iter().map(|&letter| turned(letter, &round)).collect::<Vec<_>>());
            images.push(word.iter().map(|&letter| turned(letter, &back)).collect());
        }
        let backwards: Vec<Vec<usize>> = images.iter().map(|word| word.iter().rev().copied().collect()).collect();
        images.extend(backwards);
        let negated: Vec<Vec<usize>> =
            images.iter().map(|word| word.iter().map(|&letter| all_x & !letter).collect()).collect();
        images.extend(negated);
        images
    }
}
