//! `allsmall draw`: a picture of a position.

use std::io::{Write, stdout};
use std::path::PathBuf;

use allsmall::notation::read_board;
use allsmall::phutball::{read_oddish, read_position};
use allsmall::{draw, write_whole};

use crate::exit::{Code, Exit};
use crate::input;
use crate::phutball::is_board;

/// Draw a position as SVG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall draw checker:5x6 -o board.svg
  allsmall draw cycle:xoxoox -o cycle.svg
  allsmall draw --phutball o@o.o.o.... -o phutball.svg")]
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
}

pub(crate) fn run(args: &Args) -> Result<Code, Exit> {
    let picture = if args.phutball { phutball_picture(&args.board)? } else { clobber_picture(&args.board)? };
    match &args.output {
        Some(path) => write_whole(path, picture.as_bytes()).map_err(|error| Exit::unwritten(path, &error))?,
        None => stdout().write_all(picture.as_bytes())?,
    }
    Ok(Code::Answered)
}

fn clobber_picture(board: &str) -> Result<String, Exit> {
    let position = read_board(&input::text(board.to_owned())?).map_err(Exit::bad)?;
    draw::position(&position).map_err(Exit::bad)
}

fn phutball_picture(board: &str) -> Result<String, Exit> {
    let text = if is_board(board) { board.to_owned() } else { input::text(board.to_owned())? };
    if text.contains(['|', '↓']) {
        draw::oddish(&read_oddish(&text).map_err(Exit::bad)?).map_err(Exit::bad)
    } else {
        draw::phutball(&read_position(&text).map_err(Exit::bad)?).map_err(Exit::bad)
    }
}
