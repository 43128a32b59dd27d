//! Why a text was not read: a syntax error, or a limit of the budget.

use std::fmt;

use crate::{ParseError, Stop};

/// Why a text has no position, no sum or no value here.
///
/// ```
/// use allsmall::{Budget, ReadError, Stop, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// assert!(matches!(valuer.text("xoz"), Err(ReadError::Text(error)) if error.at() == 2));
/// assert_eq!(valuer.text("99999999999"), Err(ReadError::Stop(Stop::Unsupported)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is wrong at one place.
    Text(ParseError),
    /// The budget is exhausted.
    Stop(Stop),
}

impl ReadError {
    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            ReadError::Text(error) => error.message().to_owned(),
            ReadError::Stop(stop) => stop.to_string(),
        }
    }

    /// The error as a [`ParseError`]; a limit becomes an error at the start of
    /// the text.
    pub(crate) fn into_fault(self, text: &str) -> ParseError {
        match self {
            ReadError::Text(error) => error,
            ReadError::Stop(stop) => ParseError::new(text, 0, format!("the board cannot be read: {stop}")),
        }
    }

    /// The error of a text that begins at byte `from` of a longer one.
    pub(crate) fn shifted(self, text: &str, from: usize) -> ReadError {
        match self {
            ReadError::Text(error) => error.shifted(text, text[..from].chars().count()).into(),
            stop @ ReadError::Stop(_) => stop,
        }
    }
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> ReadError {
        ReadError::Text(error)
    }
}

impl From<Stop> for ReadError {
    fn from(stop: Stop) -> ReadError {
        ReadError::Stop(stop)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Text(error) => error.fmt(f),
            ReadError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}
