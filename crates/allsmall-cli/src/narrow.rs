//! `allsmall narrow`: solitaire on K x n grids, for every n.

use allsmall::answer::NarrowQuestion;

use crate::ask::print;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// Solitaire on K x n grids: a statement for every n
///
/// Can every position of both colours be reduced to T stones, unless delta
/// alone forbids it? Settled by a finite automaton for all n at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall narrow --rows 2 --at-most 2
  allsmall narrow --rows 3 --at-most 1 --json")]
pub(crate) struct NarrowArgs {
    /// Rows of the grids
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=5))]
    rows: u8,
    /// The number of stones to reach
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u8).range(1..))]
    at_most: u8,
    /// Count the exceptions up to this number of columns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), default_value = "24")]
    longest: u16,
}

pub(crate) fn run(args: &NarrowArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let question =
        NarrowQuestion { rows: args.rows.into(), at_most: args.at_most.into(), longest: args.longest.into() };
    let answer = question.answer(&budget);
    drop(progress);
    print(answer, common)
}
