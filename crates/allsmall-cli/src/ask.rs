//! Asks one question, or the same question about many boards, and prints.

use std::fmt::Display;
use std::io::{Write, stdout};

use allsmall::Stop;
use allsmall::answer::{Answer, AnyQuestion, Question};
use serde::Serialize;

use crate::certify::{Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{batch, guard, input};

/// The board, or the file of boards, that a command is asked about.
#[derive(clap::Args)]
pub(crate) struct About {
    /// The board or expression; @FILE reads it from a file, - from standard input
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    board: Option<String>,
    /// Answer every line of FILE, one JSON line each; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<String>,
    /// Whether the board stands for itself even if it looks like `@FILE`.
    #[arg(skip)]
    literal: bool,
}

impl About {
    /// Whether there is a file of boards.
    pub(crate) fn is_batch(&self) -> bool {
        self.batch.is_some()
    }

    /// Takes an argument that `is_board` for the board itself.
    pub(crate) fn literal_if(mut self, is_board: impl Fn(&str) -> bool) -> About {
        self.literal = self.board.as_deref().is_some_and(is_board);
        self
    }
}

impl About {
    /// The path of the file that holds the board, if it is in one.
    pub(crate) fn file(&self) -> Option<&str> {
        self.board.as_ref()?.strip_prefix('@')
    }
}

/// Asks `question` about what the user named.
pub(crate) fn run(question: &impl AnyQuestion, about: About, common: &Common) -> Result<Code, Exit> {
    match (about.batch, about.board) {
        (Some(path), _) => batch::run(question, &path, common),
        (None, board) => {
            let board = board.expect("clap requires the board");
            let (budget, progress) = common.budget();
            guard::say({
                let [time, interrupted] = [Stop::Time, Stop::Interrupted]
                    .map(|stop| guard::written(&question.unknown_any(stop), common.json));
                move |stop| if stop == Stop::Time { time.clone() } else { interrupted.clone() }
            });
            let text = if about.literal { Ok(board) } else { input::text(board, &budget) };
            let answer = match text {
                Ok(text) => question.ask_any(&text, &budget)?,
                Err(Exit::Stopped(stop)) => question.unknown_any(stop),
                Err(exit) => return Err(exit),
            };
            drop(progress);
            print(answer, common)
        }
    }
}

/// The same, and proves the answer if that is wanted.
pub(crate) fn run_and_prove(
    question: &impl Question,
    about: About,
    certify: &Certify,
    prove: &Prove<'_>,
    common: &Common,
) -> Result<Code, Exit> {
    if !certify.is_wanted() {
        return run(question, about, common);
    }
    match (about.batch, about.board) {
        (Some(_), _) if certify.certificate.is_some() => {
            Err(Exit::bad("--certificate writes one proof; with --batch use --certify"))
        }
        (Some(path), _) => batch::run_and_prove(question, &path, Some((certify, prove)), common),
        (None, board) => {
            let board = board.expect("clap requires the board");
            let (budget, progress) = common.budget();
            let text = if about.literal { board } else { input::text(board, &budget)? };
            let answer = question.ask(&text, &budget)?;
            drop(progress);
            certify.print(answer, &text, prove, common)
        }
    }
}

/// Prints an answer as text or JSON.
pub(crate) fn print(answer: impl Into<Answer>, common: &Common) -> Result<Code, Exit> {
    let answer = answer.into();
    show(&answer, common)?;
    Ok(Code::of(answer.stopped()))
}

/// Prints anything as text or JSON.
pub(crate) fn show(what: &(impl Serialize + Display), common: &Common) -> Result<(), Exit> {
    guard::stand_down();
    let mut out = stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, what).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{what}")?;
    }
    Ok(out.flush()?)
}
