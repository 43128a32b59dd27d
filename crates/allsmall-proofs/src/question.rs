//! The question of the page: a proof of who wins one board, checked, and what
//! it says of the moves from there.

use allsmall::answer::{self, BatchCache, ProofAnswer, ProofReply, Question, Registry, Subject};
use allsmall::{Budget, Player, Stop};
use serde::Deserialize;

use crate::error::Failure;
use crate::statement::{Goal, outcome};
use crate::walk::Walk;

/// How to answer `proof`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProofQuestion {
    /// Who moves first; Left if nobody is named.
    pub first: Option<Player>,
}

impl Question for ProofQuestion {
    type Answer = ProofAnswer;

    fn ask_with(
        &self,
        subject: Subject<'_>,
        budget: &Budget,
        _cache: &mut BatchCache,
    ) -> Result<ProofAnswer, answer::Failure> {
        let expr = subject.sum(budget)?;
        let position = Subject::Sum(&expr).position(budget)?;
        let first = self.first.unwrap_or(Player::Left);
        let mut answer = ProofAnswer { board: Some(expr.to_string()), first: Some(first), ..ProofAnswer::default() };
        let job = || -> Result<(), Failure> {
            let mut proof = Vec::new();
            answer.lines = outcome(&*expr, Goal::First(first), budget, &mut proof)?;
            answer.bytes = proof.len();
            let mut walk = Walk::read(&proof, Some(first), budget)?;
            walk.rename(position.clone().into_owned());
            answer.certified = true;
            answer.statement = Some(walk.statement.clone());
            answer.winner = Some(walk.winner());
            fill(&mut walk, &mut answer)
        };
        match deep(job) {
            Ok(()) => Ok(answer),
            Err(Failure::Stop(stop)) => Ok(ProofAnswer { stopped: Some(stop), ..answer }),
            Err(Failure::Text(error)) => Err(error.into()),
            Err(Failure::Unfit(why) | Failure::Refused(why)) => Err(answer::Failure::Unfit(why)),
        }
    }

    fn unknown(&self, stop: Stop) -> Option<ProofAnswer> {
        Some(ProofAnswer { stopped: Some(stop), ..ProofAnswer::default() })
    }
}

/// Returns the registry of all questions: those of `allsmall`, and `proof`.
#[must_use]
pub fn registry() -> Registry {
    Registry::standard().with::<ProofQuestion>("proof")
}

/// What the proof says of the moves from the start.
fn fill(walk: &mut Walk, answer: &mut ProofAnswer) -> Result<(), Failure> {
    let start = walk.start();
    answer.because = walk.because(&start)?;
    if start.turn == walk.winner() {
        let found = walk.answer(&start)?;
        (answer.mv, answer.because) = (Some(found.name), Some(found.because));
        return Ok(());
    }
    for (mv, after) in walk.moves(&start) {
        let found = walk.answer(&after)?;
        answer.replies.push(ProofReply { mv, reply: found.name, because: found.because });
    }
    Ok(())
}

/// Proofs nest as deep as games are long.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 256 << 20;

/// Runs a job on a stack that is deep enough.
///
/// # Panics
/// If the job does, or there is no room for a thread.
#[cfg(not(target_family = "wasm"))]
pub fn deep<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job);
        match thread.expect("there is room for a thread").join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// In a browser there is one stack.
#[cfg(target_family = "wasm")]
pub fn deep<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    job()
}
