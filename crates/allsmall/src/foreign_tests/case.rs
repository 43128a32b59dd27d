//! One test: a sum, a question about it, and the expected answer.

use std::fmt;

use crate::Player;

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line of the question, counted from 1.
    pub line: usize,
    /// What is asked about.
    pub sum: Sum,
    /// What is asked.
    pub ask: Ask,
}

/// A sum of games, in the order they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The summands.
    pub games: Vec<Game>,
    /// A section whose games we do not know, if one of its games is here.
    pub unknown: Option<String>,
}

/// A summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A board, two-player or impartial.
    Board {
        /// The board in our notation.
        text: String,
        /// Whether either player may move either colour.
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
        /// Who starts.
        first: Player,
        /// Who wins.
        expected: Option<Player>,
    },
    /// What is the nimber?
    Nimber {
        /// The nimber.
        expected: Option<u32>,
    },
    /// Which first moves win?
    Moves {
        /// Who starts; none where it does not matter, in an impartial sum.
        first: Option<Player>,
        /// The moves as the file writes them.
        expected: Option<Vec<String>>,
    },
    /// Something we do not answer.
    Other(String),
}

impl Ask {
    /// Whether the file says what the answer is.
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

/// The sum in our notation.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games.is_empty() {
            return f.write_str("0");
        }
        for (i, game) in self.games.iter().enumerate() {
            let (Game::Board { text, .. } | Game::Value(text)) = game;
            write!(f, "{}{text}", if i > 0 { " + " } else { "" })?;
        }
        Ok(())
    }
}

/// What is asked, in a few words.
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
