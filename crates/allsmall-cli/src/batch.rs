//! The same question about many boards: a line in, a JSON line out.

use std::io::{BufRead, Write, stdout};
use std::time::Instant;

use allsmall::answer::{AnyQuestion, Failure};
use serde::Serialize;

use crate::certify::{Certified, Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{guard, input};

/// What stands in the place of an answer when the line is bad.
#[derive(Serialize)]
struct BadLine<'a> {
    board: &'a str,
    error: &'a Failure,
}

/// Answers every line of the file, in order, each as soon as it is done.
/// Empty lines and lines that begin with `%` are passed over. `--time` is for
/// each board; when `--time-all` is over, the boards that are left are unknown.
pub(crate) fn run(question: &impl AnyQuestion, path: &str, common: &Common) -> Result<Code, Exit> {
    run_and_prove(question, path, None, common)
}

/// The same, each answer proved if that is wanted.
pub(crate) fn run_and_prove(
    question: &impl AnyQuestion,
    path: &str,
    proof: Option<(&Certify, &Prove<'_>)>,
    common: &Common,
) -> Result<Code, Exit> {
    guard::stand_down();
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
        let this = match question.ask_any(text, &budget) {
            Ok(answer) if answer.stopped().is_none() && proof.is_some() => {
                let (certify, prove) = proof.expect("it has just been asked");
                let (certified, code) = certify.run(text, prove, common)?;
                serde_json::to_writer(&mut out, &Certified::new(&answer, certified)).map_err(std::io::Error::from)?;
                code
            }
            Ok(answer) => {
                serde_json::to_writer(&mut out, &answer).map_err(std::io::Error::from)?;
                Code::of(answer.stopped())
            }
            Err(error) => {
                serde_json::to_writer(&mut out, &BadLine { board: text, error: &error })
                    .map_err(std::io::Error::from)?;
                Code::Bad
            }
        };
        writeln!(out)?;
        out.flush()?;
        code = code.and(this);
        if this == Code::Interrupted {
            break;
        }
    }
    Ok(code)
}
