//! `allsmall reduce`: Solitaire Clobber.

use allsmall::answer::{FirstName, ReduceQuestion, RuleName};

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

/// Solitaire Clobber: the fewest stones one player alone can leave
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall reduce cycle:bwwbwwbww
  allsmall reduce '(xo)^3x' --rule alternate --first any
  allsmall reduce checker:3x3 --json --no-play")]
pub(crate) struct Args {
    #[command(flatten)]
    about: About,
    /// free: either colour at every move; alternate: the colours of the moves alternate
    #[arg(long, default_value = "free")]
    rule: Rule,
    /// Whose stone moves first, with --rule alternate
    #[arg(long, default_value = "any", value_name = "PLAYER")]
    first: First,
    /// Leave the play out
    #[arg(long)]
    no_play: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Rule {
    Free,
    Alternate,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum First {
    Left,
    Right,
    Any,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let rule = match args.rule {
        Rule::Free => RuleName::Free,
        Rule::Alternate => RuleName::Alternate,
    };
    let first = match args.first {
        First::Left => FirstName::Left,
        First::Right => FirstName::Right,
        First::Any => FirstName::Any,
    };
    ask::run(&ReduceQuestion { rule, first, no_play: args.no_play }, args.about, common)
}
