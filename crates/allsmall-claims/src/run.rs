//! The thread pool that checks claims.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use allsmall::{Budget, Stop};
use serde::{Deserialize, Serialize};

use crate::claim::{CheckContext, Claim, Effort, Finding, Status};

/// A claim and the result of its check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Its name.
    pub id: String,
    /// The paper and the number of the statement.
    pub source: String,
    /// Where the sentence is in the paper, or that it is in none.
    pub place: String,
    /// The statement.
    pub statement: String,
    /// The result.
    #[serde(flatten)]
    pub finding: Finding,
    /// The effort.
    pub effort: Effort,
    /// Time in seconds.
    pub seconds: f64,
    /// The limit that ended it before it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// Checks one claim.
#[must_use]
pub fn judge(claim: &Claim, effort: Effort, budget: &Budget) -> Verdict {
    let start = Instant::now();
    let found = (claim.check)(&CheckContext { effort, budget: budget.clone() });
    verdict(claim, effort, found, start.elapsed().as_secs_f64())
}

fn verdict(claim: &Claim, effort: Effort, found: Result<Finding, Stop>, seconds: f64) -> Verdict {
    let (finding, stopped) = match found {
        Ok(finding) => (finding, None),
        Err(stop) => (unfinished(), Some(stop.to_string())),
    };
    Verdict {
        id: claim.id.to_owned(),
        source: claim.source.to_owned(),
        place: claim.place.to_owned(),
        statement: claim.statement.to_owned(),
        finding,
        effort,
        seconds,
        stopped,
    }
}

fn unfinished() -> Finding {
    Finding {
        status: Status::Open,
        checked_to: "nothing".to_owned(),
        counterexample: None,
        hypothesis: None,
        answer: None,
        corrected: None,
        remark: None,
    }
}

/// Checks claims on the threads that the budget grants, and returns the verdicts
/// in the order of the claims. `done` is called with each verdict as soon as it is
/// known; its error ends the run.
///
/// # Errors
/// The first error of `done`.
pub fn run<E: Send>(
    claims: &[&Claim],
    effort: Effort,
    budget: &Budget,
    done: impl FnMut(&Verdict) -> Result<(), E> + Send,
) -> Result<Vec<Verdict>, E> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new((done, Vec::new(), None));
    let work = || {
        while let Some(claim) = claims.get(next.fetch_add(1, Ordering::Relaxed)) {
            let verdict = match budget.check() {
                Err(Stop::Interrupted) => break,
                Err(stop) => verdict(claim, effort, Err(stop), 0.0),
                Ok(()) => judge(claim, effort, &budget.clone().with_threads(1)),
            };
            let mut guard = done.lock().expect("nobody panics while holding it");
            let (report, verdicts, failed) = &mut *guard;
            if failed.is_none() {
                *failed = report(&verdict).err();
            }
            verdicts.push(verdict);
            if failed.is_some() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        (1..budget.threads()).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let (_, mut verdicts, failed) = done.into_inner().expect("nobody panics while holding it");
    verdicts.sort_by_key(|verdict| claims.iter().position(|claim| claim.id == verdict.id));
    match failed {
        Some(error) => Err(error),
        None => Ok(verdicts),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { status, checked_to, counterexample, hypothesis, answer, corrected, remark } = &self.finding;
        writeln!(f, "{}: {status}\n  {} ({})\n  place: {}", self.id, self.statement, self.source, self.place)?;
        match &self.stopped {
            Some(stop) => write!(f, "  not settled: {stop}")?,
            None => write!(f, "  checked: {checked_to}")?,
        }
        let parts = [
            ("answer: ", answer),
            ("fails for: ", counterexample),
            ("missing hypothesis: ", hypothesis),
            ("instead: ", corrected),
            ("remark: ", remark),
        ];
        parts.into_iter().try_for_each(|(label, text)| match text {
            Some(text) => write!(f, "\n  {label}{text}"),
            None => Ok(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOLDS: Claim = Claim {
        id: "holds",
        source: "here",
        place: "line 1",
        statement: "One is one.",
        check: |context| Ok(Finding::theorem(format!("n = {}", context.up_to(1, 2, 3)), None)),
    };
    const FAILS: Claim = Claim {
        id: "fails",
        source: "here",
        place: "line 1",
        statement: "One is two.",
        check: |_| Ok(Finding::theorem("n = 1", Some("1".to_owned())).instead("one is one", None)),
    };
    const STOPS: Claim =
        Claim { id: "stops", source: "here", place: "line 3", statement: "Who knows?", check: |_| Err(Stop::Time) };

    #[test]
    fn verdicts_come_in_order_and_each_is_reported_once() {
        for threads in [1, 3] {
            let mut heard = Vec::new();
            let budget = Budget::new().with_threads(threads);
            let verdicts = run(&[&HOLDS, &FAILS, &STOPS], Effort::Normal, &budget, |verdict| {
                heard.push(verdict.id.clone());
                Ok::<(), ()>(())
            })
            .expect("nobody fails");
            heard.sort();
            assert_eq!(heard, ["fails", "holds", "stops"]);
            let statuses: Vec<_> = verdicts.iter().map(|verdict| verdict.finding.status).collect();
            assert_eq!(statuses, [Status::Confirmed, Status::Refuted, Status::Open]);
            assert_eq!(verdicts[0].finding.checked_to, "n = 2");
            assert_eq!(verdicts[1].finding.corrected.as_deref(), Some("one is one"));
            assert!(verdicts[2].stopped.is_some());
        }
    }

    #[test]
    fn an_error_of_the_listener_ends_the_run() {
        let failed = run(&[&HOLDS, &FAILS], Effort::Quick, &Budget::new(), |_| Err("full"));
        assert_eq!(failed, Err("full"));
    }
}
