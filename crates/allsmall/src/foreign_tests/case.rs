//! One test: a sum, a question about it, and the expected answer.

use std::fmt;

use crate::Player;

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line of the question, counted from 1.
    pub line: usize,
    /// The sum.
    pub sum: ForeignSum,
    /// The question.
    pub ask: Ask,
}

/// A sum of games, in the order they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignSum {
    /// The summands.
    pub games: Vec<ForeignTerm>,
    /// The name of an unknown section, if one of its games is a summand.
    pub unknown: Option<String>,
}

/// A summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignTerm {
    /// A board, two-player or impartial.
    Board {
        /// The board.
        text: String,
        /// Whether the game is impartial: either player may move either colour.
        impartial: bool,
    },
    /// A value such as `2*up` or `*3`.
    Value(String),
}

/// A question and the answer that the file expects, if it expects one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Who wins when `first` starts?
    Winner {
        /// The player who starts.
        first: Player,
        /// The expected winner.
        expected: Option<Player>,
    },
    /// What is the nimber?
    Nimber {
        /// The nimber.
        expected: Option<u32>,
    },
    /// Which first moves win?
    Moves {
        /// The player who starts; `None` in an impartial sum.
        first: Option<Player>,
        /// The moves as the file writes them.
        expected: Option<Vec<String>>,
    },
    /// A command that is not supported.
    Other(String),
}

impl Ask {
    /// Returns whether the file has the expected answer.
    #[must_use]
    pub fn is_expecting(&self) -> bool {
        match self {
            Ask::Winner { expected, .. } => expected.is_some(),
            Ask::Nimber { expected } => expected.is_some(),
            Ask::Moves { expected, .. } => expected.is_some(),
            Ask::Other(_) => false,
        }
    }
}

/// The sum in the notation of `docs/notation.md`.
impl fmt::Display for ForeignSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games.is_empty() {
            return f.write_str("0");
        }
        for (i, game) in self.games.iter().enumerate() {
            let (ForeignTerm::Board { text, .. } | ForeignTerm::Value(text)) = game;
            write!(f, "{}{text}", if i > 0 { " + " } else { "" })?;
        }
        Ok(())
    }
}

/// The question in a few words.
impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Winner { first, .. } => write!(f, "{first} first"),
            Ask::Nimber { .. } => f.write_str("nimber"),
            Ask::Moves { first: Some(first), .. } => write!(f, "winning moves of {first}"),
            Ask::Moves { first: None, .. } => f.write_str("winning moves"),
            Ask::Other(command) => f.write_str(command),
        }
    }
}
