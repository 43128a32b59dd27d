//! Checkerboards with two rows: both ends are emptied at once, because a step at
//! one end alone would take more stones of one colour than of the other.

use super::steps::{LocalMove, LocalSteps, place};
use crate::Move;
use crate::solitaire::graphs::grid::rectangle::Rectangle;

/// The longest board that is finished without cutting its corners.
const WHOLE: usize = 7;
/// The longest board with cut corners that is finished in one step.
const LAST: usize = 13;
/// Columns that a step takes from either end.
const STEP: usize = 3;

/// A play on a checkerboard with two rows or two columns.
pub(super) fn play(rows: usize, cols: usize, corner_starts: bool, steps: &LocalSteps) -> Vec<Move> {
    let mut rectangle = Rectangle::new(rows, cols);
    if rows > 2 {
        rectangle = rectangle.turned();
    }
    if corner_starts {
        rectangle = rectangle.upside_down();
    }
    let mut play = Vec::with_capacity(rows * cols);
    if rectangle.cols <= WHOLE {
        play.extend(steps.get(&format!("two 2x{}", rectangle.cols)).iter().map(|&mv| place(&rectangle, mv)));
        return play;
    }
    let even = rectangle.cols.is_multiple_of(2);
    let (pair, step, drawn) = if even { ("pair even", "step even", 14) } else { ("pair odd", "step odd", 15) };
    play.extend(steps.get(pair).iter().map(|&mv| place(&rectangle, stretch(mv, drawn, rectangle.cols))));
    while rectangle.cols > LAST {
        play.extend(steps.get(step).iter().map(|&mv| place(&rectangle, stretch(mv, drawn, rectangle.cols))));
        rectangle = rectangle.without(0, STEP).mirrored().without(0, STEP);
        // A shift by three swaps the colours; turning the rest swaps them back.
        if !even {
            rectangle = rectangle.upside_down();
        }
    }
    play.extend(steps.get(&format!("rest 2x{}", rectangle.cols)).iter().map(|&mv| place(&rectangle, mv)));
    play
}

/// A move drawn on a board of `drawn` columns, on one of `cols`: what happens
/// in the right half keeps its distance from the right end.
fn stretch(mv: LocalMove, drawn: usize, cols: usize) -> LocalMove {
    mv.map(|(row, col)| (row, if col < drawn / 2 { col } else { col + cols - drawn }))
}
