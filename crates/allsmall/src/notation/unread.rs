//! Errors of the parser: a syntax error, or a limit of the budget.

use crate::{ParseError, Stop};

/// A text that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is wrong at one place.
    Text(ParseError),
    /// Its board takes more time or memory than there is.
    Stop(Stop),
}

impl Unread {
    /// The error as a [`ParseError`]; a limit becomes an error at the start of
    /// the text.
    pub(crate) fn into_fault(self, text: &str) -> ParseError {
        match self {
            Unread::Text(error) => error,
            Unread::Stop(stop) => ParseError::new(text, 0, format!("the board cannot be read: {stop}")),
        }
    }
}

impl Unread {
    /// The error of a text that begins at byte `from` of a longer one.
    pub(super) fn shifted(self, text: &str, from: usize) -> Unread {
        match self {
            Unread::Text(error) => Unread::Text(error.shifted(text, text[..from].chars().count())),
            stop @ Unread::Stop(_) => stop,
        }
    }
}

impl From<ParseError> for Unread {
    fn from(error: ParseError) -> Unread {
        Unread::Text(error)
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Unread {
        Unread::Stop(stop)
    }
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unread::Text(error) => error.fmt(f),
            Unread::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Unread {}
