//! `allsmall proof`: statement, size and validity of a proof; its top as a
//! tree; a game against its winning side.

mod play;
mod tally;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, IsTerminal, Read, stdin, stdout};

use allsmall::Player;
use allsmall::answer::Asked;
use allsmall_proofs::{Failure, Walk, deep};
use serde::Serialize;

use crate::ask;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::{compression, input};
use play::Other;
use tally::{Counts, Tally};

/// What a proof written by --certificate says and how it is built
///
/// The proof is checked by the rules of allsmall-check, which is also a
/// separate program. With --play the program plays the winning side as the
/// proof says; type a move such as 3-4 or b3-c3 (j5 or p4 in Phutball), the
/// number it has in the list, or quit.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall solve '(xo)^30' --certificate p.txt && allsmall proof p.txt
  allsmall solve checker:4x6 --certificate p.gz && allsmall proof p.gz
  allsmall proof p.txt --tree 2
  allsmall proof p.txt --play --first right
  allsmall proof p.txt --play --random 7")]
pub(crate) struct ProofArgs {
    /// The proof; - is standard input, .gz and .zst are understood
    file: String,
    /// Play against the winning side
    #[arg(long)]
    play: bool,
    /// With --play: random moves, from this seed, instead of typed ones
    #[arg(long, value_name = "SEED", requires = "play")]
    random: Option<u64>,
    /// Draw the top of the proof, this many moves of the losing side deep
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "1", conflicts_with = "play",
        value_parser = clap::value_parser!(u8).range(1..=20))]
    tree: Option<u8>,
    /// Who moves first, with --play or --tree
    #[arg(long, value_name = "PLAYER", value_parser = common::player())]
    first: Option<Player>,
}

/// The output about a proof.
#[derive(Serialize)]
struct ProofAbout {
    statement: Option<String>,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    lines: usize,
    bytes: usize,
    /// The longest chain of lines, each resting on the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    rules: BTreeMap<&'static str, usize>,
    /// How far the first cases of a theorem about every n were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
}

impl fmt::Display for ProofAbout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.statement, &self.refused) {
            (Some(statement), _) => writeln!(f, "proved: {statement}")?,
            (None, Some(why)) => writeln!(f, "refused: {why}")?,
            (None, None) => {}
        }
        if let Some(played) = &self.played {
            writeln!(f, "  {played}")?;
        }
        write!(f, "  {} lines, {} bytes", self.lines, self.bytes)?;
        if let Some(depth) = self.depth {
            write!(f, ", {depth} lines deep")?;
        }
        for (rule, count) in &self.rules {
            write!(f, "\n  {count:>8} {rule}")?;
        }
        Ok(())
    }
}

impl ProofArgs {
    /// Returns whether it is a game.
    pub(crate) fn is_played(&self) -> bool {
        self.play
    }
}

pub(crate) fn run(args: &ProofArgs, common: &Common) -> Result<Code, Exit> {
    if args.play || args.tree.is_some() {
        return walk(args, common);
    }
    let (budget, progress) = common.budget();
    let mut tally = Tally::new(open(&args.file)?);
    let checked = deep(|| allsmall_proofs::check(&mut tally, &budget));
    drop(progress);
    let (proved, refused) = match checked {
        Ok(proved) => (Some(proved), None),
        Err(Failure::Refused(why)) => (None, Some(why)),
        Err(failure) => return Err(failure.into()),
    };
    let Counts { lines, bytes, rules, .. } = tally.counts();
    let about = ProofAbout {
        holds: proved.is_some(),
        depth: proved.as_ref().map(|proved| proved.depth).filter(|&depth| depth > 0),
        played: proved.as_ref().and_then(|proved| {
            let boards = proved.boards_played.map(|played| played.to_string());
            let lengths = proved.lengths_played.map(|played| played.to_string());
            proved.played.map(|played| played.to_string()).or(boards).or(lengths)
        }),
        statement: proved.map(|proved| proved.statement),
        refused,
        lines,
        bytes,
        rules,
    };
    ask::show_about(&about, Some(&Asked::about(&args.file)), common)?;
    Ok(if about.holds { Code::Answered } else { Code::Failed })
}

/// Plays the winning side, or draws the top.
fn walk(args: &ProofArgs, common: &Common) -> Result<Code, Exit> {
    if args.file == "-" && args.play && args.random.is_none() {
        return Err(Exit::bad("the moves come from standard input, so the proof cannot; name a file"));
    }
    let (budget, progress) = common.budget();
    let bytes = input::read_all(open(&args.file)?, &args.file, &budget)?;
    drop(progress);
    deep(|| {
        let mut walk = Walk::read(&bytes, args.first, &budget)?;
        if let Some(depth) = args.tree {
            println!("{}", walk.tree(depth.into())?);
            return Ok(Code::Answered);
        }
        let other = match args.random {
            Some(seed) => Other::random(seed),
            None => Other::typed(stdin().lock(), stdin().is_terminal() && stdout().is_terminal()),
        };
        play::play(&mut walk, other, stdout().lock())
    })
}

impl From<Failure> for Exit {
    fn from(failure: Failure) -> Exit {
        match failure {
            Failure::Stop(stop) => Exit::Stopped(stop),
            Failure::Text(error) => Exit::bad(error.to_string()),
            Failure::Unfit(why) => Exit::bad(why),
            Failure::Refused(why) => Exit::Failed(format!("the proof does not hold: {why}")),
        }
    }
}

/// A proof, unpacked as it is read; `-` is standard input.
pub(crate) fn open(path: &str) -> Result<Box<dyn BufRead + Send>, Exit> {
    let file: Box<dyn Read + Send> = match path {
        "-" => Box::new(stdin()),
        _ => Box::new(input::open(path)?),
    };
    compression::unpack(file).map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))
}
