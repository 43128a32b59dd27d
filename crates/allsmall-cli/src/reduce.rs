//! `allsmall reduce`: Solitaire Clobber.

use std::fs::File;
use std::io::{self, Cursor, Write, stdout};

use allsmall::answer::{Asked, ReduceQuestion};
use allsmall::solitaire::{FirstMover, SolitaireGoal, SolitaireRule};
use allsmall::{Budget, Player};
use allsmall_proofs::{Bounds, Failure};

use crate::ask::{self, About};
use crate::certify::Certify;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::{batch, watchdog};

/// Solitaire Clobber: the fewest stones one player alone can leave
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall reduce cycle:bwwbwwbww
  allsmall reduce '(xo)^3x' --rule alternate --first any
  allsmall reduce cube:4:xoxxoxooxxoxoxox --end 5 --colour x
  allsmall reduce tree:0,0,1,1:xoxox --explain
  allsmall reduce @line.txt --no-play
  allsmall reduce --batch boards.txt")]
pub(crate) struct ReduceArgs {
    #[command(flatten)]
    about: About,
    #[command(flatten)]
    certify: Certify,
    /// free: either colour at every move; alternate: the colours of the moves alternate
    #[arg(long, default_value = "free", value_parser = common::one_of(SolitaireRule::ALL, SolitaireRule::name))]
    rule: SolitaireRule,
    /// Whose stone moves first, with --rule alternate
    #[arg(long, default_value = "any", value_name = "PLAYER", value_parser = common::one_of(FirstMover::ALL, FirstMover::name))]
    first: FirstMover,
    /// fewest: leave as few stones as possible; most: be stuck with as many as possible
    #[arg(long, default_value = "fewest", value_parser = common::one_of(SolitaireGoal::ALL, SolitaireGoal::name))]
    goal: SolitaireGoal,
    /// A cell on which a stone must be left
    #[arg(long, value_name = "CELL")]
    end: Option<String>,
    /// The colour of that stone
    #[arg(long, value_name = "STONE", requires = "end", value_parser = common::stone())]
    colour: Option<Player>,
    /// Leave the play out
    #[arg(long)]
    no_play: bool,
    /// Say why: the parts, delta, the word of a line, the five values of a tree
    #[arg(long)]
    explain: bool,
}

pub(crate) fn run(args: ReduceArgs, common: &Common) -> Result<Code, Exit> {
    let question = ReduceQuestion {
        rule: args.rule,
        first: args.first,
        goal: args.goal,
        end: args.end,
        colour: args.colour,
        no_play: args.no_play,
        explain: args.explain,
    };
    if !args.certify.is_wanted()
        && let Some(path) = args.about.file()
        && let Some(code) = stream(&question, path, common)?
    {
        return Ok(code);
    }
    if !args.certify.is_wanted()
        && let Some(path) = args.about.batch_file()
    {
        let stream = |asked: &Asked, text: &str, budget: &Budget, out: &mut dyn Write| {
            let answered = question.ask_stream(Cursor::new(text), Some(asked), budget, Printing { out })?;
            Ok(answered.map(|answered| Code::of(answered.err())))
        };
        return batch::run_streaming(&question, Some(&stream), path, common);
    }
    let free = question.rule == SolitaireRule::Free && question.goal == SolitaireGoal::Fewest && question.end.is_none();
    let prove = move |text: &str, budget: &Budget, out: &mut Vec<u8>| {
        if !free {
            return Err(Failure::Unfit("the checker knows the free rule and the fewest stones only".to_owned()));
        }
        if allsmall_proofs::reduce(text, budget, out)? == Bounds::UpperOnly {
            eprintln!("remark: the proof shows the upper bound only; no rule of the checker gives the lower one");
        }
        Ok(())
    };
    ask::run_and_prove(&question, args.about, &args.certify, &prove, common)
}

/// Standard output. The first byte written stops the watchdog.
struct Printing<W> {
    out: W,
}

impl<W: Write> Write for Printing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        watchdog::stand_down();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A long row in a file, answered while it is read; `None` if the file is not
/// such a row.
fn stream(question: &ReduceQuestion, path: &str, common: &Common) -> Result<Option<Code>, Exit> {
    let Ok(file) = File::open(path) else { return Ok(None) };
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Ok(None);
    }
    let (budget, _progress) = common.budget();
    let asked = Asked::about(&format!("@{path}"));
    let answered =
        question.ask_stream(&file, common.json.then_some(&asked), &budget, Printing { out: stdout().lock() })?;
    Ok(answered.map(|answered| Code::of(answered.err())))
}
