//! The local steps of the strategy, as data: `steps.txt`.

use std::collections::HashMap;

use crate::Move;
use crate::solitaire::graphs::grid::rectangle::{Rectangle, RowCol};

/// A move within a rectangle: the cell it leaves and the cell it enters.
pub(super) type LocalMove = [RowCol; 2];

/// A move of a rectangle as a move of the grid.
pub(super) fn place(rectangle: &Rectangle, [from, to]: LocalMove) -> Move {
    Move { from: rectangle.vertex(from), to: rectangle.vertex(to) }
}

/// The steps by name.
pub(super) struct LocalSteps(HashMap<&'static str, Vec<LocalMove>>);

impl LocalSteps {
    /// All steps of the data file.
    pub(super) fn load() -> LocalSteps {
        let lines = include_str!("steps.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('%'));
        LocalSteps(
            lines
                .map(|line| {
                    let (name, moves) = line.split_once(": ").expect("a name, a colon and moves");
                    (name, moves.split(' ').map(read_move).collect())
                })
                .collect(),
        )
    }

    /// The moves of a step.
    pub(super) fn get(&self, name: &str) -> &[LocalMove] {
        self.0.get(name).unwrap_or_else(|| panic!("steps.txt has the step {name}"))
    }

    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

/// Reads `b2b1`: column b, row 2 from the top, then the same of the goal.
fn read_move(text: &str) -> LocalMove {
    let &[from_col, from_row, to_col, to_row] = text.as_bytes() else {
        panic!("{text} is a letter and a digit, twice")
    };
    [(from_row, from_col), (to_row, to_col)].map(|(row, col)| ((row - b'1') as usize, (col - b'a') as usize))
}
