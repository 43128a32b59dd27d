//! Columns and cells of a table.

use serde::{Serialize, Serializer};

use crate::cgt::Dyadic;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableColumn {
    /// The board in normal notation.
    Board,
    /// The outcome class.
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

/// One entry of a row. Games are sorted by mean value, then by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableCell {
    /// Not settled within the limits, or undefined.
    None,
    /// A number.
    Number(i64),
    /// A game: its mean value and its name.
    Game(Dyadic, String),
    /// A text.
    Text(String),
}

impl Serialize for TableCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TableCell::None => serializer.serialize_none(),
            TableCell::Number(n) => serializer.serialize_i64(*n),
            TableCell::Game(_, text) | TableCell::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Every column and its name.
const NAMES: [(&str, TableColumn); 11] = [
    ("board", TableColumn::Board),
    ("outcome", TableColumn::Outcome),
    ("value", TableColumn::Value),
    ("aw", TableColumn::Weight),
    ("birthday", TableColumn::Birthday),
    ("size", TableColumn::Size),
    ("nimber", TableColumn::Nimber),
    ("stones", TableColumn::Stones),
    ("alternate", TableColumn::Alternate),
    ("count", TableColumn::Count),
    ("graph", TableColumn::Graph),
];

impl TableColumn {
    /// The column of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<TableColumn> {
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
        matches!(self, TableColumn::Value | TableColumn::Weight)
    }

    /// Whether its entries are whole numbers.
    #[must_use]
    pub fn is_number(self) -> bool {
        !self.is_game() && !matches!(self, TableColumn::Board | TableColumn::Outcome | TableColumn::Graph)
    }

    /// Whether it comes from the exact value.
    #[must_use]
    pub fn needs_value(self) -> bool {
        matches!(self, TableColumn::Value | TableColumn::Weight | TableColumn::Birthday | TableColumn::Size)
    }
}

impl std::fmt::Display for TableCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableCell::None => f.write_str("?"),
            TableCell::Number(n) => n.fmt(f),
            TableCell::Game(_, text) | TableCell::Text(text) => text.fmt(f),
        }
    }
}
