//! Rectangular checkerboards under the alternating rule, in linear time.
//!
//! Demaine, Demaine and Fleischer, Theorem 5: a checkerboard with at least two
//! rows and columns can be reduced to one stone, or to two where 3 divides
//! the number of stones; delta forbids less. Their drawings of the steps are
//! here replaced by local steps found by search (`steps`). Each step empties
//! some cells at the edge and leaves all other cells unchanged: two of its
//! stones enter the same cell, the first of the opposite colour, the second of
//! the colour that stood there. A rectangle has no cell with two
//! neighbours outside itself, so one corner always carries a notch:
//!
//! ```text
//!   whole board --cut--> notched board --six rows less--> ... --last--> one or two stones
//! ```
//!
//! Six rows are removed at a time, from the notch to the other end of the rows,
//! where they leave a notch in the rows below; then six columns at a time, until
//! at most eight rows and eight columns are left.
//!
//! First mover: on an even board either colour, by symmetry. On an odd board
//! the majority cannot start and reach one stone: the moves alternate, each
//! removes a stone of the other colour, so the colour that starts must have one
//! stone fewer. The majority still reaches two.

mod notch;
mod steps;
#[cfg(test)]
mod tests;
mod two_rows;

use crate::solitaire::Reduction;
use crate::{Board, Move, Player, Position};

/// The colour of the top left cell, if the position is a full checkerboard
/// with at least two rows and columns.
fn corner(position: &Position) -> Option<(usize, usize, Player)> {
    let &Board::Grid { rows, cols } = position.board() else { return None };
    let corner = position.cells().first().copied().flatten()?;
    let fits = |v: usize| {
        position.cells()[v] == Some(if (v / cols + v % cols).is_multiple_of(2) { corner } else { corner.opponent() })
    };
    (rows >= 2 && cols >= 2 && (0..rows * cols).all(fits)).then_some((rows, cols, corner))
}

/// The fewest stones of a full checkerboard with at least two rows and
/// columns; `None` for any other position. `alternating` is the first mover
/// under the alternating rule, `None` under the free rule.
#[must_use]
pub fn reduce(position: &Position, alternating: Option<Player>, play: bool) -> Option<Reduction> {
    let (rows, cols, corner) = corner(position)?;
    let odd = rows * cols % 2 == 1;
    let first = alternating.unwrap_or(corner.opponent());
    let by_three = (rows * cols).is_multiple_of(3);
    let by_parity = odd && first == corner;
    let value = if by_three || by_parity { 2 } else { 1 };
    let why = match (by_three, by_parity, odd) {
        (true, ..) => "; 3 divides the number of stones, so delta forbids one",
        (_, true, _) => "; the side with more stones cannot start and reach one",
        (_, _, true) if alternating.is_some() => "; only the side with fewer stones may start",
        _ => "",
    };
    let found = Reduction {
        first: alternating,
        ..Reduction::exact(value, format!("checkerboard (Demaine et al., Theorem 5){why}"), None)
    };
    Some(Reduction { play: play.then(|| play_from(rows, cols, first == corner)), ..found })
}

/// A play on a checkerboard; the first move is of the colour of the corner or
/// of the other one.
fn play_from(rows: usize, cols: usize, corner_starts: bool) -> Vec<Move> {
    let steps = steps::LocalSteps::load();
    if rows.min(cols) == 2 {
        two_rows::play(rows, cols, corner_starts, &steps)
    } else {
        notch::play(rows, cols, corner_starts, &steps)
    }
}
