//! Backtracking with checkpoints: the segments of a best play on a line.
//!
//! The four costs are kept after every 64 stones. The backward pass recomputes
//! those of 64 stones at a time and follows the backpointers, leaving one bit per
//! stone: "a segment starts here". With the stones as bits that is half a byte
//! per stone. The moves are generated from these bits, never stored:
//!
//! ```text
//!   x o o o x x o     the first stone takes the run of the other colour: -> -> ->
//!   . . . x x x o     then the last stone comes back for the rest:       <- <- <-
//! ```

use crate::{Budget, Move, Stop, Ticker};

use super::StoneBits;
use super::automaton::{NEVER, START, SegmentCosts, SegmentState, came_from, step};
use super::determinised::letters;

/// The segments of a line or cycle: the set of stones at which they start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segments {
    stones: StoneBits,
    starts: Vec<u64>,
}

/// The stones `start .. start + len`, of which one survives: the first moves
/// `right` steps, then the last moves left over the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSegment {
    /// Its first stone.
    pub start: usize,
    /// Number of stones.
    pub len: usize,
    /// How far the first stone moves.
    pub right: usize,
}

impl Segments {
    /// The fewest segments of a line.
    #[must_use]
    pub fn of_line(stones: StoneBits) -> Segments {
        Segments::of_line_within(stones, &mut Budget::new().ticker()).expect("there are no limits")
    }

    /// The fewest segments of a line, unless a limit is hit before.
    pub fn of_line_within(stones: StoneBits, ticker: &mut Ticker<'_>) -> Result<Segments, Stop> {
        Ok(Segments::traced(stones, 0, START, SegmentState::Done, ticker)?.0)
    }

    /// The cheapest segments of a line that is entered with these costs, after the
    /// stone `last`, and left in the state `end`; and the state in which the
    /// cheapest path begins.
    pub(in crate::solitaire) fn traced(
        stones: StoneBits,
        last: u64,
        mut costs: SegmentCosts,
        end: SegmentState,
        ticker: &mut Ticker<'_>,
    ) -> Result<(Segments, SegmentState), Stop> {
        let mut before = last;
        let mut checkpoints: Vec<SegmentCosts> = Vec::with_capacity(stones.words.len());
        for (word, count) in stones.words() {
            ticker.step(count)?;
            checkpoints.push(costs);
            let letters = letters(word, &mut before, count);
            costs = (0..count).fold(costs, |costs, i| step(costs, letters >> i & 1 == 1));
        }
        let mut starts = vec![0; stones.words.len()];
        let mut state = end;
        for (i, (word, count)) in stones.words().enumerate().rev() {
            ticker.step(count)?;
            let mut before = if i == 0 { last } else { stones.words[i - 1] >> 63 };
            let letters = letters(word, &mut before, count);
            (starts[i], state) = trace_word(checkpoints[i], letters, count, state);
        }
        Ok((Segments { stones, starts }, state))
    }

    /// A line or ring cut before each of these stones; the segments between
    /// must be such that one stone can survive each.
    pub(in crate::solitaire) fn starting_at(stones: StoneBits, at: impl IntoIterator<Item = usize>) -> Segments {
        let mut starts = vec![0; stones.words.len()];
        for i in at {
            starts[i / 64] |= 1 << (i % 64);
        }
        Segments { stones, starts }
    }

    /// The line that was cut.
    #[must_use]
    pub fn stones(&self) -> &StoneBits {
        &self.stones
    }

    /// Number of segments of a line, hence of stones left.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first start at or after stone `at`.
    fn next_start(&self, at: usize) -> Option<usize> {
        let first = *self.starts.get(at / 64)? & u64::MAX << (at % 64);
        let rest = self.starts[at / 64 + 1..].iter().copied();
        std::iter::once(first)
            .chain(rest)
            .zip(at / 64..)
            .find(|&(word, _)| word != 0)
            .map(|(word, i)| i * 64 + word.trailing_zeros() as usize)
    }

    /// The segments from left to right; on a cycle the last one may cross the seam,
    /// and its stones are then numbered past the end.
    pub fn segments(&self) -> impl Iterator<Item = LineSegment> + '_ {
        let (first, n) = (self.next_start(0), self.stones.len());
        let mut next = first;
        std::iter::from_fn(move || {
            let start = next?;
            next = self.next_start(start + 1);
            let end = next.or(first.map(|f| f + n)).expect("there is a first segment");
            Some(self.segment(start, end - start))
        })
    }

    fn segment(&self, start: usize, len: usize) -> LineSegment {
        let n = self.stones.len();
        let own = self.stones.is_o(start);
        let right = (1..len).take_while(|i| self.stones.is_o((start + i) % n) != own).count();
        LineSegment { start, len, right }
    }

    /// The play: every segment down to one stone.
    pub fn play(&self) -> impl Iterator<Item = Move> + '_ {
        let n = self.stones.len();
        let wrapped = move |i: usize| if i < n { i } else { i - n };
        self.segments()
            .flat_map(LineSegment::steps)
            .map(move |(from, to)| Move { from: wrapped(from), to: wrapped(to) })
    }
}

impl LineSegment {
    /// Its moves, numbered past the end of a cycle.
    fn steps(self) -> impl Iterator<Item = (usize, usize)> {
        let LineSegment { start, len, right } = self;
        let there = (start..start + right).map(|i| (i, i + 1));
        let back = (start + right + 1..start + len).rev().map(|i| (i, i - 1));
        there.chain(back)
    }
}

/// The starts among `count` stones that are entered with these costs, on the
/// cheapest path that ends in `state`; and the state where that path begins.
fn trace_word(first: SegmentCosts, letters: u64, count: usize, mut state: SegmentState) -> (u64, SegmentState) {
    let mut before = [first; 64];
    for i in 1..count {
        before[i] = step(before[i - 1], letters >> (i - 1) & 1 == 1);
    }
    let mut starts = 0;
    for i in (0..count).rev() {
        let (previous, cut) = came_from(before[i], letters >> i & 1 == 1, state);
        starts |= u64::from(cut) << i;
        state = previous;
    }
    debug_assert_ne!(first[state as usize], NEVER, "the way back stays on possible states");
    (starts, state)
}
