//! `allsmall proof`: what a proof says, how large it is, and whether it holds;
//! its top as a tree; a game against its winning side.

mod play;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{IsTerminal, Read, stdin, stdout};

use allsmall::Player;
use allsmall_proofs::{Failure, Walk, deep};
use serde::Serialize;

use crate::ask;
use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::packed;
use play::Other;

/// What a proof written by --certificate says and how it is built
///
/// The proof is checked by the rules of allsmall-check, which is also a
/// program of its own. With --play the program plays the winning side as the
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
pub(crate) struct Args {
    /// The proof; - is standard input, .gz and .zst are understood
    file: String,
    /// Play against the winning side
    #[arg(long)]
    play: bool,
    /// With --play: random moves, from this seed, instead of typed ones
    #[arg(long, value_name = "SEED", requires = "play")]
    random: Option<u64>,
    /// Draw the top of the proof: so many moves of the loser's deep
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "1", conflicts_with = "play",
        value_parser = clap::value_parser!(u8).range(1..=20))]
    tree: Option<u8>,
    /// Who moves first, with --play or --tree
    #[arg(long, value_name = "PLAYER", value_parser = common::player())]
    first: Option<Player>,
}

/// What there is to say about a proof.
#[derive(Serialize)]
struct About {
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
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.statement, &self.refused) {
            (Some(statement), _) => writeln!(f, "proved: {statement}")?,
            (None, Some(why)) => writeln!(f, "refused: {why}")?,
            (None, None) => {}
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

/// What the lines that begin with a word are.
fn rule(word: &str) -> Option<&'static str> {
    Some(match word {
        "s" => "won moving second: every move has a reply (rule 2)",
        "f" => "won moving first: a move (rule 1)",
        "S" | "F" => "won with a multiple of up in place of a game (rule 6)",
        "n" => "Grundy values (rule 8)",
        "p" | "P" => "won boards of Phutball (rule 9)",
        "m" => "plays of solitaire (rule 10)",
        "game" => "games by their options",
        "graph" => "graphs",
        "d" => "lines that forget others",
        _ => return None,
    })
}

impl Args {
    /// Whether it is a game.
    pub(crate) fn is_played(&self) -> bool {
        self.play
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<Code, Exit> {
    let bytes = read(&args.file)?;
    if args.play || args.tree.is_some() {
        return walk(args, &bytes, common);
    }
    let (mut lines, mut rules) = (0, BTreeMap::new());
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let word = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        if let Some(rule) = rule(&String::from_utf8_lossy(word)) {
            *rules.entry(rule).or_insert(0) += 1;
        }
        lines += 1;
    }
    let checked = deep(|| allsmall_check::check(&bytes[..]));
    let about = About {
        holds: checked.is_ok(),
        statement: checked.as_ref().ok().map(|proved| proved.statement.clone()),
        depth: checked.as_ref().ok().map(|proved| proved.depth).filter(|&depth| depth > 0),
        refused: checked.err().map(|refused| refused.to_string()),
        lines,
        bytes: bytes.len(),
        rules,
    };
    ask::show(&about, common)?;
    Ok(if about.holds { Code::Answered } else { Code::Failed })
}

/// Plays the winning side, or draws the top.
fn walk(args: &Args, bytes: &[u8], common: &Common) -> Result<Code, Exit> {
    if args.file == "-" && args.play && args.random.is_none() {
        return Err(Exit::bad("the moves come from standard input, so the proof cannot; name a file"));
    }
    let limits = common.limits(None);
    deep(|| {
        let mut walk = Walk::read(bytes, args.first, &limits)?;
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

/// The bytes of a proof.
fn read(path: &str) -> Result<Vec<u8>, Exit> {
    let mut bytes = Vec::new();
    let done = match path {
        "-" => stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(path).map(|all| bytes = all),
    };
    done.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
    packed::unpack(bytes).map_err(Exit::bad)
}
