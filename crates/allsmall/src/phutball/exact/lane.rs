//! The packed move generator: places of the ball, and hops between them.
//!
//! A position is a place and an index, whose bits are the stones. A hop
//! requires some bits to be 1 and one to be 0, clears them all and takes the
//! ball to another place; no other bit moves. Phutball and Oddish Phutball differ in
//! their hops alone, so one solver serves both.

/// A packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// Where the ball is, from 0.
    pub place: usize,
    /// The stones, one bit each, the leftmost lowest.
    pub index: u64,
}

/// Where a hop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// At another place of the ball.
    Place(usize),
    /// In the goal on the right: Left wins.
    RightGoal,
    /// In the goal on the left: Right wins.
    LeftGoal,
}

/// One jump over one run of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    /// Where the ball comes down.
    pub to: Landing,
    /// Lowest bit the hop looks at and clears.
    pub low: u32,
    /// One past the highest such bit.
    pub end: u32,
    /// Those of these bits that must be 1; the others must be 0.
    pub stones: u64,
}

/// The places and hops of one board length.
///
/// ```text
/// Phutball, n squares: the ball's own square is left out of the index
///     square  1 2 3 @ 5 6 7      a jump from 4 over 5, 6 to 7:
///     bit     0 1 2   3 4 5      bits 3, 4 are 1 and bit 5 is 0; all become 0,
///                                and in the index of a ball on 7 nothing else moves
/// Oddish, m squares: square s is bit s - 1; a hop passes one stone
/// ```
#[derive(Clone, Debug)]
pub struct Lane {
    bits: u32,
    /// For each place the hops to the right, then those to the left.
    hops: [Vec<Vec<Hop>>; 2],
}

/// Bits `low..end`.
fn ones(low: u32, end: u32) -> u64 {
    (1 << end) - (1 << low)
}

impl Lane {
    /// Maximum number of bits of an index: longer sets would not fit any memory.
    pub const MOST_BITS: u32 = 40;

    /// The lane of Phutball on n squares, 3 to 41.
    ///
    /// # Panics
    /// If n is out of range.
    #[must_use]
    pub fn phutball(n: usize) -> Lane {
        assert!((3..=Lane::MOST_BITS as usize + 1).contains(&n), "no packed Phutball on {n} squares");
        let n = n as u32;
        // Squares from 0 here: place p is square p + 1.
        let land = |square: u32| match square {
            0 => Landing::LeftGoal,
            s if s >= n - 1 => Landing::RightGoal,
            s => Landing::Place(s as usize - 1),
        };
        let right = |ball: u32| {
            let onto = (ball + 2..n).map(|to| Hop { to: land(to), low: ball, end: to, stones: ones(ball, to - 1) });
            let off = Hop { to: Landing::RightGoal, low: ball, end: n - 1, stones: ones(ball, n - 1) };
            onto.chain([off]).collect()
        };
        let left = |ball: u32| {
            let onto = (0..ball - 1).map(|to| Hop { to: land(to), low: to, end: ball, stones: ones(to + 1, ball) });
            let off = Hop { to: Landing::LeftGoal, low: 0, end: ball, stones: ones(0, ball) };
            onto.chain([off]).collect()
        };
        Lane { bits: n - 1, hops: [(1..n - 1).map(right).collect(), (1..n - 1).map(left).collect()] }
    }

    /// The lane of Oddish Phutball on m squares, 2 to 40.
    ///
    /// # Panics
    /// If m is out of range.
    #[must_use]
    pub fn oddish(m: usize) -> Lane {
        assert!((2..=Lane::MOST_BITS as usize).contains(&m), "no packed Oddish Phutball on {m} squares");
        let m = m as u32;
        let land = |gap: u32| match gap {
            0 => Landing::LeftGoal,
            g if g == m => Landing::RightGoal,
            g => Landing::Place(g as usize - 1),
        };
        let hop = |to, bit| vec![Hop { to: land(to), low: bit, end: bit + 1, stones: 1 << bit }];
        let right = (1..m).map(|gap| hop(gap + 1, gap)).collect();
        let left = (1..m).map(|gap| hop(gap - 1, gap - 1)).collect();
        Lane { bits: m, hops: [right, left] }
    }

    /// Bits in an index.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Places where the ball can be.
    #[must_use]
    pub fn places(&self) -> usize {
        self.hops[0].len()
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        (self.places() as u64) << self.bits
    }

    /// Hops to the right from this place.
    pub(super) fn right(&self, place: usize) -> &[Hop] {
        &self.hops[0][place]
    }

    /// Hops to the left from this place.
    pub(super) fn left(&self, place: usize) -> &[Hop] {
        &self.hops[1][place]
    }

    /// The mirror image of a position.
    #[must_use]
    pub fn mirrored(&self, code: Code) -> Code {
        Code { place: self.places() - 1 - code.place, index: code.index.reverse_bits() >> (64 - self.bits) }
    }
}
