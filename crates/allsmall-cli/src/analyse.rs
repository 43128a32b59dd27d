//! `allsmall analyse`: every move with its result or its chance.

use allsmall::Player;
use allsmall::answer::AnalyseQuestion;

use crate::ask::{self, About};
use crate::common::{self, Common};
use crate::exit::{Code, Exit};

/// Every move, best first: whether it wins, or how likely
///
/// Moves are proved to win or to lose where possible; the others get an
/// estimated chance. The time is 1s unless --time says otherwise.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall analyse checker:4x4
  allsmall analyse checker:8x8 --time 10s --json")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    about: About,
    /// Who is to move; by default the player that a FEN names, otherwise left
    #[arg(long, value_name = "PLAYER", value_parser = common::player())]
    player: Option<Player>,
    /// Search instead of taking results from the opening book
    #[arg(long)]
    no_book: bool,
}

pub(crate) fn run(args: AnalyseArgs, common: &Common) -> Result<Code, Exit> {
    ask::run(&AnalyseQuestion { player: args.player, book: !args.no_book }, args.about, common)
}
