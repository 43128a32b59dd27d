//! The most stones that positions on narrow grids force, for every length.

use std::fmt;

use serde::Serialize;

use crate::solitaire::graphs::grid::{NarrowShape, Worst, worst};
use crate::{Budget, Stop};

/// How to answer `narrow --worst`.
#[derive(Clone, Copy, Debug)]
pub struct WorstQuestion {
    /// The strips that the question is about.
    pub shape: NarrowShape,
}

/// The answer to `narrow --worst`.
#[derive(Clone, Debug, Serialize)]
pub struct WorstAnswer {
    /// Rows of the grids; none for cylinders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Vertices of the ring of the cylinders; none for grids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<usize>,
    /// The statement, in words; none when it is not settled.
    pub statement: Option<String>,
    /// W(1), W(2), ... up to the first n of the formula at least; 0 where no
    /// position has both colours.
    pub values: Vec<usize>,
    /// From this n on, W(n) = floor((gain n + constant) / period).
    pub from: Option<usize>,
    /// Stones that a period forces.
    pub gain: Option<usize>,
    /// Columns of a period.
    pub period: Option<usize>,
    /// The constant of the formula.
    pub constant: Option<i64>,
    /// Columns that force `gain` stones for every `period` of them, when they are
    /// repeated.
    pub unit: Option<String>,
    /// Worst positions of consecutive lengths, as many as the unit has columns, each
    /// with the number of columns after which the unit can be inserted.
    pub positions: Vec<WorstPosition>,
    /// Number of lists of costs.
    pub states: usize,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// A worst position into which the unit can be inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorstPosition {
    /// The position.
    pub board: String,
    /// Columns before the unit.
    pub after: usize,
}

impl WorstQuestion {
    /// Finds the formula within the limits.
    #[must_use]
    pub fn answer(&self, budget: &Budget) -> WorstAnswer {
        let (rows, ring) = self.shape.rows_or_ring();
        let mut answer = WorstAnswer {
            rows,
            ring,
            statement: None,
            values: Vec::new(),
            from: None,
            gain: None,
            period: None,
            constant: None,
            unit: None,
            positions: Vec::new(),
            states: 0,
            stopped: None,
        };
        match worst(self.shape, budget) {
            Ok(Some(found)) => answer.fill(&self.shape.name(), found),
            Ok(None) => {}
            Err(stop) => answer.stopped = Some(stop),
        }
        answer
    }
}

impl WorstAnswer {
    /// Without a formula the question is not settled, whatever ended the search.
    pub(super) fn unsettled(&self) -> Option<Stop> {
        self.statement.is_none().then_some(self.stopped.unwrap_or(Stop::Unsupported))
    }

    fn fill(&mut self, boards: &str, found: Worst) {
        let formula = found.formula();
        self.statement =
            Some(format!("the worst {boards} position of both colours leaves {formula} for every n >= {}", found.from));
        self.positions = found
            .positions
            .iter()
            .map(|(position, after)| WorstPosition { board: position.to_string(), after: *after })
            .collect();
        self.unit = Some(found.unit.to_string());
        self.values = found.values;
        self.values.truncate(found.from);
        (self.from, self.gain, self.period) = (Some(found.from), Some(found.gain), Some(found.period));
        self.constant = Some(found.constant);
        self.states = found.lists;
    }
}

impl fmt::Display for WorstAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(statement) = &self.statement else {
            let why =
                self.stopped.map_or("no unit reaches the upper bound".to_owned(), |stop| format!("stopped: {stop}"));
            return write!(f, "not settled\n  {why}");
        };
        f.write_str(statement)?;
        let before: Vec<String> =
            self.values.iter().enumerate().map(|(i, value)| format!("{}: {value}", i + 1)).collect();
        write!(f, "\n  by n: {}", before.join(", "))?;
        if let (Some(unit), Some(position)) = (&self.unit, self.positions.first()) {
            let WorstPosition { board, after } = position;
            let columns = if *after == 1 { "column" } else { "columns" };
            write!(f, "\n  repeated after {after} {columns} of {board}: {unit}")?;
        }
        write!(f, "\n  {} lists of costs", self.states)
    }
}
