//! What a search finds about large rows without their values.
//!
//! A game that the second player wins is 0, so the search for the winner, which is cheap
//! next to the canonical form, gives the value of every such row.

use std::time::Duration;

use super::engine::{RowSubject, STRIPS_AT_ONCE};
use crate::notation::{Expr, Summand, Term};
use crate::{Budget, Outcome, Stop, solve};

/// Maximum time for the winner of one row; then its value is computed.
const SEARCHED: Duration = Duration::from_millis(500);

/// Returns whether a sum is compared by search: its boards have more than [`STRIPS_AT_ONCE`] stones.
pub(super) fn is_large(expr: &Expr) -> bool {
    let stones = |term: &Term| match &term.what {
        Summand::Board(position) => position.stones(),
        Summand::Value(_) => 0,
    };
    expr.terms.iter().map(stones).sum::<usize>() > STRIPS_AT_ONCE
}

/// Returns whether the second player is found to win a large row, so that its value is 0.
///
/// # Errors
/// A limit of the budget was hit; the search has a limit of its own, which is none.
pub(super) fn is_found_zero(subject: RowSubject<'_>, budget: &Budget) -> Result<bool, Stop> {
    let share = budget.clone().with_at_most(SEARCHED);
    let found = match subject {
        RowSubject::Board(position) if position.stones() > STRIPS_AT_ONCE => solve::outcome(position, &share),
        RowSubject::Sum(expr) if is_large(expr) => solve::outcome_of_sum(expr, &share),
        _ => return Ok(false),
    };
    match found {
        Ok(outcome) => Ok(outcome == Outcome::P),
        // Without a winner there may still be a value.
        Err(_) => budget.check().map(|()| false),
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::TableColumn;
    use super::super::engine::{OpenRow, RowEngine};
    use super::*;
    use crate::notation::{read_board, read_expr};
    use crate::{Valuer, compare};

    /// The canonical form of the second board takes minutes.
    #[test]
    fn a_large_row_that_the_second_player_wins_is_zero() {
        let budget = Budget::new().with_time(Duration::from_secs(120));
        for (board, outcome, value) in [("checker:2x9", "P", "0"), ("checker:2x12", "P", "0"), ("(xo)^10", "N", "")] {
            let position = read_board(board).unwrap();
            let name = || board.to_owned();
            let mut engine = RowEngine::new(&[TableColumn::Value, TableColumn::Outcome], &budget);
            let mut row = OpenRow::new(RowSubject::Board(&position), &name, "", false);
            let cell = engine.cell(&mut row, TableColumn::Value).unwrap().to_string();
            assert!(if value.is_empty() { cell != "0" } else { cell == value }, "{board}: {cell}");
            assert_eq!(engine.cell(&mut row, TableColumn::Outcome).unwrap().to_string(), outcome, "{board}");
        }
    }

    #[test]
    fn only_zeros_are_found_to_be_zero() {
        let budget = Budget::new();
        let zero = read_expr("0").unwrap();
        for text in ["(xo)^10", "(xo)^9 + xo", "(xxo)^7", "checker:2x9 + xo", "(xxo)^7 - 4*up", "(xxo)^7 - 3*up"] {
            let expr = read_expr(text).unwrap();
            let found = is_found_zero(RowSubject::Sum(&expr), &budget).unwrap();
            let mut valuer = Valuer::new(&budget);
            let value = valuer.expr(&expr).unwrap();
            assert_eq!(found, value == valuer.values().zero(), "{text}");
            assert_eq!(found, compare(&expr, &zero, &budget).unwrap() == crate::Relation::Equal, "{text}");
        }
    }
}
