//! Streamed answers of `reduce`: a long row is read from a stream, and its play is
//! written while it is generated.

use std::cell::{Cell, RefCell};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};

use super::{Asked, ECHO, ReduceAnswer, ReduceQuestion};
use crate::notation::{graph_name, push_number};
use crate::solitaire::{self, SolitaireRule, StreamedRow};
use crate::{Budget, Move, Stop};

/// What a row is read from: blocks of it, twice.
trait ReadSeek: Read + Seek {}

impl<R: Read + Seek> ReadSeek for R {}

impl ReduceQuestion {
    /// Answers about a long plain row, which is read as a stream and never
    /// held; `None` if the input is short or holds something else, and must be
    /// [asked](super::Question::ask) about as text. The answer is written as text, or
    /// as JSON that begins with what was `asked`.
    ///
    /// # Errors
    /// The input cannot be read, or the output not be written.
    pub fn ask_stream(
        &self,
        mut input: impl Read + Seek,
        asked: Option<&Asked>,
        budget: &Budget,
        mut out: impl Write,
    ) -> io::Result<Option<Result<(), Stop>>> {
        self.ask_row(&mut input, asked, budget, &mut out)
    }

    /// `ask_stream` for all kinds of input and output: compiled once, with the library.
    fn ask_row(
        &self,
        input: &mut dyn ReadSeek,
        asked: Option<&Asked>,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> io::Result<Option<Result<(), Stop>>> {
        let Some(options) = self.options_without_board().filter(|_| !self.explain) else { return Ok(None) };
        // A short board is echoed.
        if input.seek(SeekFrom::End(0))? <= ECHO as u64 {
            return Ok(None);
        }
        input.rewind()?;
        let Some(mut row) = solitaire::reduce_stream(input, &options, budget)? else { return Ok(None) };
        let answer = ReduceAnswer::of_row(&row);
        let played = write(&mut row, &answer, !self.no_play && answer.stopped.is_none(), asked, budget, out)?;
        Ok(Some(answer.stopped.map_or(played, Err)))
    }
}

impl ReduceAnswer {
    fn of_row<R>(row: &StreamedRow<R>) -> ReduceAnswer {
        ReduceAnswer {
            board: None,
            graph: row.board.as_ref().map_or_else(|| "row".to_owned(), graph_name),
            rule: SolitaireRule::Free,
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

/// Writes the answer with the play, one move at a time.
fn write<R: Read + Seek>(
    row: &mut StreamedRow<R>,
    answer: &ReduceAnswer,
    play: bool,
    asked: Option<&Asked>,
    budget: &Budget,
    out: impl Write,
) -> io::Result<Result<(), Stop>> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    let played = match (play, asked) {
        (false, Some(asked)) => serde_json::to_writer(&mut out, &asked.with(answer)).map(Ok)?,
        (false, None) => write!(out, "{answer}").map(Ok)?,
        (true, Some(asked)) => {
            let stopped = Cell::new(None);
            let play = StreamedPlay { row: RefCell::new(row), budget, stopped: &stopped };
            serde_json::to_writer(&mut out, &asked.with(&StreamedAnswer { answer, play, stopped: &stopped }))?;
            stopped.get().map_or(Ok(()), Err)
        }
        (true, None) => {
            write!(out, "{answer}\n  play: ")?;
            let mut name = MoveNameBuffer::default();
            let played = row.play(budget, |mv| {
                out.write_all(b" ")?;
                out.write_all(name.of(mv).as_bytes())
            })?;
            if let Err(stop) = played {
                write!(out, "\n  the play ends here: {stop}")?;
            }
            played
        }
    };
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(played)
}

/// Bytes collected before they are written.
const BUFFER: usize = 1 << 16;

/// The answer with a play that is generated while it is serialized.
#[derive(Serialize)]
#[serde(bound = "")]
struct StreamedAnswer<'a, R: Read + Seek> {
    #[serde(flatten)]
    answer: &'a ReduceAnswer,
    play: StreamedPlay<'a, R>,
    /// Set while the play is serialized, which comes first.
    #[serde(skip_serializing_if = "is_unset")]
    stopped: &'a Cell<Option<Stop>>,
}

fn is_unset(stopped: &&Cell<Option<Stop>>) -> bool {
    stopped.get().is_none()
}

/// A play as a sequence of names; a limit ends it and is recorded.
struct StreamedPlay<'a, R> {
    row: RefCell<&'a mut StreamedRow<R>>,
    budget: &'a Budget,
    stopped: &'a Cell<Option<Stop>>,
}

impl<R: Read + Seek> Serialize for StreamedPlay<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut name = MoveNameBuffer::default();
        let mut failed = None;
        let played = self.row.borrow_mut().play(self.budget, |mv| {
            list.serialize_element(name.of(mv)).map_err(|error| {
                failed = Some(error);
                io::Error::other("the output cannot be written")
            })
        });
        if let Some(error) = failed {
            return Err(error);
        }
        self.stopped.set(played.map_err(S::Error::custom)?.err());
        list.end()
    }
}

/// Scratch buffer for the names of moves.
#[derive(Default)]
struct MoveNameBuffer(String);

impl MoveNameBuffer {
    /// The name of a move on a row: two cells, counted from 1.
    fn of(&mut self, mv: Move) -> &str {
        self.0.clear();
        push_number(&mut self.0, mv.from + 1);
        self.0.push('-');
        push_number(&mut self.0, mv.to + 1);
        &self.0
    }
}
