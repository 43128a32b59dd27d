//! The forest theorem, column by column.
//!
//! Every cell is left at most once, along one edge, and never entered again. So a
//! play is a forest of arrows towards the stones that stay. With +1 for x and -1
//! for o, s(v) for the stone that stands on v at the start and o(v) for the one
//! that leaves v or stays there, exactly those forests can be played in which
//!
//! ```text
//!   o(v) = s(v) + 2 * (sum of o(u) over the arrows u -> v)  is -1 or +1
//! ```
//!
//! for every cell v: a stone that enters must have the other colour than the one
//! it takes, and entering stones can come in any order in which the colours
//! alternate. So a column is filled by choosing the arrow on every edge below
//! and to the right of its cells, such that this holds for every cell and no
//! cycle closes. An arrow carries the colour that o is at its tail.

use super::crossing::{Arrow, Crossing, Flow, MOST_ROWS, O_BELOW, STEPPED, Stone, X, X_BELOW};
use super::file::StripChecked;

/// A column of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) height: usize,
    pub(super) cells: [Stone; MOST_ROWS],
    /// Whether the last cell is a neighbour of the first one.
    pub(super) is_ring: bool,
    /// The stone below the last cell, outside the strip; 0 if there is none. A stone
    /// may go onto it, which leaves nothing behind in the strip.
    pub(super) below: Stone,
    /// Whether a step of an x along the first row is marked.
    pub(super) marks_steps: bool,
}

/// What is not worth looking at: crossings that no list names.
#[derive(Clone, Copy, Debug)]
pub(super) struct FillBounds {
    /// Maximum number of rows that cross, and of those in which a stone comes back.
    pub(super) crossed: usize,
    pub(super) back: usize,
    /// Maximum number of stones that stay in a column.
    pub(super) stay: usize,
}

impl FillBounds {
    /// Without a bound.
    pub(super) const NONE: FillBounds = FillBounds { crossed: MOST_ROWS, back: MOST_ROWS, stay: MOST_ROWS };
}

/// The arrow on an edge: none, downwards or to the right, upwards or to the left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Free,
    Forth(Stone),
    Back(Stone),
}

const EDGES: [Edge; 5] = [Edge::Free, Edge::Forth(1), Edge::Forth(-1), Edge::Back(1), Edge::Back(-1)];

/// Where the stone of a cell goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Stays,
    Up,
    Down,
    Left,
    Right,
    Below,
}

/// A column whose cells above `row` are filled.
#[derive(Clone)]
struct Filling<'a> {
    column: &'a Column,
    from: &'a Crossing,
    bounds: FillBounds,
    row: usize,
    /// The edges below and to the right of each cell.
    down: [Edge; MOST_ROWS],
    right: [Edge; MOST_ROWS],
    exits: [Exit; MOST_ROWS],
    marks: u8,
    stay: usize,
    crossed: usize,
    back: usize,
}

/// Steps of a filling: each of its cells tries the arrows on two edges.
const STEPS_A_FILLING: usize = 64;

/// Calls `visit` with every crossing on the right of a column that can follow
/// `from`, and the number of stones that stay in the column. Returns the steps that
/// the fillings took.
pub(super) fn fill(
    from: &Crossing,
    column: &Column,
    bounds: FillBounds,
    visit: &mut impl FnMut(Crossing, usize) -> StripChecked<()>,
) -> StripChecked<usize> {
    let start = Filling {
        column,
        from,
        bounds,
        row: 0,
        down: [Edge::Free; MOST_ROWS],
        right: [Edge::Free; MOST_ROWS],
        exits: [Exit::Stays; MOST_ROWS],
        marks: from.marks,
        stay: 0,
        crossed: 0,
        back: 0,
    };
    if !column.is_ring {
        return start.cell(visit).map(|looked_at| STEPS_A_FILLING * looked_at);
    }
    let mut looked_at = 0;
    for wrap in EDGES {
        let mut start = start.clone();
        start.down[column.height - 1] = wrap;
        looked_at += start.cell(visit)?;
    }
    Ok(STEPS_A_FILLING * looked_at)
}

impl Filling<'_> {
    /// Fills the cell in row `self.row` and those below it.
    fn cell(&self, visit: &mut impl FnMut(Crossing, usize) -> StripChecked<()>) -> StripChecked<usize> {
        let Column { height, .. } = *self.column;
        if self.row == height {
            if let Some(crossing) = self.crossing() {
                visit(crossing, self.stay)?;
            }
            return Ok(1);
        }
        let is_last = self.row + 1 == height;
        let mut looked_at = 1;
        // The last edge of a strip is outside it; that of a ring is given.
        let downs = if is_last { 1 } else { EDGES.len() };
        for down in EDGES.into_iter().take(downs) {
            for right in EDGES {
                let mut next = self.clone();
                if !is_last {
                    next.down[self.row] = down;
                }
                next.right[self.row] = right;
                next.crossed += usize::from(right != Edge::Free);
                next.back += usize::from(matches!(right, Edge::Back(_)));
                if next.crossed <= self.bounds.crossed && next.back <= self.bounds.back {
                    looked_at += next.leave(visit)?;
                }
            }
        }
        Ok(looked_at)
    }

    /// The edge above the cell.
    fn above(&self) -> Edge {
        match self.row {
            0 if self.column.is_ring => self.down[self.column.height - 1],
            0 => Edge::Free,
            row => self.down[row - 1],
        }
    }

    /// Lets the stone of a cell go or stay, all of whose edges are chosen.
    fn leave(self, visit: &mut impl FnMut(Crossing, usize) -> StripChecked<()>) -> StripChecked<usize> {
        let row = self.row;
        let (mut stone, mut exit, mut exits) = (self.column.cells[row], None, 0);
        let mut meets = |edge: Edge, is_forth_in: bool, to: Exit| match (edge, is_forth_in) {
            (Edge::Free, _) => {}
            (Edge::Forth(entering), true) | (Edge::Back(entering), false) => stone += 2 * entering,
            (Edge::Forth(leaving), false) | (Edge::Back(leaving), true) => {
                exit = Some((to, leaving));
                exits += 1;
            }
        };
        meets(self.above(), true, Exit::Up);
        meets(self.down[row], false, Exit::Down);
        meets(self.right[row], false, Exit::Right);
        let left = match self.from.rows[row] {
            Arrow::None => Edge::Free,
            Arrow::Over(stone) => Edge::Forth(stone),
            Arrow::Back(stone, _) => Edge::Back(stone),
        };
        meets(left, true, Exit::Left);
        if stone != 1 && stone != -1 {
            return Ok(0);
        }
        match exit {
            None => self.rest(stone, visit),
            // One stone leaves a cell, and with the colour that it has then.
            Some((exit, leaving)) if exits == 1 && leaving == stone => self.gone(exit, stone).cell(visit),
            Some(_) => Ok(0),
        }
    }

    /// The stone of a cell stays, or goes below the strip.
    fn rest(self, stone: Stone, visit: &mut impl FnMut(Crossing, usize) -> StripChecked<()>) -> StripChecked<usize> {
        let mut looked_at = 0;
        if self.row + 1 == self.column.height && self.column.below == -stone {
            looked_at += self.clone().gone(Exit::Below, stone).cell(visit)?;
        }
        if self.stay < self.bounds.stay {
            looked_at += self.gone(Exit::Stays, stone).cell(visit)?;
        }
        Ok(looked_at)
    }

    fn gone(mut self, exit: Exit, stone: Stone) -> Self {
        self.exits[self.row] = exit;
        self.stay += usize::from(exit == Exit::Stays);
        if self.column.marks_steps && self.row == 0 && stone == X && matches!(exit, Exit::Left | Exit::Right) {
            self.marks |= STEPPED;
        }
        if self.row + 1 == self.column.height {
            // What stands below afterwards.
            let below = if exit == Exit::Below { stone } else { self.column.below };
            self.marks |= match below {
                0 => 0,
                X => X_BELOW,
                _ => O_BELOW,
            };
        }
        self.row += 1;
        self
    }

    /// The crossing on the right of a column that is filled; none if a cycle closes.
    fn crossing(&self) -> Option<Crossing> {
        let height = self.column.height;
        let mut crossing = Crossing { marks: self.marks, ..Crossing::NOTHING };
        for row in 0..height {
            let flow = self.flow(row)?;
            crossing.rows[row] = match self.right[row] {
                Edge::Free => Arrow::None,
                Edge::Forth(stone) => Arrow::Over(stone),
                Edge::Back(stone) => Arrow::Back(stone, flow),
            };
        }
        Some(crossing)
    }

    /// Follows the arrows from a cell to their end on the left of the line; none if
    /// they go round.
    fn flow(&self, mut row: usize) -> Option<Flow> {
        let height = self.column.height;
        // No cell of the column is met twice, unless they go round.
        for _ in 0..=height {
            row = match self.exits[row] {
                Exit::Stays | Exit::Below => return Some(Flow::Rests),
                Exit::Right => return Some(Flow::Leaves(row as u8)),
                Exit::Up => (row + height - 1) % height,
                Exit::Down => (row + 1) % height,
                Exit::Left => match self.from.rows[row] {
                    Arrow::Back(_, Flow::Leaves(back)) => usize::from(back),
                    _ => return Some(Flow::Rests),
                },
            };
        }
        None
    }
}
