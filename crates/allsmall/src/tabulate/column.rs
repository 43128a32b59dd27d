//! What a table can say about a board.

use serde::{Serialize, Serializer};

use crate::cgt::Dyadic;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The board in normal notation.
    Board,
    /// Who wins.
    Outcome,
    /// The exact value.
    Value,
    /// The atomic weight.
    Weight,
    /// Height of the canonical form.
    Birthday,
    /// Positions of the canonical form.
    Size,
    /// The Grundy value of impartial Clobber.
    Nimber,
    /// The fewest stones of Solitaire Clobber.
    Stones,
    /// The fewest stones when the colours alternate.
    Alternate,
    /// The number of stones on the board.
    Count,
    /// The graph: its line in the file, or the kind of board.
    Graph,
}

/// One entry of a row. Games come in the order of their means, then of their
/// names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Not settled within the limits, or there is none.
    None,
    /// A number.
    Number(i64),
    /// A game: its mean value and its name.
    Game(Dyadic, String),
    /// A text.
    Text(String),
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::None => serializer.serialize_none(),
            Cell::Number(n) => serializer.serialize_i64(*n),
            Cell::Game(_, text) | Cell::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Every column and its name.
const NAMES: [(&str, Column); 11] = [
    ("board", Column::Board),
    ("outcome", Column::Outcome),
    ("value", Column::Value),
    ("aw", Column::Weight),
    ("birthday", Column::Birthday),
    ("size", Column::Size),
    ("nimber", Column::Nimber),
    ("stones", Column::Stones),
    ("alternate", Column::Alternate),
    ("count", Column::Count),
    ("graph", Column::Graph),
];

impl Column {
    /// The column of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Column> {
        NAMES.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|entry| entry.1 == self).expect("every column has a name").0
    }

    /// All names, for messages.
    #[must_use]
    pub fn names() -> String {
        NAMES.map(|entry| entry.0).join(", ")
    }

    /// Whether its entries are games, which compare as games.
    #[must_use]
    pub fn is_game(self) -> bool {
        matches!(self, Column::Value | Column::Weight)
    }

    /// Whether its entries are whole numbers.
    #[must_use]
    pub fn is_number(self) -> bool {
        !self.is_game() && !matches!(self, Column::Board | Column::Outcome | Column::Graph)
    }

    /// Whether it comes from the exact value.
    #[must_use]
    pub fn needs_value(self) -> bool {
        matches!(self, Column::Value | Column::Weight | Column::Birthday | Column::Size)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::None => f.write_str("?"),
            Cell::Number(n) => n.fmt(f),
            Cell::Game(_, text) | Cell::Text(text) => text.fmt(f),
        }
    }
}
