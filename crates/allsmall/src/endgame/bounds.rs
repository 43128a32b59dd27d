//! Bounds of a value on the ladder of multiples of up.
//!
//! ```text
//! i     -4    -3     -2   -1   0   1   2    3     4
//! B_i   v3    v2*    v    *    0   *   ^    ^2*   ^3
//! board oooox ooox   oox  ox       xo  xxo  xxxo  xxxxo
//! ```
//!
//! B_0 = 0; B_i = (i - 1).up for i > 0, plus star if i is odd; B_-i = -B_i.
//! `lower` is the largest i with B_i <= G, `upper` the smallest with G <= B_i.
//!
//! Neighbouring rungs are confused with each other, and B_1 = B_-1, so the
//! rungs below G are not all the rungs up to some place: they are scanned, not
//! bisected. For G = * this gives lower 1 and upper -1, both of them star.

use crate::Stop;
use crate::cgt::{Value, Values};

/// The rungs of the ladder for boards of some length.
pub(super) struct Ladder {
    /// `B_-reach`, ..., `B_reach`.
    rungs: Vec<Value>,
    reach: i8,
}

/// The best bounds of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LadderBounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
}

impl Ladder {
    /// A ladder long enough for boards of `length` cells. Play on them ends in
    /// fewer than `length` moves and a move is worth at most one atomic weight,
    /// so by the two-ahead rule they lie below `length + 1` ups.
    pub(super) fn new(length: usize, values: &mut Values) -> Result<Ladder, Stop> {
        let reach = length as i8 + 2;
        let rung = |i: i8| {
            let ups = i32::from(i.signum()) * (i32::from(i.abs()) - 1);
            values.ups(ups, i % 2 != 0)
        };
        let rungs = (-reach..=reach).map(rung).collect::<Result<_, Stop>>()?;
        Ok(Ladder { rungs, reach })
    }

    /// The bounds of a value.
    pub(super) fn bounds(&self, v: Value, values: &mut Values) -> Result<LadderBounds, Stop> {
        let up = -self.reach..=self.reach;
        let lower = self.first(up.clone().rev(), |rung| values.le(rung, v))?;
        let upper = self.first(up, |rung| values.le(v, rung))?;
        Ok(LadderBounds { lower, upper })
    }

    fn first(
        &self,
        places: impl Iterator<Item = i8>,
        mut holds: impl FnMut(Value) -> Result<bool, Stop>,
    ) -> Result<i8, Stop> {
        for i in places {
            if holds(self.rungs[(self.reach + i) as usize])? {
                return Ok(i);
            }
        }
        // The ladder is longer than the board, so that some rung holds.
        Err(Stop::Unsupported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_bounds_itself() {
        let mut values = Values::new();
        let ladder = Ladder::new(16, &mut values).expect("no limit");
        let mut bounds = |ups: i32, star: bool| {
            let v = values.ups(ups, star).expect("no limit");
            let LadderBounds { lower, upper } = ladder.bounds(v, &mut values).expect("no limit");
            (lower, upper)
        };
        assert_eq!(bounds(0, false), (0, 0));
        assert_eq!(bounds(0, true), (1, -1), "star is on the ladder twice");
        for n in 1..15i8 {
            let (up, down) = (bounds(n.into(), n % 2 == 0), bounds(-i32::from(n), n % 2 == 0));
            assert_eq!((up, down), ((n + 1, n + 1), (-n - 1, -n - 1)), "{n}");
        }
        // Between the rungs: * < ^* < ^2*.
        assert_eq!(bounds(1, true), (1, 3));
    }
}
