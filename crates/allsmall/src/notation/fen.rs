//! Boards as Fairy-Stockfish writes them (FEN), and OpenSpiel's state strings.
//!
//! ```text
//! PpPpP/pPpPp w - - 0 1    rows from the top; P is a white stone (Right, o), p a black one
//!                          (Left, x), a number that number of empty cells; w or b is to
//!                          move, and what follows is passed over
//! 2oxox                    OpenSpiel: the number of its row before each row, the letters of
//! 1xoxo                    the columns last
//!  abcd
//! ```

use crate::{Board, Budget, ParseError, Player, Position, ReadError};

/// Returns whether a text is a FEN: its first word has only the letters `P` and `p`,
/// digits and row breaks, and at least one stone.
fn is_fen(text: &str) -> bool {
    let (text, mut stones) = (text.trim_start(), 0);
    // A long line of other stones is left at its first byte.
    for byte in text.bytes().take_while(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'P' | b'p' => stones += 1,
            b'/' | b'0'..=b'9' => {}
            _ => return false,
        }
    }
    stones > 0
}

/// Who is to move according to a FEN; none if the text does not say.
#[must_use]
pub fn fen_player(text: &str) -> Option<Player> {
    let mut words = text.split_whitespace().skip(1);
    match words.next().filter(|_| is_fen(text))? {
        "w" => Some(Player::Right),
        "b" => Some(Player::Left),
        _ => None,
    }
}

/// Reads a FEN; `None` if the text is not one.
///
/// # Errors
/// Where the text is wrong and what was expected there.
pub(super) fn read_fen(text: &str, budget: &Budget) -> Option<Result<Position, ReadError>> {
    is_fen(text).then(|| read_rows_of_fen(text, budget))
}

fn read_rows_of_fen(text: &str, budget: &Budget) -> Result<Position, ReadError> {
    let from = text.len() - text.trim_start().len();
    let bytes = text.as_bytes();
    let end = from + text[from..].find(char::is_whitespace).unwrap_or(text.len() - from);
    let (mut rows, mut cells) = (vec![0], Vec::new());
    let mut at = from;
    while at < end {
        let start = at;
        at += 1;
        match bytes[start] {
            b'/' => rows.push(0),
            stone @ (b'P' | b'p') => {
                cells.push(Some(if stone == b'P' { Player::Right } else { Player::Left }));
                *rows.last_mut().expect("there is a row") += 1;
            }
            _ => {
                at += text[at..end].bytes().take_while(u8::is_ascii_digit).count();
                let empty = text[start..at].parse::<usize>().ok().filter(|&empty| empty <= budget.cells());
                let Some(empty) = empty else { return Err(too_many(text, start, budget)) };
                budget.fits(cells.len().saturating_add(empty))?;
                cells.resize(cells.len() + empty, None);
                *rows.last_mut().expect("there is a row") += empty;
            }
        }
        if cells.len() > budget.cells() {
            return Err(too_many(text, start, budget));
        }
    }
    let cols = rows[0];
    if let Some(row) = rows.iter().position(|&row| row != cols || row == 0) {
        let message = format!("row {} of the FEN has {} cells; expected {cols}", row + 1, rows[row]);
        return Err(ParseError::new(text, end, message).into());
    }
    if let Some(mover) = text[end..].split_whitespace().next().filter(|word| !matches!(*word, "w" | "b")) {
        let message = format!("{mover:?} is not a player; expected w or b after the rows of a FEN");
        let at = end + text[end..].find(mover).unwrap_or(0);
        return Err(ParseError::new(text, at, message).into());
    }
    let board = if rows.len() == 1 { Board::Strip { cells: cols } } else { Board::Grid { rows: rows.len(), cols } };
    Ok(Position::new(board, cells))
}

fn too_many(text: &str, at: usize, budget: &Budget) -> ReadError {
    ParseError::new(text, at, format!("the board has more than {} cells, the limit here", budget.cells())).into()
}

/// Writes a FEN with this player to move; `None` if the board is not a strip or a grid.
///
/// ```
/// use allsmall::{Player, Position, notation::write_fen};
/// let position: Position = "PpPpP/pP2p w".parse()?;
/// assert_eq!(position.to_string(), "oxoxo/xo..x");
/// assert_eq!(write_fen(&position, Player::Right).as_deref(), Some("PpPpP/pP2p w - - 0 1"));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[must_use]
pub fn write_fen(position: &Position, player: Player) -> Option<String> {
    let cols = match position.board() {
        Board::Strip { cells } => *cells,
        Board::Grid { cols, .. } => *cols,
        _ => return None,
    };
    let mut text = String::new();
    for (row, cells) in position.cells().chunks(cols.max(1)).enumerate() {
        if row > 0 {
            text.push('/');
        }
        for run in cells.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                None => text.push_str(&run.len().to_string()),
                Some(Player::Left) => text.push('p'),
                Some(Player::Right) => text.push('P'),
            }
        }
    }
    let mover = if player == Player::Left { 'b' } else { 'w' };
    Some(format!("{text} {mover} - - 0 1"))
}

/// The rows of an OpenSpiel state string, without the numbers and letters around them;
/// `None` if the text is not one.
pub(super) fn open_spiel_rows(text: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let letters = lines.pop()?.trim();
    let alphabet = letters.bytes().zip(b'a'..=b'z').all(|(letter, expected)| letter == expected);
    if !alphabet || lines.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    for (line, number) in lines.iter().zip((1..=lines.len()).rev()) {
        let row = line.trim().strip_prefix(&number.to_string())?;
        if row.len() != letters.len() || !row.bytes().all(|b| matches!(b, b'x' | b'o' | b'.')) {
            return None;
        }
        rows.push(row);
    }
    Some(rows.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::generate::random_play::after_random_plies;
    use crate::notation::{read_board, read_expr};

    #[test]
    fn fens_are_read_as_they_are_written() {
        for (board, seed) in ["checker:8x8", "checker:10x10", "xoxoxo", "checker:12x3"].into_iter().zip(1..) {
            let start = read_board(board).unwrap();
            for plies in [0, 3, 9, 40] {
                let position = after_random_plies(&start, plies, seed);
                let player = if SplitMix64::new(seed).below(2) == 0 { Player::Left } else { Player::Right };
                let fen = write_fen(&position, player).unwrap();
                assert_eq!(read_board(&fen), Ok(position.clone()), "{fen}");
                assert_eq!(read_expr(&fen).unwrap().as_board(), Some(&position), "{fen}");
                assert_eq!(fen_player(&fen), Some(player));
            }
        }
        assert_eq!(read_board("PpPpP/pPpPp").unwrap().to_string(), "oxoxo/xoxox");
        assert_eq!(fen_player("PpPpP/pPpPp"), None);
    }

    #[test]
    fn what_is_wrong_with_a_fen_is_said() {
        for (text, part) in [
            ("PpP/pP w", "row 2 of the FEN has 2 cells; expected 3"),
            ("PpP//pPp w", "row 2 of the FEN has 0 cells"),
            ("Pp/pP white", "expected w or b"),
            ("Pp99999999999999999999 w", "more than"),
        ] {
            let error = read_board(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn state_strings_of_open_spiel_are_boards() {
        assert_eq!(read_board("2oxo\n1x.x\n abc\n").unwrap().to_string(), "oxo/x.x");
        assert_eq!(read_expr("2oxo\n1x.x\n abc\n").unwrap().to_string(), "oxo/x.x");
        let eleven: String = (1..=11).rev().map(|row| format!("{row}ox\n")).collect();
        assert_eq!(read_board(&format!("{eleven}  ab")).unwrap().cells().len(), 22);
        assert!(read_board("2oxo\n1x.\n abc\n").is_err());
        assert!(read_board("3oxo\n1x.x\n abc\n").is_err());
    }
}
