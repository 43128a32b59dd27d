//! `allsmall phutball table`: all boards of one length in a file.

use std::path::{Path, PathBuf};

use allsmall::answer::{PhutballQuestion, PhutballTable};
use allsmall::phutball::table::{TableError, TableFile, build};

use super::{is_board, squares, stopped};
use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

/// All boards of one length in a file
#[derive(clap::Subcommand)]
pub(super) enum TableFileCommand {
    Build(TableBuildArgs),
    Info(TableInfoArgs),
    Query(QueryArgs),
}

/// Solve all boards of one length and write them to a file
///
/// The file takes its name only when it is complete. For n squares it has
/// about 1.25 (n - 2) 2^(n - 1) bytes: 12 MB for 20, 231 MB for 24, 1 GB for 26.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall phutball table build -n 20 -o phut20.table")]
pub(super) struct TableBuildArgs {
    /// Number of squares, 3 to 30
    #[arg(short = 'n', long, value_parser = squares)]
    squares: usize,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Say what a table holds
#[derive(clap::Args)]
pub(super) struct TableInfoArgs {
    /// The table
    file: PathBuf,
    /// Read the whole file and compare every checksum
    #[arg(long)]
    check: bool,
}

/// Look boards up in a table
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall phutball table query phut20.table '..........@.........'")]
pub(super) struct QueryArgs {
    /// The table
    file: PathBuf,
    #[command(flatten)]
    about: About,
}

pub(super) fn run(command: TableFileCommand, common: &Common) -> Result<Code, Exit> {
    match command {
        TableFileCommand::Build(args) => run_build(&args, common),
        TableFileCommand::Info(args) => run_info(&args, common),
        TableFileCommand::Query(args) => {
            let question = PhutballQuestion { table: Some(open(&args.file)?), ..PhutballQuestion::default() };
            ask::run(&question, args.about.literal_if(is_board), common)
        }
    }
}

pub(super) fn open(path: &Path) -> Result<TableFile, Exit> {
    TableFile::open(path).map_err(|error| unusable(path, &error))
}

fn unusable(path: &Path, error: &TableError) -> Exit {
    Exit::bad(format!("cannot use {}: {error}", path.display()))
}

fn run_build(args: &TableBuildArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let built = build(args.squares, &args.output, &budget);
    drop(progress);
    match built {
        // A pipe or a device has taken the bytes and cannot be asked.
        Ok(_) if !args.output.is_file() => Ok(Code::Answered),
        Ok(_) => about(&args.output, &open(&args.output)?, false, common),
        Err(TableError::Stop(stop)) => stopped(args.squares, stop, common),
        Err(TableError::Io(error)) => Err(Exit::unwritten(&args.output, &error)),
        Err(error) => Err(Exit::bad(format!("cannot write {}: {error}", args.output.display()))),
    }
}

fn run_info(args: &TableInfoArgs, common: &Common) -> Result<Code, Exit> {
    let table = open(&args.file)?;
    if args.check {
        let (budget, _progress) = common.budget();
        match table.check(&budget) {
            Ok(()) => {}
            Err(TableError::Stop(stop)) => return stopped(table.squares(), stop, common),
            Err(error) => return Err(unusable(&args.file, &error)),
        }
    }
    about(&args.file, &table, args.check, common)
}

fn about(path: &Path, table: &TableFile, checked: bool, common: &Common) -> Result<Code, Exit> {
    let (squares, bytes, counts) = (table.squares(), table.bytes(), table.counts());
    let about = PhutballTable { file: path.display().to_string(), squares, bytes, counts, checked };
    ask::show(&about, common)?;
    Ok(Code::Answered)
}
