//! `allsmall compare`: how two expressions compare as games.

use allsmall::Budget;
use allsmall::answer::{CompareQuestion, Question};

use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::input;

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
    #[command(flatten)]
    certify: Certify,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let (board, other) = (input::text(args.board, &budget)?, input::text(args.other, &budget)?);
    let answer = CompareQuestion { other: other.clone() }.ask(&board, &budget)?;
    drop(progress);
    let prove =
        |text: &str, budget: &Budget, out: &mut Vec<u8>| allsmall_proofs::compare(text, &other, budget, out).map(drop);
    args.certify.print(answer, &board, &prove, common)
}
