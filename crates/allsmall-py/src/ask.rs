//! Questions and answers as JSON: what the command line prints, Python reads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use allsmall::answer::{AnyQuestion, BatchCache, BoxedQuestion, Failure, read_members};
use allsmall::{Budget, Stop};
use allsmall_claims::Effort;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::failed;
use crate::run::{Limits, run};

/// Reads a question from its name and its options, a JSON object.
fn question(kind: &str, options: &str) -> PyResult<BoxedQuestion> {
    let read = || allsmall_proofs::registry().question(kind, read_members(options.as_bytes())?);
    read().map_err(|failure: Failure| PyValueError::new_err(format!("{kind}: {failure}")))
}

/// Asks one question about one board.
#[pyfunction]
#[pyo3(signature = (kind, text, options, time=None, memory=None, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the limits of every call, by name in Python")]
pub(crate) fn ask(
    py: Python<'_>,
    kind: &str,
    text: &str,
    options: &str,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let question = question(kind, options)?;
    let limits = Limits { time, memory, threads, progress };
    let found = run(py, &limits, |budget| answer(&*question, text, budget, &mut BatchCache::default()))?;
    found.map_err(|failure| failed(py, &failure))
}

fn answer(question: &dyn AnyQuestion, text: &str, budget: &Budget, cache: &mut BatchCache) -> Result<String, Failure> {
    let answer = question.ask_any_with(text.into(), budget, cache)?;
    Ok(serde_json::to_string(&question.asked_any(text).with(&answer)).expect("answers are plain data"))
}

/// Asks one question about many boards on several threads, in order; a board
/// that cannot be read has its error in its place, as `--batch` prints it.
/// `time` and `memory` are those of one board.
#[pyfunction]
#[pyo3(signature = (kind, texts, options, time=None, memory=None, threads=1))]
pub(crate) fn ask_many(
    py: Python<'_>,
    kind: &str,
    texts: Vec<String>,
    options: &str,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
) -> PyResult<Vec<String>> {
    let question = question(kind, options)?;
    let limits = Limits { time: None, memory, threads: 1, progress: None };
    let each = |text: &String, budget: &Budget, cache: &mut BatchCache| -> String {
        let budget = match time.map(std::time::Duration::try_from_secs_f64) {
            Some(Ok(time)) => budget.clone().with_time(time),
            _ => budget.clone(),
        };
        answer(&*question, text, &budget, cache).unwrap_or_else(|failure| {
            serde_json::json!({ "input": text, "board": text, "error": failure, "caret": failure.to_string() })
                .to_string()
        })
    };
    run(py, &limits, |budget| {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(vec![String::new(); texts.len()]);
        let work = || {
            let mut cache = BatchCache::default();
            while let Some((i, text)) = claim(&next, &texts) {
                if budget.check() == Err(Stop::Interrupted) {
                    break;
                }
                let line = each(text, budget, &mut cache);
                found.lock().unwrap_or_else(PoisonError::into_inner)[i] = line;
            }
        };
        thread::scope(|scope| {
            (1..threads.min(texts.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    })
}

/// The next board that nobody has taken.
fn claim<'a>(next: &AtomicUsize, texts: &'a [String]) -> Option<(usize, &'a String)> {
    let i = next.fetch_add(1, Ordering::Relaxed);
    texts.get(i).map(|text| (i, text))
}

/// The names of all claims.
#[pyfunction]
pub(crate) fn claim_names() -> Vec<&'static str> {
    allsmall_claims::claims().map(|claim| claim.id).collect()
}

/// The statements of the papers, recomputed; all, or those with these names.
#[pyfunction]
#[pyo3(signature = (only, effort, time=None, threads=1, progress=None))]
pub(crate) fn claims(
    py: Python<'_>,
    only: Option<Vec<String>>,
    effort: &str,
    time: Option<f64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let effort: Effort = serde_json::from_value(effort.into()).map_err(|_| {
        PyValueError::new_err(format!("an effort is \"quick\", \"normal\" or \"long\", not {effort:?}"))
    })?;
    let all: Vec<_> = allsmall_claims::claims().collect();
    if let Some(unknown) = only.iter().flatten().find(|name| all.iter().all(|claim| claim.id != **name)) {
        return Err(PyValueError::new_err(format!("there is no claim {unknown:?}")));
    }
    let wanted: Vec<_> = all
        .into_iter()
        .filter(|claim| only.as_ref().is_none_or(|names| names.iter().any(|name| name == claim.id)))
        .collect();
    let limits = Limits { time, memory: None, threads, progress };
    let verdicts = run(py, &limits, |budget| {
        allsmall_claims::run(&wanted, effort, budget, |verdict| {
            budget.report(|| verdict.id.clone());
            Ok::<(), std::convert::Infallible>(())
        })
    })?;
    let Ok(verdicts) = verdicts;
    Ok(serde_json::to_string(&verdicts).expect("verdicts are plain data"))
}
