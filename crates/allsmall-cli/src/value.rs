//! `allsmall value`: the exact value of an expression.

use allsmall::Budget;
use allsmall::answer::ValueQuestion;

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// The exact combinatorial game value of a position or a sum
///
/// Values are written as CGSuite writes them: 0, *, *2, ^ (up), ^3* (three ups and star), v (down),
/// ±{*,^}, Tiny(2), and {left|right} otherwise. Sums, and the functions cool(G,t), freeze(G),
/// heat(G,t), overheat(G,s,t), rcf(G), norton(G,U) and ordinal(G,H) of values and boards, are read too.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall value '(xxo)^5'
  allsmall value xoxo --options
  allsmall value xoxxoxooxo --at L2.R1
  allsmall value '{3||2*|1*}' --thermograph
  allsmall value 'cool({3||2*|1*},1/2)'
  allsmall value 'checker:3x3 - 2*up' --json
  allsmall value xoxo --certificate p.txt --plain && formal/check p.txt
  allsmall value --batch boards.txt")]
pub(crate) struct ValueArgs {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
    /// Write a proof with hints that the verified checker formal/check reads too
    #[arg(long, help_heading = "Proofs")]
    plain: bool,
    /// Give the name in LaTeX
    #[arg(long)]
    latex: bool,
    /// Open an option: L2.R1 is Left's second, then Right's first canonical option
    #[arg(long, value_name = "PATH")]
    at: Option<String>,
    /// Give the walls of the thermograph
    #[arg(long)]
    thermograph: bool,
    /// Give the incentives: what moves gain
    #[arg(long)]
    incentives: bool,
    /// List every legal move with its value; dominated and reversible ones are marked
    #[arg(long)]
    options: bool,
}

pub(crate) fn run(args: ValueArgs, common: &Common) -> Result<Code, Exit> {
    let ValueArgs { about, latex, at, thermograph, incentives, options, certify, plain } = args;
    certify.allows(plain)?;
    if at.is_some() && certify.is_wanted() {
        return Err(Exit::bad("a proof is about the whole board, not about the option of --at"));
    }
    let question = ValueQuestion { latex, options, at, thermograph, incentives };
    let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| {
        let lines = if plain {
            allsmall_proofs::plain_value(text, budget, out)
        } else {
            allsmall_proofs::value(text, budget, out)
        };
        lines.map(drop)
    };
    ask::run_and_prove(&question, about, &certify, &prove, common)
}
