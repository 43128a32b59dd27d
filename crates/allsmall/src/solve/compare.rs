//! Comparison of two sums: G - H is solved and valued alternately.
//!
//! The outcome of G - H decides how G and H compare, and the search finds it
//! without values of large parts. Where values are small they are faster:
//! `(xxo)^400` is 200.up. Neither method is known to be the better one
//! beforehand, so both run in time slices that double, and keep their tables in
//! between. The time is at most about twice that of the faster method.

use std::time::Duration;

use super::Solver;
use crate::cgt::Relation;
use crate::notation::{Expr, Term};
use crate::value::Valuer;
use crate::{Budget, Outcome, Player, Stop};

/// First time slice of the values, which settle small sums.
const FIRST_SLICE: Duration = Duration::from_millis(5);

/// How two sums compare as games.
///
/// ```
/// use allsmall::{Budget, Relation, compare};
/// let (grid, zero) = ("checker:4x5".parse()?, "0".parse()?);
/// assert_eq!(compare(&grid, &zero, &Budget::new())?, Relation::Confused);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(left: &Expr, right: &Expr, budget: &Budget) -> Result<Relation, Stop> {
    let memory = budget.memory() / 2;
    let share = |slice: Duration| budget.clone().with_memory(memory).with_at_most(slice);
    let mut valuer = Some(Valuer::new(&share(FIRST_SLICE)));
    let mut search = DifferenceSearch::NotStarted;
    let mut slice = FIRST_SLICE;
    loop {
        if let Some(values) = &mut valuer {
            values.set_budget(&share(slice));
            match value_relation(values, left, right) {
                Err(Stop::Time) => budget.check()?,
                Err(stop @ (Stop::Memory | Stop::Unsupported)) => {
                    valuer = None;
                    if let DifferenceSearch::GivenUp = search {
                        return Err(stop);
                    }
                }
                found => return found,
            }
        }
        slice *= 2;
        match search.relation(left, right, &share(slice)) {
            Err(Stop::Time) => budget.check()?,
            Err(Stop::Memory | Stop::Unsupported) if valuer.is_some() => search = DifferenceSearch::GivenUp,
            found => return found,
        }
    }
}

/// The search for the outcome of G - H.
enum DifferenceSearch {
    NotStarted,
    Running(Box<Solver>),
    /// It needs more memory than there is.
    GivenUp,
}

impl DifferenceSearch {
    /// Goes on within a time slice.
    fn relation(&mut self, left: &Expr, right: &Expr, share: &Budget) -> Result<Relation, Stop> {
        if let DifferenceSearch::NotStarted = self {
            *self = DifferenceSearch::Running(Box::new(Solver::for_sum(&difference(left, right)?, share)?));
        }
        let DifferenceSearch::Running(solver) = self else { return Err(Stop::Time) };
        solver.set_budget(share);
        let mut winner = |first: Player| Ok(if solver.wins(first)? { first } else { first.opponent() });
        Ok(Relation::of_difference(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?)))
    }
}

/// G - H as one sum.
fn difference(left: &Expr, right: &Expr) -> Result<Expr, Stop> {
    let mut terms = left.terms.clone();
    for term in &right.terms {
        let times = term.times.checked_neg().ok_or(Stop::Unsupported)?;
        terms.push(Term { times, what: term.what.clone() });
    }
    Ok(Expr { terms })
}

fn value_relation(valuer: &mut Valuer, left: &Expr, right: &Expr) -> Result<Relation, Stop> {
    let (a, b) = (valuer.expr(left)?, valuer.expr(right)?);
    valuer.values_mut().compare(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    fn read(text: &str) -> Expr {
        text.parse().expect("an expression")
    }

    /// Both methods on their own, and together.
    #[test]
    fn search_and_values_agree() {
        let mut random = SplitMix64::new(39);
        let budget = Budget::new();
        for _ in 0..300 {
            let mut row = || (0..3 + random.below(8)).map(|_| random.stone().stone()).collect::<String>();
            let (left, right) = (read(&format!("{} + {}", row(), row())), read(&row()));
            let by_values = value_relation(&mut Valuer::new(&budget), &left, &right);
            assert_eq!(DifferenceSearch::NotStarted.relation(&left, &right, &budget), by_values, "{left} ? {right}");
            assert_eq!(compare(&left, &right, &budget), by_values, "{left} ? {right}");
        }
    }

    #[test]
    fn each_method_settles_what_the_other_does_not() {
        let budget = Budget::new();
        assert_eq!(compare(&read("checker:4x5"), &read("0"), &budget), Ok(Relation::Confused), "by search");
        assert_eq!(compare(&read("(xo)^24"), &read("*"), &budget), Ok(Relation::Confused), "by search");
        assert_eq!(compare(&read("(xxo)^100"), &read("50*up"), &budget), Ok(Relation::Equal), "by values");
    }

    #[test]
    fn limits_end_it() {
        let (left, right) = (read("checker:7x7"), read("checker:7x6"));
        let soon = Budget::new().with_time(Duration::from_millis(30));
        assert_eq!(compare(&left, &right, &soon), Err(Stop::Time));
        let tiny = Budget::new().with_memory(1 << 21).with_time(Duration::from_secs(1));
        assert!(matches!(compare(&left, &right, &tiny), Err(Stop::Memory | Stop::Time)));
    }
}
