//! Batches: one question about many boards, one JSON line per line of input.

use std::io::{self, BufRead, Write, stdout};
use std::ops::ControlFlow;
use std::time::Instant;

use allsmall::Budget;
use allsmall::answer::{AnyQuestion, BatchCache, Failure};
use allsmall::internal::ordered_map;
use serde::Serialize;

use crate::ask::json;
use crate::certify::{Certified, Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{input, watchdog};

/// The output for a bad line.
#[derive(Serialize)]
struct BadLine<'a> {
    board: &'a str,
    error: &'a Failure,
}

/// Minimum length of a line that is streamed, in bytes: shorter boards are echoed.
const LONG: usize = 10_000;

/// Writes the JSON answer about a long line while it is computed; `None` if this
/// line is not fit for that.
pub(crate) type StreamLine<'a> = dyn Fn(&str, &Budget, &mut dyn Write) -> io::Result<Option<Code>> + 'a;

/// What a thread made of a line.
enum AnsweredLine {
    /// The JSON answer.
    Answer(String, Code),
    /// The line itself, which is streamed when its turn comes.
    Long(String),
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
    let mut lines = input::board_lines(path)?.split(b'\n');
    let mut next = || loop {
        let line = match lines.next()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() && !text.starts_with('%') {
            return Some(Ok(text));
        }
    };
    let answer = |cache: &mut BatchCache, text: &str| -> Result<(String, Code), Exit> {
        let (budget, _progress) = common.budget_of_one(start);
        Ok(match question.ask_any_with(text.into(), &budget.with_threads(1), cache) {
            Ok(answer) => (json(&answer, Some(text), common)?, Code::of(answer.stopped())),
            Err(error) => (json(&BadLine { board: text, error: &error }, None, common)?, Code::Bad),
        })
    };
    let streams = stream.is_some();
    let work = |cache: &mut BatchCache, text: io::Result<String>| -> Result<AnsweredLine, Exit> {
        let text = text.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
        if streams && text.len() > LONG {
            return Ok(AnsweredLine::Long(text));
        }
        answer(cache, &text).map(|(line, code)| AnsweredLine::Answer(line, code))
    };
    let mut out = stdout().lock();
    let mut code = Code::Answered;
    // Several threads take the lines as they come.
    let new_cache = if common.threads() == 1 { BatchCache::in_one_order } else { BatchCache::default };
    let flow = ordered_map(common.threads(), &mut next, new_cache, work, |done| {
        let print = || -> Result<Code, Exit> {
            let (line, this) = match done? {
                AnsweredLine::Answer(line, code) => (line, code),
                AnsweredLine::Long(text) => {
                    let (budget, _progress) = common.budget_of_one(start);
                    if let Some(stream) = stream
                        && let Some(code) = stream(&text, &budget, &mut out)?
                    {
                        return Ok(code);
                    }
                    answer(&mut BatchCache::default(), &text)?
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
    });
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
    for line in input::board_lines(path)?.split(b'\n') {
        let line = line.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() || text.starts_with('%') {
            continue;
        }
        let (budget, _progress) = common.budget_of_one(start);
        let (line, this) = match question.ask_any(text.into(), &budget) {
            Ok(answer) if answer.stopped().is_none() => {
                let (budget, _progress) = common.budget_of_one(start);
                let (certified, code) = certify.run(text, prove, &budget)?;
                (json(&Certified::new(&answer, certified), Some(text), common)?, code)
            }
            Ok(answer) => (json(&answer, Some(text), common)?, Code::of(answer.stopped())),
            Err(error) => (json(&BadLine { board: text, error: &error }, None, common)?, Code::Bad),
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
