//! Records of verdicts: one JSON object a line, Left to move.
//!
//! ```text
//! {"board": "xo/ox", "won": true, "move": "a2-b2", "nodes": 5, "seconds": 0.001}
//! ```
//!
//! Lines without `board` are skipped: a campaign's file names its root.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use allsmall::book::BookRecord;
use allsmall::notation::{read_board_in, read_move};
use allsmall::{Board, Budget};
use serde::Deserialize;

use crate::exit::Exit;
use crate::gzip::{Unpacked, is_packed};
use crate::input;

/// A line.
#[derive(Deserialize)]
struct Line {
    board: Option<String>,
    won: Option<bool>,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Maximum number of cells of a board.
const MAX_CELLS: usize = 64;

/// Reads a file whose records are all on one grid: its rows, columns and records.
pub(super) fn read(path: &Path, budget: &Budget) -> Result<(usize, usize, Vec<BookRecord>), Exit> {
    let name = path.display().to_string();
    let mut file = BufReader::new(input::open(&name)?);
    let packed = is_packed(file.fill_buf().map_err(|error| Exit::bad(format!("cannot read {name}: {error}")))?);
    let reader: Box<dyn Read> = if packed { Box::new(Unpacked::new(file)) } else { Box::new(file) };
    let bytes = input::read_all(reader, &name, budget)?;
    let text = String::from_utf8(bytes).map_err(|_| Exit::bad(format!("{name} is not UTF-8 text")))?;
    let (mut size, mut records) = (None, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let bad = |why: String| Exit::bad(format!("{name}, line {number}: {why}"));
        let Some(record) = record(line).map_err(bad)? else { continue };
        let Board::Grid { rows, cols } = *record.position.board() else {
            return Err(bad("expected a grid of at least two rows".to_owned()));
        };
        if *size.get_or_insert((rows, cols)) != (rows, cols) {
            return Err(bad("the board is not of the size of those before it".to_owned()));
        }
        records.push(record);
    }
    let (rows, cols) = size.ok_or_else(|| Exit::bad(format!("{name} holds no records")))?;
    Ok((rows, cols, records))
}

/// The record of a line, if there is one.
fn record(text: &str) -> Result<Option<BookRecord>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Line { board: Some(board), won: Some(won), mv } = line else { return Ok(None) };
    let position = read_board_in(&board, &Budget::new().with_cells(MAX_CELLS)).map_err(|error| error.to_string())?;
    let mv = mv.map(|mv| read_move(position.board(), &mv)).transpose().map_err(|error| error.to_string())?;
    Ok(Some(BookRecord { position, won, mv }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_or_refused() {
        let read =
            |text: &str| record(text).map(|record| record.map(|r| (r.position.to_string(), r.won, r.mv.is_some())));
        assert_eq!(read(r#"{"root":"xo/ox"}"#), Ok(None));
        assert_eq!(read(""), Ok(None));
        let line = r#"{"board":"xo/ox","won":true,"move":"a2-b2","nodes":5,"seconds":0.1}"#;
        assert_eq!(read(line), Ok(Some(("xo/ox".to_owned(), true, true))));
        assert_eq!(read(r#"{"board":"ox/xo","won":false,"move":null}"#), Ok(Some(("ox/xo".to_owned(), false, false))));
        for bad in ["xo", r#"{"board":"xz","won":true}"#, r#"{"board":"xo/ox","won":true,"move":"z9"}"#] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
