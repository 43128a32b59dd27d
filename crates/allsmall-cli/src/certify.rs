//! `--certificate` and `--certify`: proofs of answers.

use std::fmt;
use std::io::{Write, stdout};
use std::path::Path;

use allsmall::Budget;
use allsmall::answer::{Answer, Asked};
use allsmall::internal::write_atomically;
use allsmall_proofs::{Failure, deep};
use serde::Serialize;

use crate::ask;
use crate::common::Common;
use crate::compression;
use crate::exit::{Code, Exit};

/// Why there is no certificate of a batch.
pub(crate) const ONE_PROOF: &str = "--certificate writes one proof; with --batch use --certify";

/// Options of every command whose answers can be proved.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct Certify {
    /// Also write a proof to FILE, for the program allsmall-check; FILE.gz and FILE.zst are compressed, - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Proofs")]
    pub(crate) certificate: Option<String>,
    /// Also write a proof, check it and say whether it holds, without keeping it
    #[arg(long, help_heading = "Proofs")]
    pub(crate) certify: bool,
}

/// Writes the proof of an answer about a text.
pub(crate) type Prove<'a> = dyn Fn(&str, &Budget, &mut Vec<u8>) -> Result<(), Failure> + Sync + 'a;

/// An answer, and whether it was proved and the proof checked.
#[derive(Serialize)]
pub(crate) struct Certified<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    certified: bool,
}

impl fmt::Display for Certified<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.certified { "certified: a proof was written and checked" } else { "not certified" };
        write!(f, "{}\n  {text}", self.answer)
    }
}

impl Certify {
    /// Returns whether a proof is requested.
    pub(crate) fn is_wanted(&self) -> bool {
        self.certify || self.certificate.is_some()
    }

    /// Refuses `--plain` where no proof is written.
    pub(crate) fn allows(&self, plain: bool) -> Result<(), Exit> {
        if plain && !self.is_wanted() {
            return Err(Exit::bad("--plain is a kind of proof: it needs --certificate FILE or --certify"));
        }
        Ok(())
    }

    /// Proves an answer about a text. Returns whether that succeeded and the
    /// exit code; the reason of a failure goes to standard error.
    pub(crate) fn run(&self, text: &str, prove: &Prove<'_>, budget: &Budget) -> Result<(bool, Code), Exit> {
        crate::watchdog::stand_down();
        let job = || {
            let mut proof = Vec::new();
            prove(text, budget, &mut proof)?;
            if self.certify {
                allsmall_proofs::check(&proof[..], budget)?;
            }
            Ok(proof)
        };
        let done: Result<Vec<u8>, Failure> = deep(job);
        match done {
            Ok(proof) => {
                self.write(proof)?;
                Ok((true, Code::Answered))
            }
            Err(failure) => {
                eprintln!("warning: {failure}");
                let stop = if let Failure::Stop(stop) = failure { stop } else { allsmall::Stop::Unsupported };
                Ok((false, Code::of(Some(stop))))
            }
        }
    }

    fn write(&self, proof: Vec<u8>) -> Result<(), Exit> {
        match self.certificate.as_deref() {
            None => Ok(()),
            Some("-") => Ok(stdout().write_all(&proof)?),
            Some(path) => write_atomically(Path::new(path), &compression::pack(Path::new(path), proof))
                .map_err(|error| Exit::unwritten(Path::new(path), &error)),
        }
    }

    /// Proves an answer and prints it. An unsettled answer has no proof.
    pub(crate) fn print(
        &self,
        answer: impl Into<Answer>,
        text: &str,
        asked: &Asked,
        prove: &Prove<'_>,
        common: &Common,
    ) -> Result<Code, Exit> {
        self.print_with(answer.into(), text, Some(asked), prove, common)
    }

    /// Proves a statement that is about no board and prints it.
    pub(crate) fn print_statement(
        &self,
        answer: impl Into<Answer>,
        prove: &Prove<'_>,
        common: &Common,
    ) -> Result<Code, Exit> {
        self.print_with(answer.into(), "", None, prove, common)
    }

    fn print_with(
        &self,
        answer: Answer,
        text: &str,
        asked: Option<&Asked>,
        prove: &Prove<'_>,
        common: &Common,
    ) -> Result<Code, Exit> {
        if !self.is_wanted() || answer.stopped().is_some() {
            ask::show_about(&answer, asked, common)?;
            return Ok(Code::of(answer.stopped()));
        }
        let (budget, progress) = common.budget();
        let (certified, code) = self.run(text, prove, &budget)?;
        drop(progress);
        if self.certificate.as_deref() == Some("-") {
            return Ok(code);
        }
        if self.certify {
            ask::show_about(&Certified { answer: &answer, certified }, asked, common)?;
        } else {
            ask::show_about(&answer, asked, common)?;
        }
        Ok(code)
    }
}

impl<'a> Certified<'a> {
    /// An answer of a batch.
    pub(crate) fn new(answer: &'a Answer, certified: bool) -> Certified<'a> {
        Certified { answer, certified }
    }
}
