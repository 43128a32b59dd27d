//! `allsmall nimber`: the Grundy value of impartial Clobber.

use allsmall::answer::NimberQuestion;

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

/// The Grundy value of impartial Clobber, where either player moves either colour
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall nimber xoxo
  allsmall nimber checker:3x4 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    about: About,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    ask::run(&NimberQuestion {}, args.about, common)
}
