//! Sources of boards: chunks for the threads of a table.

use std::fmt;
use std::io::{BufRead, Cursor};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::board_set::{BoardSet, Colours, too_many};
use super::enumeration::{Colouring, Enumeration};
use crate::Board;
use crate::notation::{ExprPattern, graph6, read_graph};

/// Number of boards per chunk.
const CHUNK: u64 = 256;

/// Maximum number of vertices of a graph in a file.
const MOST_VERTICES: usize = 10_000;

/// A chunk of boards.
pub enum BoardChunk {
    /// Positions of one board, by number.
    Numbers(Arc<Enumeration>, Range<u64>),
    /// Boards and sums as text, with their places.
    Lines(Vec<(RowPlace, String)>),
    /// A line that is not a graph, and why.
    Bad(RowPlace, String),
}

/// Where a row comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowPlace {
    /// The line of a file, from 1.
    Line(usize),
    /// The number n of an expression with n.
    Number(u64),
}

impl fmt::Display for RowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowPlace::Line(line) => write!(f, "line {line}"),
            RowPlace::Number(n) => write!(f, "n = {n}"),
        }
    }
}

/// An iterator of chunks: an enumeration, the lines of a file, or a family.
pub struct BoardSource {
    lines: Option<LineReader>,
    family: Option<(ExprPattern, RangeInclusive<u64>)>,
    current: Option<(Arc<Enumeration>, u64)>,
    /// Numbers from here on are left out.
    end: u64,
    colours: Option<Colours>,
    up_to_symmetry: bool,
}

struct LineReader {
    from: Box<dyn BufRead + Send>,
    number: usize,
}

impl BoardSource {
    /// The positions of one board.
    pub(super) fn of(all: Enumeration) -> BoardSource {
        BoardSource { current: Some((Arc::new(all), 0)), ..BoardSource::empty() }
    }

    fn empty() -> BoardSource {
        BoardSource { lines: None, family: None, current: None, end: u64::MAX, colours: None, up_to_symmetry: false }
    }

    /// An expression with n, for each of these numbers.
    pub(super) fn family(pattern: ExprPattern, numbers: RangeInclusive<u64>) -> BoardSource {
        BoardSource { family: Some((pattern, numbers)), ..BoardSource::empty() }
    }

    pub(super) fn graphs(from: Box<dyn BufRead + Send>, colours: Colours, up_to_symmetry: bool) -> BoardSource {
        let lines = Some(LineReader { from, number: 0 });
        BoardSource { lines, colours: Some(colours), up_to_symmetry, ..BoardSource::empty() }
    }

    pub(super) fn boards(from: Box<dyn BufRead + Send>) -> BoardSource {
        BoardSource { lines: Some(LineReader { from, number: 0 }), ..BoardSource::empty() }
    }

    /// The graphs of a text, whose first line has this number in the file that
    /// it was cut from, so that random colourings are those of the whole file.
    #[must_use]
    pub fn graph_lines(text: String, first: usize, colours: Colours, up_to_symmetry: bool) -> BoardSource {
        let lines = Some(LineReader { from: Box::new(Cursor::new(text)), number: first.saturating_sub(1) });
        BoardSource { lines, colours: Some(colours), up_to_symmetry, ..BoardSource::empty() }
    }

    /// Keeps only these numbers of an enumeration; no effect on a file.
    #[must_use]
    pub fn within(mut self, numbers: Range<u64>) -> BoardSource {
        if let (None, Some((_, next))) = (&self.lines, &mut self.current) {
            (*next, self.end) = (numbers.start, numbers.end);
        }
        self
    }

    /// The enumeration, unless the boards come from a file.
    #[must_use]
    pub fn single(&self) -> Option<&Enumeration> {
        match (&self.lines, &self.current) {
            (None, Some((all, _))) => Some(all),
            _ => None,
        }
    }

    /// The next chunk.
    pub fn next_chunk(&mut self) -> Option<BoardChunk> {
        loop {
            if let Some((all, next)) = &mut self.current {
                let count = all.count().expect("it was counted before").min(self.end);
                if *next < count {
                    let range = *next..count.min(*next + CHUNK);
                    *next = range.end;
                    return Some(BoardChunk::Numbers(Arc::clone(all), range));
                }
                self.current = None;
            }
            if let Some((pattern, numbers)) = &mut self.family {
                // One row per chunk: the work grows with n.
                let n = numbers.next()?;
                return Some(match pattern.at(n) {
                    Ok(text) => BoardChunk::Lines(vec![(RowPlace::Number(n), text)]),
                    Err(error) => BoardChunk::Bad(RowPlace::Number(n), error.to_string()),
                });
            }
            let lines = self.lines.as_mut()?;
            let Some(colours) = self.colours else {
                let mut chunk = Vec::new();
                while chunk.len() < CHUNK as usize / 8 {
                    match lines.next() {
                        Some(Ok((line, text))) => chunk.push((RowPlace::Line(line), text)),
                        Some(Err(bad)) => return Some(bad),
                        None => break,
                    }
                }
                return (!chunk.is_empty()).then_some(BoardChunk::Lines(chunk));
            };
            let (number, line) = match lines.next()? {
                Ok(line) => line,
                Err(bad) => return Some(bad),
            };
            match self.graph(number, &line, colours) {
                Ok(all) => self.current = Some((Arc::new(all), 0)),
                Err(message) => return Some(BoardChunk::Bad(RowPlace::Line(number), message)),
            }
        }
    }

    fn graph(&self, number: usize, line: &str, colours: Colours) -> Result<Enumeration, String> {
        let line = line.strip_prefix(">>graph6<<").or_else(|| line.strip_prefix(">>sparse6<<")).unwrap_or(line);
        let graph = read_graph(line, MOST_VERTICES).map_err(|error| error.to_string())?;
        let prefix = format!("graph6:{}:", graph6(&graph));
        let colouring = match colours {
            Colours::All => Colouring::Full,
            Colours::Both => Colouring::BothColours,
            Colours::Random(count) => Colouring::Random { count, seed: number as u64 },
        };
        let vertices = graph.vertices();
        let all = Enumeration::new(Board::Graph(graph), colouring).named(prefix, line.to_owned());
        if all.count().is_none_or(|count| count > BoardSet::MOST) {
            return Err(too_many("this graph", 2.0, vertices));
        }
        Ok(if self.up_to_symmetry { all.up_to_symmetry() } else { all })
    }
}

impl LineReader {
    /// The next line that is not empty and does not begin with `%`.
    fn next(&mut self) -> Option<Result<(usize, String), BoardChunk>> {
        loop {
            let mut bytes = Vec::new();
            self.number += 1;
            match self.from.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = text.trim();
                    if !text.is_empty() && !text.starts_with('%') {
                        return Some(Ok((self.number, text.to_owned())));
                    }
                }
                Err(error) => return Some(Err(BoardChunk::Bad(RowPlace::Line(self.number), error.to_string()))),
            }
        }
    }
}
