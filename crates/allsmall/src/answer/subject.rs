//! The subject of a question: a text that is still to be read, or a position
//! or a sum that the caller has at hand.

use std::borrow::Cow;

use super::Failure;
use crate::notation::{Expr, read_board_in, read_expr_in};
use crate::{Budget, Position};

/// What a question is asked about.
///
/// ```
/// use allsmall::{Budget, Position, answer::{Question, SolveQuestion}};
/// let (question, budget) = (SolveQuestion::default(), Budget::new());
/// let position: Position = "xoxoxo".parse()?;
/// let read = question.ask("xoxoxo", &budget)?;
/// let given = question.ask(&position, &budget)?;
/// assert_eq!(read.outcome, given.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// Notation, read within the budget of the question.
    Text(&'a str),
    /// A position.
    Position(&'a Position),
    /// A sum of positions and values.
    Sum(&'a Expr),
}

impl<'a> Subject<'a> {
    /// Returns the position, read if it is a text.
    ///
    /// # Errors
    /// The text is not a board, or the sum is not a single board.
    pub fn position(self, budget: &Budget) -> Result<Cow<'a, Position>, Failure> {
        match self {
            Subject::Text(text) => Ok(Cow::Owned(read_board_in(text, budget)?)),
            Subject::Position(position) => Ok(Cow::Borrowed(position)),
            Subject::Sum(sum) => sum
                .as_board()
                .map(Cow::Borrowed)
                .ok_or_else(|| Failure::Unfit("expected one board and not a sum".to_owned())),
        }
    }

    /// Returns the sum, read if it is a text; a position is a sum of one term.
    ///
    /// # Errors
    /// The text is not an expression.
    pub fn sum(self, budget: &Budget) -> Result<Cow<'a, Expr>, Failure> {
        match self {
            Subject::Text(text) => Ok(Cow::Owned(read_expr_in(text, budget)?)),
            Subject::Position(position) => Ok(Cow::Owned(Expr::board(position.clone()))),
            Subject::Sum(sum) => Ok(Cow::Borrowed(sum)),
        }
    }

    /// Returns the text, for questions that are not about Clobber positions.
    /// `expected` names their subject.
    ///
    /// # Errors
    /// A Clobber position or sum was given.
    pub fn text(self, expected: &str) -> Result<&'a str, Failure> {
        match self {
            Subject::Text(text) => Ok(text),
            Subject::Position(_) | Subject::Sum(_) => {
                Err(Failure::Unfit(format!("expected {expected} as text and not a Clobber position")))
            }
        }
    }
}

impl<'a> From<&'a str> for Subject<'a> {
    fn from(text: &'a str) -> Subject<'a> {
        Subject::Text(text)
    }
}

impl<'a> From<&'a String> for Subject<'a> {
    fn from(text: &'a String) -> Subject<'a> {
        Subject::Text(text)
    }
}

impl<'a> From<&'a Position> for Subject<'a> {
    fn from(position: &'a Position) -> Subject<'a> {
        Subject::Position(position)
    }
}

impl<'a> From<&'a Expr> for Subject<'a> {
    fn from(sum: &'a Expr) -> Subject<'a> {
        Subject::Sum(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NimberQuestion, PhutballQuestion, Question, ReduceQuestion, SolveQuestion, ValueQuestion};
    use super::*;

    fn json(answer: &impl serde::Serialize) -> serde_json::Value {
        let mut json = serde_json::to_value(answer).unwrap();
        if let Some(stats) = json.get_mut("stats") {
            stats["seconds"] = 0.into();
        }
        json
    }

    #[test]
    fn a_subject_is_answered_alike_as_text_as_position_and_as_sum() {
        let budget = Budget::new();
        for text in ["xoxxo", "xox/oxo", "cycle:xoxo", "edges:0-1,1-2,2-0:xox", "x.o"] {
            let sum = read_expr_in(text, &budget).unwrap();
            let position = sum.as_board().unwrap();
            macro_rules! alike {
                ($question:expr) => {
                    let question = $question;
                    let read = json(&question.ask(text, &budget).unwrap());
                    assert_eq!(json(&question.ask(position, &budget).unwrap()), read, "{text}");
                    assert_eq!(json(&question.ask(&sum, &budget).unwrap()), read, "{text}");
                };
            }
            alike!(SolveQuestion { moves: true, ..SolveQuestion::default() });
            alike!(ValueQuestion { options: true, ..ValueQuestion::default() });
            alike!(ReduceQuestion::default());
            alike!(NimberQuestion {});
        }
    }

    #[test]
    fn a_subject_that_does_not_fit_is_refused() {
        let budget = Budget::new();
        let sum = read_expr_in("xo + star", &budget).unwrap();
        assert!(matches!(NimberQuestion {}.ask(&sum, &budget), Err(Failure::Unfit(_))));
        assert!(matches!(PhutballQuestion::default().ask(&sum, &budget), Err(Failure::Unfit(_))));
        assert!(SolveQuestion::default().ask(&sum, &budget).is_ok());
    }
}
