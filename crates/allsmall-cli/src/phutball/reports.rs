//! `allsmall phutball stats` and `potential`: all boards of one length.

use allsmall::answer::{PhutballPotential, PhutballStats};
use allsmall::phutball::exact::MoveKind;
use clap::builder::TypedValueParser;

use super::{squares, stopped};
use crate::ask;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};

/// Count who wins, over all boards of a length
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall phutball stats -n 3..20
  allsmall phutball stats -n 22 --only backward --list 3 --json")]
pub(super) struct StatsArgs {
    /// Number of squares, 3 to 30, or a range such as 3..20
    #[arg(short = 'n', long, value_parser = range, value_name = "SQUARES")]
    squares: (usize, usize),
    /// Count also the boards that Left, to move, wins by this kind of move only
    #[arg(long, value_name = "KIND", value_parser = kind())]
    only: Option<MoveKind>,
    /// Show the first N of them
    #[arg(long, value_name = "N", default_value = "10", requires = "only")]
    list: usize,
}

/// Say where the generalised potential is right and where it fails
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall phutball potential -n 12 --list 5")]
pub(super) struct PotentialArgs {
    /// Number of squares, 3 to 30
    #[arg(short = 'n', long, value_parser = squares)]
    squares: usize,
    /// Show the first N boards for which it names a wrong winner
    #[arg(long, value_name = "N", default_value = "10")]
    list: usize,
    /// Show only boards whose potentials differ by at least D
    #[arg(long, value_name = "D", default_value = "0")]
    difference: u64,
}

fn kind() -> impl TypedValueParser<Value = MoveKind> {
    common::word([("place", MoveKind::Place), ("forward", MoveKind::Forward), ("backward", MoveKind::Backward)])
}

/// `7`, or `3..20` with both ends.
fn range(text: &str) -> Result<(usize, usize), String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let ends = (squares(low)?, squares(high)?);
    if ends.0 > ends.1 {
        return Err("the range is empty; expected the smaller number first, as in 3..20".to_owned());
    }
    Ok(ends)
}

pub(super) fn stats(args: &StatsArgs, common: &Common) -> Result<Code, Exit> {
    if !common.json {
        ask::show(&PhutballStats::HEADING, common)?;
    }
    let (budget, _progress) = common.budget();
    for squares in args.squares.0..=args.squares.1 {
        let found = PhutballStats::new(squares, args.only, args.list, &budget);
        match found {
            Ok(found) => ask::show(&found, common)?,
            Err(stop) => return stopped(squares, stop, common),
        }
    }
    Ok(Code::Answered)
}

pub(super) fn potential(args: &PotentialArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let found = PhutballPotential::new(args.squares, args.list, args.difference, &budget);
    drop(progress);
    match found {
        Ok(found) => {
            ask::show(&found, common)?;
            Ok(Code::Answered)
        }
        Err(stop) => stopped(args.squares, stop, common),
    }
}
