//! `allsmall solve`: who wins two-player Clobber.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use allsmall::answer::limit_text::read_time;
use allsmall::answer::{BatchCache, Failure, Question, Save, SolveAnswer, SolveQuestion, Subject};
use allsmall::solve::Solver;
use allsmall::{Budget, Player, Stop};
use allsmall_proofs::Goal;

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::watchdog;

/// Who wins two-player Clobber
///
/// Left moves x, Right moves o; a player who cannot move loses. The board may be a sum:
/// boards and the values 0, star, *2, up, down joined by + and - with spaces.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall solve xoxoxo
  allsmall solve checker:4x4 --moves
  allsmall solve 'xxo + oox - star' --json
  allsmall solve --batch boards.txt
  allsmall solve '(xo)^30' --certificate p.txt && allsmall-check p.txt
  allsmall solve checker:4x5 --certificate p.txt --plain && formal/check p.txt
  allsmall solve checker:5x6 --save search.tbl
  allsmall solve checker:5x6 --resume search.tbl --save search.tbl

Grids of 24 stones and more take about half of the time once `allsmall part-values build`
has run (some ten seconds, 12 MB).")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
    /// Write a proof with hints that the verified checker formal/check reads too
    #[arg(long, help_heading = "Proofs")]
    plain: bool,
    /// List all winning first moves, not only one
    #[arg(long)]
    moves: bool,
    /// Solve only for this player moving first
    #[arg(long, value_name = "PLAYER", value_parser = common::player())]
    first: Option<Player>,
    /// Say what settled it and what is known about each part; with --moves
    /// also who wins after each move
    #[arg(long)]
    explain: bool,
    /// Search instead of taking results from the opening book
    #[arg(long)]
    no_book: bool,
    /// Save the state of the search to FILE at intervals, and when it is stopped
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    save: Option<PathBuf>,
    /// The interval between two saves
    #[arg(long, value_name = "TIME", value_parser = read_time, default_value = "1m", requires = "save")]
    save_every: Duration,
    /// Resume from FILE, written by --save for this board
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    resume: Option<PathBuf>,
}

pub(crate) fn run(args: SolveArgs, common: &Common) -> Result<Code, Exit> {
    if args.save.is_some() {
        watchdog::be_patient();
    }
    let save = args.save.map(|path| Save { path, every: args.save_every });
    let SolveArgs { moves, first, explain, resume, .. } = args;
    let question = SolveQuestion { moves, first, explain, book: !args.no_book, save, resume };
    args.certify.allows(args.plain)?;
    if !args.certify.is_wanted() {
        return ask::run(&question, args.about, common);
    }
    let goal = args.first.map_or(Goal::Both, Goal::First);
    let question = SolveForProof { question, solver: Mutex::default() };
    let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| {
        let solver = question.solver.lock().unwrap_or_else(PoisonError::into_inner).take();
        match solver {
            Some(solver) if args.plain => allsmall_proofs::plain_outcome_known(solver, goal, budget, out).map(drop),
            None if args.plain => allsmall_proofs::plain_outcome(text, goal, budget, out).map(drop),
            Some(solver) => allsmall_proofs::outcome_known(solver, text, goal, budget, out).map(drop),
            None => allsmall_proofs::outcome(text, goal, budget, out).map(drop),
        }
    };
    ask::run_and_prove(&question, args.about, &args.certify, &prove, common)
}

/// The question, and the solver that has just answered it, from whose tables
/// the proof is written.
struct SolveForProof {
    question: SolveQuestion,
    solver: Mutex<Option<Solver>>,
}

impl Question for SolveForProof {
    type Answer = SolveAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _cache: &mut BatchCache) -> Result<SolveAnswer, Failure> {
        let (answer, solver) = self.question.ask_for_proof(subject, budget)?;
        *self.solver.lock().unwrap_or_else(PoisonError::into_inner) = solver;
        Ok(answer)
    }

    fn unknown(&self, stop: Stop) -> Option<SolveAnswer> {
        self.question.unknown(stop)
    }
}
