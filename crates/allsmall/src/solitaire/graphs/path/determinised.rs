//! The determinised automaton of lines, eight stones per step.
//!
//! Only the differences between the four costs matter for what follows. As
//! long as they are small, each combination is a state of a deterministic
//! automaton with one counter. A table gives, for each state and each eight
//! letters, the next state and the increment of the counter:
//!
//! ```text
//!   index: state * 256 + letters     next[index] = next state * 256     cost[index]
//! ```
//!
//! The two tables are separate so that the dependency chain from one state to the
//! next is one addition and one load.
//!
//! The differences are not bounded for all lines: `x^k o^r` leaves min(k, r)
//! stones, so counting is needed there. They grow only inside long runs of one
//! colour; then the four costs are kept explicitly (*wide*), and a whole run is
//! one step, so wide stretches cost no more time per stone.

use std::sync::LazyLock;

use super::automaton::{NEVER, START, STATES, SegmentCosts, SegmentState, only, same, step};

/// The determinised automaton.
pub(in crate::solitaire) struct DeterminisedAutomaton {
    costs: Vec<SegmentCosts>,
    /// The state with given costs, by [`key`]; `WIDE` if none has them.
    state: Vec<u8>,
    next: Vec<u16>,
    cost: Vec<u8>,
}

/// Maximum difference between two costs of a state. With 8 there are 122 states;
/// with 4 a random line leaves the table four times as often, with 12 the table
/// outgrows the L1 cache; both are slower.
const SPAN: u32 = 8;

/// Capacity of the table in states; a power of two, so that an index needs no
/// bounds check.
const ROOM: usize = 128;

/// Not a state of the automaton: the differences are too large.
const WIDE: u8 = u8::MAX;

/// The next state after eight letters among which the differences exceed `SPAN`.
const LEAVES: u16 = u16::MAX;

/// The automaton, built when first used.
pub(in crate::solitaire) static AUTOMATON: LazyLock<DeterminisedAutomaton> =
    LazyLock::new(DeterminisedAutomaton::build);

impl DeterminisedAutomaton {
    fn build() -> DeterminisedAutomaton {
        let mut automaton = DeterminisedAutomaton {
            costs: Vec::new(),
            state: vec![WIDE; KEYS],
            next: vec![LEAVES; ROOM * 256],
            cost: vec![0; ROOM * 256],
        };
        let mut one: Vec<[(u8, u32); 2]> = Vec::new();
        for state in STATES {
            automaton.number(only(state));
        }
        while one.len() < automaton.costs.len() {
            let from = automaton.costs[one.len()];
            one.push([false, true].map(|differs| automaton.number(step(from, differs))));
        }
        for state in 0..automaton.costs.len() {
            for letters in 0..256 {
                if let Some((next, cost)) = eight_steps(&one, state as u8, letters) {
                    automaton.next[state << 8 | letters] = u16::from(next) << 8;
                    automaton.cost[state << 8 | letters] = cost;
                }
            }
        }
        automaton
    }

    /// The state with these costs, created if necessary, and their minimum.
    fn number(&mut self, costs: SegmentCosts) -> (u8, u32) {
        let (low, normal) = normalised(costs);
        let Some(key) = key(normal) else { return (WIDE, low) };
        if self.state[key] == WIDE {
            assert!(self.costs.len() < ROOM, "the table has room for all states");
            self.state[key] = self.costs.len() as u8;
            self.costs.push(normal);
        }
        (self.state[key], low)
    }
}

/// The state after eight letters, the first in the lowest bit, and their cost;
/// `None` if the differences exceed `SPAN`.
fn eight_steps(one: &[[(u8, u32); 2]], state: u8, letters: usize) -> Option<(u8, u8)> {
    (0..8).try_fold((state, 0), |(now, cost), bit| {
        let (next, more) = one[usize::from(now)][letters >> bit & 1];
        (next != WIDE).then_some((next, cost + more as u8))
    })
}

/// The costs less their minimum, which comes first.
fn normalised(costs: SegmentCosts) -> (u32, SegmentCosts) {
    let low = costs.into_iter().min().expect("four costs");
    (low, costs.map(|c| if c == NEVER { NEVER } else { c - low }))
}

/// Number of keys.
const KEYS: usize = (SPAN as usize + 2).pow(4);

/// Normalised costs as one number, if they are all small or `NEVER`.
fn key(costs: SegmentCosts) -> Option<usize> {
    costs.into_iter().try_fold(0, |key, cost| match cost {
        NEVER => Some(key * (SPAN + 2) as usize + SPAN as usize + 1),
        small if small <= SPAN => Some(key * (SPAN + 2) as usize + small as usize),
        _ => None,
    })
}

/// A run of the automaton: the costs are `total` plus those of `state`, or plus
/// `wide` if no state has them.
#[derive(Clone, Copy, Debug)]
pub(in crate::solitaire) struct AutomatonRun {
    state: u8,
    total: usize,
    wide: SegmentCosts,
}

impl AutomatonRun {
    /// A run that starts with these costs.
    pub(in crate::solitaire) fn starting(costs: SegmentCosts) -> AutomatonRun {
        let mut run = AutomatonRun { state: WIDE, total: 0, wide: costs };
        run.narrow(&AUTOMATON);
        run
    }

    /// Reads the lowest `count` letters; the others must be 0.
    #[inline]
    pub(in crate::solitaire) fn read(&mut self, automaton: &DeterminisedAutomaton, mut letters: u64, mut count: usize) {
        let next: &[u16; ROOM * 256] = automaton.next.as_slice().try_into().expect("the table is full size");
        let cost: &[u8; ROOM * 256] = automaton.cost.as_slice().try_into().expect("the table is full size");
        if self.state != WIDE {
            let (mut row, mut total) = (usize::from(self.state) << 8, 0);
            while count >= 8 {
                let index = (row + (letters & 255) as usize) % (ROOM * 256);
                if next[index] == LEAVES {
                    break;
                }
                row = usize::from(next[index]);
                total += usize::from(cost[index]);
                letters >>= 8;
                count -= 8;
            }
            (self.state, self.total) = ((row >> 8) as u8, self.total + total);
        }
        if count > 0 {
            self.read_wide(automaton, letters, count as u32);
        }
    }

    /// Reads letters on explicit costs, one run of equal stones per step.
    #[inline(never)]
    fn read_wide(&mut self, automaton: &DeterminisedAutomaton, mut letters: u64, mut count: u32) {
        self.wide = self.costs(automaton);
        while count > 0 {
            let many = letters.trailing_zeros().min(count);
            if many > 0 {
                self.wide = same(self.wide, many);
            }
            count -= many;
            if count > 0 {
                self.wide = step(self.wide, true);
                letters = letters >> many >> 1;
                count -= 1;
            }
        }
        self.narrow(automaton);
    }

    /// Returns to a state of the automaton if one has these costs.
    fn narrow(&mut self, automaton: &DeterminisedAutomaton) {
        let (low, normal) = normalised(self.wide);
        (self.total, self.wide) = (self.total + low as usize, normal);
        self.state = key(normal).map_or(WIDE, |key| automaton.state[key]);
    }

    fn costs(&self, automaton: &DeterminisedAutomaton) -> SegmentCosts {
        automaton.costs.get(usize::from(self.state)).copied().unwrap_or(self.wide)
    }

    /// The cost of being in a given state now.
    pub(in crate::solitaire) fn cost(&self, state: SegmentState) -> Option<usize> {
        let cost = self.costs(&AUTOMATON)[state as usize];
        (cost != NEVER).then(|| self.total + cost as usize)
    }

    /// Returns whether both runs will add the same from now on.
    pub(in crate::solitaire) fn goes_like(&self, other: &AutomatonRun) -> bool {
        self.state == other.state && (self.state != WIDE || self.wide == other.wide)
    }

    /// This run with another total.
    pub(in crate::solitaire) fn with_total(self, total: usize) -> AutomatonRun {
        AutomatonRun { total, ..self }
    }

    /// The total added so far.
    pub(in crate::solitaire) fn total(&self) -> usize {
        self.total
    }
}

/// Computes the value of a line that is read as a stream, in constant memory.
#[derive(Clone, Debug)]
pub struct LineCounter {
    run: AutomatonRun,
    last: u64,
    before: usize,
}

impl LineCounter {
    /// Creates a counter of the empty line.
    #[must_use]
    pub fn new() -> LineCounter {
        LineCounter { run: AutomatonRun::starting(START), last: 0, before: 0 }
    }

    /// The next `count <= 64` stones, the first in the lowest bit, 1 for `o`;
    /// the other bits must be 0.
    #[inline]
    pub fn push_word(&mut self, stones: u64, count: usize) {
        if count > 0 {
            self.run.read(&AUTOMATON, letters(stones, &mut self.last, count), count);
        }
    }

    /// Reads a hole, after which a new line begins.
    pub fn cut(&mut self) {
        *self = LineCounter { before: self.value(), ..LineCounter::new() };
    }

    /// The fewest stones for the line so far.
    #[must_use]
    pub fn value(&self) -> usize {
        self.before + self.run.cost(SegmentState::Done).expect("a line may end after every stone")
    }
}

impl Default for LineCounter {
    fn default() -> LineCounter {
        LineCounter::new()
    }
}

/// For each of `count >= 1` stones whether it differs from the one before;
/// `last` is the stone before the first and becomes the last one.
#[inline]
pub(in crate::solitaire) fn letters(stones: u64, last: &mut u64, count: usize) -> u64 {
    let letters = (stones ^ (stones << 1 | *last)) & u64::MAX >> (64 - count);
    *last = stones >> (count - 1) & 1;
    letters
}
