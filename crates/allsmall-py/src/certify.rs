//! Proofs: written by `allsmall-proofs`, checked by `allsmall-check`, which
//! shares no code with the engines.

use std::thread;

use allsmall::answer::{FamilyQuestion, Question};
use allsmall::{Budget, Stop};
use allsmall_proofs::{Failure, Goal, TreePosition};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::player;
use crate::errors::bad_text;
use crate::run::{Limits, run};

/// Stack of the proving thread, in bytes: proofs nest as deep as games are long.
const STACK: usize = 256 << 20;

/// The kinds of answers that can be proved.
const KINDS: [&str; 7] = ["solve", "value", "compare", "nimber", "reduce", "phutball", "family"];

/// What is to be proved.
struct ProofRequest<'a> {
    kind: &'a str,
    text: &'a str,
    other: Option<&'a str>,
    goal: Goal,
}

impl ProofRequest<'_> {
    /// The proof, and the statement that it proves.
    fn prove(&self, budget: &Budget) -> Result<(String, String), Failure> {
        let mut proof = Vec::new();
        match self.kind {
            "solve" => drop(allsmall_proofs::outcome(self.text, self.goal, budget, &mut proof)?),
            "value" => drop(allsmall_proofs::value(self.text, budget, &mut proof)?),
            "compare" => {
                let other = self.other.ok_or_else(|| "a comparison has two sides".to_owned())?;
                allsmall_proofs::compare(self.text, other, budget, &mut proof)?;
            }
            "nimber" => drop(allsmall_proofs::nimber(self.text, budget, &mut proof)?),
            "reduce" => drop(allsmall_proofs::reduce(self.text, budget, &mut proof)?),
            "phutball" => drop(allsmall_proofs::phutball(self.text, budget, &mut proof)?),
            _ => {
                let answer = FamilyQuestion::default().ask(self.text, budget).map_err(|failure| match failure {
                    allsmall::answer::Failure::Input(error) => Failure::Text(error),
                    allsmall::answer::Failure::Stopped(stop) => Failure::Stop(stop),
                    other => Failure::Unfit(other.to_string()),
                })?;
                if let Some(stop) = answer.stopped {
                    return Err(Failure::Stop(stop));
                }
                allsmall_proofs::family(&answer, &mut proof)?;
            }
        }
        let proved = allsmall_proofs::check(&proof[..], budget)?;
        let text = String::from_utf8(proof).map_err(|error| Failure::Unfit(error.to_string()))?;
        Ok((text, proved.statement))
    }
}

/// A checked proof and its statement, or the limit that stopped it, or why there
/// is none.
type Proved<Limit> = (Option<(String, String)>, Option<Limit>, Option<String>);

/// Proves an answer and checks the proof.
#[pyfunction]
#[pyo3(signature = (kind, text, other=None, first=None, time=None, memory=None, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the limits of every call, by name in Python")]
pub(crate) fn certify(
    py: Python<'_>,
    kind: &str,
    text: &str,
    other: Option<&str>,
    first: Option<&str>,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Proved<String>> {
    if !KINDS.contains(&kind) {
        let kinds = KINDS.join(", ");
        return Err(PyValueError::new_err(format!("there is no proof of {kind:?}; expected one of {kinds}")));
    }
    if (kind == "compare") != other.is_some() {
        return Err(PyValueError::new_err("the other board goes with \"compare\", and with nothing else"));
    }
    let goal = first.map(player).transpose()?.map_or(Goal::Both, Goal::First);
    let request = ProofRequest { kind, text, other, goal };
    let limits = Limits { time, memory, threads, progress };
    let done = run(py, &limits, |budget| {
        thread::scope(|scope| {
            let work = || request.prove(budget);
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            Ok::<_, std::io::Error>(thread.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause)))
        })
    })??;
    let (proof, stopped, why): Proved<Stop> = match done {
        Ok(proof) => (Some(proof), None, None),
        Err(Failure::Text(error)) => return Err(bad_text(py, &error)),
        Err(Failure::Stop(stop)) => (None, Some(stop), Some(stop.to_string())),
        Err(Failure::Unfit(why) | Failure::Refused(why)) => (None, None, Some(why)),
    };
    let stopped = stopped.map(|stop| match stop {
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Interrupted => "interrupted",
        Stop::Nodes => "nodes",
        Stop::Unsupported => "size",
    });
    Ok((proof, stopped.map(str::to_owned), why))
}

/// Writes the proof of a search tree, whose leaves are hypotheses, and checks it.
/// A position is a sum with Left to move, whether she wins, and whether that
/// follows from its moves. Returns the proof and what it proves.
#[pyfunction]
pub(crate) fn prove_tree(
    py: Python<'_>,
    root: &str,
    positions: Vec<(String, bool, bool)>,
) -> PyResult<(String, String)> {
    let positions = positions.into_iter().map(|(text, won, inner)| TreePosition { text, won, inner });
    let written = run(py, &Limits::none(), |budget| {
        allsmall_proofs::deep(|| {
            let mut proof = Vec::new();
            allsmall_proofs::tree(root, positions, budget, &mut proof)?;
            let proved = allsmall_proofs::check(&proof[..], budget)?;
            let text = String::from_utf8(proof).map_err(|error| Failure::Unfit(error.to_string()))?;
            Ok::<_, Failure>((text, proved.statement))
        })
    })?;
    written.map_err(|failure| PyValueError::new_err(failure.to_string()))
}
