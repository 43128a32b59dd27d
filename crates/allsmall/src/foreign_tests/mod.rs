//! Test files of other Clobber solvers, read and run.
//!
//! - SEGClobber: lines `BOARD FIRST WINNER`
//! - MCGS: `.test` files of sums and commands; the parts about Clobber
//!
//! What a file asks that we do not answer is skipped with a reason, never
//! passed over in silence.

mod case;
mod mcgs;
mod run;
mod segclobber;
#[cfg(test)]
mod tests;
mod tokens;

pub use case::{Ask, Case, Game, Sum};
pub use run::Verdict;

/// What is wrong with a test file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl std::fmt::Display for PeerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for PeerError {}

/// Reads a test file of either kind: MCGS files begin with a brace, a bracket
/// or a comment.
///
/// # Errors
/// The first fault of the file.
pub fn read(text: &str) -> Result<Vec<Case>, PeerError> {
    if text.trim_start().starts_with(['{', '[', '(', '/']) { mcgs::read(text) } else { segclobber::read(text) }
}
