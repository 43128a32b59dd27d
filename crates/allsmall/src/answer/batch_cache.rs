//! The cache of a batch: values of parts that one board leaves for the next.
//!
//! Boards of a batch are often alike, and most of their parts are the same. The
//! cache holds values only, never answers. It may use a share of the memory of
//! one board; when a board finds no room, the cache is emptied and the board is
//! asked about once more. An answer therefore does not depend on the boards
//! before it, unless the time is too short without them; the winning move that
//! a search names is the exception, see [`BatchCache::in_one_order`].

use super::Failure;
use crate::Budget;
use crate::solve::{Solver, ValueCache};
use crate::value::Valuer;

/// The cache may use one byte in this many of a board's memory.
const CACHE_SHARE: usize = 4;

/// Values found by earlier questions; empty at first.
///
/// ```
/// use allsmall::{Budget, answer::{BatchCache, Question, ValueQuestion}};
/// let (question, budget, mut cache) = (ValueQuestion::default(), Budget::new(), BatchCache::default());
/// for board in ["xxoxo/oxoxo", "xxoxo/oxox."] {
///     let answer = question.ask_with(board.into(), &budget, &mut cache)?;
///     assert_eq!(answer.value, question.ask(board, &budget)?.value);
/// }
/// # Ok::<(), allsmall::answer::Failure>(())
/// ```
#[derive(Default)]
pub struct BatchCache {
    valuer: Option<Valuer>,
    known: Option<ValueCache>,
    /// Whether searches start from `known`.
    searches: bool,
    /// Solvers that have answered, if their tables are not to be freed yet.
    unfreed: Option<Vec<Solver>>,
}

impl BatchCache {
    /// Returns a cache for boards that always come in the same order: searches
    /// use each other's values too, so which of several winning moves is named
    /// may depend on the boards before.
    #[must_use]
    pub fn in_one_order() -> BatchCache {
        BatchCache { searches: true, ..BatchCache::default() }
    }

    /// Returns a cache for a process that asks one question and exits: the tables of
    /// its search are not freed before the cache is dropped, so that an answer does not wait for
    /// gigabytes to be returned to the system.
    #[must_use]
    pub fn for_one_question() -> BatchCache {
        BatchCache { unfreed: Some(Vec::new()), ..BatchCache::default() }
    }

    /// Answers by a search that starts from the cached values; by one that
    /// starts from nothing if the first runs out of memory. `ask` returns the
    /// answer, its solver, and whether the memory ran out.
    pub(super) fn with_known<T>(
        &mut self,
        mut ask: impl FnMut(Option<ValueCache>) -> Result<(T, Option<Solver>, bool), Failure>,
    ) -> Result<T, Failure> {
        let known = self.known.take();
        let had_some = known.is_some();
        let (mut answer, mut solver, full) = ask(known)?;
        if full && had_some {
            drop(solver);
            (answer, solver, _) = ask(None)?;
        }
        match (solver, &mut self.unfreed) {
            (Some(solver), Some(unfreed)) => unfreed.push(solver),
            (solver, _) => self.known = solver.filter(|_| self.searches).and_then(Solver::into_value_cache),
        }
        Ok(answer)
    }

    /// Answers by the cached valuer; by a new one if the first runs out of
    /// memory. `ask` returns the answer and whether the memory ran out.
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
        self.valuer = Some(valuer).filter(|valuer| !full && valuer.bytes() <= budget.memory() / CACHE_SHARE);
        answer
    }

    /// Returns the bytes in use.
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
        let (mut cache, mut small_cache) = (BatchCache::default(), BatchCache::default());
        let mut forgot = 0;
        for board in boards() {
            let alone = told(question.ask(&board, &Budget::new()).unwrap());
            assert_eq!(told(question.ask_with((&board).into(), &Budget::new(), &mut cache).unwrap()), alone, "{board}");
            let answer = question.ask_with((&board).into(), &small, &mut small_cache).unwrap();
            forgot += usize::from(small_cache.valuer.is_none());
            assert!(small_cache.bytes() <= small.memory() / CACHE_SHARE);
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
        let winners = |answer: SolveAnswer| (answer.outcome, answer.stopped);
        let small = Budget::new().with_memory(16 << 20);
        let (mut cache, mut small_cache) = (BatchCache::in_one_order(), BatchCache::in_one_order());
        let (mut went_on, mut forgot) = (0, 0);
        let grids = (0..80).map(|seed| format!("random:4x5:{seed}"));
        for board in boards().take(80).zip(grids).flat_map(|(one, other)| [one, other]) {
            let alone = winners(question.ask(&board, &Budget::new()).unwrap());
            went_on += usize::from(cache.known.is_some());
            assert_eq!(
                winners(question.ask_with((&board).into(), &Budget::new(), &mut cache).unwrap()),
                alone,
                "{board}"
            );
            assert_eq!(
                winners(question.ask_with((&board).into(), &small, &mut small_cache).unwrap()),
                alone,
                "{board}"
            );
            forgot += usize::from(small_cache.known.is_none());
        }
        assert!(went_on > 80 && forgot > 25, "{went_on} {forgot}");
    }

    #[test]
    fn searches_keep_nothing_unless_boards_come_in_one_order() {
        let (mut cache, mut in_order) = (BatchCache::default(), BatchCache::in_one_order());
        for cache in [&mut cache, &mut in_order] {
            SolveQuestion::default().ask_with("xox/oxo".into(), &Budget::new(), cache).unwrap();
        }
        assert!(cache.known.is_none() && in_order.known.is_some());
        assert!(SolveQuestion::default().ask_with("xoz".into(), &Budget::new(), &mut in_order).is_err());
        assert!(in_order.known.is_some(), "a bad line loses nothing");
    }

    #[test]
    fn a_board_too_large_is_told_and_the_next_is_answered() {
        let (question, budget, mut cache) =
            (ValueQuestion::default(), Budget::new().with_memory(2 << 20), BatchCache::default());
        assert_eq!(question.ask_with("xxo".into(), &budget, &mut cache).unwrap().value.as_deref(), Some("^"));
        assert_eq!(question.ask_with("(xo)^30".into(), &budget, &mut cache).unwrap().stopped, Some(Stop::Memory));
        assert_eq!(question.ask_with("xxo".into(), &budget, &mut cache).unwrap().value.as_deref(), Some("^"));
    }
}
