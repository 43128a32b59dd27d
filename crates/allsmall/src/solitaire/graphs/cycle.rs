//! Cycles, by the line automaton with a guessed seam, in linear time.
//!
//! The first stone of a cycle either starts a segment or stands inside one that
//! crosses the seam. Before the first stone such a segment is in one of three
//! states of the automaton of [`super::path`]; after the last stone it must be
//! in the same one. The first stone leads from these openings to only four
//! different cost vectors, so four runs of the line automaton decide the cycle.
//! (One segment without a start exists only if all stones have one colour.)
//!
//! [`two_thirds`] is the one-pass strategy at the end of Blondel et al., which
//! removes about two thirds of the stones.

use super::path::automaton::{NEVER, SegmentCosts, SegmentState, only, step};
use super::path::determinised::{AUTOMATON, AutomatonRun, letters};
use super::path::{Segments, StoneBits};
use crate::{Budget, Stop, Ticker};

/// Computes the value of a cycle that is read as a stream, in constant memory.
#[derive(Clone, Debug)]
pub struct CycleCounter {
    runs: [AutomatonRun; 4],
    first: u64,
    last: u64,
    mixed: bool,
    stones: usize,
}

/// The costs after the first stone: it starts a segment, or continues one.
const OPENED: [SegmentCosts; 4] =
    [[1, NEVER, NEVER, 1], [NEVER, 0, NEVER, NEVER], [NEVER, NEVER, 0, 0], [NEVER, NEVER, NEVER, 0]];

/// The state in which a segment crosses the seam; `None` if a segment starts there.
type Seam = Option<SegmentState>;

impl CycleCounter {
    /// Creates the counter of a cycle that begins with this stone.
    #[must_use]
    pub fn new(first_is_o: bool) -> CycleCounter {
        let first = u64::from(first_is_o);
        CycleCounter { runs: OPENED.map(AutomatonRun::starting), first, last: first, mixed: false, stones: 1 }
    }

    /// The counter of these stones, of which there is at least one.
    fn of(stones: &StoneBits) -> CycleCounter {
        let mut ring = CycleCounter::new(stones.is_o(0));
        for (i, (word, count)) in stones.words().enumerate() {
            let seen = usize::from(i == 0);
            ring.push_word(word >> seen, count - seen);
        }
        ring
    }

    /// The next `count <= 64` stones, the first in the lowest bit, 1 for `o`.
    #[inline]
    pub fn push_word(&mut self, stones: u64, count: usize) {
        if count == 0 {
            return;
        }
        let letters = letters(stones, &mut self.last, count);
        self.stones += count;
        self.mixed |= letters << (64 - count) != 0;
        let (first, rest) = self.runs.split_first_mut().expect("four runs");
        if rest.iter().all(|run| run.goes_like(first)) {
            let old = first.total();
            first.read(&AUTOMATON, letters, count);
            rest.iter_mut().for_each(|run| *run = first.with_total(run.total() + first.total() - old));
        } else {
            self.runs.iter_mut().for_each(|run| run.read(&AUTOMATON, letters, count));
        }
    }

    /// The fewest stones for the cycle of the stones so far.
    #[must_use]
    pub fn value(&self) -> usize {
        if self.mixed { self.cheapest().1 } else { self.stones }
    }

    /// The cheapest seam of a cycle of both colours, and its cost.
    fn cheapest(&self) -> (Seam, usize) {
        let cut = self.runs[0].cost(SegmentState::Done).map(|cost| (None, cost));
        let across = [SegmentState::One, SegmentState::Back, SegmentState::Run].into_iter().filter_map(|state| {
            let opened = step(only(state), self.first != self.last);
            let run = OPENED.iter().position(|&costs| costs == opened).expect("every opening is listed");
            self.runs[run].cost(state).map(|cost| (Some(state), cost))
        });
        cut.into_iter().chain(across).min_by_key(|&(_, cost)| cost).expect("a ring may be cut anywhere")
    }
}

/// The fewest stones that a ring of at least three stones can be reduced to.
#[must_use]
pub fn value(stones: &StoneBits) -> usize {
    CycleCounter::of(stones).value()
}

/// The fewest segments of a ring.
#[must_use]
pub fn segments(stones: StoneBits) -> Segments {
    segments_within(stones, &mut Budget::new().ticker()).expect("there are no limits")
}

/// The fewest segments of a cycle, unless a limit is hit before.
pub fn segments_within(stones: StoneBits, ticker: &mut Ticker<'_>) -> Result<Segments, Stop> {
    let ring = CycleCounter::of(&stones);
    if !ring.mixed {
        let all = 0..stones.len();
        return Ok(Segments::starting_at(stones, all));
    }
    match ring.cheapest().0 {
        None => Segments::of_line_within(stones, ticker),
        Some(state) => {
            let (segments, opened) = Segments::traced(stones, ring.last, only(state), state, ticker)?;
            debug_assert_eq!(opened, state, "the ring closes where it was opened");
            Ok(segments)
        }
    }
}

/// The one-pass strategy of Blondel et al., section 4: cut the cycle where the
/// line then ends in two different stones, and repeatedly remove the longest
/// prefix of which one stone survives. Leaves about a third of the stones.
#[must_use]
pub fn two_thirds(stones: StoneBits) -> Segments {
    let n = stones.len();
    let Some(seam) = (0..n).find(|&i| stones.is_o(i) != stones.is_o((i + 1) % n)) else {
        return Segments::starting_at(stones, 0..n);
    };
    let at = |i: usize| stones.is_o((seam + 2 + i) % n);
    let run_end = |start: usize| (start + 1..n).find(|&i| at(i) != at(start)).unwrap_or(n);
    let mut starts = Vec::new();
    let mut start = 0;
    while start < n {
        starts.push((seam + 2 + start) % n);
        let first = run_end(start);
        // Several equal stones: the next one takes them all. A single one: it takes
        // the run after it, and the stone after the next run takes the rest.
        start = if first > start + 1 || first == n {
            first + 1
        } else {
            let second = run_end(first);
            match second {
                _ if second == n => n,
                _ if run_end(second) == n => second,
                _ => run_end(second) + 1,
            }
        };
    }
    Segments::starting_at(stones, starts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::graphs::path;
    use crate::solitaire::judge_table::JudgeTable;
    use crate::solitaire::replay;
    use crate::{Board, Player, Position};
    use proptest::prelude::*;

    fn of_code(code: usize, n: usize) -> StoneBits {
        (0..n).map(|i| code >> i & 1 == 1).collect()
    }

    fn position(stones: &StoneBits) -> Position {
        let cells = (0..stones.len()).map(|i| Some(Player::BOTH[usize::from(stones.is_o(i))])).collect();
        Position::new(Board::Cycle { cells: stones.len() }, cells)
    }

    /// Replays the play and counts what it leaves.
    fn left_by(segments: &Segments) -> usize {
        let play: Vec<_> = segments.play().collect();
        let left = replay(&position(segments.stones()), &play).expect("a legal play").stones();
        assert_eq!(left, segments.count());
        left
    }

    /// The best of all cuts: the survey's quadratic method.
    fn best_cut(stones: &StoneBits) -> usize {
        let n = stones.len();
        let turned = |by: usize| (0..n).map(|i| stones.is_o((i + by) % n)).collect::<StoneBits>();
        (0..n).map(|by| path::value(&turned(by))).min().expect("a ring has cuts")
    }

    #[test]
    fn all_small_cycles_agree_with_the_judge() {
        for n in 3..=12 {
            let mut table = JudgeTable::new(Board::Cycle { cells: n });
            for code in 0..1 << n {
                let stones = of_code(code, n);
                let truth = table.fewest(&position(&stones));
                assert_eq!(value(&stones), truth, "{code:b} of {n}");
                assert_eq!(left_by(&segments(stones)), truth, "{code:b} of {n}");
            }
        }
    }

    #[test]
    fn the_one_pass_strategy_removes_two_thirds() {
        for n in 3..=14 {
            for code in 1..(1 << n) - 1 {
                let left = left_by(&two_thirds(of_code(code, n)));
                assert!(3 * left <= n + 4, "{code:b} of {n} leaves {left}");
            }
        }
        let worst: StoneBits = (0..300).map(|i| i % 3 == 0).collect();
        assert_eq!((value(&worst), left_by(&two_thirds(worst))), (100, 100));
    }

    #[test]
    fn checkerboard_rings_leave_a_quarter() {
        for n in (4usize..600).step_by(2) {
            assert_eq!(value(&(0..n).map(|i| i % 2 == 0).collect()), n.div_ceil(4));
        }
    }

    /// Lengths of runs of equal stones: mostly short, some long.
    fn runs(most: usize) -> impl Strategy<Value = Vec<usize>> {
        prop::collection::vec(prop_oneof![8 => 1usize..6, 1 => 1usize..100], 1..most)
    }

    proptest! {
        #[test]
        fn long_rings_agree_with_the_best_cut(runs in runs(80)) {
            let stones: StoneBits =
                runs.iter().enumerate().flat_map(|(i, &len)| std::iter::repeat_n(i % 2 == 1, len)).collect();
            prop_assume!(stones.len() >= 3);
            let best = best_cut(&stones);
            prop_assert_eq!(value(&stones), best);
            prop_assert_eq!(left_by(&segments(stones.clone())), best);
            prop_assert!(left_by(&two_thirds(stones)) >= best);
        }
    }
}
