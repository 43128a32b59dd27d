//! `allsmall proof`: what a proof says, how large it is, and whether it holds.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, stdin};

use serde::Serialize;

use crate::ask;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::gzip;

/// What a proof written by --certificate says and how it is built
///
/// The proof is checked by the rules of allsmall-check, which is also a
/// program of its own.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall solve '(xo)^30' --certificate p.txt && allsmall proof p.txt
  allsmall solve checker:4x6 --certificate p.gz && allsmall proof p.gz")]
pub(crate) struct Args {
    /// The proof; - is standard input, .gz is understood
    file: String,
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

pub(crate) fn run(args: &Args, common: &Common) -> Result<Code, Exit> {
    let bytes = read(&args.file)?;
    let (mut lines, mut rules) = (0, BTreeMap::new());
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let word = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        if let Some(rule) = rule(&String::from_utf8_lossy(word)) {
            *rules.entry(rule).or_insert(0) += 1;
        }
        lines += 1;
    }
    let checked = check(&bytes)?;
    let about = About {
        holds: checked.is_ok(),
        statement: checked.as_ref().ok().map(|proved| proved.statement.clone()),
        refused: checked.err().map(|refused| refused.to_string()),
        lines,
        bytes: bytes.len(),
        rules,
    };
    ask::show(&about, common)?;
    Ok(if about.holds { Code::Answered } else { Code::Failed })
}

/// Checks a proof on a stack that is deep enough.
pub(crate) fn check(bytes: &[u8]) -> Result<Result<allsmall_check::Proved, allsmall_check::Refused>, Exit> {
    let done = std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, || allsmall_check::check(bytes))?;
        thread.join().map_err(|_| std::io::Error::other("the check was broken off"))
    })?;
    Ok(done)
}

/// The bytes of a proof.
fn read(path: &str) -> Result<Vec<u8>, Exit> {
    let mut bytes = Vec::new();
    let done = match path {
        "-" => stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(path).map(|all| bytes = all),
    };
    done.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
    if gzip::is_packed(&bytes) { gzip::unpack(&bytes).map_err(Exit::bad) } else { Ok(bytes) }
}
