//! The parser of moves: the inverse of [`super::move_name`].

use crate::ParseError;
use crate::{Board, Move};

/// Reads a move such as `12-13` or `b3-c3` on this board.
///
/// ```
/// use allsmall::{Board, Move, read_move};
/// let mv = read_move(&Board::Grid { rows: 3, cols: 3 }, "b3-c3")?;
/// assert_eq!(mv, Move { from: 1, to: 2 });
/// # Ok::<(), allsmall::ParseError>(())
/// ```
///
/// # Errors
/// Where the text is wrong and what was expected there. Legality is checked by
/// the rules.
pub fn read_move(board: &Board, text: &str) -> Result<Move, ParseError> {
    let example = match board {
        Board::Grid { .. } => "b3-c3",
        _ => "3-4",
    };
    let Some(dash) = text.find('-') else {
        return Err(ParseError::new(
            text,
            text.len(),
            format!("expected a move from one cell to another, such as {example}"),
        ));
    };
    let cell = |from: usize, to: usize| {
        read_cell(board, text[from..to].trim())
            .ok_or_else(|| ParseError::new(text, from, format!("expected a cell of the board, as in {example}")))
    };
    Ok(Move { from: cell(0, dash)?, to: cell(dash + 1, text.len())? })
}

/// The vertex with this name, if there is one.
///
/// ```
/// use allsmall::{Board, read_cell};
/// assert_eq!(read_cell(&Board::Strip { cells: 5 }, "5"), Some(4));
/// assert_eq!(read_cell(&Board::Strip { cells: 5 }, "6"), None);
/// ```
#[must_use]
pub fn read_cell(board: &Board, name: &str) -> Option<usize> {
    let v = match board {
        Board::Strip { .. } | Board::Cycle { .. } => number(name)?.checked_sub(1)?,
        Board::Grid { rows, cols } => {
            let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
            let (letters, digits) = name.split_at(letters);
            let row = rows.checked_sub(number(digits)?)?;
            let col = letters
                .bytes()
                .try_fold(0usize, |sum, b| sum.checked_mul(26)?.checked_add(usize::from(b - b'a') + 1))?
                .checked_sub(1)?;
            if row >= *rows || col >= *cols {
                return None;
            }
            row * cols + col
        }
        _ => number(name)?,
    };
    (v < board.vertices()).then_some(v)
}

/// Plain digits; `+7` is not a number here.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}
