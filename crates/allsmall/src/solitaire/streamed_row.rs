//! Streaming evaluation of rows too long to be held as a board: the first pass
//! computes the value, a second pass generates the moves of a best play.

use std::io::{self, Read, Seek, SeekFrom};

use super::graphs::cycle;
use super::graphs::path::stream::{RowEnd, RowKind, StoneSink, read_row, row_kind};
use super::graphs::path::{LineCounter, Segments, StoneBits};
use super::{CYCLE, LINE, Reduction, replay_moves};
use crate::{Board, Budget, Move, Player, Position, Stop};

/// A row whose value is known, and whose play can be generated.
#[derive(Debug)]
pub struct StreamedRow<R> {
    input: R,
    row: RowKind,
    /// Offset of its first stone in the input.
    start: u64,
    /// The board; `None` if the budget was exhausted before its end.
    pub board: Option<Board>,
    /// How far it can be reduced, without a play.
    pub found: Reduction,
}

/// Computes the value of the row in `input`; `None` if it is not a plain row and
/// the full notation must read it.
///
/// # Errors
/// The input cannot be read.
pub(super) fn reduce<R: Read + Seek>(mut input: R, budget: &Budget) -> io::Result<Option<StreamedRow<R>>> {
    let mut begins = [0; 64];
    let read = input.read(&mut begins)?;
    let Some((row, start)) = row_kind(&begins[..read]) else { return Ok(None) };
    let start = start as u64;
    input.seek(SeekFrom::Start(start))?;
    let mut line = LineValue(LineCounter::new());
    let mut ring = RingValue { ring: None, whole: true };
    let ended = match row {
        RowKind::Strip => read_row(&mut input, budget, &mut line)?,
        RowKind::Ring => read_row(&mut input, budget, &mut ring)?,
    };
    let (cells, stopped) = match ended {
        RowEnd::NotPlain => return Ok(None),
        RowEnd::Plain { cells } => (cells, None),
        RowEnd::Stopped(stop) => (usize::MAX, Some(stop)),
    };
    let (value, board, method) = match row {
        RowKind::Strip => (line.0.value(), Board::Strip { cells }, LINE),
        RowKind::Ring => match &ring {
            RingValue { ring: Some(found), whole: true } if cells >= 3 => {
                (found.value(), Board::Cycle { cells }, CYCLE)
            }
            _ => return Ok(None),
        },
    };
    let settled = Reduction::exact(value, method, None);
    let found = match stopped {
        None => settled,
        Some(_) => Reduction { lower: 1, upper: cells, stopped, ..settled },
    };
    Ok(Some(StreamedRow { input, row, start, board: stopped.is_none().then_some(board), found }))
}

impl<R: Read + Seek> StreamedRow<R> {
    /// Reads the row again and calls `each` with the moves of a best play, after the
    /// play of each line was replayed; stops when the budget is exhausted.
    ///
    /// # Errors
    /// The input cannot be read again, or `each` fails.
    ///
    /// # Panics
    /// If the play does not leave what was claimed: a fault in the method.
    pub fn play(&mut self, budget: &Budget, each: impl FnMut(Move) -> io::Result<()>) -> io::Result<Result<(), Stop>> {
        self.input.seek(SeekFrom::Start(self.start))?;
        let mut player = PlayGenerator { row: self.row, stones: StoneBits::default(), at: 0, each, failed: None };
        let ended = read_row(&mut self.input, budget, &mut player)?;
        if let RowEnd::Stopped(stop) = ended {
            return player.failed.map_or(Ok(Err(stop)), Err);
        }
        player.line_ends();
        match (player.failed, ended) {
            (Some(error), _) => Err(error),
            (None, RowEnd::Plain { .. }) => Ok(Ok(())),
            (None, _) => Err(io::Error::other("the input changed while it was played")),
        }
    }
}

struct LineValue(LineCounter);

impl StoneSink for LineValue {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        self.0.push_word(word, count);
    }

    fn hole(&mut self) {
        self.0.cut();
    }
}

struct RingValue {
    ring: Option<cycle::CycleCounter>,
    whole: bool,
}

impl StoneSink for RingValue {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        match &mut self.ring {
            Some(ring) => ring.push_word(word, count),
            None => {
                let mut ring = cycle::CycleCounter::new(word & 1 == 1);
                ring.push_word(word >> 1, count - 1);
                self.ring = Some(ring);
            }
        }
    }

    fn hole(&mut self) {
        self.whole = false;
    }
}

/// Generates the play of each line between holes when its end is reached.
struct PlayGenerator<F> {
    row: RowKind,
    stones: StoneBits,
    at: usize,
    each: F,
    failed: Option<io::Error>,
}

impl<F: FnMut(Move) -> io::Result<()>> StoneSink for PlayGenerator<F> {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        self.stones.push_word(word, count);
    }

    fn hole(&mut self) {
        self.line_ends();
        self.at += 1;
    }
}

impl<F: FnMut(Move) -> io::Result<()>> PlayGenerator<F> {
    fn line_ends(&mut self) {
        let stones = std::mem::take(&mut self.stones);
        let n = stones.len();
        if n == 0 || self.failed.is_some() {
            self.at += n;
            return;
        }
        let (segments, board) = match self.row {
            RowKind::Strip => (Segments::of_line(stones), Board::Strip { cells: n }),
            RowKind::Ring => (cycle::segments(stones), Board::Cycle { cells: n }),
        };
        let cell = |i: usize| Some(if segments.stones().is_o(i) { Player::Right } else { Player::Left });
        let start = Position::new(board, (0..n).map(cell).collect());
        let left = replay_moves(start, segments.play()).expect("the rules accept the play");
        assert_eq!(left.stones(), segments.count(), "the play leaves what was claimed");
        for mv in segments.play() {
            if let Err(error) = (self.each)(Move { from: self.at + mv.from, to: self.at + mv.to }) {
                self.failed = Some(error);
                break;
            }
        }
        self.at += n;
    }
}
