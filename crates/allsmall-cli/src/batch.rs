//! Batches: one question about many boards, one JSON line per line of input.

use std::io::{self, BufRead, Write, stdout};
use std::ops::ControlFlow;
use std::time::Instant;

use allsmall::Budget;
use allsmall::answer::{Answer, AnyQuestion, Asked, BatchCache, Failure, MoveAnswer};
use allsmall::internal::ordered_map;
use serde::Serialize;
use serde_json::Value;

use crate::ask::json;
use crate::certify::{Certified, Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{input, watchdog};

/// The output for a bad line.
#[derive(Serialize)]
struct BadLine<'a> {
    /// The line, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    error: &'a Failure,
}

/// Minimum length of a line that is streamed, in bytes: shorter boards are echoed.
const LONG: usize = 10_000;

/// Writes the JSON answer about a long line while it is computed; `None` if this
/// line is not fit for that.
pub(crate) type StreamLine<'a> = dyn Fn(&Asked, &str, &Budget, &mut dyn Write) -> io::Result<Option<Code>> + 'a;

/// What a thread made of a line.
enum AnsweredLine {
    /// The JSON answer.
    Answer(String, Code),
    /// The line itself, which is streamed when its turn comes.
    Long(NumberedLine),
}

impl<'a> BadLine<'a> {
    fn new(text: &'a str, error: &'a Failure) -> BadLine<'a> {
        BadLine { board: Some(text).filter(|text| text.len() <= LONG), error }
    }
}

/// A line of a batch and its number, counted from 1.
struct NumberedLine {
    number: u64,
    text: String,
}

impl NumberedLine {
    /// Reads a line; none if there is no board on it.
    fn read(number: u64, bytes: &[u8]) -> Option<NumberedLine> {
        let text = String::from_utf8_lossy(bytes).trim().to_owned();
        (!text.is_empty() && !text.starts_with('%')).then_some(NumberedLine { number, text })
    }

    /// The head of its answer.
    fn asked(&self) -> Asked {
        Asked::about(&self.text).in_line(self.number)
    }

    /// The JSON answer about the line.
    fn answer(
        &self,
        question: &impl AnyQuestion,
        cache: &mut BatchCache,
        common: &Common,
        start: Instant,
    ) -> Result<(String, Code), Exit> {
        let (budget, _progress) = common.budget_of_one(start);
        Ok(match question.ask_any_with((&self.text).into(), &budget.with_threads(1), cache) {
            Ok(Answer::Move(answer)) => (json(&in_batch(&answer)?, Some(&self.asked()), common)?, Code::Answered),
            Ok(answer) => (json(&answer, Some(&self.asked()), common)?, Code::of(answer.stopped())),
            Err(error) => (json(&BadLine::new(&self.text, &error), Some(&self.asked()), common)?, Code::Bad),
        })
    }
}

/// A move with its expected line as `expected`: in a batch, `line` is the number of the line.
fn in_batch(answer: &MoveAnswer) -> Result<Value, Exit> {
    let fields = serde_json::to_value(answer).map_err(|error| Exit::from(io::Error::from(error)))?;
    let Value::Object(fields) = fields else { return Ok(fields) };
    let renamed = |(name, value)| if name == "line" { ("expected".to_owned(), value) } else { (name, value) };
    Ok(Value::Object(fields.into_iter().map(renamed).collect()))
}

/// The lines of a batch file with a board on them.
fn numbered_lines(path: &str) -> Result<impl Iterator<Item = Result<NumberedLine, Exit>> + Send, Exit> {
    let lines = (1..).zip(input::board_lines(path)?.split(b'\n'));
    Ok(lines.filter_map(move |(number, line)| match line {
        Ok(bytes) => NumberedLine::read(number, &bytes).map(Ok),
        Err(error) => Some(Err(Exit::bad(format!("cannot read {path:?}: {error}")))),
    }))
}

/// Answers every line of the file, as [`run_streaming`] without a stream.
pub(crate) fn run(question: &impl AnyQuestion, path: &str, common: &Common) -> Result<Code, Exit> {
    run_streaming(question, None, path, common)
}

/// Answers every line of the file, in order, each as soon as it is done; with
/// several threads, as many lines at once, each on one thread. Empty lines and
/// lines that begin with `%` are passed over. `--time` is for each board; when
/// `--time-all` is over, the boards that are left are unknown. Long lines are
/// answered by `stream`, if there is one, on the printing thread.
pub(crate) fn run_streaming(
    question: &impl AnyQuestion,
    stream: Option<&StreamLine<'_>>,
    path: &str,
    common: &Common,
) -> Result<Code, Exit> {
    watchdog::stand_down();
    let start = Instant::now();
    let mut lines = numbered_lines(path)?;
    let streams = stream.is_some();
    let work = |cache: &mut BatchCache, line: Result<NumberedLine, Exit>| -> Result<AnsweredLine, Exit> {
        let line = line?;
        if streams && line.text.len() > LONG {
            return Ok(AnsweredLine::Long(line));
        }
        line.answer(question, cache, common, start).map(|(line, code)| AnsweredLine::Answer(line, code))
    };
    let mut out = stdout().lock();
    let mut code = Code::Answered;
    // Several threads take the lines as they come.
    let new_cache = if common.threads() == 1 { BatchCache::in_one_order } else { BatchCache::default };
    let flow = ordered_map(
        common.threads(),
        || lines.next(),
        new_cache,
        work,
        |done| {
            let print = || -> Result<Code, Exit> {
                let (line, this) = match done? {
                    AnsweredLine::Answer(line, code) => (line, code),
                    AnsweredLine::Long(line) => {
                        let (budget, _progress) = common.budget_of_one(start);
                        if let Some(stream) = stream
                            && let Some(code) = stream(&line.asked(), &line.text, &budget, &mut out)?
                        {
                            return Ok(code);
                        }
                        line.answer(question, &mut BatchCache::default(), common, start)?
                    }
                };
                writeln!(out, "{line}")?;
                out.flush()?;
                Ok(this)
            };
            match print() {
                Err(exit) => ControlFlow::Break(Some(exit)),
                Ok(this) => {
                    code = code.and(this);
                    if this == Code::Interrupted { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
                }
            }
        },
    );
    match flow {
        ControlFlow::Break(Some(exit)) => Err(exit),
        _ => Ok(code),
    }
}

/// Answers and proves every line of the file, one at a time.
pub(crate) fn run_and_prove(
    question: &impl AnyQuestion,
    path: &str,
    certify: &Certify,
    prove: &Prove<'_>,
    common: &Common,
) -> Result<Code, Exit> {
    watchdog::stand_down();
    let start = Instant::now();
    let mut out = stdout().lock();
    let mut code = Code::Answered;
    for line in numbered_lines(path)? {
        let line = line?;
        let (asked, text) = (line.asked(), &line.text);
        let (budget, _progress) = common.budget_of_one(start);
        let (line, this) = match question.ask_any(text.into(), &budget) {
            Ok(answer) if answer.stopped().is_none() => {
                let (budget, _progress) = common.budget_of_one(start);
                let (certified, code) = certify.run(text, prove, &budget)?;
                (json(&Certified::new(&answer, certified), Some(&asked), common)?, code)
            }
            Ok(answer) => (json(&answer, Some(&asked), common)?, Code::of(answer.stopped())),
            Err(error) => (json(&BadLine::new(text, &error), Some(&asked), common)?, Code::Bad),
        };
        writeln!(out, "{line}")?;
        out.flush()?;
        code = code.and(this);
        if this == Code::Interrupted {
            break;
        }
    }
    Ok(code)
}
