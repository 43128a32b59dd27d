//! Hamiltonian paths of a grid between two given cells, in linear time.
//!
//! Itai, Papadimitriou and Szwarcfiter (SIAM J. Comput. 11, 1982) say when
//! there is one (the survey's Theorem 9, whose print needs two repairs: see
//! [`is_possible`]). The construction: strip two rows or columns off an edge
//! that is free of both ends, find a path in the rest, and insert a detour
//! through what was stripped off; or split the grid between the two ends; small
//! grids are searched.
//!
//! ```text
//!   a detour                 a split
//!   +-------------+          A . . . .
//!   +---+ +-------+          . . . P .
//!   . . u v . . .            . . . Q .
//!   . . . . . . .            . . . . B
//! ```

use super::rectangle::{Rectangle, RowCol};

/// Returns whether a grid has a Hamiltonian path between two cells, given by row and
/// column from 0.
///
/// The printed condition for three rows and an even number of columns is
/// correct only if A is the end whose colour is not that of the top left corner,
/// and "x(B)" is read as "y(B)".
#[must_use]
pub fn is_possible(rows: usize, cols: usize, a: RowCol, b: RowCol) -> bool {
    if rows > cols {
        return is_possible(cols, rows, (a.1, a.0), (b.1, b.0));
    }
    if a == b {
        return rows * cols == 1;
    }
    let is_dark = |(row, col): RowCol| (row + col).is_multiple_of(2);
    let colours_fit = if (rows * cols).is_multiple_of(2) { is_dark(a) != is_dark(b) } else { is_dark(a) && is_dark(b) };
    let connected = match rows {
        1 => a.1.min(b.1) == 0 && a.1.max(b.1) == cols - 1,
        2 => a.1 != b.1 || a.1 == 0 || a.1 == cols - 1,
        _ => true,
    };
    colours_fit && connected && !is_forbidden(rows, cols, a, b)
}

/// The special case of three rows and an even number of columns.
fn is_forbidden(rows: usize, cols: usize, a: RowCol, b: RowCol) -> bool {
    if rows != 3 || cols % 2 == 1 {
        return false;
    }
    let (a, b) = if (a.0 + a.1).is_multiple_of(2) { (b, a) } else { (a, b) };
    if a.0 == 1 { a.1 < b.1 } else { a.1 + 1 < b.1 }
}

/// A Hamiltonian path of a grid from `a` to `b` as vertices, row by row from
/// the top; `None` if there is none.
#[must_use]
pub fn path(rows: usize, cols: usize, a: RowCol, b: RowCol) -> Option<Vec<usize>> {
    if !is_possible(rows, cols, a, b) {
        return None;
    }
    let rectangle = Rectangle::new(rows, cols);
    let mut trail = Trail { next: vec![END; rows * cols] };
    trail.lay(rectangle, a, b);
    let mut at = rectangle.vertex(a);
    let mut path = Vec::with_capacity(rows * cols);
    loop {
        path.push(at);
        match trail.next[at] {
            END => return Some(path),
            next => at = next as usize,
        }
    }
}

/// Grids up to this side are searched.
const SMALL: usize = 5;

/// For every vertex the next one of the path.
struct Trail {
    next: Vec<u32>,
}

const END: u32 = u32::MAX;

impl Trail {
    fn point(&mut self, from: usize, to: usize) {
        self.next[from] = to as u32;
    }

    /// Lays a path through a rectangle; there is one.
    fn lay(&mut self, rectangle: Rectangle, a: RowCol, b: RowCol) {
        let (mut now, mut aside) = (PathProblem { rectangle, a, b }, Vec::new());
        while now.rectangle.rows.max(now.rectangle.cols) > SMALL {
            let Some((smaller, view)) = now.strip_off() else { break };
            aside.push(view);
            now = smaller;
        }
        let PathProblem { rectangle, a, b } = now;
        if rectangle.rows.max(rectangle.cols) <= SMALL {
            self.search(rectangle, a, b);
        } else {
            let (first, second) = now.split().expect("a grid whose ends are far apart can be split");
            self.lay(first.rectangle, first.a, first.b);
            self.lay(second.rectangle, second.a, second.b);
            self.point(first.rectangle.vertex(first.b), second.rectangle.vertex(second.a));
        }
        for view in aside.into_iter().rev() {
            self.detour(view);
        }
    }

    /// Leads the path through the first two rows of a rectangle whose other rows
    /// it covers.
    fn detour(&mut self, rectangle: Rectangle) {
        let below = |col: usize| rectangle.vertex((2, col));
        let follows = |trail: &Trail, u: usize, v: usize| trail.next[u] == v as u32;
        let (from, to) = (1..rectangle.cols)
            .find_map(|col| {
                let (left, right) = (below(col - 1), below(col));
                let forwards = follows(self, left, right).then_some((col - 1, col));
                forwards.or_else(|| follows(self, right, left).then_some((col, col - 1)))
            })
            .expect("a corner of the rest that is not an end has an edge along the row");
        let (left, right) = (from.min(to), from.max(to));
        let ring = (0..=left).rev().map(|col| (1, col));
        let ring = ring.chain((0..rectangle.cols).map(|col| (0, col)));
        let mut ring: Vec<RowCol> = ring.chain((right..rectangle.cols).rev().map(|col| (1, col))).collect();
        if from > to {
            ring.reverse();
        }
        let mut at = below(from);
        for cell in ring {
            self.point(at, rectangle.vertex(cell));
            at = rectangle.vertex(cell);
        }
        self.point(at, below(to));
    }

    /// Depth-first search on a small grid.
    fn search(&mut self, rectangle: Rectangle, a: RowCol, b: RowCol) {
        let mut path = vec![a];
        let found = walk(&rectangle, &mut path, 1 << (a.0 * rectangle.cols + a.1), b);
        assert!(found, "a small grid has the path that the theorem promises");
        path.windows(2).for_each(|w| self.point(rectangle.vertex(w[0]), rectangle.vertex(w[1])));
    }
}

/// Extends a path to all cells of a small rectangle such that it ends at `b`.
fn walk(rectangle: &Rectangle, path: &mut Vec<RowCol>, seen: u32, b: RowCol) -> bool {
    let &(row, col) = path.last().expect("a path begins with its first cell");
    let done = path.len() == rectangle.rows * rectangle.cols;
    if done || (row, col) == b {
        return done && (row, col) == b;
    }
    let near = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
    for cell in near.into_iter().filter(|&(r, c)| r < rectangle.rows && c < rectangle.cols) {
        let bit = 1 << (cell.0 * rectangle.cols + cell.1);
        if seen & bit == 0 {
            path.push(cell);
            if walk(rectangle, path, seen | bit, b) {
                return true;
            }
            path.pop();
        }
    }
    false
}

/// A Hamiltonian path wanted in a rectangle, from `a` to `b`.
#[derive(Clone, Copy)]
struct PathProblem {
    rectangle: Rectangle,
    a: RowCol,
    b: RowCol,
}

impl PathProblem {
    fn is_possible(&self) -> bool {
        is_possible(self.rectangle.rows, self.rectangle.cols, self.a, self.b)
    }

    /// The four views of the problem, with each edge on top.
    fn views(self) -> [PathProblem; 4] {
        let upside_down = PathProblem {
            rectangle: self.rectangle.upside_down(),
            a: (self.rectangle.rows - 1 - self.a.0, self.a.1),
            b: (self.rectangle.rows - 1 - self.b.0, self.b.1),
        };
        [self, upside_down, self.turned(), self.mirrored().turned()]
    }

    fn turned(self) -> PathProblem {
        PathProblem { rectangle: self.rectangle.turned(), a: (self.a.1, self.a.0), b: (self.b.1, self.b.0) }
    }

    fn mirrored(self) -> PathProblem {
        let last = self.rectangle.cols - 1;
        PathProblem {
            rectangle: self.rectangle.mirrored(),
            a: (self.a.0, last - self.a.1),
            b: (self.b.0, last - self.b.1),
        }
    }

    /// Strips off two rows at an edge: the smaller problem, and the rectangle in
    /// which they are the first two rows.
    fn strip_off(self) -> Option<(PathProblem, Rectangle)> {
        self.views().into_iter().find_map(|view| {
            let PathProblem { rectangle, a, b } = view;
            if rectangle.rows < 4 || rectangle.rows <= SMALL && rectangle.cols > SMALL || a.0 < 2 || b.0 < 2 {
                return None;
            }
            let rest = PathProblem { rectangle: rectangle.without(2, 0), a: (a.0 - 2, a.1), b: (b.0 - 2, b.1) };
            // A corner of the rest that is not an end has an edge along the row.
            let corners = [(0, 0), (0, rest.rectangle.cols - 1)];
            let has_edge = rest.rectangle.cols > 1 && corners.iter().any(|&c| c != rest.a && c != rest.b);
            (has_edge && rest.is_possible()).then_some((rest, rectangle))
        })
    }

    /// Splits the rows, or the columns, between the two ends; near the
    /// middle, so that splits of splits are few.
    fn split(self) -> Option<(PathProblem, PathProblem)> {
        let mut views = self.views();
        views.sort_by_key(|view| std::cmp::Reverse(view.b.0.saturating_sub(view.a.0)));
        views.into_iter().find_map(|view| {
            let PathProblem { rectangle, a, b } = view;
            let middle = (a.0 + b.0).div_ceil(2);
            let from_middle = (0..rectangle.rows).flat_map(|i| [middle.checked_sub(i), Some(middle + i + 1)]).flatten();
            from_middle.filter(|rows| (a.0 + 1..=b.0).contains(rows)).find_map(|rows| {
                let (top, bottom) = (rectangle.top(rows), rectangle.without(rows, 0));
                (0..rectangle.cols).find_map(|col| {
                    let first = PathProblem { rectangle: top, a, b: (rows - 1, col) };
                    let second = PathProblem { rectangle: bottom, a: (0, col), b: (b.0 - rows, b.1) };
                    (first.is_possible() && second.is_possible()).then_some((first, second))
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rows: usize, cols: usize) -> impl Iterator<Item = RowCol> + Clone {
        (0..rows).flat_map(move |r| (0..cols).map(move |c| (r, c)))
    }

    /// Whether a path exists, by trying all.
    fn by_search(rows: usize, cols: usize, a: RowCol, b: RowCol) -> bool {
        walk(&Rectangle::new(rows, cols), &mut vec![a], 1 << (a.0 * cols + a.1), b)
    }

    fn check_path(rows: usize, cols: usize, a: RowCol, b: RowCol) {
        let path = path(rows, cols, a, b).expect("possible");
        let rectangle = Rectangle::new(rows, cols);
        assert_eq!((path[0], path[path.len() - 1]), (rectangle.vertex(a), rectangle.vertex(b)));
        let mut seen = vec![false; rows * cols];
        path.iter().for_each(|&v| assert!(!std::mem::replace(&mut seen[v], true), "twice"));
        assert!(seen.iter().all(|&s| s), "{rows}x{cols} {a:?} {b:?}: a cell is missing");
        let board = crate::Board::Grid { rows, cols };
        assert!(path.windows(2).all(|w| board.adjacent(w[0], w[1])), "{rows}x{cols} {a:?} {b:?}");
    }

    #[test]
    fn the_repaired_theorem_agrees_with_search() {
        for (rows, cols) in cells(5, 6).map(|(r, c)| (r + 1, c + 1)).filter(|(r, c)| r * c <= 20) {
            for (a, b) in cells(rows, cols).flat_map(|a| cells(rows, cols).map(move |b| (a, b))) {
                let expected = by_search(rows, cols, a, b);
                assert_eq!(is_possible(rows, cols, a, b), expected, "{rows}x{cols} {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn every_promised_path_up_to_nine_by_ten_is_found() {
        for (rows, cols) in cells(9, 10).map(|(r, c)| (r + 1, c + 1)) {
            for (a, b) in cells(rows, cols).flat_map(|a| cells(rows, cols).map(move |b| (a, b))) {
                if is_possible(rows, cols, a, b) {
                    check_path(rows, cols, a, b);
                }
            }
        }
    }

    #[test]
    fn long_and_large_grids() {
        check_path(2, 100_000, (0, 50_000), (1, 99_998));
        check_path(2, 100_000, (0, 2), (0, 99_997));
        check_path(3, 50_001, (0, 0), (2, 0));
        check_path(1, 1000, (0, 999), (0, 0));
        check_path(400, 401, (200, 199), (0, 0));
        check_path(301, 301, (150, 150), (300, 300));
    }
}
