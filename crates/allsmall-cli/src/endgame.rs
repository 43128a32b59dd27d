//! `allsmall endgame`: the endgame database of the Linear Clobber paper.

use std::path::{Path, PathBuf};

use allsmall::answer::{DatabaseAnswer, EndgameQuestion};
use allsmall::endgame::{Database, MAX_LENGTH};

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{cache_folder, watchdog};

/// The endgame database: every strip up to some length with its exact value
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall endgame build -o endgame.db
  allsmall endgame info endgame.db
  allsmall endgame look-up xoo-x --file endgame.db
  allsmall endgame look-up xoxoxo --json")]
pub(crate) struct EndgameArgs {
    #[command(subcommand)]
    command: EndgameCommand,
}

#[derive(clap::Subcommand)]
enum EndgameCommand {
    Build(EndgameBuildArgs),
    Info(EndgameInfoArgs),
    LookUp(LookUpArgs),
}

/// Compute a database and write it to a file
#[derive(clap::Args)]
struct EndgameBuildArgs {
    /// The length of the longest boards, empty cells between stones counted
    #[arg(long, value_name = "CELLS", default_value_t = Database::DEFAULT_LENGTH, value_parser = length)]
    len: usize,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Check a file and say what it holds
#[derive(clap::Args)]
struct EndgameInfoArgs {
    /// The file
    file: PathBuf,
    /// Count the outcomes of each shape
    #[arg(long)]
    shapes: bool,
}

/// Everything the database knows about a board
///
/// Without a file the database of length 16 is computed once and kept in the user's cache folder
/// (XDG_CACHE_HOME, otherwise ~/.cache).
#[derive(clap::Args)]
struct LookUpArgs {
    #[command(flatten)]
    about: About,
    /// The file of the database
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

pub(crate) fn run(args: EndgameArgs, common: &Common) -> Result<Code, Exit> {
    match args.command {
        EndgameCommand::Build(args) => build(&args, common),
        EndgameCommand::Info(args) => {
            let about = DatabaseAnswer::of(&open(&args.file)?, args.shapes);
            ask::print(about, common)
        }
        EndgameCommand::LookUp(LookUpArgs { about, file }) => {
            let question = match file {
                Some(path) => EndgameQuestion::of(open(&path)?),
                None => kept(common),
            };
            ask::run(&question, about, common)
        }
    }
}

fn build(args: &EndgameBuildArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let database = match Database::build(args.len, &budget) {
        Ok(database) => database,
        Err(stop) => {
            drop(progress);
            eprintln!("not built: {stop}");
            return Ok(Code::of(Some(stop)));
        }
    };
    watchdog::stand_down();
    database.save(&args.output).map_err(|error| Exit::unwritten(&args.output, &error))?;
    drop(progress);
    ask::print(DatabaseAnswer::of(&database, false), common)
}

/// The database in the cache folder, built and stored there if it is missing.
/// Without a cache folder it is only built.
fn kept(common: &Common) -> EndgameQuestion {
    let Some(path) = cache_file() else { return EndgameQuestion::default() };
    if let Ok(database) = Database::open(&path) {
        return EndgameQuestion::starting_with(database);
    }
    let (budget, _progress) = common.budget();
    let Ok(database) = Database::build(Database::DEFAULT_LENGTH, &budget) else { return EndgameQuestion::default() };
    // If it cannot be stored, it is built again next time.
    if path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()) {
        let _ = database.save(&path);
    }
    EndgameQuestion::starting_with(database)
}

/// The path of the cached database, one file per version of the program.
fn cache_file() -> Option<PathBuf> {
    cache_folder::file(&format!("endgame-{}-{}.db", Database::DEFAULT_LENGTH, env!("CARGO_PKG_VERSION")))
}

fn open(path: &Path) -> Result<Database, Exit> {
    Database::open(path).map_err(|error| Exit::bad(format!("{}: {error}", path.display())))
}

fn length(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(length) if (1..=MAX_LENGTH).contains(&length) => Ok(length),
        _ => Err(format!("expected a length from 1 to {MAX_LENGTH}")),
    }
}
