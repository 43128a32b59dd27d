//! Checkerboards with at least three rows and columns: a notch in one corner.

use super::steps::{LocalSteps, place};
use crate::Move;
use crate::solitaire::graphs::grid::rectangle::Rectangle;

/// The cells gone from the corner of a board; drawn in `steps.txt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notch {
    S,
    T,
    L,
}

/// The largest side of a board that is finished in one step.
const LAST: usize = 8;
/// The widest board whose rows are emptied by one step.
const NARROW: usize = 7;
/// Number of rows emptied at a time.
const BAND: usize = 6;

/// A notched board and the play so far.
struct Sweeper<'a> {
    rectangle: Rectangle,
    notch: Notch,
    steps: &'a LocalSteps,
    play: Vec<Move>,
}

/// A play on a checkerboard with at least three rows and columns.
pub(super) fn play(rows: usize, cols: usize, corner_starts: bool, steps: &LocalSteps) -> Vec<Move> {
    let mut rectangle = Rectangle::new(rows, cols);
    let mut corner_starts = corner_starts;
    // Where a side is even, its other end has the other colour.
    if corner_starts && (rows * cols).is_multiple_of(2) {
        rectangle = if cols.is_multiple_of(2) { rectangle.mirrored() } else { rectangle.upside_down() };
        corner_starts = false;
    }
    if rectangle.rows <= LAST {
        rectangle = rectangle.turned();
    }
    let notch = match (corner_starts, rectangle.cols <= NARROW) {
        (true, _) => Notch::L,
        (false, true) => Notch::T,
        (false, false) => Notch::S,
    };
    let mut sweeper = Sweeper { rectangle, notch, steps, play: Vec::with_capacity(rows * cols) };
    sweeper.step(&format!("cut {notch:?}"), sweeper.rectangle);
    sweeper.run();
    sweeper.play
}

impl Sweeper<'_> {
    fn run(&mut self) {
        while self.rectangle.rows > LAST || self.rectangle.cols > LAST {
            if self.rectangle.rows <= LAST {
                self.turn();
            }
            if self.rectangle.cols <= NARROW { self.narrow_band() } else { self.wide_band() }
        }
        if self.rectangle.rows > self.rectangle.cols
            || self.rectangle.rows == self.rectangle.cols && self.notch == Notch::T
        {
            self.turn();
        }
        let Rectangle { rows, cols, .. } = self.rectangle;
        self.step(&format!("last {:?} {rows}x{cols}", self.notch), self.rectangle);
    }

    /// Empties the first six rows of a narrow board.
    fn narrow_band(&mut self) {
        let (notch, cols) = (self.notch, self.rectangle.cols);
        self.step(&format!("narrow {notch:?} {notch:?} {cols}"), self.rectangle);
        self.rectangle = self.rectangle.without(BAND, 0);
    }

    /// Empties the first six rows of a wide board from the left to the right.
    fn wide_band(&mut self) {
        let mut rest = self.rectangle;
        if self.notch == Notch::T {
            self.step("middle T S 4", rest);
            self.notch = Notch::S;
            rest = rest.without(0, 4);
        }
        while rest.cols > 5 {
            self.step(&format!("middle {:?} {:?} 2", self.notch, self.notch), rest);
            rest = rest.without(0, 2);
        }
        // The next corner has the other colour when the width is even.
        let next = match (rest.cols, self.notch) {
            (4, Notch::L) => Notch::S,
            (4, _) => Notch::L,
            (_, same) => same,
        };
        self.step(&format!("end {:?} {next:?} {}", self.notch, rest.cols), rest);
        self.notch = next;
        self.rectangle = self.rectangle.without(BAND, 0).mirrored();
    }

    fn turn(&mut self) {
        self.rectangle = self.rectangle.turned();
        self.notch = match self.notch {
            Notch::S => Notch::T,
            Notch::T => Notch::S,
            Notch::L => Notch::L,
        };
    }

    fn step(&mut self, name: &str, rectangle: Rectangle) {
        self.play.extend(self.steps.get(name).iter().map(|&mv| place(&rectangle, mv)));
    }
}
