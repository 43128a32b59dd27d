//! `allsmall draw`: a picture of a position.

use std::io::{Write, stdout};
use std::path::PathBuf;

use allsmall::notation::read_board;
use allsmall::{draw, write_whole};

use crate::exit::{Code, Exit};
use crate::input;

/// Draw a position as SVG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall draw checker:5x6 -o board.svg
  allsmall draw cycle:xoxoox -o cycle.svg")]
pub(crate) struct Args {
    /// The board; @FILE reads it from a file, - from standard input
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// The file to write; standard output if left out
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Code, Exit> {
    let position = read_board(&input::text(args.board.clone())?).map_err(Exit::bad)?;
    let picture = draw::position(&position).map_err(Exit::bad)?;
    match &args.output {
        Some(path) => write_whole(path, picture.as_bytes()).map_err(|error| Exit::unwritten(path, &error))?,
        None => stdout().write_all(picture.as_bytes())?,
    }
    Ok(Code::Answered)
}
