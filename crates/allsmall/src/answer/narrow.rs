//! What is true of grids with K rows and any number of columns.

use std::fmt;

use serde::Serialize;

use crate::solitaire::graphs::grid::{NarrowShape, every_length};
use crate::{Budget, Stop};

/// How to answer `narrow`.
#[derive(Clone, Copy, Debug)]
pub struct NarrowQuestion {
    /// The boards that the question is about.
    pub shape: NarrowShape,
    /// The number of stones to reach.
    pub at_most: usize,
    /// Exceptions are counted up to this number of columns.
    pub longest: usize,
}

/// The answer to `narrow`.
#[derive(Clone, Debug, Serialize)]
pub struct NarrowAnswer {
    /// Rows of the grids; none for cylinders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Vertices of the ring of the cylinders; none for grids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<usize>,
    /// The number of stones to reach.
    pub at_most: usize,
    /// The statement, in words.
    pub statement: String,
    /// Whether it holds for every number of columns; none when it is not
    /// settled.
    pub holds: Option<bool>,
    /// The least number of columns from which on it holds; none if it never
    /// does.
    pub from: Option<usize>,
    /// States of the automata that settled it.
    pub states: usize,
    /// The shortest exceptions, one of each up to symmetry.
    pub exceptions: Vec<String>,
    /// How many exceptions there are, by the number of columns.
    pub counts: Vec<LengthCount>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// The exceptions of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LengthCount {
    /// Columns.
    pub n: usize,
    /// Exceptions with this number of columns.
    pub count: u128,
}

impl NarrowQuestion {
    /// Settles the statement within the limits.
    #[must_use]
    pub fn answer(&self, budget: &Budget) -> NarrowAnswer {
        let &NarrowQuestion { shape, at_most, longest } = self;
        let (rows, ring) = shape.rows_or_ring();
        let unless = if at_most == 1 && shape.has_delta() { ", unless its delta is 0," } else { "" };
        let stones = if at_most == 1 { "1 stone".to_owned() } else { format!("{at_most} stones") };
        let statement =
            format!("every {} position of both colours{unless} can be reduced to at most {stones}", shape.name());
        let mut answer = NarrowAnswer {
            rows,
            ring,
            at_most,
            statement,
            holds: None,
            from: None,
            states: 0,
            exceptions: Vec::new(),
            counts: Vec::new(),
            stopped: None,
        };
        match every_length(shape, at_most, longest, budget) {
            Ok(found) => {
                answer.holds = Some(found.holds());
                answer.from = found.from;
                answer.states = found.states;
                answer.exceptions = found.exceptions.iter().map(ToString::to_string).collect();
                let counts = found.counts.iter().enumerate();
                answer.counts = counts.map(|(i, &count)| LengthCount { n: i + 1, count }).collect();
            }
            Err(stop) => answer.stopped = Some(stop),
        }
        answer
    }
}

impl fmt::Display for NarrowAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match (self.holds, self.from) {
            (Some(true), _) => "true for every n".to_owned(),
            (Some(false), Some(from)) => format!("true for every n >= {from}, not before"),
            (Some(false), None) => "false: there are exceptions of any length".to_owned(),
            (None, _) => "not settled".to_owned(),
        };
        write!(f, "{}\n  {verdict}", self.statement)?;
        if self.holds.is_some() {
            write!(f, "\n  automaton: {} states", self.states)?;
        }
        if !self.exceptions.is_empty() {
            write!(f, "\n  shortest exceptions, up to symmetry: {}", self.exceptions.join(" "))?;
        }
        let some: Vec<String> =
            self.counts.iter().filter(|c| c.count > 0).map(|c| format!("{}: {}", c.n, c.count)).collect();
        if !some.is_empty() {
            write!(f, "\n  number of exceptions by n: {}", some.join(", "))?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  stopped: {stop}"),
            None => Ok(()),
        }
    }
}
