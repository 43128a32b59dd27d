//! Values with boards in them: `cool(xoxo,1)`, `{xo|(ox)^2}`.
//!
//! The parser of values meets a board, gets its extent from here, and goes on behind
//! it. In the value's tree the board is a hole, to be filled with its value.

use std::ops::Range;

use super::board::{family_colon, read_board_alone};
use crate::cgt::Literal;
use crate::{Budget, Position, ReadError};

/// A value in which some values are given by boards.
///
/// ```
/// use allsmall::{Budget, Expr, Valuer};
/// let expr: Expr = "cool(xoxo + 2, 1)".parse()?;
/// assert_eq!(expr.to_string(), "cool(xoxo + 2, 1)");
/// let mut valuer = Valuer::new(&Budget::new());
/// let value = valuer.expr(&expr)?;
/// assert_eq!(valuer.view(value).to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueOfBoards {
    literal: Literal,
    boards: Vec<Position>,
}

/// Maximum number of boards in one value.
const MAX_BOARDS: usize = 1000;

impl ValueOfBoards {
    /// Reads the value at this place of a text; none if there is no board in it.
    ///
    /// # Errors
    /// Where the text is wrong, if that is in a board or behind one.
    pub(super) fn read(text: &str, place: Range<usize>, budget: &Budget) -> Result<Option<ValueOfBoards>, ReadError> {
        let mut boards = Vec::new();
        let (mut room, mut wrong) = (budget.cells(), None);
        let literal = Literal::read_with(text, place.clone(), &mut |at| {
            let end = board_end(text, at, place.end)?;
            if boards.len() == MAX_BOARDS || wrong.is_some() {
                return None;
            }
            match read_board_alone(&text[at..end], &budget.clone().with_cells(room)) {
                Ok(board) => {
                    room -= board.cells().len();
                    boards.push(board);
                    Some(end)
                }
                Err(error) => {
                    wrong = Some(error.shifted(text, at));
                    None
                }
            }
        });
        match (literal, wrong) {
            (_, Some(error)) => Err(error),
            _ if boards.is_empty() => Ok(None),
            (literal, None) => Ok(Some(ValueOfBoards { literal: literal?, boards })),
        }
    }

    /// The text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.literal.text()
    }

    /// The value's tree; hole `i` is board `i`.
    #[must_use]
    pub fn literal(&self) -> &Literal {
        &self.literal
    }

    /// The boards in the order in which they were written.
    #[must_use]
    pub fn boards(&self) -> &[Position] {
        &self.boards
    }
}

/// Where the board that begins at `at` ends; none if none begins there.
fn board_end(text: &str, at: usize, to: usize) -> Option<usize> {
    let rest = &text[at..to];
    let is_family = family_colon(text, at).is_some() && !rest.starts_with(|c: char| c.is_ascii_digit());
    let is_quoted = rest.starts_with("Clobber(") || rest.starts_with("game.grid.Clobber(");
    let is_stone = |c: char| "xXoObBwW#●○".contains(c);
    let is_function = rest.starts_with("ordinal(") || rest.starts_with("overheat(");
    let is_group = || {
        rest.trim_start_matches('(').starts_with(is_stone)
            && closing(rest).is_some_and(|close| rest[close + 1..].starts_with('^'))
    };
    let begins =
        is_family || is_quoted || !is_function && rest.starts_with(is_stone) || rest.starts_with('(') && is_group();
    if !begins {
        return None;
    }
    let (mut depth, mut quoted, mut before) = (0usize, false, ' ');
    for (i, c) in rest.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ',' if is_family && is_in_list(rest, i) => {}
            ')' | ',' | '|' | '}' | '+' if depth == 0 => return Some(at + i),
            '-' if depth == 0 && before == ' ' && rest[i + 1..].starts_with(' ') => return Some(at + i),
            _ => {}
        }
        before = c;
    }
    Some(to)
}

/// Returns whether a comma separates numbers of a family, as in `tree:0,0,1:xoxo`:
/// the stones come later.
fn is_in_list(rest: &str, comma: usize) -> bool {
    let behind = &rest[comma + 1..];
    let list = behind.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b',' | b'-')).count();
    list > 0 && behind[list..].starts_with(':')
}

/// Where the bracket at the start closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        depth += usize::from(byte == b'(');
        depth = depth.saturating_sub(usize::from(byte == b')'));
        depth == 0
    })
}
