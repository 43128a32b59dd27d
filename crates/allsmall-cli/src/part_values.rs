//! `allsmall part-values`: the file of the values of small grid parts, which searches
//! read if it is there.

use std::path::{Path, PathBuf};

use allsmall::answer::PartFileAnswer;
use allsmall::value::{PartFileError, PartValueFile, use_part_values};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{ask, cache_folder, watchdog};

/// The values of all small grid parts, in a file that makes searches on grids faster
///
/// `build` writes the file into the user's cache folder (XDG_CACHE_HOME, otherwise
/// ~/.cache), where every command finds it. Who wins does not depend on it. The variable
/// ALLSMALL_PART_VALUES names another file, or is `off` to use none.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall part-values build
  allsmall part-values build --stones 9
  allsmall part-values info
  ALLSMALL_PART_VALUES=off allsmall solve checker:5x5")]
pub(crate) struct PartValuesArgs {
    #[command(subcommand)]
    command: PartValuesCommand,
}

#[derive(clap::Subcommand)]
enum PartValuesCommand {
    Build(PartValuesBuildArgs),
    Info(PartValuesInfoArgs),
}

/// Compute the values and write the file
#[derive(clap::Args)]
struct PartValuesBuildArgs {
    /// The number of stones of the largest parts: 9 takes a second, 10 ten seconds
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u8).range(2..=10))]
    stones: u8,
    /// The file to write, in place of the one in the cache folder
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Check the file and say what it holds
#[derive(clap::Args)]
struct PartValuesInfoArgs {
    /// The file, in place of the one that searches read
    file: Option<PathBuf>,
    /// Compute all values again and compare them
    #[arg(long)]
    recompute: bool,
}

/// Name of the file in the cache folder. The format's version is in it, so that
/// different versions of the program do not replace each other's file.
const NAME: &str = "part-values-1.bin";

/// The environment variable that names the file.
const VARIABLE: &str = "ALLSMALL_PART_VALUES";

pub(crate) fn run(args: PartValuesArgs, common: &Common) -> Result<Code, Exit> {
    match args.command {
        PartValuesCommand::Build(args) => build(args, common),
        PartValuesCommand::Info(args) => info(args, common),
    }
}

/// Makes searches read the file that the variable names, or the one in the cache
/// folder.
pub(crate) fn install() {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    match named {
        Some(off) if off == "off" => {}
        Some(path) => {
            use_part_values(path.into(), warn);
        }
        None => {
            if let Some(path) = cache_folder::file(NAME) {
                use_part_values(path, warn_unless_missing);
            }
        }
    }
}

fn warn(path: &Path, error: &PartFileError) {
    eprintln!(
        "warning: {}: {error}; searching without part values (`allsmall part-values build` writes them)",
        path.display()
    );
}

/// Without a file in the cache folder there is nothing to say.
fn warn_unless_missing(path: &Path, error: &PartFileError) {
    if !matches!(error, PartFileError::Unread(error) if error.kind() == std::io::ErrorKind::NotFound) {
        warn(path, error);
    }
}

/// The file that searches read.
fn default_file() -> Result<PathBuf, Exit> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty() && name != "off");
    named.map(PathBuf::from).or_else(|| cache_folder::file(NAME)).ok_or_else(|| {
        Exit::bad("there is no cache folder: neither XDG_CACHE_HOME nor HOME is set; expected the path of a file")
    })
}

fn build(args: PartValuesBuildArgs, common: &Common) -> Result<Code, Exit> {
    let path = match args.output {
        Some(path) => path,
        None => {
            let path = default_file()?;
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| Exit::unwritten(folder, &error))?;
            }
            path
        }
    };
    let (budget, progress) = common.budget();
    let file = match PartValueFile::build(args.stones.into(), &budget) {
        Ok(file) => file,
        Err(stop) => {
            drop(progress);
            eprintln!("not built: {stop}");
            return Ok(Code::of(Some(stop)));
        }
    };
    watchdog::stand_down();
    file.save(&path).map_err(|error| Exit::unwritten(&path, &error))?;
    drop(progress);
    ask::show(&PartFileAnswer::of(&file, &path), common)?;
    Ok(Code::Answered)
}

fn info(args: PartValuesInfoArgs, common: &Common) -> Result<Code, Exit> {
    let path = args.file.map_or_else(default_file, Ok)?;
    let file = PartValueFile::open(&path).map_err(|error| {
        Exit::bad(format!("{}: {error}; `allsmall part-values build` writes it anew", path.display()))
    })?;
    let mut answer = PartFileAnswer::of(&file, &path);
    if args.recompute {
        let (budget, _progress) = common.budget();
        let again = PartValueFile::build(file.stones(), &budget).map_err(Exit::Stopped)?;
        answer.recomputed = Some(again.to_bytes() == file.to_bytes());
    }
    ask::show(&answer, common)?;
    Ok(if answer.recomputed == Some(false) { Code::Failed } else { Code::Answered })
}
