//! Grids of any size under the free rule, strip by strip in linear time.
//!
//! Strips of two or three rows are emptied from one side: all their stones leave
//! through the lower edge, each flipping a stone of the row below, such that
//! both colours stand in that row afterwards. The rest is again a board with both
//! colours. The last three or four rows are solved exactly. Delta is invariant,
//! so the result is optimal if grids with three and four rows always attain the
//! bound of delta, and they do ([`super::every_length()`] proves it for every
//! length).
//!
//! If the board starts with rows of one colour, an even number of them is set
//! aside. The rest is solved such that some stone of the other colour takes a
//! step along its top row, and that step is replaced by a Hamiltonian tour
//! through the rows set aside:
//!
//! ```text
//!   x x x x x        +-------->
//!   x x x x x        |  <-----+
//!   x x o x x   o ---+  +-----> on
//! ```

use super::column_automaton::cover;
use super::frontier::{ColumnCells, MAX_ROWS, StripTopology, Way, mark};
use super::view::{GridSide, GridView, sign};
use crate::solitaire::play::forest::Forest;
use crate::{Budget, Player, Position, Stop};

/// Maximum number of rows of a strip whose automaton is small.
pub(super) const EASY_ROWS: usize = 3;

/// How far a grid was eaten.
pub(super) enum Eaten {
    /// The forest of a play that leaves as few stones as the last strip allows.
    Whole(Forest),
    /// The budget was exhausted; the forest of the strips eaten before.
    Stopped(Forest, Stop),
    /// No side works.
    Nothing,
}

/// Eats a grid without holes.
pub(super) fn eat(position: &Position, rows: usize, cols: usize, budget: &Budget) -> Eaten {
    // A copy of the cells, an arrow per cell, the columns of a strip.
    if let Err(stop) = budget.fits((2 + size_of::<u32>()) * rows * cols) {
        return Eaten::Stopped(Forest::still(rows * cols), stop);
    }
    for tallest in [EASY_ROWS, MAX_ROWS] {
        for side in GridSide::ALL {
            let eater = Eater::new(position, GridView::new(rows, cols, side));
            match eater.run(tallest, budget) {
                Eaten::Nothing => {}
                eaten => return eaten,
            }
        }
    }
    Eaten::Nothing
}

/// A board that is being eaten from the top.
struct Eater<'a> {
    start: &'a Position,
    view: GridView,
    /// The stones as the eaten strips left them.
    cells: Vec<Option<Player>>,
    forest: Forest,
    /// The first row not yet eaten.
    top: usize,
    /// Number of rows of one colour set aside at the top.
    aside: usize,
    /// The colour that must walk along row `top`, or 0.
    walk: i8,
}

/// Both colours stand below the strip.
const BOTH_BELOW: u8 = mark::X_BELOW | mark::O_BELOW;

impl<'a> Eater<'a> {
    fn new(start: &'a Position, view: GridView) -> Eater<'a> {
        let mut eater = Eater {
            start,
            view,
            cells: start.cells().to_vec(),
            forest: Forest::still(start.cells().len()),
            top: 0,
            aside: 0,
            walk: 0,
        };
        eater.put_aside();
        eater
    }

    /// Sets aside an even number of rows of one colour, if there are two.
    fn put_aside(&mut self) {
        let (rows, cols) = (self.view.rows(), self.view.cols());
        let first = self.cells[self.view.vertex(0, 0)];
        let is_first = |row: usize| (0..cols).all(|col| self.cells[self.view.vertex(row, col)] == first);
        let mono = (0..rows).take_while(|&row| is_first(row)).count();
        self.aside = mono.min(rows.saturating_sub(3)) / 2 * 2;
        self.top = self.aside;
        if self.aside > 0 {
            self.walk = -sign(first);
        }
    }

    /// The whole forest with strips of at most `tallest` rows; nothing if some
    /// strip cannot be eaten.
    fn run(mut self, tallest: usize, budget: &Budget) -> Eaten {
        loop {
            let left = self.view.rows() - self.top;
            // Three rows are the cheapest to finish with.
            let heights = if left == 6 { [3, 2, 1, 4, 5] } else { [2, 3, 1, 4, 5] };
            let mut eaten = 0;
            for height in heights.into_iter().filter(|&h| h <= tallest && (h == left || h + 3 <= left)) {
                match self.strip(height, budget) {
                    Ok(true) => {
                        eaten = height;
                        break;
                    }
                    Ok(false) => {}
                    Err(stop) => return Eaten::Stopped(self.forest, stop),
                }
            }
            if eaten == 0 {
                return Eaten::Nothing;
            }
            if eaten == left {
                if self.aside > 0 {
                    self.tour();
                }
                return Eaten::Whole(self.forest);
            }
        }
    }

    /// Eats the next `height` rows, the last ones as well as possible.
    fn strip(&mut self, height: usize, budget: &Budget) -> Result<bool, Stop> {
        let (view, top) = (self.view, self.top);
        let below = top + height;
        let is_last = below == view.rows();
        let columns: Vec<ColumnCells> = (0..view.cols())
            .map(|col| ColumnCells {
                below: if is_last { 0 } else { sign(self.cells[view.vertex(below, col)]) },
                walk: self.walk,
                ..view.column(&self.cells, top, height, col)
            })
            .collect();
        let wanted = if is_last { 0 } else { BOTH_BELOW } | if self.walk == 0 { 0 } else { mark::WALKED };
        let Some(cover) = cover(height, StripTopology::Strip, wanted, &columns, true, budget)? else {
            return Ok(false);
        };
        if !is_last && cover.stay > 0 {
            return Ok(false);
        }
        for (col, &ways) in cover.ways.iter().enumerate() {
            view.point(&mut self.forest, top, height, col, ways);
            if !is_last && ways.of(height - 1) == Way::Down {
                let flipped = &mut self.cells[view.vertex(below, col)];
                *flipped = flipped.map(Player::opponent);
            }
        }
        self.top = below;
        self.walk = 0;
        Ok(true)
    }

    /// Sends the stone that walks along the first row that was not put aside
    /// through all the rows above it.
    fn tour(&mut self) {
        let (row, cols) = (self.aside, self.view.cols());
        let colour = self.start.cells()[self.view.vertex(0, 0)].map(Player::opponent);
        let leaving = self.forest.check(self.start).expect("strips are covered by playable forests");
        let (from, to) = (0..cols)
            .find_map(|col| {
                let vertex = self.view.vertex(row, col);
                let next = self.forest.arrow(vertex).filter(|_| leaving[vertex] == colour)?;
                let is_there = |c: &usize| self.view.vertex(row, *c) == next;
                [col.wrapping_sub(1), col + 1].into_iter().filter(|c| *c < cols).find(is_there).map(|to| (col, to))
            })
            .expect("the strip was asked for such a step");
        let ring = tour(row, cols);
        let at = |col: usize| ring.iter().position(|&cell| cell == (row - 1, col)).expect("a tour visits every cell");
        let (first, last) = (at(from), at(to));
        let forwards = (last + 1) % ring.len() == first;
        let mut before = self.view.vertex(row, from);
        for i in 0..ring.len() {
            let step = if forwards { first + i } else { first + ring.len() - i };
            let (r, c) = ring[step % ring.len()];
            let cell = self.view.vertex(r, c);
            self.forest.point(before, cell);
            before = cell;
        }
        self.forest.point(before, self.view.vertex(row, to));
    }
}

/// A Hamiltonian cycle of a grid with an even number of rows that runs straight
/// along the last row.
///
/// ```text
///   +-----------+
///   | +---------+
///   | +---------+
///   +-----------+
/// ```
fn tour(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    let mut ring = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        let inner = 1..cols;
        if row % 2 == 0 {
            ring.extend(inner.map(|col| (row, col)));
        } else {
            ring.extend(inner.rev().map(|col| (row, col)));
        }
    }
    ring.extend((0..rows).rev().map(|row| (row, 0)));
    ring
}
