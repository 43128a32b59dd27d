//! The answer about a row too long to be held as a board, written as it comes.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{ECHO, ReduceAnswer, ReduceQuestion};
use crate::notation::{digits, graph_name};
use crate::solitaire::{self, StreamedRow};
use crate::{Budget, Stop};

impl ReduceQuestion {
    /// Answers about a long plain row, which is read as a stream and never
    /// held; false if the input is short or holds something else, and must be
    /// [asked](super::Question::ask) about as text.
    ///
    /// # Errors
    /// The input cannot be read, or the output not be written.
    pub fn ask_stream(
        &self,
        mut input: impl Read + Seek,
        json: bool,
        budget: &Budget,
        out: impl Write,
    ) -> io::Result<Option<Result<(), Stop>>> {
        let Some(options) = self.options_without_board().filter(|_| !self.explain) else { return Ok(None) };
        // A short board is echoed.
        if input.seek(SeekFrom::End(0))? <= ECHO as u64 {
            return Ok(None);
        }
        input.rewind()?;
        let Some(mut row) = solitaire::reduce_stream(input, &options, budget)? else { return Ok(None) };
        let answer = ReduceAnswer::of_row(&row);
        let played = write(&mut row, &answer, !self.no_play && answer.stopped.is_none(), json, budget, out)?;
        Ok(Some(answer.stopped.map_or(played, Err)))
    }
}

impl ReduceAnswer {
    fn of_row<R>(row: &StreamedRow<R>) -> ReduceAnswer {
        ReduceAnswer {
            board: None,
            graph: row.board.as_ref().map_or_else(|| "row".to_owned(), graph_name),
            rule: super::RuleName::Free,
            value: row.found.value(),
            lower: row.found.lower,
            upper: row.found.stopped.is_none().then_some(row.found.upper),
            optimal: row.found.optimal(),
            method: row.found.method.clone(),
            first: None,
            play: None,
            last: None,
            stopped: row.found.stopped,
            explain: None,
        }
    }
}

fn write<R: Read + Seek>(
    row: &mut StreamedRow<R>,
    answer: &ReduceAnswer,
    play: bool,
    json: bool,
    budget: &Budget,
    out: impl Write,
) -> io::Result<Result<(), Stop>> {
    let mut text = Text { out, buffer: Vec::with_capacity(BUFFER + 64), json, moves: 0 };
    let head = if json { serde_json::to_string(answer)? } else { answer.to_string() };
    let (head, before, tail) = match (play, json) {
        (false, _) => (head.as_str(), "", ""),
        (true, true) => (head.strip_suffix('}').unwrap_or(&head), ",\"play\":[", "]}"),
        (true, false) => (head.as_str(), "\n  play: ", ""),
    };
    text.buffer.extend([head, before].concat().bytes());
    let played = if play { row.play(budget, |mv| text.mv(mv.from + 1, mv.to + 1))? } else { Ok(()) };
    let tail = match (played, json) {
        (Ok(()), _) => tail.to_owned(),
        (Err(stop), true) => format!("],\"stopped\":{}}}", serde_json::to_string(&stop)?),
        (Err(stop), false) => format!("\n  the play ends here: {stop}"),
    };
    text.buffer.extend([&tail, "\n"].concat().bytes());
    text.flush()?;
    Ok(played)
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
