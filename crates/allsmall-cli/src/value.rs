//! `allsmall value`: the exact value of an expression.

use allsmall::Budget;
use allsmall::answer::ValueQuestion;

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// The exact combinatorial game value of a position or a sum
///
/// Values are written 0, *, *2, ^ (up), ^3* (three ups and star), v (down), and {left|right} otherwise.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall value '(xxo)^5'
  allsmall value xoxo --options
  allsmall value 'checker:3x3 - 2*up' --json
  allsmall value --batch boards.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
    /// Give the name in LaTeX
    #[arg(long)]
    latex: bool,
    /// List every legal move with its value; dominated and reversible ones are marked
    #[arg(long)]
    options: bool,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let question = ValueQuestion { latex: args.latex, options: args.options };
    let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| allsmall_proofs::value(text, budget, out).map(drop);
    ask::run_and_prove(&question, args.about, &args.certify, &prove, common)
}
