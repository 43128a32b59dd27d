//! Claims, efforts and findings.

use std::fmt;

use allsmall::{Budget, Stop};
use serde::{Deserialize, Serialize};

/// A statement of a paper, and the computation that checks it.
pub struct Claim {
    /// A short name, for `--only`.
    pub id: &'static str,
    /// The paper and the number of the statement.
    pub source: &'static str,
    /// The statement in one sentence.
    pub statement: &'static str,
    /// The computation.
    pub check: fn(&CheckContext) -> Result<Finding, Stop>,
}

/// How much work to spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A minute for all claims.
    #[default]
    Quick,
    /// Ten minutes on two cores.
    Normal,
    /// Hours.
    Long,
}

/// The context of a check: effort and limits.
pub struct CheckContext {
    /// How much work to spend.
    pub effort: Effort,
    /// Time, memory, and the stop flag.
    pub budget: Budget,
}

impl CheckContext {
    /// The size to go to for this effort.
    #[must_use]
    pub fn up_to<T>(&self, quick: T, normal: T, long: T) -> T {
        match self.effort {
            Effort::Quick => quick,
            Effort::Normal => normal,
            Effort::Long => long,
        }
    }
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It holds in every case checked, or in general by a proof.
    Confirmed,
    /// It fails as printed.
    Refuted,
    /// Undecided; the finding is evidence.
    Open,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Confirmed => "confirmed",
            Status::Refuted => "refuted",
            Status::Open => "open",
        })
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The verdict.
    pub status: Status,
    /// What was computed, and how far.
    pub checked_to: String,
    /// The smallest case in which it fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// What holds instead, checked as far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<String>,
    /// Figures, evidence, misprints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// The first case in which something fails, in words.
pub type Failure = Option<String>;

impl Finding {
    fn new(status: Status, checked_to: impl Into<String>, counterexample: Failure) -> Finding {
        Finding { status, checked_to: checked_to.into(), counterexample, corrected: None, remark: None }
    }

    /// A statement that was proved, by its authors or here: confirmed unless it
    /// fails.
    #[must_use]
    pub fn theorem(checked_to: impl Into<String>, failure: Failure) -> Finding {
        let status = if failure.is_some() { Status::Refuted } else { Status::Confirmed };
        Finding::new(status, checked_to, failure)
    }

    /// A statement that nobody has proved: open unless it fails.
    #[must_use]
    pub fn conjecture(checked_to: impl Into<String>, failure: Failure) -> Finding {
        let status = if failure.is_some() { Status::Refuted } else { Status::Open };
        Finding::new(status, checked_to, failure)
    }

    /// What holds in place of a statement that fails; `failure` is a case in
    /// which that fails too, and then it is not offered.
    #[must_use]
    pub fn instead(mut self, corrected: &str, failure: Failure) -> Finding {
        match failure {
            None => self.corrected = Some(corrected.to_owned()),
            Some(case) => self.remark = Some(format!("the repair fails too, for {case}")),
        }
        self
    }

    /// Adds a remark.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Finding {
        let remark = remark.into();
        self.remark = Some(match self.remark.take() {
            Some(first) => format!("{first}; {remark}"),
            None => remark,
        });
        self
    }
}
