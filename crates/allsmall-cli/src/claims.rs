//! `allsmall claims`: the papers, recomputed.

use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use allsmall::Stop;
use allsmall::internal::write_atomically;
use allsmall_claims::{CertificateOf, Claim, Effort, Log, Status, Verdict, certificates, claims, latex, markdown};
use clap::builder::TypedValueParser;

use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::watchdog;

/// The statements of the papers, recomputed: confirmed, refuted, answered or open
///
/// Goes through the theorems, conjectures and open problems of five papers on
/// Clobber, Solitaire Clobber and Phutball. What is refuted comes with the
/// smallest counterexample and with what holds instead. "Hypothesis missing": true
/// with a hypothesis that is left out in print. "Misprint": what is meant holds.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall claims
  allsmall claims --only survey-proposition-37
  allsmall claims --effort normal --threads 2 --markdown > results.md
  allsmall claims --effort long --resume long.log
  allsmall claims --only two-rows-worst --certificate proofs")]
pub(crate) struct ClaimsArgs {
    /// Only the claims whose names begin with ID; can be given several times
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// How much work to spend: a minute, ten minutes, hours
    #[arg(long, default_value = "quick", value_parser = effort())]
    effort: Effort,
    /// List names and statements without checking them
    #[arg(long)]
    list: bool,
    /// Write the proofs that these claims have to files in DIR, for the program allsmall-check
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "markdown", "latex", "resume"])]
    certificate: Option<PathBuf>,
    /// A Markdown table
    #[arg(long, conflicts_with_all = ["json", "latex"])]
    markdown: bool,
    /// A LaTeX table
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    /// Save finished claims in FILE, and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

fn effort() -> impl TypedValueParser<Value = Effort> {
    common::word([("quick", Effort::Quick), ("normal", Effort::Normal), ("long", Effort::Long)])
}

pub(crate) fn run(args: &ClaimsArgs, common: &Common) -> Result<Code, Exit> {
    let chosen = chosen(&args.only)?;
    if args.list {
        chosen
            .iter()
            .try_for_each(|claim| writeln!(stdout(), "{}: {} ({})", claim.id, claim.statement, claim.source))?;
        return Ok(Code::Answered);
    }
    if let Some(folder) = &args.certificate {
        return write_certificates(&chosen, folder, common);
    }
    let effort = args.effort;
    let mut log = match &args.resume {
        None => None,
        Some(path) => {
            Some(Log::open(path).map_err(|error| Exit::bad(format!("cannot use {}: {error}", path.display())))?)
        }
    };
    let known: Vec<Option<Verdict>> =
        chosen.iter().map(|claim| log.as_ref().and_then(|log| log.verdict(claim, effort).cloned())).collect();
    let open: Vec<&Claim> =
        chosen.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(claim, _)| *claim).collect();
    let (budget, _progress) = common.budget();
    // Verdicts are printed as they come; only the closing bracket is missing.
    watchdog::say({
        let json = common.json;
        move |stop| if json { "\n]\n".to_owned() } else { format!("the rest is unknown: {stop}\n") }
    });
    let bar = common.bar(open.len());
    let whole = args.markdown || args.latex;
    let print = Mutex::new(InOrder::new(&chosen, known, whole, common.json));
    print.lock().expect("no thread has it yet").print()?;
    let done = allsmall_claims::run(&open, effort, &budget, |verdict: &Verdict| -> io::Result<()> {
        bar.inc(1);
        if let Some(log) = &mut log {
            log.add(verdict)?;
        }
        bar.suspend(|| print.lock().expect("printed one at a time").add(verdict))
    });
    bar.finish_and_clear();
    watchdog::stand_down();
    done?;
    let all = print.into_inner().expect("the threads have ended").verdicts();
    if whole {
        let table = if args.markdown { markdown(&all) } else { latex(&all) };
        stdout().write_all(table.as_bytes())?;
    } else if common.json {
        writeln!(stdout(), "{}", if all.is_empty() { "[]" } else { "\n]" })?;
    } else {
        writeln!(stdout(), "{}", summary(&all))?;
    }
    Ok(match budget.check() {
        Err(Stop::Interrupted) => Code::Interrupted,
        _ if all.len() < chosen.len() || all.iter().any(|verdict| verdict.stopped.is_some()) => Code::Unsettled,
        _ => Code::Answered,
    })
}

/// Writes the proofs of claims, one file each, and prints their names and sizes.
fn write_certificates(chosen: &[&Claim], folder: &Path, common: &Common) -> Result<Code, Exit> {
    std::fs::create_dir_all(folder).map_err(|error| Exit::unwritten(folder, &error))?;
    let all: Vec<CertificateOf> = chosen.iter().flat_map(|claim| certificates(claim.id)).collect();
    if all.is_empty() {
        return Err(Exit::bad("none of these claims has a proof to write"));
    }
    let (budget, _progress) = common.budget();
    watchdog::say(|stop| format!("the rest was not written: {stop}\n"));
    let mut code = Code::Answered;
    for certificate in all {
        let CertificateOf { claim, file, .. } = &certificate;
        let bytes = match certificate.text(&budget) {
            Ok(Some(text)) => {
                let path = folder.join(file);
                write_atomically(&path, &text).map_err(|error| Exit::unwritten(&path, &error))?;
                Some(text.len())
            }
            Ok(None) => None,
            Err(stop) => return Err(Exit::Stopped(stop)),
        };
        if bytes.is_none() {
            code = Code::Unsettled;
        }
        if common.json {
            writeln!(stdout(), "{}", serde_json::json!({"claim": claim, "file": file, "bytes": bytes}))?;
        } else {
            let size = bytes.map_or("not proved".to_owned(), |bytes| format!("{bytes} bytes"));
            writeln!(stdout(), "{claim}: {file}, {size}")?;
        }
    }
    watchdog::stand_down();
    Ok(code)
}

fn chosen(only: &[String]) -> Result<Vec<&'static Claim>, Exit> {
    if let Some(unknown) = only.iter().find(|name| !claims().any(|claim| claim.id.starts_with(name.as_str()))) {
        return Err(Exit::bad(format!("no claim begins with {unknown:?}; allsmall claims --list names them")));
    }
    // A whole name means that claim alone, even if others begin like it.
    let is_whole = |name: &str| claims().any(|claim| claim.id == name);
    let means = |name: &str, id: &str| if is_whole(name) { id == name } else { id.starts_with(name) };
    Ok(claims().filter(|claim| only.is_empty() || only.iter().any(|name| means(name, claim.id))).collect())
}

fn summary(verdicts: &[Verdict]) -> String {
    let count = |status| verdicts.iter().filter(|v| v.finding.status == status && v.stopped.is_none()).count();
    let stopped = verdicts.iter().filter(|v| v.stopped.is_some()).count();
    let rest = if stopped > 0 { format!(", {stopped} not settled") } else { String::new() };
    let claims = if verdicts.len() == 1 { "claim" } else { "claims" };
    let counts: Vec<String> = Status::ALL
        .into_iter()
        .map(|status| (status, count(status)))
        .filter(|(_, count)| *count > 0)
        .map(|(status, count)| format!("{count} {status}"))
        .collect();
    let counts = if counts.is_empty() { "none settled".to_owned() } else { counts.join(", ") };
    format!("{} {claims}: {counts}{rest}", verdicts.len())
}

/// Prints verdicts in the order of the claims, however they arrive.
struct InOrder {
    ids: Vec<&'static str>,
    verdicts: Vec<Option<Verdict>>,
    printed: usize,
    silent: bool,
    json: bool,
}

impl InOrder {
    fn new(claims: &[&'static Claim], known: Vec<Option<Verdict>>, silent: bool, json: bool) -> InOrder {
        InOrder { ids: claims.iter().map(|claim| claim.id).collect(), verdicts: known, printed: 0, silent, json }
    }

    fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        let place = self.ids.iter().position(|id| *id == verdict.id).expect("a chosen claim");
        self.verdicts[place] = Some(verdict.clone());
        self.print()
    }

    fn print(&mut self) -> io::Result<()> {
        while let Some(Some(verdict)) = self.verdicts.get(self.printed) {
            match (self.silent, self.json) {
                (true, _) => {}
                // One list, one object per line.
                (false, true) => {
                    let before = if self.printed == 0 { "[" } else { "," };
                    write!(stdout(), "{before}\n{}", serde_json::to_string(verdict)?)?;
                }
                (false, false) => writeln!(stdout(), "{verdict}\n")?,
            }
            self.printed += 1;
        }
        stdout().flush()
    }

    fn verdicts(self) -> Vec<Verdict> {
        self.verdicts.into_iter().flatten().collect()
    }
}
