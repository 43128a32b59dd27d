//! Rows too long to be held as a board: valued while they are read, played in
//! a second reading, the moves written as they come.

use std::io::{self, Read, Write};

use super::{ReduceAnswer, RuleName};
use crate::notation::{digits, graph_name};
use crate::solitaire::graphs::cycle;
use crate::solitaire::graphs::path::stream::{Ended, Row, Sink, read_row};
use crate::solitaire::graphs::path::{Meter, Segments, Stones};
use crate::solitaire::replay_moves;
use crate::{Board, Budget, Player, Position};

/// A row whose value is known, ready to be written with its play.
#[derive(Debug)]
pub struct LongRow {
    row: Row,
    /// The answer without its play.
    pub answer: ReduceAnswer,
}

/// Values the row in `input`, which stands at its first stone; none if it is
/// not a plain row and the full notation must read it.
///
/// # Errors
/// The input cannot be read.
pub fn value(input: impl Read, row: Row, budget: &Budget) -> io::Result<Option<LongRow>> {
    let mut line = LineValue(Meter::new());
    let mut ring = RingValue { ring: None, whole: true };
    let ended = match row {
        Row::Strip => read_row(input, budget, &mut line)?,
        Row::Ring => read_row(input, budget, &mut ring)?,
    };
    let (cells, stopped) = match ended {
        Ended::NotPlain => return Ok(None),
        Ended::Plain { cells } => (cells, None),
        Ended::Stopped(stop) => (usize::MAX, Some(stop)),
    };
    let (value, board, method) = match row {
        Row::Strip => (line.0.value(), Board::Strip { cells }, crate::solitaire::LINE),
        Row::Ring => match &ring {
            RingValue { ring: Some(found), whole: true } if cells >= 3 => {
                (found.value(), Board::Cycle { cells }, crate::solitaire::CYCLE)
            }
            _ => return Ok(None),
        },
    };
    let settled = stopped.is_none();
    let answer = ReduceAnswer {
        board: None,
        graph: if settled { graph_name(&board) } else { "row".to_owned() },
        rule: RuleName::Free,
        value: settled.then_some(value),
        lower: if settled { value } else { 1 },
        upper: settled.then_some(value),
        optimal: settled,
        method: method.to_owned(),
        first: None,
        play: None,
        last: None,
        stopped,
        explain: None,
    };
    Ok(Some(LongRow { row, answer }))
}

impl LongRow {
    /// Writes the answer; with a second `input` that stands at the first
    /// stone again, also the play, every move of it having been replayed.
    ///
    /// # Errors
    /// The input cannot be read again, or the output not be written.
    pub fn write(&self, input: Option<impl Read>, json: bool, budget: &Budget, out: impl Write) -> io::Result<()> {
        let mut text = Text { out, buffer: Vec::with_capacity(BUFFER + 64), json, moves: 0 };
        let head = if json { serde_json::to_string(&self.answer)? } else { self.answer.to_string() };
        let (head, play, tail) = match (&input, json) {
            (None, _) => (head.as_str(), "", ""),
            (Some(_), true) => (head.strip_suffix('}').unwrap_or(&head), ",\"play\":[", "]}"),
            (Some(_), false) => (head.as_str(), "\n  play: ", ""),
        };
        text.buffer.extend([head, play].concat().bytes());
        if let Some(input) = input {
            let mut player = Playing { row: self.row, stones: Stones::default(), at: 0, text: &mut text, failed: None };
            let ended = read_row(input, budget, &mut player)?;
            player.line_ends();
            match (player.failed, ended) {
                (Some(error), _) => return Err(error),
                (None, Ended::Plain { .. }) => {}
                (None, _) => return Err(io::Error::other("the input changed or the time ran out while it was played")),
            }
        }
        text.buffer.extend([tail, "\n"].concat().bytes());
        text.flush()
    }
}

struct LineValue(Meter);

impl Sink for LineValue {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        self.0.push_word(word, count);
    }

    fn hole(&mut self) {
        self.0.cut();
    }
}

struct RingValue {
    ring: Option<cycle::Ring>,
    whole: bool,
}

impl Sink for RingValue {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        match &mut self.ring {
            Some(ring) => ring.push_word(word, count),
            None => {
                let mut ring = cycle::Ring::new(word & 1 == 1);
                ring.push_word(word >> 1, count - 1);
                self.ring = Some(ring);
            }
        }
    }

    fn hole(&mut self) {
        self.whole = false;
    }
}

/// Plays each line between holes when its end is reached.
struct Playing<'a, W> {
    row: Row,
    stones: Stones,
    at: usize,
    text: &'a mut Text<W>,
    failed: Option<io::Error>,
}

impl<W: Write> Sink for Playing<'_, W> {
    #[inline]
    fn stones(&mut self, word: u64, count: usize) {
        self.stones.push_word(word, count);
    }

    fn hole(&mut self) {
        self.line_ends();
        self.at += 1;
    }
}

impl<W: Write> Playing<'_, W> {
    fn line_ends(&mut self) {
        let stones = std::mem::take(&mut self.stones);
        let n = stones.len();
        if n == 0 || self.failed.is_some() {
            self.at += n;
            return;
        }
        let (segments, board) = match self.row {
            Row::Strip => (Segments::of_line(stones), Board::Strip { cells: n }),
            Row::Ring => (cycle::segments(stones), Board::Cycle { cells: n }),
        };
        let cell = |i: usize| Some(if segments.stones().is_o(i) { Player::Right } else { Player::Left });
        let start = Position::new(board, (0..n).map(cell).collect());
        let left = replay_moves(start, segments.play()).expect("the rules accept the play");
        assert_eq!(left.stones(), segments.count(), "the play leaves what was claimed");
        for mv in segments.play() {
            if let Err(error) = self.text.mv(self.at + mv.from + 1, self.at + mv.to + 1) {
                self.failed = Some(error);
                break;
            }
        }
        self.at += n;
    }
}

/// Bytes collected before they are written.
const BUFFER: usize = 1 << 16;

/// Moves as text, written in large pieces.
struct Text<W> {
    out: W,
    buffer: Vec<u8>,
    json: bool,
    moves: usize,
}

impl<W: Write> Text<W> {
    fn mv(&mut self, from: usize, to: usize) -> io::Result<()> {
        match (self.json, self.moves) {
            (true, 0) => self.buffer.push(b'"'),
            (true, _) => self.buffer.extend(b",\""),
            (false, _) => self.buffer.push(b' '),
        }
        self.number(from);
        self.buffer.push(b'-');
        self.number(to);
        if self.json {
            self.buffer.push(b'"');
        }
        self.moves += 1;
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn number(&mut self, number: usize) {
        self.buffer.extend_from_slice(digits(number, &mut [0; 20]));
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        self.out.flush()
    }
}
