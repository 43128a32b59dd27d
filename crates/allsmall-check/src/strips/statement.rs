//! Statements about strips of every length, what they require of a board, and the
//! one function that writes them as sentences.

use std::fmt;

use super::crossing::{Mirror, O, Stone, X};

/// A statement about all boards of some kind with `from` columns and more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StripStatement {
    pub(super) shape: StripShape,
    /// Rows of a board.
    pub(super) rows: usize,
    /// The colours of the first rows, as far as they are given.
    pub(super) first: Vec<Stone>,
    /// There is an x in this number of first rows, and an o in this one; 0 if nothing
    /// is required.
    pub(super) x_in: usize,
    pub(super) o_in: usize,
    /// Whether the first row holds an o.
    pub(super) top: bool,
    pub(super) delta: Delta,
    pub(super) from: usize,
    pub(super) goal: StripGoal,
    /// Whether an x must step along the first row.
    pub(super) step: bool,
}

/// How the columns hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StripShape {
    Grid,
    /// The last row is a neighbour of the first one.
    Ring,
}

/// What is required of delta, the stones plus the clashing stones modulo 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delta {
    Any,
    Zero,
    NotZero,
}

/// What can be done with the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StripGoal {
    /// They can be reduced to at most (gain n + constant) / period stones.
    Leave { gain: usize, constant: usize, period: usize },
    /// The first rows, as many as one of these heights, can be emptied into the row
    /// below them such that it holds both colours.
    Eat(Vec<usize>),
    /// With this number of columns of o before them they are nice.
    Nice { before: usize },
}

/// What has been read of a board, as far as the statement asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Read {
    /// Columns, up to `from`.
    pub(super) columns: usize,
    /// Delta of these columns, of the two classes of cells the one with the first
    /// cell of the NEXT column being that of x; 0 if delta does not matter.
    pub(super) delta: usize,
    pub(super) has_x: bool,
    pub(super) has_o: bool,
    pub(super) has_top: bool,
}

impl Read {
    /// Nothing has been read.
    pub(super) const NOTHING: Read = Read { columns: 0, delta: 0, has_x: false, has_o: false, has_top: false };
}

impl StripStatement {
    /// The columns that a board may have: bit r is set for x in row r.
    pub(super) fn letters(&self) -> Vec<usize> {
        let agrees = |letter: &usize| self.first.iter().enumerate().all(|(row, &stone)| cell(*letter, row) == stone);
        (0..1 << self.rows).filter(agrees).collect()
    }

    /// What has been read after one more column.
    pub(super) fn next(&self, read: Read, letter: usize) -> Read {
        let holds = |stone: Stone, rows: usize| (0..rows).any(|row| cell(letter, row) == stone);
        Read {
            columns: (read.columns + 1).min(self.from),
            delta: if self.delta == Delta::Any { 0 } else { self.next_delta(read.delta, letter) },
            has_x: read.has_x || holds(X, self.x_in),
            has_o: read.has_o || holds(O, self.o_in),
            has_top: read.has_top || self.top && cell(letter, 0) == O,
        }
    }

    /// A cell counts 1, and 1 more if its stone is not that of its class. When the
    /// classes change places, a cell that counted 1 counts 2 and the other way
    /// round, so delta becomes -delta modulo 3. They do with each column, as the
    /// class of its first cell does.
    fn next_delta(&self, delta: usize, letter: usize) -> usize {
        let class = |row: usize| if row.is_multiple_of(2) { X } else { O };
        let count = |row: usize| if cell(letter, row) == class(row) { 1 } else { 2 };
        let sum = delta + (0..self.rows).map(count).sum::<usize>();
        (3 - sum % 3) % 3
    }

    /// Returns whether the statement is about boards of which this has been read.
    pub(super) fn requires(&self, read: Read) -> bool {
        let delta = match self.delta {
            Delta::Any => true,
            Delta::Zero => read.delta == 0,
            Delta::NotZero => read.delta != 0,
        };
        let colours = (read.has_x || self.x_in == 0) && (read.has_o || self.o_in == 0);
        read.columns == self.from && delta && colours && (read.has_top || !self.top)
    }

    /// What has been read of the mirror image of a board; none if the statement
    /// does not speak of all mirror images alike.
    pub(super) fn image(&self, read: Read, mirror: Mirror) -> Option<Read> {
        let is_alike = self.first.is_empty() && !self.top && !self.step && self.x_in == self.o_in;
        let turns = self.x_in == self.rows && matches!(self.goal, StripGoal::Leave { .. });
        let is_nice = matches!(self.goal, StripGoal::Nice { .. });
        if !is_alike || is_nice || mirror.upside_down && !turns {
            return None;
        }
        // Either mirror makes the classes change places, but for the rows upside
        // down when their number is odd.
        let is_negated = mirror.colours != (mirror.upside_down && self.rows.is_multiple_of(2));
        let delta = if is_negated { (3 - read.delta) % 3 } else { read.delta };
        let (has_x, has_o) = if mirror.colours { (read.has_o, read.has_x) } else { (read.has_x, read.has_o) };
        Some(Read { delta, has_x, has_o, ..read })
    }

    /// The most stones that may be left on n columns; none if nothing is reduced.
    pub(super) fn most(&self, n: usize) -> Option<usize> {
        match self.goal {
            StripGoal::Leave { gain, constant, period } => Some((gain * n + constant) / period),
            _ => None,
        }
    }

    /// The boards: `4 x n positions`.
    fn boards(&self) -> String {
        match self.shape {
            StripShape::Grid => format!("{} x n position", self.rows),
            StripShape::Ring => format!("C_{} x P_n position", self.rows),
        }
    }

    fn conditions(&self) -> Vec<String> {
        let mut conditions = Vec::new();
        let rows = |rows: usize| if rows == 1 { "first row".to_owned() } else { format!("first {rows} rows") };
        for (row, &stone) in self.first.iter().enumerate() {
            conditions.push(format!("row {} is all {}", row + 1, if stone == X { "x" } else { "o" }));
        }
        match (self.x_in, self.o_in) {
            (0, 0) => {}
            (x, o) if x == o && x == self.rows => conditions.push("it has both colours".to_owned()),
            (x, 0) if x == self.rows => conditions.push("it is not all o".to_owned()),
            (x, o) if x == o => conditions.push(format!("its {} hold both colours", rows(x))),
            (x, o) => {
                let some = [(x, 'x'), (o, 'o')].into_iter().filter(|(rows, _)| *rows > 0);
                conditions.extend(some.map(|(k, stone)| format!("there is an {stone} in its {}", rows(k))));
            }
        }
        if self.top {
            conditions.push("there is an o in its first row".to_owned());
        }
        match self.delta {
            Delta::Any => {}
            Delta::Zero => conditions.push("its delta is 0".to_owned()),
            Delta::NotZero => conditions.push("its delta is not 0".to_owned()),
        }
        conditions
    }

    fn claim(&self) -> String {
        let claim = match &self.goal {
            StripGoal::Leave { .. } => format!("it can be reduced to {}", self.stones()),
            StripGoal::Eat(heights) => {
                let heights: Vec<String> = heights.iter().map(usize::to_string).collect();
                format!(
                    "its first {} rows can be emptied into the row below them, which holds both colours then",
                    heights.join(" or its first ")
                )
            }
            StripGoal::Nice { before: 0 } => "it is nice".to_owned(),
            StripGoal::Nice { before } => format!("it is nice with {before} columns of o before it"),
        };
        claim + if self.step { ", by a play in which an x steps along the first row" } else { "" }
    }

    /// The number of stones that may be left, in words.
    pub(super) fn stones(&self) -> String {
        let StripGoal::Leave { gain, constant, period } = self.goal else { return String::new() };
        match (gain, constant / period) {
            (0, 1) => "1 stone".to_owned(),
            (0, stones) => format!("at most {stones} stones"),
            _ => format!("at most floor(({} + {constant})/{period}) stones", times_n(gain)),
        }
    }
}

/// `n`, `2 n`.
pub(super) fn times_n(gain: usize) -> String {
    if gain == 1 { "n".to_owned() } else { format!("{gain} n") }
}

impl fmt::Display for StripStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "for every n >= {} and every {}: ", self.from, self.boards())?;
        let conditions = self.conditions();
        if !conditions.is_empty() {
            write!(f, "if {}, ", conditions.join(" and "))?;
        }
        f.write_str(&self.claim())
    }
}

/// The stone in a row of a column.
pub(super) fn cell(letter: usize, row: usize) -> Stone {
    if letter >> row & 1 == 1 { X } else { O }
}
