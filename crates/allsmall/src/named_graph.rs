//! Graphs with names: Petersen's, stars, wheels, circulant graphs, tori and
//! king's graphs, with neighbours by arithmetic.
//!
//! ```text
//! petersen    0 to 4 the outer ring, 5 to 9 the star inside, i joined to i + 5
//! star        0 the centre
//! wheel       0 the hub, 1, 2, ... the rim
//! circulant   v joined to v + j and v - j, modulo the number of vertices
//! torus       rows and columns closed to rings; row by row
//! king        as a king of chess moves; row by row
//! ```

/// A graph by its name.
///
/// ```
/// use allsmall::{Board, NamedGraph};
/// let petersen = Board::Named(NamedGraph::Petersen);
/// assert_eq!((petersen.vertices(), petersen.edges().len()), (10, 15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NamedGraph {
    /// Petersen's graph.
    Petersen,
    /// One centre joined to all others.
    Star {
        /// Number of vertices.
        vertices: usize,
    },
    /// A ring of at least three vertices, and a hub joined to all of them.
    Wheel {
        /// Number of vertices.
        vertices: usize,
    },
    /// A ring with the same chords at every vertex.
    Circulant {
        /// Number of vertices.
        vertices: usize,
        /// Lengths of the chords, ascending, from 1 to half the number of vertices.
        jumps: Vec<usize>,
    },
    /// A product of two rings of at least three vertices each.
    Torus {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// A grid with diagonals.
    King {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
}

impl NamedGraph {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        match self {
            NamedGraph::Petersen => 10,
            NamedGraph::Star { vertices } | NamedGraph::Wheel { vertices } | NamedGraph::Circulant { vertices, .. } => {
                *vertices
            }
            NamedGraph::Torus { rows, cols } | NamedGraph::King { rows, cols } => rows * cols,
        }
    }

    /// Calls `visit` with every neighbour of `v`.
    pub fn for_each_neighbour(&self, v: usize, mut visit: impl FnMut(usize)) {
        match self {
            NamedGraph::Petersen => {
                let (ring, step) = if v < 5 { (0, 1) } else { (5, 2) };
                visit(ring + (v - ring + step) % 5);
                visit(ring + (v - ring + 5 - step) % 5);
                visit((v + 5) % 10);
            }
            NamedGraph::Star { vertices } if v == 0 => (1..*vertices).for_each(visit),
            NamedGraph::Star { .. } => visit(0),
            NamedGraph::Wheel { vertices } if v == 0 => (1..*vertices).for_each(visit),
            NamedGraph::Wheel { vertices } => {
                visit(0);
                visit(if v + 1 == *vertices { 1 } else { v + 1 });
                visit(if v == 1 { vertices - 1 } else { v - 1 });
            }
            NamedGraph::Circulant { vertices, jumps } => {
                for &jump in jumps {
                    visit((v + jump) % vertices);
                    if 2 * jump != *vertices {
                        visit((v + vertices - jump) % vertices);
                    }
                }
            }
            NamedGraph::Torus { rows, cols } => {
                let (row, col) = (v / cols, v % cols);
                visit((row + 1) % rows * cols + col);
                visit((row + rows - 1) % rows * cols + col);
                visit(row * cols + (col + 1) % cols);
                visit(row * cols + (col + cols - 1) % cols);
            }
            NamedGraph::King { rows, cols } => {
                let (row, col) = (v / cols, v % cols);
                for r in row.saturating_sub(1)..(row + 2).min(*rows) {
                    for c in col.saturating_sub(1)..(col + 2).min(*cols) {
                        if (r, c) != (row, col) {
                            visit(r * cols + c);
                        }
                    }
                }
            }
        }
    }

    /// Returns whether two different vertices are joined.
    #[must_use]
    pub fn adjacent(&self, a: usize, b: usize) -> bool {
        match self {
            // The centre has many neighbours.
            NamedGraph::Star { .. } => a == 0 || b == 0,
            NamedGraph::Wheel { .. } if a == 0 || b == 0 => true,
            _ => {
                let mut found = false;
                self.for_each_neighbour(a, |u| found |= u == b);
                found
            }
        }
    }
}
