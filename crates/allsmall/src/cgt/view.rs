//! Read-only views: a value together with its arena, which prints itself and
//! compares without `&mut`.

use std::fmt;

use super::{Relation, Value, Values};
use crate::{Outcome, Player, Stop};

/// A value that knows its arena. Two views are equal if they have one value of
/// one arena.
///
/// ```
/// use allsmall::{Budget, Position, Relation, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// let row = valuer.value(&"(xxo)^5".parse::<Position>()?)?;
/// let star = valuer.text("star")?;
/// let (row, star) = (valuer.view(row), valuer.view(star));
/// assert_eq!(row.to_string(), "^3");
/// assert_eq!(row.compare(star)?, Relation::Greater);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct ValueView<'a> {
    values: &'a Values,
    value: Value,
}

impl Values {
    /// The value with its arena.
    #[must_use]
    pub fn view(&self, value: Value) -> ValueView<'_> {
        ValueView { values: self, value }
    }
}

impl<'a> ValueView<'a> {
    /// The id of the value in its arena.
    #[must_use]
    pub fn value(self) -> Value {
        self.value
    }

    /// The outcome class.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        self.values.outcome(self.value)
    }

    /// The canonical options of a player.
    pub fn options(self, player: Player) -> impl Iterator<Item = ValueView<'a>> {
        self.values.options(self.value, player).iter().map(move |&option| self.values.view(option))
    }

    /// Compares two values of one arena. Results are not remembered in the
    /// arena: many large values are compared faster by [`Values::compare`].
    ///
    /// # Errors
    /// [`Stop`] when the budget of the arena is exhausted.
    ///
    /// # Panics
    /// When the values belong to different arenas.
    pub fn compare(self, other: ValueView<'_>) -> Result<Relation, Stop> {
        assert!(std::ptr::eq(self.values, other.values), "values of different arenas cannot be compared");
        let (a, b) = (self.value, other.value);
        Ok(Relation::of(self.values.le_shared(a, b)?, self.values.le_shared(b, a)?))
    }
}

/// The name as CGSuite writes it; of a value whose name is very long, its birthday.
impl fmt::Display for ValueView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.values.name(self.value) {
            Some(name) => f.write_str(&name),
            None => write!(f, "(a game born on day {})", self.values.birthday(self.value)),
        }
    }
}

impl fmt::Debug for ValueView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for ValueView<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.values, other.values) && self.value == other.value
    }
}

impl Eq for ValueView<'_> {}
