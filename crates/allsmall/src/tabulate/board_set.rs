//! Sets of boards, as text: `all:3x3`, `all:full:strips:10`, `graphs:FILE`,
//! `@FILE`, `(xo)^n`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, stdin};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::TableColumn;
use super::enumeration::{Colouring, Enumeration};
use super::source::BoardSource;
use crate::notation::ExprPattern;
use crate::{Board, ParseError};

/// The boards of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSet {
    /// All positions on one board.
    All {
        /// The board.
        board: Board,
        /// Whether every cell has a stone.
        full: bool,
        /// As it was written.
        text: String,
    },
    /// All colourings of the graphs of a file.
    Graphs(PathBuf),
    /// The boards of a file, one per line.
    Boards(PathBuf),
    /// An expression with n, for each n of a range.
    Family {
        /// The expression.
        pattern: ExprPattern,
        /// The numbers.
        numbers: RangeInclusive<u64>,
    },
}

/// Why a set of boards cannot be enumerated.
#[derive(Debug)]
pub enum BoardSetError {
    /// The text is wrong.
    Text(ParseError),
    /// More boards than [`BoardSet::MOST`].
    Many(String),
    /// A file cannot be opened.
    File {
        /// Its name.
        path: PathBuf,
        /// What the file system said.
        error: io::Error,
    },
    /// An option does not apply to these boards.
    Unfit(String),
}

impl std::fmt::Display for BoardSetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BoardSetError::Text(error) => error.fmt(f),
            BoardSetError::Many(message) | BoardSetError::Unfit(message) => f.write_str(message),
            BoardSetError::File { path, error } => write!(f, "cannot open {path:?}: {error}"),
        }
    }
}

impl std::error::Error for BoardSetError {}

impl From<ParseError> for BoardSetError {
    fn from(error: ParseError) -> BoardSetError {
        BoardSetError::Text(error)
    }
}

impl BoardSet {
    /// Maximum number of boards of an enumeration.
    pub const MOST: u64 = 10_000_000_000;

    /// Reads the argument of `table` with the numbers of `--n`, if there are any.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    pub fn read_with(text: &str, numbers: Option<RangeInclusive<u64>>) -> Result<BoardSet, ParseError> {
        let Some(numbers) = numbers else { return BoardSet::read(text) };
        Ok(BoardSet::Family { pattern: ExprPattern::read(text)?, numbers })
    }

    /// Refuses columns that these boards do not have.
    ///
    /// # Errors
    /// Which one, and why.
    pub fn check_columns(&self, columns: &[TableColumn]) -> Result<(), BoardSetError> {
        match self {
            BoardSet::Family { .. } => Ok(()),
            _ if !columns.contains(&TableColumn::N) => Ok(()),
            _ => {
                let message = "the column n is for an expression with n, such as \"(xo)^n\" with --n 1..20";
                Err(BoardSetError::Unfit(message.to_owned()))
            }
        }
    }

    /// Reads the argument of `table`.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    pub fn read(text: &str) -> Result<BoardSet, ParseError> {
        let fault = |at: usize, message: &str| ParseError::new(text, at, message);
        if let Some(path) = text.strip_prefix("graphs:") {
            return match path.strip_prefix('@').unwrap_or(path) {
                "" => Err(fault(7, "expected the name of a file of graph6 or sparse6 lines")),
                path => Ok(BoardSet::Graphs(path.into())),
            };
        }
        if let Some(path) = text.strip_prefix('@') {
            return match path {
                "" => Err(fault(1, "expected the name of a file of boards")),
                path => Ok(BoardSet::Boards(path.into())),
            };
        }
        let Some(rest) = text.strip_prefix("all:") else {
            let numbers = ExprPattern::read(text).map_or("", |_| "; an expression with n needs --n 1..20");
            let expected = "expected all:3x3, all:strips:10, all:cycle:9, graphs:FILE or @FILE";
            return Err(fault(0, &format!("{expected}{numbers}")));
        };
        let full = rest.starts_with("full:");
        let kind = if full { &rest[5..] } else { rest };
        let at = text.len() - kind.len();
        let size = |from: usize, digits: &str| {
            let number = digits.parse::<usize>().ok().filter(|n| (1..=1000).contains(n));
            number.ok_or_else(|| fault(from, "expected a number from 1 to 1000"))
        };
        let board = if let Some(cells) = kind.strip_prefix("strips:") {
            Board::Strip { cells: size(at + 7, cells)? }
        } else if let Some(cells) = kind.strip_prefix("cycle:") {
            match size(at + 6, cells)? {
                cells @ 0..3 => {
                    return Err(fault(at + 6, &format!("expected a cycle of 3 cells or more, not {cells}")));
                }
                cells => Board::Cycle { cells },
            }
        } else if let Some((rows, cols)) = kind.split_once('x') {
            match (size(at, rows)?, size(at + rows.len() + 1, cols)?) {
                (1, cells) => Board::Strip { cells },
                (rows, cols) => Board::Grid { rows, cols },
            }
        } else {
            return Err(fault(at, "expected a size such as 3x3, strips:10 or cycle:9"));
        };
        Ok(BoardSet::All { board, full, text: text.to_owned() })
    }

    /// The boards themselves; graphs get these colourings.
    ///
    /// # Errors
    /// If there are too many, or the file cannot be read.
    pub fn source(&self, up_to_symmetry: bool, colouring: Colours) -> Result<BoardSource, BoardSetError> {
        match self {
            BoardSet::All { board, full, text } => {
                let colouring = if *full { Colouring::Full } else { Colouring::Gaps };
                let mut all = Enumeration::new(board.clone(), colouring);
                let base = if *full { 2.0f64 } else { 3.0 };
                if all.count().is_none_or(|count| count > BoardSet::MOST) {
                    return Err(BoardSetError::Many(too_many(text, base, board.vertices())));
                }
                if up_to_symmetry {
                    all = all.up_to_symmetry();
                }
                Ok(BoardSource::of(all))
            }
            BoardSet::Graphs(path) => Ok(BoardSource::graphs(open(path)?, colouring, up_to_symmetry)),
            BoardSet::Boards(_) if up_to_symmetry => {
                Err(BoardSetError::Unfit("the boards of a file are taken as they are, not up to symmetry".to_owned()))
            }
            BoardSet::Boards(path) => Ok(BoardSource::boards(open(path)?)),
            BoardSet::Family { .. } if up_to_symmetry => {
                Err(BoardSetError::Unfit("an expression with n has one row for each n, not classes of them".to_owned()))
            }
            BoardSet::Family { pattern, numbers } => Ok(BoardSource::family(pattern.clone(), numbers.clone())),
        }
    }
}

/// The colourings of each graph of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Every vertex x or o.
    #[default]
    All,
    /// Those with both colours.
    Both,
    /// This many random ones.
    Random(u64),
}

impl Colours {
    /// Reads `all`, `both-colours` or a number.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str) -> Result<Colours, String> {
        match text {
            "all" => Ok(Colours::All),
            "both-colours" => Ok(Colours::Both),
            _ => match text.parse() {
                Ok(count) if count > 0 => Ok(Colours::Random(count)),
                _ => Err("expected all, both-colours or the number of random colourings".to_owned()),
            },
        }
    }
}

/// The message that a set has too many boards.
pub(super) fn too_many(text: &str, base: f64, cells: usize) -> String {
    let count = match (base as u128).checked_pow(cells as u32) {
        Some(count) => grouped(count),
        None => format!("about 10^{:.0}", base.log10() * cells as f64),
    };
    format!("{text} has {count} boards; at most {} are gone through", grouped(u128::from(BoardSet::MOST)))
}

/// 1234567 as 1,234,567.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn open(path: &PathBuf) -> Result<Box<dyn BufRead + Send>, BoardSetError> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let fail = |error: io::Error| BoardSetError::File { path: path.clone(), error };
    let file = File::open(path).map_err(fail)?;
    match file.metadata() {
        Ok(about) if about.is_dir() => {
            Err(fail(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory; expected a file")))
        }
        _ => Ok(Box::new(BufReader::new(file))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_placed_and_sizes_are_told() {
        for (text, at) in
            [("", 0), ("all:", 4), ("all:3y3", 4), ("all:3x", 6), ("all:full:strips:0", 16), ("graphs:", 7)]
        {
            assert_eq!(BoardSet::read(text).unwrap_err().at(), at, "{text}");
        }
        let many = BoardSet::read("all:strips:30").unwrap().source(false, Colours::All).err().unwrap();
        assert_eq!(
            many.to_string(),
            "all:strips:30 has 205,891,132,094,649 boards; at most 10,000,000,000 are gone through"
        );
        assert_eq!(BoardSet::read("all:1x5"), BoardSet::read("all:1x5"));
    }
}
