//! Asks a question about one board or about the boards of a batch, and prints.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin, stdout};

use allsmall::Stop;
use allsmall::answer::{Answer, AnyQuestion, Question};
use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::certify::{self, Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{batch, input, watchdog};

/// The board, or the file of boards, that a command is asked about.
#[derive(clap::Args)]
pub(crate) struct About {
    /// The board; @FILE reads it from a file, - from standard input, as does no board in a pipe
    #[arg(allow_hyphen_values = true, value_parser = BoardText)]
    board: Option<String>,
    /// Answer every line of FILE, one JSON line each; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<String>,
    /// Whether the argument is the board itself even if it looks like `@FILE`.
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
    /// The path of the file of boards, if there is one.
    pub(crate) fn batch_file(&self) -> Option<&str> {
        self.batch.as_deref()
    }

    /// The path of the file that holds the board, if it is in one.
    pub(crate) fn file(&self) -> Option<&str> {
        self.board.as_ref()?.strip_prefix('@')
    }
}

/// The board argument, or `-` if there is none and standard input is not a
/// terminal.
fn board_or_pipe(board: Option<String>) -> Result<String, Exit> {
    match board {
        Some(board) => Ok(board),
        None if stdin().is_terminal() => {
            Err(Exit::bad("expected a board, such as xoxxo or checker:5x5; --help shows examples"))
        }
        None => Ok("-".to_owned()),
    }
}

/// Asks `question` about the board or the batch of the arguments.
pub(crate) fn run(question: &impl AnyQuestion, about: About, common: &Common) -> Result<Code, Exit> {
    match (about.batch, about.board) {
        (Some(path), _) => batch::run(question, &path, common),
        (None, board) => {
            let board = board_or_pipe(board)?;
            let (budget, progress) = common.budget();
            watchdog::say({
                let [time, interrupted] = [Stop::Time, Stop::Interrupted]
                    .map(|stop| watchdog::written(&question.unknown_any(stop), common.json));
                move |stop| if stop == Stop::Time { time.clone() } else { interrupted.clone() }
            });
            let text = if about.literal { Ok(board) } else { input::text(board, &budget) };
            let (text, answer) = match text {
                Ok(text) => {
                    let answer = question.ask_any((&text).into(), &budget)?;
                    (Some(text), answer)
                }
                Err(Exit::Stopped(stop)) => (None, question.unknown_any(stop)),
                Err(exit) => return Err(exit),
            };
            drop(progress);
            show_about(&answer, text.as_deref(), common)?;
            Ok(Code::of(answer.stopped()))
        }
    }
}

/// Like [`ask`], and proves the answer on request.
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
        (Some(_), _) if certify.certificate.is_some() => Err(Exit::bad(certify::ONE_PROOF)),
        (Some(path), _) => batch::run_and_prove(question, &path, certify, prove, common),
        (None, board) => {
            let board = board_or_pipe(board)?;
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
    show_about(what, None, common)
}

/// Prints the answer about this input as text or JSON.
fn show_about(what: &(impl Serialize + Display), input: Option<&str>, common: &Common) -> Result<(), Exit> {
    watchdog::printing(|| {
        let mut out = stdout().lock();
        if common.json {
            writeln!(out, "{}", json(what, input, common)?)?;
        } else {
            writeln!(out, "{what}")?;
        }
        Ok(out.flush()?)
    })
}

/// Maximum number of bytes of an input that is echoed.
const ECHO: usize = 10_000;

/// An answer as one line of JSON: with the input if it differs from the board,
/// and with `--no-stats` without everything that depends on time.
pub(crate) fn json(what: &impl Serialize, input: Option<&str>, common: &Common) -> Result<String, Exit> {
    let failed = |error: serde_json::Error| Exit::from(std::io::Error::from(error));
    let input = input.filter(|input| input.len() <= ECHO);
    if input.is_none() && !common.no_stats {
        return serde_json::to_string(what).map_err(failed);
    }
    let mut value = serde_json::to_value(what).map_err(failed)?;
    if common.no_stats {
        without_stats(&mut value);
    }
    if let (Value::Object(object), Some(input)) = (&mut value, input)
        && object.get("board").is_some_and(|board| board != input)
    {
        let mut echoed = Map::new();
        for (key, value) in std::mem::take(object) {
            let is_board = key == "board";
            echoed.insert(key, value);
            if is_board {
                echoed.insert("input".to_owned(), input.into());
            }
        }
        *object = echoed;
    }
    serde_json::to_string(&value).map_err(failed)
}

/// Removes the fields that depend on time.
fn without_stats(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|key, _| key != "stats" && key != "seconds");
            object.values_mut().for_each(without_stats);
        }
        Value::Array(list) => list.iter_mut().for_each(without_stats),
        _ => {}
    }
}

/// A board as an argument: it may begin with one minus; two are an unknown
/// option, which gets clap's message with its tip.
#[derive(Clone)]
pub(crate) struct BoardText;

impl TypedValueParser for BoardText {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let text = clap::builder::StringValueParser::new().parse_ref(command, argument, value)?;
        let Some(word) = text.strip_prefix("--").filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
        else {
            return Ok(text);
        };
        if word.chars().all(|c| "xobwXOBW.-_".contains(c)) {
            // A board; the parser reports how it can be read.
            return Ok(text);
        }
        Err(unknown_option(command, &text))
    }
}

/// Clap's message about an option that the command does not have.
fn unknown_option(command: &clap::Command, text: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    error.insert(ContextKind::InvalidArg, ContextValue::String(text.to_owned()));
    let name = text.trim_start_matches('-').split('=').next().unwrap_or(text);
    let known = command.get_arguments().filter_map(clap::Arg::get_long);
    let near = known.map(|long| (distance(name, long), long)).min().filter(|(far, _)| *far <= 1 + name.len() / 4);
    if let Some((_, long)) = near {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{long}")));
    }
    error
}

/// Clap takes an unknown option before the board for the board, and complains
/// about the board; this finds the option.
pub(crate) fn blame_the_option(error: clap::Error, mut command: clap::Command) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    command.build();
    let words: Vec<String> = std::env::args().skip(1).collect();
    for word in &words {
        if let Some(inner) = command.find_subcommand(word) {
            command = inner.clone();
        }
    }
    let name = |word: &str| word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word).to_owned());
    let known = |name: &str| {
        matches!(name, "" | "help" | "version") || command.get_arguments().any(|arg| arg.get_long() == Some(name))
    };
    match words.iter().find(|word| name(word).is_some_and(|name| !known(&name))) {
        Some(word) => unknown_option(&command, word),
        None => error,
    }
}

/// The Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_near() {
        assert_eq!(distance("explian", "explain"), 2);
        assert_eq!(distance("bach", "batch"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
