//! Atomic weight bounds of a sum that is too large to be valued: weights add, and
//! the two-ahead rule decides the outcome.

use super::weight_bounds::weight_bounds;
use crate::value::{ComponentKind, Game};
use crate::{Budget, Outcome};

/// Integer bounds of the atomic weight of a game; `None` for an unknown bound.
///
/// ```
/// use allsmall::{Outcome, WeightBounds};
/// assert_eq!(WeightBounds { low: Some(2), high: None }.outcome(), Some(Outcome::L));
/// assert_eq!(WeightBounds { low: Some(1), high: Some(1) }.outcome(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightBounds {
    /// Lower bound.
    pub low: Option<i32>,
    /// Upper bound.
    pub high: Option<i32>,
}

impl WeightBounds {
    const UNKNOWN: WeightBounds = WeightBounds { low: None, high: None };

    const fn exactly(weight: i32) -> WeightBounds {
        WeightBounds { low: Some(weight), high: Some(weight) }
    }

    /// Bounds of the sum of this and `times` copies of another game.
    fn and(self, times: u64, other: WeightBounds) -> WeightBounds {
        let add = |total: Option<i32>, once: Option<i32>| {
            let copies = i32::try_from(times).ok()?.checked_mul(once?)?;
            total?.checked_add(copies)
        };
        WeightBounds { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    /// The two-ahead rule: Left wins a game of atomic weight at least 2, Right one of
    /// at most -2.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match (self.low, self.high) {
            (Some(2..), _) => Some(Outcome::L),
            (_, Some(..=-2)) => Some(Outcome::R),
            _ => None,
        }
    }
}

/// Atomic weight bounds of a game. A component that exhausts the budget has none.
///
/// ```
/// use allsmall::{Budget, Game, Outcome, weigh};
/// let game = Game::new(&"(xxo)^40".parse()?);
/// assert_eq!(weigh(&game, &Budget::new()).outcome(), Some(Outcome::L));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[must_use]
pub fn weigh(game: &Game, budget: &Budget) -> WeightBounds {
    let mut total = WeightBounds::exactly(0);
    for component in &game.components {
        if budget.check().is_err() {
            return WeightBounds::UNKNOWN;
        }
        let once = match &component.what {
            ComponentKind::Board(position) => {
                weight_bounds(position, budget).map_or(WeightBounds::UNKNOWN, |(low, high)| WeightBounds { low, high })
            }
            ComponentKind::Value { name, negated } => match name.ups_and_nimber() {
                Some((ups, _)) => WeightBounds::exactly(if *negated { -ups } else { ups }),
                None => WeightBounds::UNKNOWN,
            },
        };
        total = total.and(component.times, once);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_expr;
    use crate::value::Valuer;

    #[test]
    fn bounds_hold_the_weights_of_what_can_be_valued() {
        for text in
            ["(xo)^9", "(xxo)^7", "random:22:5", "random:4x4:3", "cycle:(xxo)^6", "2*(xxo)^5 - xoxo + up - 3*up"]
        {
            let game = Game::new(&read_expr(text).expect("it reads"));
            let mut valuer = Valuer::new(&Budget::new());
            let v = valuer.game(&game).expect("it fits");
            let found = weigh(&game, &Budget::new());
            let (low, high) = valuer.values().atomic_weight_bounds(v);
            assert!(found.low.is_some() && found.low <= low, "{text}");
            assert!(found.high.is_some() && found.high >= high, "{text}");
            assert!(found.outcome().is_none_or(|outcome| outcome == valuer.values().outcome(v)), "{text}");
        }
    }
}
