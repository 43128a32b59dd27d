//! `allsmall solve`: who wins two-player Clobber.

use allsmall::Player;
use allsmall::answer::SolveQuestion;

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

/// Who wins two-player Clobber
///
/// Left moves x, Right moves o; who cannot move loses. The board may be a sum:
/// boards and the values 0, star, *2, up, down joined by + and - with spaces.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall solve xoxoxo
  allsmall solve checker:4x4 --moves
  allsmall solve 'xxo + oox - star' --json
  allsmall solve --batch boards.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    about: About,
    /// List all winning first moves, not only one
    #[arg(long)]
    moves: bool,
    /// Solve only for this player moving first
    #[arg(long, value_name = "PLAYER")]
    first: Option<First>,
    /// Say what settled it and what is known about each part; with --moves
    /// also who wins after each move
    #[arg(long)]
    explain: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum First {
    Left,
    Right,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let first = args.first.map(|first| match first {
        First::Left => Player::Left,
        First::Right => Player::Right,
    });
    ask::run(&SolveQuestion { moves: args.moves, first, explain: args.explain }, args.about, common)
}
