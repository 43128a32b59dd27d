//! Batches: one question about many boards, one JSON line per line of input.

use std::io::{self, BufRead, Write, stdout};
use std::ops::ControlFlow;
use std::time::Instant;

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

/// Answers every line of the file, in order, each as soon as it is done; with
/// several threads, as many lines at once, each on one thread. Empty lines and
/// lines that begin with `%` are passed over. `--time` is for each board; when
/// `--time-all` is over, the boards that are left are unknown.
pub(crate) fn run(question: &impl AnyQuestion, path: &str, common: &Common) -> Result<Code, Exit> {
    watchdog::stand_down();
    let start = Instant::now();
    let mut lines = input::lines(path)?.split(b'\n');
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
    let answer = |cache: &mut BatchCache, text: io::Result<String>| -> Result<(String, Code), Exit> {
        let text = text.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
        let (budget, _progress) = common.budget_of_one(start);
        Ok(match question.ask_any_with((&text).into(), &budget.with_threads(1), cache) {
            Ok(answer) => (json(&answer, Some(&text), common)?, Code::of(answer.stopped())),
            Err(error) => (json(&BadLine { board: &text, error: &error }, None, common)?, Code::Bad),
        })
    };
    let mut out = stdout().lock();
    let mut code = Code::Answered;
    // Several threads take the lines as they come.
    let new_cache = if common.threads() == 1 { BatchCache::in_one_order } else { BatchCache::default };
    let flow = ordered_map(common.threads(), &mut next, new_cache, answer, |done| {
        let print = || -> Result<Code, Exit> {
            let (line, this) = done?;
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
    for line in input::lines(path)?.split(b'\n') {
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
