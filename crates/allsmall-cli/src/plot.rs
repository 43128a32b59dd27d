//! `allsmall plot`: a sequence of numbers, as a picture or as text.

use std::io::{Write, stdout};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use allsmall::answer::{NimberQuestion, Question, ReduceQuestion, SolveQuestion};
use allsmall::cgt::Weight;
use allsmall::notation::{ExprPattern, read_board_in, read_numbers};
use allsmall::solitaire::SolitaireRule;
use allsmall::solitaire::extremes::extremes;
use allsmall::value::Valuer;
use allsmall::{Budget, ReadError, Stop, draw};
use serde::Serialize;

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::figure::Target;
use crate::watchdog;

/// Plot a sequence: a number for every n
///
/// The board is an expression in which n stands for the number: (xo)^n, random:nxn:7,
/// (xxo)^(2n+1). For maxrv only the graph of the board counts, and the number is the most
/// stones that some position with both colours must leave.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall plot nimber '(xo)^n' --to 20 -o nimbers.svg
  allsmall plot stones '(xxo)^n' --n 1..50
  allsmall plot stones random:nxn:7 --from 3 --to 12
  allsmall plot maxrv 'cycle:x^n' --from 3 --to 12 --json")]
pub(crate) struct PlotArgs {
    /// What is plotted
    quantity: Quantity,
    /// The boards, with the letter n for the number
    pattern: String,
    /// The values of n, such as 1..50
    #[arg(long = "n", value_name = "FIRST..LAST", value_parser = read_numbers, conflicts_with_all = ["from", "to"])]
    numbers: Option<RangeInclusive<u64>>,
    /// The first value of n
    #[arg(long, default_value = "1", value_name = "N")]
    from: u64,
    /// The last value of n
    #[arg(long, default_value = "20", value_name = "N")]
    to: u64,
    /// The picture to write; without it the numbers are printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Black and white only
    #[arg(long)]
    bw: bool,
    /// The line above the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
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
    /// Positions of the canonical form of the value
    ValueSize,
    /// The atomic weight, where it is a whole number
    Aw,
    /// The birthday of the value
    Birthday,
    /// Who wins: L, N, P or R; in JSON also 2, 1, 0, -1
    Outcome,
}

/// One entry of the sequence.
#[derive(Serialize)]
struct PlotPoint {
    n: u64,
    value: Option<i64>,
    /// The name of the value, if numbers stand for categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
}

pub(crate) fn run(args: &PlotArgs, common: &Common) -> Result<Code, Exit> {
    let pattern = ExprPattern::read(&args.pattern).map_err(Exit::bad)?;
    if args.from > args.to {
        return Err(Exit::bad(format!("--from {} comes after --to {}", args.from, args.to)));
    }
    let target = Target::of(args.output.as_deref())?;
    let (budget, progress) = common.budget();
    let mut code = Code::Answered;
    let mut entries = Vec::new();
    for n in args.numbers.clone().unwrap_or(args.from..=args.to) {
        if let Err(stop) = budget.check().and_then(|()| budget.fits(2 * size_of_val(&entries[..]))) {
            code = Code::of(Some(stop));
            break;
        }
        budget.report(|| format!("n = {n}"));
        let board = pattern.at(n).map_err(Exit::bad)?;
        let value = match args.quantity.of(&board, &budget)? {
            Ok(value) => value,
            Err(stop) => {
                code = Code::of(Some(stop));
                None
            }
        };
        let outcome = args.quantity.names().iter().find(|name| Some(name.0) == value).map(|name| name.1);
        entries.push(PlotPoint { n, value, outcome });
    }
    drop(progress);
    watchdog::stand_down();
    match &args.output {
        None => print(&entries, common)?,
        Some(_) => {
            let points: Vec<_> = entries.iter().map(|entry| (entry.n, entry.value)).collect();
            let title = format!("{} of {}", args.quantity.title(), args.pattern);
            let axes = draw::Axes { x: "n", y: args.quantity.unit(), names: args.quantity.names(), bw: args.bw };
            target.write(&draw::plot(args.title.as_deref().unwrap_or(&title), axes, &points))?;
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
            Quantity::ValueSize => "Size of the value",
            Quantity::Aw => "Atomic weight",
            Quantity::Birthday => "Birthday of the value",
            Quantity::Outcome => "Outcome",
        }
    }

    /// Names of the categories, if the numbers are not amounts.
    fn names(self) -> &'static [(i64, &'static str)] {
        match self {
            Quantity::Outcome => &[(2, "L"), (1, "N"), (0, "P"), (-1, "R")],
            _ => &[],
        }
    }

    /// The label of the axis.
    fn unit(self) -> &'static str {
        match self {
            Quantity::Nimber => "nimber",
            Quantity::Stones | Quantity::Alternate | Quantity::Maxrv => "stones",
            Quantity::ValueSize => "size",
            Quantity::Aw => "weight",
            Quantity::Birthday => "birthday",
            Quantity::Outcome => "outcome",
        }
    }

    /// The number for one board; the inner error is a limit of the budget.
    fn of(self, text: &str, budget: &Budget) -> Result<Result<Option<i64>, Stop>, Exit> {
        let fewest = |rule| {
            let question = ReduceQuestion { rule, no_play: true, ..ReduceQuestion::default() };
            let answer = question.ask(text, budget)?;
            Ok(answer.stopped.map_or(Ok(answer.value.map(|value| value as i64)), Err))
        };
        match self {
            Quantity::Nimber => {
                let answer = NimberQuestion {}.ask(text, budget)?;
                Ok(answer.stopped.map_or(Ok(answer.nimber.map(i64::from)), Err))
            }
            Quantity::Stones => fewest(SolitaireRule::Free),
            Quantity::Alternate => fewest(SolitaireRule::Alternate),
            Quantity::Maxrv => {
                let position = read_board_in(text, budget)?;
                let found = extremes(position.board(), budget);
                Ok(found.map(|found| found.map(|found| found.most as i64)))
            }
            Quantity::Outcome => {
                let answer = SolveQuestion::default().ask(text, budget)?;
                let number = |outcome: &str| self.names().iter().find(|name| name.1 == outcome).map(|name| name.0);
                let found = answer.outcome.and_then(|outcome| number(&outcome.to_string()));
                Ok(answer.stopped.map_or(Ok(found), Err))
            }
            Quantity::ValueSize | Quantity::Aw | Quantity::Birthday => self.of_value(text, budget),
        }
    }

    fn of_value(self, text: &str, budget: &Budget) -> Result<Result<Option<i64>, Stop>, Exit> {
        let mut valuer = Valuer::new(budget);
        let v = match valuer.text(text) {
            Ok(v) => v,
            Err(ReadError::Text(error)) => return Err(Exit::bad(error)),
            Err(ReadError::Stop(stop)) => return Ok(Err(stop)),
        };
        let values = valuer.values();
        Ok(Ok(match self {
            Quantity::ValueSize => Some(values.size(v) as i64),
            Quantity::Birthday => Some(i64::from(values.birthday(v))),
            Quantity::Aw => match values.atomic_weight(v) {
                Weight::Integer(n) => Some(i64::from(n)),
                Weight::None | Weight::Game(_) => None,
            },
            _ => None,
        }))
    }
}

fn print(entries: &[PlotPoint], common: &Common) -> Result<(), Exit> {
    let mut out = stdout().lock();
    for entry in entries {
        if common.json {
            serde_json::to_writer(&mut out, entry).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let value = entry.value.map_or_else(|| "?".to_owned(), |value| value.to_string());
            let value = entry.outcome.unwrap_or(&value);
            writeln!(out, "{} {value}", entry.n)?;
        }
    }
    Ok(out.flush()?)
}
