//! What one question of a batch leaves for the next: values, never answers.
//!
//! Boards of a batch are often alike, and most of their parts are the same. So
//! the values of parts are found once, by those who ask for values and by those
//! who search. The memory that a board may use bounds what is kept: when there
//! is no room left all is forgotten, and the board is asked about once more. So
//! an answer does not depend on the boards before, unless the time is too short
//! for it without them; but for the winning move that a search names, see
//! [`Kept::in_one_order`].

use super::Failure;
use crate::Budget;
use crate::solve::ValueCache;
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
    known: Option<ValueCache>,
    /// Whether searches go on from `known`.
    searches: bool,
}

impl Kept {
    /// The same for boards that always come in the same order: searches go on
    /// from each other's values too, so that which of several winning moves is
    /// named may depend on the boards before.
    #[must_use]
    pub fn in_one_order() -> Kept {
        Kept { searches: true, ..Kept::default() }
    }

    /// Answers by a search that goes on from what is known, if that is wanted;
    /// by a fresh one if that one has no room left. `ask` gives the answer, what is
    /// known then, and whether there was no room.
    pub(super) fn with_known<T>(
        &mut self,
        mut ask: impl FnMut(Option<ValueCache>) -> Result<(T, Option<ValueCache>, bool), Failure>,
    ) -> Result<T, Failure> {
        let known = self.known.take();
        let had_some = known.is_some();
        let (mut answer, mut known, full) = ask(known)?;
        if full && had_some {
            (answer, known, _) = ask(None)?;
        }
        self.known = known.filter(|_| self.searches);
        Ok(answer)
    }

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
    use crate::answer::{Question, SolveAnswer, SolveQuestion, ValueQuestion};
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

    /// Searches that go on from each other find the same winners, with much
    /// memory and with little, whatever comes in between; and most of the work
    /// on values is done once.
    #[test]
    fn what_searches_keep_changes_no_winner() {
        let question = SolveQuestion::default();
        let winners = |answer: SolveAnswer| (answer.left_first, answer.right_first, answer.stopped);
        let small = Budget::new().with_memory(16 << 20);
        let (mut kept, mut kept_small) = (Kept::in_one_order(), Kept::in_one_order());
        let (mut went_on, mut forgot) = (0, 0);
        let grids = (0..80).map(|seed| format!("random:4x5:{seed}"));
        for board in boards().take(80).zip(grids).flat_map(|(one, other)| [one, other]) {
            let alone = winners(question.ask(&board, &Budget::new()).unwrap());
            went_on += usize::from(kept.known.is_some());
            assert_eq!(winners(question.ask_keeping(&board, &Budget::new(), &mut kept).unwrap()), alone, "{board}");
            assert_eq!(winners(question.ask_keeping(&board, &small, &mut kept_small).unwrap()), alone, "{board}");
            forgot += usize::from(kept_small.known.is_none());
        }
        assert!(went_on > 80 && forgot > 25, "{went_on} {forgot}");
    }

    #[test]
    fn searches_keep_nothing_unless_boards_come_in_one_order() {
        let (mut kept, mut in_order) = (Kept::default(), Kept::in_one_order());
        for kept in [&mut kept, &mut in_order] {
            SolveQuestion::default().ask_keeping("xox/oxo", &Budget::new(), kept).unwrap();
        }
        assert!(kept.known.is_none() && in_order.known.is_some());
        assert!(SolveQuestion::default().ask_keeping("xoz", &Budget::new(), &mut in_order).is_err());
        assert!(in_order.known.is_some(), "a bad line loses nothing");
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
