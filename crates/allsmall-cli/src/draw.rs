//! `allsmall draw`: a picture of a position.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use allsmall::draw;
use allsmall::notation::read_board;

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
        Some(path) => write_whole(path, &picture)?,
        None => stdout().write_all(picture.as_bytes())?,
    }
    Ok(Code::Answered)
}

/// Writes a file in one step: whoever reads it sees the old one or the new one.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Exit> {
    let cannot = |error: std::io::Error| Exit::bad(format!("cannot write {}: {error}", path.display()));
    let mut name =
        path.file_name().ok_or_else(|| Exit::bad(format!("{} is not a file name", path.display())))?.to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, text).and_then(|()| fs::rename(&part, path)).map_err(|error| {
        let _ = fs::remove_file(&part);
        cannot(error)
    })
}
