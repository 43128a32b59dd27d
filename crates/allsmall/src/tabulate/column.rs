//! Columns and cells of a table.

use serde::{Serialize, Serializer};

use crate::cgt::Dyadic;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableColumn {
    /// The number n of an expression with n.
    N,
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
    /// The mean of several numbers.
    Mean(Mean),
    /// A game: its mean value and its name.
    Game(Dyadic, String),
    /// A text.
    Text(String),
}

/// The mean of the entries of a column, which is never NaN.
#[derive(Clone, Copy, Debug)]
pub struct Mean(f64);

impl Mean {
    /// The mean of `count` entries with this sum, a numerator over 2^exponent.
    #[must_use]
    pub fn new(numerator: i128, exponent: u8, count: u64) -> Mean {
        Mean(numerator as f64 / 2f64.powi(i32::from(exponent)) / count.max(1) as f64)
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Mean) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Mean {}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Mean) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Mean {
    fn cmp(&self, other: &Mean) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl std::hash::Hash for Mean {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// At most six digits behind the point.
impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.6}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for TableCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TableCell::None => serializer.serialize_none(),
            TableCell::Number(n) => serializer.serialize_i64(*n),
            TableCell::Mean(mean) => serializer.serialize_f64(mean.0),
            TableCell::Game(_, text) | TableCell::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Every column and its name.
const NAMES: [(&str, TableColumn); 12] = [
    ("n", TableColumn::N),
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
    /// The column of this name; `atomic_weight`, as answers call it, is `aw`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<TableColumn> {
        if name == "atomic_weight" {
            return Some(TableColumn::Weight);
        }
        NAMES.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// Reads a column, with blanks around its name or not.
    ///
    /// # Errors
    /// Which columns there are.
    pub fn read(name: &str) -> Result<TableColumn, String> {
        TableColumn::of_name(name.trim())
            .ok_or_else(|| format!("unknown column; expected one of {}", TableColumn::names()))
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

    /// Whether its entries have a mean: numbers, and atomic weights by their
    /// mean values.
    #[must_use]
    pub fn has_mean(self) -> bool {
        self.is_number() || self == TableColumn::Weight
    }

    /// Whether it is defined for boards only, not for sums with values.
    #[must_use]
    pub fn needs_board(self) -> bool {
        matches!(self, TableColumn::Nimber | TableColumn::Stones | TableColumn::Alternate | TableColumn::Count)
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
            TableCell::Mean(mean) => mean.fmt(f),
            TableCell::Game(_, text) | TableCell::Text(text) => text.fmt(f),
        }
    }
}
