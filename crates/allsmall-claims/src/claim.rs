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
    /// Where the sentence is in the paper, or that it is in none.
    pub place: &'static str,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It holds in every case checked, or in general by a proof.
    Confirmed,
    /// It is false.
    Refuted,
    /// It is true with a hypothesis that is left out in print.
    #[serde(rename = "hypothesis missing")]
    HypothesisMissing,
    /// It fails by a slip of the pen: what is meant holds.
    Misprint,
    /// A question that is answered.
    Answered,
    /// Undecided; the finding is evidence.
    Open,
}

impl Status {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Status; 6] = [
        Status::Confirmed,
        Status::Refuted,
        Status::HypothesisMissing,
        Status::Misprint,
        Status::Answered,
        Status::Open,
    ];
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Confirmed => "confirmed",
            Status::Refuted => "refuted",
            Status::HypothesisMissing => "hypothesis missing",
            Status::Misprint => "misprint",
            Status::Answered => "answered",
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
    /// The hypothesis that is left out in print; with it the statement was
    /// checked as far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hypothesis: Option<String>,
    /// The answer to a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
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
        Finding {
            status,
            checked_to: checked_to.into(),
            counterexample,
            hypothesis: None,
            answer: None,
            corrected: None,
            remark: None,
        }
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

    /// A theorem that fails only where a hypothesis is left out in print:
    /// `without` is a case in which it fails as printed, `with` one in which it
    /// fails with the hypothesis too. In that case it is refuted.
    #[must_use]
    pub fn with_hypothesis(
        checked_to: impl Into<String>,
        without: Failure,
        hypothesis: &str,
        with: Failure,
    ) -> Finding {
        let status = match (&without, &with) {
            (_, Some(_)) => Status::Refuted,
            (Some(_), None) => Status::HypothesisMissing,
            (None, None) => Status::Confirmed,
        };
        let hypothesis = (status == Status::HypothesisMissing).then(|| hypothesis.to_owned());
        Finding { hypothesis, ..Finding::new(status, checked_to, with.or(without)) }
    }

    /// A statement whose failure is a slip of the pen, if what is meant holds
    /// ([`Finding::instead`]); refuted otherwise.
    #[must_use]
    pub fn misprint(checked_to: impl Into<String>, failure: Failure) -> Finding {
        let status = if failure.is_some() { Status::Misprint } else { Status::Confirmed };
        Finding::new(status, checked_to, failure)
    }

    /// A question and its answer; `failure` is a case that contradicts the answer,
    /// and then the question is open.
    #[must_use]
    pub fn answered(checked_to: impl Into<String>, answer: impl Into<String>, failure: Failure) -> Finding {
        let status = if failure.is_some() { Status::Open } else { Status::Answered };
        let answer = failure.is_none().then(|| answer.into());
        Finding { answer, ..Finding::new(status, checked_to, failure) }
    }

    /// What holds in place of a statement that fails; `failure` is a case in
    /// which that fails too, and then it is not offered.
    #[must_use]
    pub fn instead(mut self, corrected: &str, failure: Failure) -> Finding {
        match failure {
            None => self.corrected = Some(corrected.to_owned()),
            Some(case) => {
                if self.status == Status::Misprint {
                    self.status = Status::Refuted;
                }
                self.remark = Some(format!("the repair fails too, for {case}"));
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn case(fails: bool) -> Failure {
        fails.then(|| "n = 3".to_owned())
    }

    #[test]
    fn a_hypothesis_is_named_only_if_it_repairs_the_statement() {
        let found = |without, with| Finding::with_hypothesis("n <= 9", case(without), "n > 3", case(with));
        assert_eq!(found(false, false).status, Status::Confirmed);
        let missing = found(true, false);
        assert_eq!(missing.status, Status::HypothesisMissing);
        assert_eq!((missing.hypothesis.as_deref(), missing.counterexample.as_deref()), (Some("n > 3"), Some("n = 3")));
        for refuted in [found(true, true), found(false, true)] {
            assert_eq!((refuted.status, refuted.hypothesis), (Status::Refuted, None));
        }
    }

    #[test]
    fn a_misprint_whose_repair_fails_is_refuted() {
        let found = |fails, repair_fails| Finding::misprint("n <= 9", case(fails)).instead("m", case(repair_fails));
        assert_eq!(found(false, false).status, Status::Confirmed);
        assert_eq!(found(true, false).status, Status::Misprint);
        assert_eq!((found(true, true).status, found(true, true).corrected), (Status::Refuted, None));
    }

    #[test]
    fn an_answer_that_is_contradicted_is_not_given() {
        let found = |fails| Finding::answered("n <= 9", "yes", case(fails));
        assert_eq!((found(false).status, found(false).answer.as_deref()), (Status::Answered, Some("yes")));
        assert_eq!((found(true).status, found(true).answer), (Status::Open, None));
    }

    #[test]
    fn json_has_the_words_that_are_printed() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_string(&status).expect("a word"), format!("\"{status}\""));
        }
    }
}
