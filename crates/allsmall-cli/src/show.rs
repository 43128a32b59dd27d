//! `allsmall show`: what a board looks like.

use allsmall::Player;
use allsmall::answer::ShowQuestion;

use crate::ask::{self, About};
use crate::common::{self, Common};
use crate::exit::{Code, Exit};

/// Print a board with the names of its cells; with --json also places and edges
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall show checker:4x5
  allsmall show cycle:xoxoox --json
  allsmall show checker:4x5 --fen --player right")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    about: About,
    /// Print the FEN of a strip or a grid, as Fairy-Stockfish reads it
    #[arg(long)]
    fen: bool,
    /// Who is to move in the FEN; by default the player that a FEN names, otherwise left
    #[arg(long, value_name = "PLAYER", value_parser = common::player(), requires = "fen")]
    player: Option<Player>,
}

pub(crate) fn run(args: ShowArgs, common: &Common) -> Result<Code, Exit> {
    ask::run(&ShowQuestion { fen: args.fen, player: args.player }, args.about, common)
}
