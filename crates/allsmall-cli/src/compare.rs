//! `allsmall compare`: how two expressions compare as games.

use allsmall::answer::{AnyQuestion, CompareQuestion};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{ask, input};

/// How two positions or sums compare: =, <, > or || (confused)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall compare xxo up
  allsmall compare '(xxo)^400' '200*up' --json")]
pub(crate) struct Args {
    /// The first expression; @FILE reads it from a file, - from standard input
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// The second expression
    #[arg(allow_hyphen_values = true)]
    other: String,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let (board, other) = (input::text(args.board, &budget)?, input::text(args.other, &budget)?);
    let answer = CompareQuestion { other }.ask_any(&board, &budget)?;
    drop(progress);
    ask::print(answer, common)
}
