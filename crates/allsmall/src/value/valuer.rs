//! The valuer: canonical values of expressions and positions within a budget.

use crate::cgt::{Value, ValueView, Values};
use crate::notation::{Expr, read_expr_in};
use crate::packed::{BoardRules, PackedPart};
use crate::{Budget, Position, ReadError, Stop};

use super::{Game, PartValues};

/// Computes values within a budget. Its tables stay filled between calls.
///
/// ```
/// use allsmall::{Budget, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// let value = valuer.text("(xxo)^5 + star")?;
/// assert_eq!(valuer.values().name(value).as_deref(), Some("^3*"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Valuer {
    values: Values,
    parts: PartValues<BoardRules>,
    /// Whether the tabulated parts mean the same on every board.
    portable: bool,
    budget: Budget,
}

impl Valuer {
    /// Creates a valuer with an empty arena. A quarter of the memory is for the table
    /// of parts.
    #[must_use]
    pub fn new(budget: &Budget) -> Valuer {
        Valuer {
            values: Values::within(&for_arena(budget)),
            parts: PartValues::new(BoardRules::default(), budget.memory() / 4),
            portable: true,
            budget: budget.clone(),
        }
    }

    /// Replaces the time limit and the stop flag; the memory stays as it is.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone().with_memory(self.memory());
        self.values.set_budget(&for_arena(&self.budget));
    }

    /// The limits.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The memory limit.
    pub(crate) fn memory(&self) -> usize {
        self.budget.memory()
    }

    /// Number of bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.values.bytes() + self.parts.bytes()
    }

    /// The arena.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The arena, for further computations.
    pub fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    /// The value of an expression such as `(xxo)^5 + 2*up`.
    ///
    /// # Errors
    /// [`ReadError`] if the text cannot be read or the budget is exhausted.
    pub fn text(&mut self, text: &str) -> Result<Value, ReadError> {
        let expr = read_expr_in(text, &self.budget)?;
        Ok(self.expr(&expr)?)
    }

    /// The value of an expression.
    pub fn expr(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.game(&Game::new(expr))
    }

    /// The value of a game.
    pub fn game(&mut self, game: &Game) -> Result<Value, Stop> {
        let mut total = self.values.zero();
        for component in &game.components {
            self.budget.check()?;
            let once = self.component(&component.what)?;
            let times = i64::try_from(component.times).map_err(|_| Stop::Unsupported)?;
            let copies = self.values.times(once, times)?;
            total = self.values.add(total, copies)?;
        }
        Ok(total)
    }

    /// Prints and compares a value: `valuer.view(v).to_string()`.
    #[must_use]
    pub fn view(&self, value: Value) -> ValueView<'_> {
        self.values.view(value)
    }

    /// The value of a position.
    pub fn value(&mut self, position: &Position) -> Result<Value, Stop> {
        Ok(self.positions(std::slice::from_ref(position))?[0])
    }

    /// The values of several positions; common parts are valued once.
    pub fn positions(&mut self, positions: &[Position]) -> Result<Vec<Value>, Stop> {
        let (boards, sums) = BoardRules::within(positions, &self.budget)?;
        if !self.portable {
            self.parts.retain(PackedPart::is_portable);
        }
        self.parts.change_rules(boards);
        self.portable = sums.iter().flatten().all(|signed| signed.part.is_portable());
        let mut ticker = self.budget.ticker();
        let mut found = Vec::with_capacity(sums.len());
        for sum in &sums {
            found.push(self.parts.sum(&mut self.values, sum)?);
            ticker.step(16 * sum.len())?;
        }
        Ok(found)
    }
}

/// The budget of the arena.
fn for_arena(budget: &Budget) -> Budget {
    budget.clone().with_memory(3 * (budget.memory() / 4))
}
