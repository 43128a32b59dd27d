//! `allsmall family`: theorems about w^n for every n.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use allsmall::answer::{FamilyAnswer, FamilyQuestion, Question};
use allsmall::family::{Word, patterns, recheck};
use allsmall::{Budget, write_whole};

use crate::ask::print;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::guard;

/// Theorems about a family of strips w^n, for every n
///
/// Looks for a period P and a value D such that every P stones more add D,
/// and proves that it stays so for ever.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall family xxo
  allsmall family 'oo(xxo)^n' --json
  allsmall family xxo --latex
  allsmall family xxo --certificate xxo.cert; allsmall family --check xxo.cert
  allsmall family --scan 4
  allsmall family xo --nimbers --longest 400")]
pub(crate) struct Args {
    /// The stones that are repeated, with a prefix and a suffix if you like: xxo, oo(xxo)^n
    #[arg(required_unless_present_any = ["scan", "check"])]
    pattern: Option<String>,
    /// Try only this period, in stones
    #[arg(long, value_name = "P")]
    period: Option<usize>,
    /// Compute no segment longer than this
    #[arg(long, value_name = "N")]
    longest: Option<usize>,
    /// End the search for a pattern that has met more values than this [default: 2000000, with --scan 100000]
    #[arg(long, value_name = "N")]
    most_values: Option<usize>,
    /// The nimbers of impartial Clobber instead of the values
    #[arg(long)]
    nimbers: bool,
    /// Print the theorem and its proof in LaTeX
    #[arg(long, conflicts_with_all = ["scan", "check", "nimbers"])]
    latex: bool,
    /// Write the proof to FILE, for --check
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scan", "check", "nimbers"])]
    certificate: Option<PathBuf>,
    /// All patterns up to this length, up to rotation, mirror image and colours
    #[arg(long, value_name = "LEN", value_parser = clap::value_parser!(u8).range(2..=12), conflicts_with_all = ["pattern", "check"])]
    scan: Option<u8>,
    /// Check a certificate again, from the rules
    #[arg(long, value_name = "FILE", conflicts_with = "pattern")]
    check: Option<PathBuf>,
}

/// A scan gives up on a pattern after this many values, so that one wild
/// family does not hold up the others.
const SCAN_VALUES: usize = 100_000;

pub(crate) fn run(args: Args, common: &Common) -> Result<Code, Exit> {
    let most_values = args.most_values.or(args.scan.map(|_| SCAN_VALUES));
    let question = FamilyQuestion { period: args.period, longest: args.longest, most_values, nimbers: args.nimbers };
    match (&args.check, args.scan) {
        (Some(path), _) => check(path, common),
        (None, Some(longest)) => scan(question, longest, common),
        (None, None) => one(question, &args, common),
    }
}

fn one(question: FamilyQuestion, args: &Args, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let answer = ask(question, args.pattern.as_deref().expect("clap requires the pattern"), &budget)?;
    drop(progress);
    guard::stand_down();
    if let Some(path) = &args.certificate {
        match &answer.certificate {
            Some(text) => write_whole(path, text.as_bytes()).map_err(|error| Exit::unwritten(path, &error))?,
            None => eprintln!("warning: nothing was proved, so no certificate was written"),
        }
    }
    match (&answer.latex, args.latex) {
        (Some(latex), true) => {
            stdout().write_all(latex.as_bytes())?;
            Ok(Code::Answered)
        }
        _ => print(answer, common),
    }
}

fn ask(question: FamilyQuestion, pattern: &str, budget: &Budget) -> Result<FamilyAnswer, Exit> {
    Ok(question.ask(pattern, budget)?)
}

/// A line a pattern; the scan as a whole is answered even where some resist,
/// but not where its time ran out.
fn scan(question: FamilyQuestion, longest: u8, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    // What is printed is complete; only the rest is missing.
    guard::say(|_| String::new());
    for pattern in patterns(longest.into()) {
        let answer = ask(question, &Word::periodic(pattern).to_string(), &budget)?;
        if let Err(stop) = budget.check() {
            drop(progress);
            return Err(Exit::Stopped(stop));
        }
        if common.json {
            writeln!(stdout(), "{}", serde_json::to_string(&answer).map_err(std::io::Error::from)?)?;
            continue;
        }
        let sizes: Vec<_> = answer.base.iter().map(|b| b.size.to_string()).collect();
        let known = if answer.proved { String::new() } else { format!("; sizes {}", sizes.join(" ")) };
        writeln!(stdout(), "{}: {}{known}", answer.pattern, answer.statement)?;
    }
    Ok(Code::Answered)
}

fn check(path: &PathBuf, common: &Common) -> Result<Code, Exit> {
    let text =
        fs::read_to_string(path).map_err(|error| Exit::bad(format!("cannot read {}: {error}", path.display())))?;
    let (budget, progress) = common.budget();
    let certified = recheck(&text, &budget).map_err(Exit::bad)?;
    drop(progress);
    guard::stand_down();
    let shift = if certified.shift == "0" { String::new() } else { format!(" + {}", certified.shift) };
    writeln!(
        stdout(),
        "the certificate holds: every segment of {} with m >= {} stones has S(m+{}) = S(m){shift}; {} checks",
        certified.word,
        certified.from,
        certified.period,
        certified.checks
    )?;
    Ok(Code::Answered)
}
