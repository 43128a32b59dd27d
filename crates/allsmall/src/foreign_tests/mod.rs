//! Runner for the test files of other Clobber solvers.
//!
//! - SEGClobber: lines `BOARD FIRST WINNER`
//! - MCGS: `.test` files of sums and commands; the parts about Clobber
//!
//! Unsupported commands are reported as skipped, with a reason.

mod case;
mod mcgs;
mod run;
mod segclobber;
#[cfg(test)]
mod tests;
mod tokens;

pub use case::{Ask, Case, ForeignSum, ForeignTerm};
pub use run::{CaseResult, CaseRunner};

/// What is wrong with a test file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTestError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl std::fmt::Display for ForeignTestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for ForeignTestError {}

/// Reads a test file of either kind: MCGS files begin with a brace, a bracket
/// or a comment.
///
/// # Errors
/// The first fault of the file.
pub fn read(text: &str) -> Result<Vec<Case>, ForeignTestError> {
    if text.trim_start().starts_with(['{', '[', '(', '/']) { mcgs::read(text) } else { segclobber::read(text) }
}
