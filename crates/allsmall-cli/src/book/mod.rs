//! `allsmall book`: makes, describes and checks opening books.

mod check;
mod records;
mod search;

use std::path::{Path, PathBuf};

use allsmall::answer::BookAnswer;
use allsmall::book::{OpeningBook, SectionPlan};
use allsmall::internal::write_atomically;

use crate::ask;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{input, watchdog};
use search::BookSearchArgs;

/// The opening book: who wins after the first moves of boards that take long
///
/// solve, move, analyse, play and reply take verdicts from the book that the program
/// carries, unless --no-book is given or a proof is asked for.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall book info
  allsmall book check --sample 20 --time 10s
  allsmall book search checker:4x5 --plies 2 -o 4x5.jsonl
  allsmall book build 4x5.jsonl -o small.book && allsmall book info small.book")]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(clap::Subcommand)]
enum BookCommand {
    Info(BookInfoArgs),
    Check(check::BookCheckArgs),
    Search(BookSearchArgs),
    Build(BookBuildArgs),
}

/// Check a book and say what it holds
#[derive(clap::Args)]
struct BookInfoArgs {
    /// The file; by default the book that the program carries
    file: Option<PathBuf>,
}

/// Make a book from the records of searches and campaigns
///
/// Each file holds records of one board, as JSON lines, also packed by gzip: "board" (Left
/// to move), "won" and "move". `book search` and `allsmall-campaign export --proof` write
/// such files.
#[derive(clap::Args)]
struct BookBuildArgs {
    /// The files
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Leave out positions after more moves
    #[arg(long, value_name = "N", default_value = "64")]
    plies: usize,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(crate) fn run(args: BookArgs, common: &Common) -> Result<Code, Exit> {
    match args.command {
        BookCommand::Info(BookInfoArgs { file }) => match file {
            Some(path) => ask::print(BookAnswer::of(&open(&path)?), common),
            None => ask::print(BookAnswer::of(OpeningBook::shipped()), common),
        },
        BookCommand::Check(args) => check::run(&args, common),
        BookCommand::Search(args) => search::run(&args, common),
        BookCommand::Build(args) => build(&args, common),
    }
}

/// Maximum length of a file.
const MAX_BYTES: u64 = 16 << 20;

fn open(path: &Path) -> Result<OpeningBook, Exit> {
    let name = path.display().to_string();
    let file = input::open(&name)?;
    if file.metadata()?.len() > MAX_BYTES {
        return Err(Exit::bad(format!("{name}: the book is larger than {} MB", MAX_BYTES >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| Exit::bad(format!("cannot read {name}: {error}")))?;
    OpeningBook::read(&bytes).map_err(|error| Exit::bad(format!("{name}: {error}")))
}

fn build(args: &BookBuildArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let mut plans: Vec<SectionPlan> = Vec::new();
    for path in &args.records {
        let (rows, cols, records) = records::read(path, &budget)?;
        match plans.iter_mut().find(|plan| (plan.rows, plan.cols) == (rows, cols)) {
            Some(plan) => plan.records.extend(records),
            None => plans.push(SectionPlan { rows, cols, plies: args.plies, records }),
        }
    }
    let bytes = OpeningBook::build(&plans).map_err(Exit::bad)?;
    drop(progress);
    watchdog::stand_down();
    write_atomically(&args.output, &bytes).map_err(|error| Exit::unwritten(&args.output, &error))?;
    let book = OpeningBook::read(&bytes).map_err(Exit::bad)?;
    ask::print(BookAnswer::of(&book), common)
}

#[cfg(test)]
mod tests {
    use allsmall::Budget;

    use super::*;

    /// The shipped file is what the records in `campaigns/` make.
    #[test]
    fn the_shipped_book_is_made_from_the_records() {
        let campaigns = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../campaigns");
        let plan = |name: &str| {
            let read = records::read(&campaigns.join(name), &Budget::new());
            let Ok((rows, cols, records)) = read else { panic!("{name} cannot be read") };
            SectionPlan { rows, cols, plies: usize::from(u8::MAX), records }
        };
        let bytes = OpeningBook::build(&[plan("book/5x6.jsonl.gz"), plan("6x6/known.jsonl.gz")]).expect("they fit");
        let made = OpeningBook::read(&bytes).expect("it was just made");
        let shipped = OpeningBook::shipped();
        assert_eq!((made.checksum(), made.file_len()), (shipped.checksum(), shipped.file_len()));
        assert_eq!(made.counts(), shipped.counts());
    }
}
