//! `allsmall phutball`: one-dimensional Phutball.

mod play;
mod reports;
mod table;

use std::path::PathBuf;

use allsmall::answer::{Method, PhutballQuestion, Shelves};
use allsmall::phutball::exact::{Lane, memory_needed};
use allsmall::{Budget, Stop};
use allsmall_proofs::Failure;
use clap::builder::TypedValueParser;

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};

/// One-dimensional Phutball: who wins, how soon, by which moves
///
/// @ is the ball, o a stone, . an empty square; squares count from 1. A move
/// places a stone (p7) or jumps the ball over the stones next to it (j9; off the
/// board is 0 or n + 1). Left wins at the right end of the board, Right at the
/// left end.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  allsmall phutball o@o.o.o....
  allsmall phutball '........oooo@.oooo....' --json
  allsmall phutball --oddish '..ooo|ooo..o...'
  allsmall phutball table build -n 24 -o phut24.table
  allsmall phutball --table phut24.table '............@...........'
  allsmall phutball play '.......@.......'
  allsmall draw --phutball o@o.o.o.... -o board.svg")]
pub(crate) struct PhutballArgs {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
    /// Play Oddish Phutball; | is the arrow, and j2 moves it to the gap with 2 squares on its left
    #[arg(long)]
    oddish: bool,
    /// Look the board up in a table made by `phutball table build`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["oddish", "method"])]
    table: Option<PathBuf>,
    /// auto: a table for short boards, a search for long ones; search knows winners but no plies
    #[arg(long, default_value = "auto", value_parser = method())]
    method: Method,
    #[command(subcommand)]
    command: Option<PhutballCommand>,
}

#[derive(clap::Subcommand)]
enum PhutballCommand {
    #[command(subcommand)]
    Table(table::TableFileCommand),
    Stats(reports::StatsArgs),
    Potential(reports::PotentialArgs),
    Play(play::PhutballPlayArgs),
}

fn method() -> impl TypedValueParser<Value = Method> {
    common::word([("auto", Method::Auto), ("table", Method::Table), ("search", Method::Search)])
}

impl PhutballArgs {
    /// Whether a game is played, with a time for each move.
    pub(crate) fn is_played(&self) -> bool {
        matches!(self.command, Some(PhutballCommand::Play(_)))
    }
}

pub(crate) fn run(args: PhutballArgs, common: &Common) -> Result<Code, Exit> {
    match args.command {
        Some(PhutballCommand::Table(command)) => return table::run(command, common),
        Some(PhutballCommand::Stats(args)) => return reports::stats(&args, common),
        Some(PhutballCommand::Potential(args)) => return reports::potential(&args, common),
        Some(PhutballCommand::Play(args)) => return play::run(&args, common),
        None => {}
    }
    let question = PhutballQuestion {
        oddish: args.oddish,
        method: args.method,
        table: args.table.map(|path| table::open(&path)).transpose()?,
        // A single board does not need the table afterwards.
        shelves: args.about.is_batch().then(Shelves::default),
    };
    let oddish = args.oddish;
    let prove = move |text: &str, budget: &Budget, out: &mut Vec<u8>| {
        if oddish {
            return Err(Failure::Unfit("the checker has no rules for Oddish Phutball".to_owned()));
        }
        allsmall_proofs::phutball(text, budget, out).map(drop)
    };
    ask::run_and_prove(&question, args.about.literal_if(is_board), &args.certify, &prove, common)
}

/// Whether an argument is a board although it begins like `@file`.
pub(crate) fn is_board(argument: &str) -> bool {
    argument.starts_with('@') && argument.chars().all(|c| "@Bb●oO◇.-_· |↓()^0123456789".contains(c))
}

/// Boards that may be solved all at once.
fn squares(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (3..=30).contains(n));
    number.ok_or_else(|| "expected a number of squares from 3 to 30".to_owned())
}

/// The output if a limit ended the solution of a board length.
#[derive(serde::Serialize)]
struct Stopped {
    squares: usize,
    stopped: Stop,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} squares: unknown: {}", self.squares, self.stopped)?;
        match self.stopped {
            Stop::Memory => {
                write!(f, "; all boards take {}M", memory_needed(&Lane::phutball(self.squares)).div_ceil(1 << 20))
            }
            _ => Ok(()),
        }
    }
}

fn stopped(squares: usize, stop: Stop, common: &Common) -> Result<Code, Exit> {
    ask::show(&Stopped { squares, stopped: stop }, common)?;
    Ok(Code::of(Some(stop)))
}
