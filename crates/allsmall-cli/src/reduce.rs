//! `allsmall reduce`: Solitaire Clobber.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, stdout};

use allsmall::Player;
use allsmall::answer::{FirstName, GoalName, ReduceQuestion, RuleName, long_row};
use allsmall::solitaire::graphs::path::stream::row_kind;

use crate::ask::{self, About};
use crate::common::Common;
use crate::exit::{Code, Exit};

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
pub(crate) struct Args {
    #[command(flatten)]
    about: About,
    /// free: either colour at every move; alternate: the colours of the moves alternate
    #[arg(long, default_value = "free")]
    rule: Rule,
    /// Whose stone moves first, with --rule alternate
    #[arg(long, default_value = "any", value_name = "PLAYER")]
    first: First,
    /// fewest: leave as few stones as possible; most: be stuck with as many as possible
    #[arg(long, default_value = "fewest")]
    goal: Goal,
    /// A cell on which a stone must be left
    #[arg(long, value_name = "CELL")]
    end: Option<String>,
    /// The colour of that stone
    #[arg(long, value_name = "STONE", requires = "end")]
    colour: Option<Colour>,
    /// Leave the play out
    #[arg(long)]
    no_play: bool,
    /// Say why: the parts, delta, the word of a line, the five values of a tree
    #[arg(long)]
    explain: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Rule {
    Free,
    Alternate,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum First {
    Left,
    Right,
    Any,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Goal {
    Fewest,
    Most,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Colour {
    X,
    O,
}

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let question = ReduceQuestion {
        rule: match args.rule {
            Rule::Free => RuleName::Free,
            Rule::Alternate => RuleName::Alternate,
        },
        first: match args.first {
            First::Left => FirstName::Left,
            First::Right => FirstName::Right,
            First::Any => FirstName::Any,
        },
        goal: match args.goal {
            Goal::Fewest => GoalName::Fewest,
            Goal::Most => GoalName::Most,
        },
        end: args.end,
        colour: args.colour.map(|colour| match colour {
            Colour::X => Player::Left,
            Colour::O => Player::Right,
        }),
        no_play: args.no_play,
        explain: args.explain,
    };
    let plain = question.rule == RuleName::Free
        && question.first == FirstName::Any
        && question.goal == GoalName::Fewest
        && question.end.is_none()
        && !question.explain;
    if plain
        && let Some(path) = args.about.file()
        && let Some(code) = long_row(path, question.no_play, common)?
    {
        return Ok(code);
    }
    ask::run(&question, args.about, common)
}

/// Files below this size are read as boards like any other.
const LONG: u64 = 10_001;

/// A long plain row in a file, valued while it is read; none if the file is
/// short or holds something else.
fn long_row(path: &str, no_play: bool, common: &Common) -> Result<Option<Code>, Exit> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    if !file.metadata().is_ok_and(|about| about.is_file() && about.len() >= LONG) {
        return Ok(None);
    }
    let mut start = [0; 64];
    let read = file.read(&mut start)?;
    let Some((row, at)) = row_kind(&start[..read]) else { return Ok(None) };
    let (budget, progress) = common.budget();
    file.seek(SeekFrom::Start(at as u64))?;
    let Some(found) = long_row::value(&file, row, &budget)? else { return Ok(None) };
    drop(progress);
    file.seek(SeekFrom::Start(at as u64))?;
    let again = (!no_play && found.answer.stopped.is_none()).then_some(&file);
    found.write(again, common.json, &budget, stdout().lock())?;
    Ok(Some(Code::of(found.answer.stopped)))
}
