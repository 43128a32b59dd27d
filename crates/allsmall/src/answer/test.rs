//! Running other solvers' tests: each case passes, fails, or is skipped.

use std::fmt;

use serde::Serialize;

use crate::Stop;
use crate::foreign_tests::{Case, CaseResult};

/// The answer to `test`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TestAnswer {
    /// Cases with the expected answer.
    pub passed: usize,
    /// Cases with another answer.
    pub failed: usize,
    /// Cases that were not run or not settled.
    pub skipped: usize,
    /// Those of the skipped ones that were not settled within the limits.
    pub unsettled: usize,
    /// How often cases were skipped for each reason.
    pub reasons: Vec<Reason>,
    /// The cases that failed.
    pub failures: Vec<TestFailure>,
    /// The last limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// A reason to skip cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The reason.
    pub reason: String,
    /// How many cases.
    pub count: usize,
}

/// A case that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestFailure {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The sum in our notation.
    pub board: String,
    /// What was asked.
    pub ask: String,
    /// What the file says.
    pub expected: String,
    /// What we say.
    pub found: String,
}

impl TestAnswer {
    /// Counts a case of a file; gives the failure if it is one.
    pub fn count(&mut self, file: &str, case: &Case, verdict: CaseResult) -> Option<&TestFailure> {
        let reason = match verdict {
            CaseResult::Passed => {
                self.passed += 1;
                return None;
            }
            CaseResult::Failed { expected, found } => {
                self.failed += 1;
                return self.failure(file, case, expected, found);
            }
            CaseResult::Bad(message) => {
                self.failed += 1;
                return self.failure(file, case, "a sum we can read".to_owned(), message);
            }
            CaseResult::Skipped(reason) => reason,
            CaseResult::Stopped(stop) => {
                self.unsettled += 1;
                self.stopped = Some(stop);
                stop.to_string()
            }
        };
        self.skipped += 1;
        match self.reasons.iter_mut().find(|known| known.reason == reason) {
            Some(known) => known.count += 1,
            None => self.reasons.push(Reason { reason, count: 1 }),
        }
        None
    }

    fn failure(&mut self, file: &str, case: &Case, expected: String, found: String) -> Option<&TestFailure> {
        let (board, ask) = (case.sum.to_string(), case.ask.to_string());
        self.failures.push(TestFailure { file: file.to_owned(), line: case.line, board, ask, expected, found });
        self.failures.last()
    }
}

impl fmt::Display for TestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TestFailure { file, line, board, ask, expected, found } = self;
        write!(f, "{file}:{line}: {board}, {ask}: expected {expected}, found {found}")
    }
}

/// The counts; front ends show failures as they come.
impl fmt::Display for TestAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)?;
        self.reasons.iter().try_for_each(|Reason { reason, count }| write!(f, "\n  {count} skipped: {reason}"))
    }
}
