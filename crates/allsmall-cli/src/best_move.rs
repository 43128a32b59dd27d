//! `allsmall move`: a move on a board of any size.

use allsmall::Player;
use allsmall::answer::MoveQuestion;

use crate::ask::{self, About};
use crate::common::{self, Common};
use crate::exit::{Code, Exit};

/// A move on a board of any size: proved where possible, otherwise an estimate
///
/// The answer says whether the result is proved or how likely a win is. The
/// time is 1s unless --time says otherwise.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall move checker:8x8
  allsmall move checker:10x10 --player right --time 5s --json
  allsmall move 'PpPpP/pPpPp/PpPpP w'")]
pub(crate) struct MoveArgs {
    #[command(flatten)]
    about: About,
    /// Who is to move; by default the player that a FEN names, otherwise left
    #[arg(long, value_name = "PLAYER", value_parser = common::player())]
    player: Option<Player>,
    /// Search instead of taking results from the opening book
    #[arg(long)]
    no_book: bool,
}

pub(crate) fn run(args: MoveArgs, common: &Common) -> Result<Code, Exit> {
    ask::run(&MoveQuestion { player: args.player, book: !args.no_book }, args.about, common)
}
