//! `allsmall nimber`: the Grundy value of impartial Clobber.

use allsmall::Budget;
use allsmall::answer::NimberQuestion;

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// The Grundy value of impartial Clobber, where either player moves either colour
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall nimber xoxo
  allsmall nimber checker:3x4 --json")]
pub(crate) struct NimberArgs {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
}

pub(crate) fn run(args: NimberArgs, common: &Common) -> Result<Code, Exit> {
    let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| allsmall_proofs::nimber(text, budget, out).map(drop);
    ask::run_and_prove(&NimberQuestion {}, args.about, &args.certify, &prove, common)
}
