//! Asks a question about one board or about the boards of a batch, and prints.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::time::Instant;

use allsmall::answer::{Answer, AnyQuestion, Asked, BatchCache, Failure, Question, Stats};
use allsmall::{Budget, Stop};
use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;
use serde_json::Value;

use crate::certify::{self, Certify, Prove};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{batch, input, watchdog};

/// The board, or the file of boards, that a command is asked about.
#[derive(clap::Args)]
pub(crate) struct About {
    /// The board; @FILE reads it from a file, - (or no BOARD, in a pipe) from standard input
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
pub(crate) fn board_or_pipe(board: Option<String>) -> Result<String, Exit> {
    match board {
        Some(board) => Ok(board),
        None if stdin().is_terminal() => {
            Err(Exit::bad("expected a board, such as xoxxo or checker:5x5; --help shows examples"))
        }
        None => Ok("-".to_owned()),
    }
}

/// A board argument and the text that it stands for.
struct Subject {
    text: String,
    /// The name of the input in JSON: the argument, or what came from standard input.
    asked: Asked,
}

impl Subject {
    /// Reads the text; an argument that is `literal` is the text itself.
    fn read(argument: String, literal: bool, budget: &Budget) -> Result<Subject, Exit> {
        let piped = !literal && argument == "-";
        let asked = Asked::about(&argument);
        let text = if literal { argument } else { input::text(argument, budget)? };
        let asked = if piped { Asked::about(text.trim()) } else { asked };
        Ok(Subject { text, asked })
    }
}

/// Asks `question` about the board or the batch of the arguments.
pub(crate) fn run(question: &impl AnyQuestion, about: About, common: &Common) -> Result<Code, Exit> {
    match (about.batch, about.board) {
        (Some(path), _) => batch::run(question, &path, common),
        (None, board) => {
            let board = board_or_pipe(board)?;
            let (budget, progress) = common.budget();
            let given = Asked::about(&board);
            say_when_late(question, &given, &budget, common);
            let (asked, mut answer, cache) = match Subject::read(board, about.literal, &budget) {
                Ok(Subject { text, asked }) => {
                    say_when_late(question, &asked, &budget, common);
                    let mut cache = BatchCache::for_one_question();
                    match question.ask_any_with((&text).into(), &budget, &mut cache) {
                        Ok(answer) => (asked, answer, Some(cache)),
                        Err(failure) => return Err(refused(failure, &asked, common)?),
                    }
                }
                Err(Exit::Stopped(stop)) => (given, question.unknown_any(stop), None),
                Err(exit) => return Err(exit),
            };
            drop(progress);
            if common.no_stats {
                answer.remove_stats();
            }
            show_about(&answer, Some(&asked), common)?;
            // The process ends now; freeing tables of gigabytes would take longer.
            std::mem::forget(cache);
            Ok(Code::of(answer.stopped()))
        }
    }
}

/// Sets what is printed if the run does not end by itself in time.
pub(crate) fn say_when_late(question: &impl AnyQuestion, asked: &Asked, budget: &Budget, common: &Common) {
    let answers = [Stop::Time, Stop::Interrupted].map(|stop| (stop, question.unknown_any(stop)));
    let (asked, budget, common, started) = (asked.clone(), budget.clone(), common.clone(), Instant::now());
    watchdog::say(move |stop| {
        let mut answer = answers.iter().find(|(one, _)| *one == stop).unwrap_or(&answers[0]).1.clone();
        if let Answer::Solve(answer) = &mut answer
            && !common.no_stats
        {
            answer.stats = Stats { nodes: budget.nodes(), seconds: started.elapsed().as_secs_f64() };
        }
        watchdog::written(&answer, &asked, common.json)
    });
}

/// Like [`run`], and proves the answer on request.
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
            let Subject { text, asked } = Subject::read(board, about.literal, &budget)?;
            let answer = match question.ask(&text, &budget) {
                Ok(answer) => answer,
                Err(failure) => return Err(refused(failure, &asked, common)?),
            };
            drop(progress);
            certify.print(answer, &text, &asked, prove, common)
        }
    }
}

/// What is wrong with the input, also as JSON where that is asked for.
pub(crate) fn refused(failure: Failure, asked: &Asked, common: &Common) -> Result<Exit, Exit> {
    if common.json && !matches!(failure, Failure::Stopped(_)) {
        watchdog::printing(|| {
            let error = RefusedInput { error: &failure };
            writeln!(stdout(), "{}", json(&error, Some(asked), common)?).map_err(Exit::from)
        })?;
    }
    Ok(failure.into())
}

/// An error in place of an answer.
#[derive(Serialize)]
struct RefusedInput<'a> {
    error: &'a Failure,
}

/// Prints an answer as text or JSON.
pub(crate) fn print(answer: impl Into<Answer>, common: &Common) -> Result<Code, Exit> {
    let answer = answer.into();
    show(&answer, common)?;
    Ok(Code::of(answer.stopped()))
}

/// Prints an answer about this input as text or JSON.
pub(crate) fn print_about(answer: impl Into<Answer>, asked: &Asked, common: &Common) -> Result<Code, Exit> {
    let answer = answer.into();
    show_about(&answer, Some(asked), common)?;
    Ok(Code::of(answer.stopped()))
}

/// Prints anything as text or JSON.
pub(crate) fn show(what: &(impl Serialize + Display), common: &Common) -> Result<(), Exit> {
    show_about(what, None, common)
}

/// Prints something about this input as text or JSON.
pub(crate) fn show_about(
    what: &(impl Serialize + Display),
    asked: Option<&Asked>,
    common: &Common,
) -> Result<(), Exit> {
    watchdog::printing(|| {
        let mut out = stdout().lock();
        if common.json {
            writeln!(out, "{}", json(what, asked, common)?)?;
        } else {
            writeln!(out, "{what}")?;
        }
        Ok(out.flush()?)
    })
}

/// An answer as one line of JSON, its input first; with `--no-stats` without
/// everything that depends on time.
pub(crate) fn json(what: &impl Serialize, asked: Option<&Asked>, common: &Common) -> Result<String, Exit> {
    let failed = |error: serde_json::Error| Exit::from(std::io::Error::from(error));
    if !common.no_stats {
        let text = match asked {
            Some(asked) => serde_json::to_string(&asked.with(what)),
            None => serde_json::to_string(what),
        };
        return text.map_err(failed);
    }
    let value = match asked {
        Some(asked) => serde_json::to_value(asked.with(what)),
        None => serde_json::to_value(what),
    };
    let mut value = value.map_err(failed)?;
    without_stats(&mut value);
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
