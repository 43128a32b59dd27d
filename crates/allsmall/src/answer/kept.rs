//! What one question of a batch leaves for the next: values, never answers.
//!
//! Boards of a batch are often alike, and most of their parts are the same. So
//! the values of parts are found once. The memory that a board may use bounds
//! what is kept: when there is no room left all is forgotten, and the board is asked
//! about once more. So an answer does not depend on the boards before, unless the time
//! is too short for it without them.

use crate::Budget;
use crate::value::Valuer;

/// One in so many bytes of what a board may use is kept for the next.
const KEPT_SHARE: usize = 4;

/// What is known from earlier questions; empty to begin with.
///
/// ```
/// use allsmall::{Budget, answer::{Kept, Question, ValueQuestion}};
/// let (question, budget, mut kept) = (ValueQuestion::default(), Budget::new(), Kept::default());
/// for board in ["xxoxo/oxoxo", "xxoxo/oxox."] {
///     let answer = question.ask_keeping(board, &budget, &mut kept)?;
///     assert_eq!(answer.value, question.ask(board, &budget)?.value);
/// }
/// # Ok::<(), allsmall::answer::Failure>(())
/// ```
#[derive(Default)]
pub struct Kept {
    valuer: Option<Valuer>,
}

impl Kept {
    /// Answers by a valuer that may know something already; by a fresh one if
    /// that one has no room left. `ask` tells whether it had.
    pub(super) fn with_valuer<T>(&mut self, budget: &Budget, mut ask: impl FnMut(&mut Valuer) -> (T, bool)) -> T {
        let known = self.valuer.take().filter(|valuer| valuer.memory() == budget.memory());
        let had_some = known.is_some();
        let mut valuer = known.unwrap_or_else(|| Valuer::new(budget));
        valuer.set_budget(budget);
        let (mut answer, mut full) = ask(&mut valuer);
        if full && had_some {
            valuer = Valuer::new(budget);
            (answer, full) = ask(&mut valuer);
        }
        self.valuer = Some(valuer).filter(|valuer| !full && valuer.bytes() <= budget.memory() / KEPT_SHARE);
        answer
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.valuer.as_ref().map_or(0, Valuer::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Question, ValueQuestion};
    use crate::{SplitMix64, Stop};

    /// Boards of all kinds, one after another.
    fn boards() -> impl Iterator<Item = String> {
        let mut random = SplitMix64::new(5);
        (0..1500).map(move |i| {
            let mut stones = |n: usize| (0..n).map(|_| b"xo."[random.below(3) as usize] as char).collect::<String>();
            match i % 5 {
                0 => stones(9),
                1 => format!("{}/{}/{}", stones(4), stones(4), stones(4)),
                2 => format!("cycle:{}", stones(7)),
                3 => format!("edges:0-1,1-2,2-3,3-0,1-3,3-4:{}", stones(5)),
                _ => format!("{} - 2*{} + up", stones(5), stones(4)),
            }
        })
    }

    #[test]
    fn what_is_kept_changes_no_answer() {
        let question = ValueQuestion { options: true, incentives: true, ..ValueQuestion::default() };
        let told = |answer| serde_json::to_string(&answer).unwrap();
        let small = Budget::new().with_memory(4 << 20);
        let (mut kept, mut kept_small) = (Kept::default(), Kept::default());
        let mut forgot = 0;
        for board in boards() {
            let alone = told(question.ask(&board, &Budget::new()).unwrap());
            assert_eq!(told(question.ask_keeping(&board, &Budget::new(), &mut kept).unwrap()), alone, "{board}");
            let answer = question.ask_keeping(&board, &small, &mut kept_small).unwrap();
            forgot += usize::from(kept_small.valuer.is_none());
            assert!(kept_small.bytes() <= small.memory() / KEPT_SHARE);
            assert_eq!(told(answer), alone, "{board}");
        }
        assert!(forgot > 0, "little memory makes it forget");
    }

    #[test]
    fn a_board_too_large_is_told_and_the_next_is_answered() {
        let (question, budget, mut kept) =
            (ValueQuestion::default(), Budget::new().with_memory(2 << 20), Kept::default());
        assert_eq!(question.ask_keeping("xxo", &budget, &mut kept).unwrap().value.as_deref(), Some("^"));
        assert_eq!(question.ask_keeping("(xo)^30", &budget, &mut kept).unwrap().stopped, Some(Stop::Memory));
        assert_eq!(question.ask_keeping("xxo", &budget, &mut kept).unwrap().value.as_deref(), Some("^"));
    }
}
