//! `allsmall plot`: a sequence of numbers, as a picture or as text.

use std::io::{Write, stdout};
use std::path::PathBuf;

use allsmall::answer::{Answer, NimberQuestion, Question, ReduceQuestion, RuleName};
use allsmall::notation::read_board_in;
use allsmall::solitaire::studies::extremes::extremes;
use allsmall::{Budget, Stop, draw, write_whole};
use serde::Serialize;

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::guard;

/// Plot a sequence: a number for every n
///
/// The board is a pattern in which every letter n stands for the number. For
/// maxrv only the graph of the board counts, and the number is the most
/// stones that some position with both colours must leave.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall plot nimber '(xo)^n' --to 20 -o nimbers.svg
  allsmall plot stones '(xxo)^n' --to 50
  allsmall plot maxrv 'cycle:x^n' --from 3 --to 12 --json")]
pub(crate) struct Args {
    /// What is plotted
    quantity: Quantity,
    /// The boards, with the letter n for the number
    pattern: String,
    /// The first n
    #[arg(long, default_value = "1", value_name = "N")]
    from: u64,
    /// The last n
    #[arg(long, default_value = "20", value_name = "N")]
    to: u64,
    /// The picture to write; without it the numbers are printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Quantity {
    /// The Grundy value of impartial Clobber
    Nimber,
    /// The fewest stones of Solitaire Clobber
    Stones,
    /// The fewest stones under the alternating rule
    Alternate,
    /// The most stones that some position of the graph must leave
    Maxrv,
}

/// One entry of the sequence.
#[derive(Serialize)]
struct Entry {
    n: u64,
    value: Option<i64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<Code, Exit> {
    let board = |n: u64| args.pattern.replace('n', &n.to_string());
    if !args.pattern.contains('n') {
        return Err(Exit::bad(format!("the pattern {:?} has no n; expected one such as (xo)^n", args.pattern)));
    }
    if args.from > args.to {
        return Err(Exit::bad(format!("--from {} comes after --to {}", args.from, args.to)));
    }
    let (budget, progress) = common.budget();
    let mut code = Code::Answered;
    let mut entries = Vec::new();
    for n in args.from..=args.to {
        if let Err(stop) = budget.check().and_then(|()| budget.fits(2 * size_of_val(&entries[..]))) {
            code = Code::of(Some(stop));
            break;
        }
        budget.report(|| format!("n = {n}"));
        let value = match args.quantity.of(&board(n), &budget)? {
            Ok(value) => value,
            Err(stop) => {
                code = Code::of(Some(stop));
                None
            }
        };
        entries.push(Entry { n, value });
    }
    drop(progress);
    guard::stand_down();
    match &args.output {
        None => print(&entries, common)?,
        Some(path) => {
            let points: Vec<_> = entries.iter().map(|entry| (entry.n, entry.value)).collect();
            let picture = draw::plot(&format!("{} of {}", args.quantity.title(), args.pattern), &points);
            write_whole(path, picture.as_bytes()).map_err(|error| Exit::unwritten(path, &error))?;
        }
    }
    Ok(code)
}

impl Quantity {
    fn title(self) -> &'static str {
        match self {
            Quantity::Nimber => "Nimber",
            Quantity::Stones => "Fewest stones",
            Quantity::Alternate => "Fewest stones, alternating,",
            Quantity::Maxrv => "Most stones that must be left on the graph",
        }
    }

    /// The number for one board; the inner error is a limit that was hit.
    fn of(self, text: &str, budget: &Budget) -> Result<Result<Option<i64>, Stop>, Exit> {
        let reduce = |rule| ReduceQuestion { rule, no_play: true, ..ReduceQuestion::default() };
        let answer = match self {
            Quantity::Nimber => NimberQuestion {}.answer(text, budget)?,
            Quantity::Stones => reduce(RuleName::Free).answer(text, budget)?,
            Quantity::Alternate => reduce(RuleName::Alternate).answer(text, budget)?,
            Quantity::Maxrv => {
                let position = read_board_in(text, budget)?;
                let found = extremes(position.board(), budget);
                return Ok(found.map(|found| found.map(|found| found.most as i64)));
            }
        };
        Ok(match (&answer, answer.stopped()) {
            (_, Some(stop)) => Err(stop),
            (Answer::Nimber(answer), None) => Ok(answer.nimber.map(i64::from)),
            (Answer::Reduce(answer), None) => Ok(answer.value.map(|value| value as i64)),
            _ => unreachable!("these questions have these answers"),
        })
    }
}

fn print(entries: &[Entry], common: &Common) -> Result<(), Exit> {
    let mut out = stdout().lock();
    for entry in entries {
        if common.json {
            serde_json::to_writer(&mut out, entry).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let value = entry.value.map_or_else(|| "?".to_owned(), |value| value.to_string());
            writeln!(out, "{} {value}", entry.n)?;
        }
    }
    Ok(out.flush()?)
}
