//! `allsmall show`: what a board looks like.

use allsmall::answer::ShowQuestion;

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

/// Print a board with the names of its cells; with --json also places and edges
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall show checker:4x5
  allsmall show cycle:xoxoox --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    about: About,
}

pub(crate) fn run(args: ShowArgs, common: &Common) -> Result<Code, Exit> {
    ask::run(&ShowQuestion {}, args.about, common)
}
