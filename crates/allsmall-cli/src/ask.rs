//! Asks one question, or the same question about many boards, and prints.

use std::io::{Write, stdout};

use allsmall::answer::{Answer, Question};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{batch, input};

/// The board, or the file of boards, that a command is asked about.
#[derive(clap::Args)]
pub(crate) struct About {
    /// The board or expression; @FILE reads it from a file, - from standard input
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    board: Option<String>,
    /// Answer every line of FILE, one JSON line each; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<String>,
}

impl About {
    /// The path of the file that holds the board, if it is in one.
    pub(crate) fn file(&self) -> Option<&str> {
        self.board.as_ref()?.strip_prefix('@')
    }
}

/// Asks `question` about what the user named.
pub(crate) fn run(question: &impl Question, about: About, common: &Common) -> Result<Code, Exit> {
    match (about.batch, about.board) {
        (Some(path), _) => batch::run(question, &path, common),
        (None, board) => {
            let text = input::text(board.expect("clap requires the board"))?;
            let (budget, progress) = common.budget();
            let answer = question.ask(&text, &budget)?;
            drop(progress);
            print(&answer, common)
        }
    }
}

/// Prints an answer as text or JSON.
pub(crate) fn print(answer: &Answer, common: &Common) -> Result<Code, Exit> {
    let mut out = stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(Code::of(answer.stopped()))
}
