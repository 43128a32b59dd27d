//! Parse errors: the place in the input, and what was expected there.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// Number of characters shown on each side of the error.
const CONTEXT: usize = 36;

/// An error in the input. It holds a short excerpt only, since a line may have 10^9
/// stones.
///
/// ```
/// use allsmall::Position;
/// let error = "xoz".parse::<Position>().unwrap_err();
/// assert_eq!(error.at(), 2);
/// assert!(error.to_string().ends_with("| xoz\n  |   ^"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    message: String,
    at: usize,
    excerpt: String,
    caret: usize,
}

impl ParseError {
    /// Creates an error at byte `offset` of `text`.
    #[must_use]
    pub fn new(text: &str, offset: usize, message: impl Into<String>) -> ParseError {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let (before, after) = text.split_at(offset);
        let start = before.char_indices().rev().nth(CONTEXT - 1).map_or(0, |(i, _)| i);
        let end = after.char_indices().nth(CONTEXT).map_or(text.len(), |(i, _)| offset + i);
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let lead = if start > 0 { "..." } else { "" };
        let tail = if end < text.len() { "..." } else { "" };
        let shown: String = text[start..end].chars().map(plain).collect();
        ParseError {
            message: message.into(),
            at: before.chars().count(),
            excerpt: format!("{lead}{shown}{tail}"),
            caret: lead.len() + text[start..offset].chars().count(),
        }
    }

    /// What is wrong and what was expected, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place of the error, in characters from the start of the input.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Moves the error into a text in which this input starts at character `by`.
    #[must_use]
    pub fn shifted(mut self, whole: &str, by: usize) -> ParseError {
        let at = self.at + by;
        let offset = whole.char_indices().nth(at).map_or(whole.len(), |(i, _)| i);
        self = ParseError::new(whole, offset, self.message);
        self
    }
}

/// The message, then the input with a caret under the error.
impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  | {}", self.excerpt)?;
        write!(f, "  | {:>width$}", '^', width = self.caret + 1)
    }
}

impl std::error::Error for ParseError {}

/// `{"message": ..., "at": ...}`, as batch lines and HTTP errors carry it.
impl Serialize for ParseError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut s = serializer.serialize_struct("ParseError", 2)?;
        s.serialize_field("message", &self.message)?;
        s.serialize_field("at", &self.at)?;
        s.end()
    }
}
