//! `allsmall draw`: a picture of a position, of a play, of a game tree, of a
//! value's options.

use std::io::{Write, stdout};
use std::path::PathBuf;

use allsmall::notation::{move_name, read_board_in, read_move};
use allsmall::phutball::{read_oddish_in, read_position_in};
use allsmall::solitaire::ReplayError;
use allsmall::value::Valuer;
use allsmall::{Budget, Move, Position, Stop, draw, outcome, solitaire, write_whole};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::phutball::is_board;
use crate::{guard, input};

/// Draw a position, a play, a game tree or the options of a value as SVG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall draw checker:5x6 -o board.svg
  allsmall draw cycle:xoxoox -o cycle.svg
  allsmall draw checker:3x3 --play -o play.svg
  allsmall draw xxoox --play '3-2 2-1 4-5' --animate -o play.svg
  allsmall draw --phutball o@o.o.o.... -o phutball.svg
  allsmall draw --tree xoxo -o tree.svg
  allsmall draw --options '(xo)^4' --depth 3 -o options.svg")]
pub(crate) struct Args {
    /// The board; @FILE reads it from a file, - from standard input
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// The file to write; standard output if left out
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The board is one of Phutball (@ ball, o stone) or Oddish Phutball (| arrow)
    #[arg(long)]
    phutball: bool,
    /// Draw all positions that can be reached, equal ones once, and who wins them
    #[arg(long, conflicts_with = "phutball")]
    tree: bool,
    /// Draw the canonical options of the value; the board may be a sum
    #[arg(long, conflicts_with_all = ["phutball", "tree"])]
    options: bool,
    /// The most layers of a tree
    #[arg(long, value_name = "N", default_value = "50")]
    depth: usize,
    /// Draw a play, one frame a move: these moves, or else one that leaves the fewest stones
    #[arg(long, value_name = "MOVES", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["phutball", "tree", "options"])]
    play: Option<String>,
    /// Draw the play as one picture that moves
    #[arg(long, requires = "play")]
    animate: bool,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    guard::say(|_| String::new());
    let picture = match args {
        Args { phutball: true, .. } => phutball_picture(&args.board, &budget)?,
        Args { tree: true, .. } => tree_picture(&args.board, args.depth, &budget)?,
        Args { options: true, .. } => options_picture(&args.board, args.depth, &budget)?,
        Args { play: Some(moves), .. } => play_picture(&args.board, moves, args.animate, &budget)?,
        _ => clobber_picture(&args.board, &budget)?,
    };
    drop(progress);
    guard::stand_down();
    match &args.output {
        Some(path) => write_whole(path, picture.as_bytes()).map_err(|error| Exit::unwritten(path, &error))?,
        None => stdout().write_all(picture.as_bytes())?,
    }
    Ok(Code::Answered)
}

fn read(board: &str, budget: &Budget) -> Result<Position, Exit> {
    Ok(read_board_in(&input::text(board.to_owned(), budget)?, budget)?)
}

fn clobber_picture(board: &str, budget: &Budget) -> Result<String, Exit> {
    draw::position(&read(board, budget)?).map_err(Exit::bad)
}

fn tree_picture(board: &str, depth: usize, budget: &Budget) -> Result<String, Exit> {
    let position = read(board, budget)?;
    let winner = |position: &Position| outcome(position, budget).ok().map(|outcome| outcome.to_string());
    let picture = draw::game_tree(&position, depth, winner).map_err(too_large)?;
    // A tree in which some winners are missing only for want of time is none.
    budget.check().map_err(Exit::Stopped)?;
    Ok(picture)
}

fn options_picture(board: &str, depth: usize, budget: &Budget) -> Result<String, Exit> {
    let mut valuer = Valuer::new(budget);
    let value = valuer.text(&input::text(board.to_owned(), budget)?)?;
    draw::option_tree(valuer.values(), value, depth).map_err(too_large)
}

fn too_large(error: draw::TooLarge) -> Exit {
    Exit::bad(format!("{error}; --depth draws fewer layers"))
}

/// The play with these moves, or the one that `reduce` finds.
fn play_picture(board: &str, moves: &str, animate: bool, budget: &Budget) -> Result<String, Exit> {
    let position = read(board, budget)?;
    let read = |word: &str| read_move(position.board(), word).map_err(Exit::bad);
    let mut play: Vec<Move> = moves.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if play.is_empty() {
        let found = solitaire::reduce(&position, &solitaire::Options::free(), budget).map_err(Exit::bad)?;
        if let Some(stop @ (Stop::Time | Stop::Memory | Stop::Interrupted)) = found.stopped {
            return Err(Exit::Stopped(stop));
        }
        play = found.play.ok_or_else(|| Exit::bad("no play was found within the limits"))?;
    }
    let picture = if animate { draw::animation(&position, &play) } else { draw::frames(&position, &play) };
    picture.map_err(|error| match error {
        draw::PlayError::Illegal(ReplayError { at, mv, refusal }) => {
            Exit::bad(format!("move {}, {}: {refusal}", at + 1, move_name(position.board(), mv)))
        }
        draw::PlayError::TooLarge(error) => Exit::bad(error),
    })
}

fn phutball_picture(board: &str, budget: &Budget) -> Result<String, Exit> {
    let text = if is_board(board) { board.to_owned() } else { input::text(board.to_owned(), budget)? };
    if text.contains(['|', '↓']) {
        draw::oddish(&read_oddish_in(&text, budget)?).map_err(Exit::bad)
    } else {
        draw::phutball(&read_position_in(&text, budget)?).map_err(Exit::bad)
    }
}
