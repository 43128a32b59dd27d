//! `allsmall family`: theorems about w^n for every n.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use allsmall::Budget;
use allsmall::answer::{Asked, FamilyQuestion, Question};
use allsmall::family::{Family, patterns};
use allsmall_proofs::Failure;

use crate::ask;
use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{proof, watchdog};

/// Theorems about a family of strips w^n, for every n
///
/// Looks for a period P and a value D such that every P stones more add D,
/// and proves it for every n. Of a pattern with letters, such as x^a o x^b o,
/// the value for all lengths of its runs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall family xxo
  allsmall family 'oo(xxo)^n' --json
  allsmall family xxo --latex
  allsmall family xxo --certificate xxo.proof && allsmall-check xxo.proof
  allsmall family --scan 4
  allsmall family xo --outcome
  allsmall family 'x^a o x^b o'
  allsmall family xo --nimbers --longest 400")]
pub(crate) struct FamilyArgs {
    /// The stones that are repeated, with a prefix and a suffix if you like: xxo, oo(xxo)^n; or runs: x^a o x^b o
    #[arg(required_unless_present_any = ["scan", "check"])]
    pattern: Option<String>,
    /// Try only this period, in stones
    #[arg(long, value_name = "P")]
    period: Option<usize>,
    /// Compute no segment longer than this
    #[arg(long, value_name = "N")]
    longest: Option<usize>,
    /// Give up a pattern after this many different values [default: 2000000]
    #[arg(long, value_name = "N")]
    most_values: Option<usize>,
    /// The nimbers of impartial Clobber instead of the values
    #[arg(long)]
    nimbers: bool,
    /// Who wins, for every n, instead of the values
    #[arg(long, conflicts_with_all = ["nimbers", "period", "longest", "most_values"])]
    outcome: bool,
    /// Print the theorem and its proof in LaTeX
    #[arg(long, conflicts_with_all = ["scan", "check", "nimbers", "outcome"])]
    latex: bool,
    #[command(flatten)]
    certify: Certify,
    /// All patterns up to this length, up to rotation, mirror image and colours; 45 seconds for each, shared fairly
    #[arg(long, value_name = "LEN", value_parser = clap::value_parser!(u8).range(2..=12), conflicts_with_all = ["pattern", "check"])]
    scan: Option<u8>,
    /// Check a certificate again, from the rules
    #[arg(long, value_name = "FILE", conflicts_with = "pattern")]
    check: Option<PathBuf>,
}

/// Time per pattern of a scan: the twelve patterns up to length 6 take less
/// than ten minutes. Each pattern gets its share of the remaining time, so that
/// a hard family does not delay the others and unused time is passed on.
const SCAN_TIME: Duration = Duration::from_secs(45);

pub(crate) fn run(args: FamilyArgs, common: &Common) -> Result<Code, Exit> {
    let FamilyArgs { period, longest, most_values, nimbers, outcome, .. } = args;
    let question = FamilyQuestion { period, longest, most_values, nimbers, outcome };
    match (&args.check, args.scan) {
        (Some(path), _) => check(path, common),
        (None, Some(longest)) => scan(question, longest, common),
        (None, None) => one(question, &args, common),
    }
}

fn one(question: FamilyQuestion, args: &FamilyArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let text = args.pattern.as_deref().expect("clap requires the pattern");
    let asked = Asked::about(text);
    let answer = match question.ask(text, &budget) {
        Ok(answer) => answer,
        Err(failure) => return Err(ask::refused(failure, &asked, common)?),
    };
    drop(progress);
    watchdog::stand_down();
    if let (Some(latex), true) = (&answer.latex, args.latex) {
        stdout().write_all(latex.as_bytes())?;
        return Ok(Code::Answered);
    }
    let (proved, pattern, nimbers) = (answer.proved, answer.pattern.clone(), question.nimbers);
    let copy = answer.clone();
    let prove = move |_: &str, _: &Budget, out: &mut Vec<u8>| {
        if nimbers {
            return Err(Failure::Unfit("the checker has no induction for nimbers".to_owned()));
        }
        allsmall_proofs::family(&copy, out).map(drop)
    };
    if proved {
        args.certify.print(answer, &pattern, &asked, &prove, common)
    } else {
        ask::print_about(answer, &asked, common)
    }
}

/// Prints one line per pattern; the scan is answered even if some patterns have
/// no theorem, but not if its time ran out.
fn scan(question: FamilyQuestion, longest: u8, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    // Every printed line is complete.
    watchdog::say(|_| String::new());
    let patterns = patterns(longest.into());
    let (start, count) = (Instant::now(), u32::try_from(patterns.len()).expect("few patterns"));
    for (pattern, done) in patterns.into_iter().zip(0..) {
        let left = (SCAN_TIME * count).saturating_sub(start.elapsed());
        let share = budget.clone().with_at_most(left / (count - done));
        let pattern = Family::periodic(pattern).to_string();
        let answer = question.ask(&pattern, &share)?;
        if let Err(stop) = budget.check() {
            drop(progress);
            return Err(Exit::Stopped(stop));
        }
        if common.json {
            writeln!(stdout(), "{}", ask::json(&answer, Some(&Asked::about(&pattern)), common)?)?;
            continue;
        }
        let sizes: Vec<_> = answer.base.iter().map(|b| b.size.to_string()).collect();
        let short = answer.proved || sizes.is_empty();
        let known = if short { String::new() } else { format!("; sizes {}", sizes.join(" ")) };
        writeln!(stdout(), "{}: {}{known}", answer.pattern, answer.statement)?;
    }
    Ok(Code::Answered)
}

fn check(path: &Path, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let file = proof::open(&path.to_string_lossy())?;
    let checked = allsmall_proofs::deep(|| allsmall_proofs::check(file, &budget));
    drop(progress);
    let proved = checked.map_err(|failure| match failure {
        Failure::Refused(why) => Exit::bad(why),
        failure => failure.into(),
    })?;
    watchdog::stand_down();
    writeln!(stdout(), "proved: {}", proved.statement)?;
    if let Some(played) = proved.played {
        writeln!(stdout(), "  {played}")?;
    }
    if let Some(played) = proved.boards_played {
        writeln!(stdout(), "  {played}")?;
    }
    if let Some(played) = proved.lengths_played {
        writeln!(stdout(), "  {played}")?;
    }
    Ok(Code::Answered)
}
