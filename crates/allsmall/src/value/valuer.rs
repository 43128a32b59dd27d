//! Values of expressions.

use crate::ParseError;
use crate::cgt::{NameError, Value, Values};
use crate::kernel::{Boards, Part};
use crate::notation::{Expr, Summand, Unread, read_expr_in};
use crate::{Budget, Position, Stop};

use super::PartValues;

/// Values expressions within a budget; keeps what it learns between questions.
pub struct Valuer {
    values: Values,
    parts: PartValues<Boards>,
    /// Whether the parts known mean the same on every board.
    portable: bool,
    budget: Budget,
}

/// Why an expression has no value here.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueError {
    /// The text is wrong.
    Text(ParseError),
    /// A limit was hit.
    Stop(Stop),
}

impl Valuer {
    /// A fresh arena within this budget; a quarter of its memory is for the
    /// table of parts.
    #[must_use]
    pub fn new(budget: &Budget) -> Valuer {
        let quarter = budget.memory() / 4;
        Valuer {
            values: Values::within(&budget.clone().with_memory(3 * quarter)),
            parts: PartValues::new(Boards::default(), quarter),
            portable: true,
            budget: budget.clone(),
        }
    }

    /// The arena.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The arena, to go on with.
    pub fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    /// The value of an expression such as `(xxo)^5 + 2*up`.
    ///
    /// # Errors
    /// What is wrong with the text, or the limit that was hit.
    pub fn text(&mut self, text: &str) -> Result<Value, ValueError> {
        let expr = read_expr_in(text, &self.budget)?;
        self.expr(&expr, text)
    }

    /// The value of an expression read from `text`.
    ///
    /// # Errors
    /// What is wrong with a value written in full, or the limit that was hit.
    pub fn expr(&mut self, expr: &Expr, text: &str) -> Result<Value, ValueError> {
        let mut total = self.values.zero();
        for term in &expr.terms {
            self.budget.check()?;
            let once = match &term.what {
                Summand::Board(position) => self.position(position)?,
                Summand::Nimber(size) => self.values.star(*size)?,
                Summand::Up => self.values.ups(1, false)?,
                Summand::Literal { text: name, at } => self.values.parse(name).map_err(|error| match error {
                    NameError::Text(error) => ValueError::Text(error.shifted(text, *at)),
                    NameError::Stop(stop) => ValueError::Stop(stop),
                })?,
            };
            let copies = self.values.times(once, term.times)?;
            total = self.values.add(total, copies)?;
        }
        Ok(total)
    }

    /// The value of a position.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn position(&mut self, position: &Position) -> Result<Value, Stop> {
        Ok(self.positions(std::slice::from_ref(position))?[0])
    }

    /// The values of several positions, which share their parts.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn positions(&mut self, positions: &[Position]) -> Result<Vec<Value>, Stop> {
        let (boards, sums) = Boards::within(positions, &self.budget)?;
        // Rows and grid parts carry their stones with them; the others are
        // places in one kernel.
        let portable = |part: &Part| matches!(part, Part::Row(_) | Part::Grid(_));
        if !self.portable {
            self.parts.retain(portable);
        }
        self.parts.change_kernel(boards);
        self.portable = sums.iter().flatten().all(|signed| portable(&signed.part));
        let mut pace = self.budget.pace();
        let mut found = Vec::with_capacity(sums.len());
        for sum in &sums {
            found.push(self.parts.sum(&mut self.values, sum)?);
            pace.step(16 * sum.len())?;
        }
        Ok(found)
    }
}

impl From<ParseError> for ValueError {
    fn from(error: ParseError) -> ValueError {
        ValueError::Text(error)
    }
}

impl From<Unread> for ValueError {
    fn from(unread: Unread) -> ValueError {
        match unread {
            Unread::Text(error) => ValueError::Text(error),
            Unread::Stop(stop) => ValueError::Stop(stop),
        }
    }
}

impl From<Stop> for ValueError {
    fn from(stop: Stop) -> ValueError {
        ValueError::Stop(stop)
    }
}

impl std::fmt::Display for ValueError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueError::Text(error) => error.fmt(f),
            ValueError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for ValueError {}
