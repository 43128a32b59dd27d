//! Integer bounds of atomic weights: rule 7 of docs/proofs.md.

use super::{Fault, Game, Games};

/// An unknown weight; sums of thousands of them do not overflow.
pub const FAR: i32 = 1 << 20;

/// The weights of the options of a game: greatest of Left's, least of Right's.
#[derive(Clone, Copy, Default)]
pub struct Sides {
    left: (i32, i32),
    right: (i32, i32),
    some: (bool, bool),
    /// Whether some option has no weight: it is not all-small.
    wild: bool,
}

impl Sides {
    /// Adds an option.
    pub fn take(&mut self, left: bool, (low, high): (i32, i32)) {
        self.wild |= low == -FAR || high == FAR;
        if left {
            self.left = if self.some.0 { (self.left.0.max(low), self.left.1.max(high)) } else { (low, high) };
            self.some.0 = true;
        } else {
            self.right = if self.some.1 { (self.right.0.min(low), self.right.1.min(high)) } else { (low, high) };
            self.some.1 = true;
        }
    }

    /// Rule 7: the weight is at least min(a - 1, b + 1) and, mirrored, at most
    /// that; none unless both players have options, and all of them weights.
    #[must_use]
    pub fn bounds(self) -> Option<(i32, i32)> {
        let low = (self.left.0 - 1).min(self.right.0 + 1).max(-FAR);
        let high = (self.right.1 + 1).max(self.left.1 - 1).min(FAR);
        (self.some == (true, true) && !self.wild).then_some((low, high))
    }
}

impl Games {
    /// Integers with low <= atomic weight <= high.
    #[must_use]
    pub fn weight(&self, g: Game) -> (i32, i32) {
        let marks = &self.marks[g as usize];
        (marks.low, marks.high)
    }

    /// Integers around the atomic weight of a game that has just been entered.
    pub(super) fn weigh(&mut self, g: Game) -> Result<(i32, i32), Fault> {
        let mut sides = Sides::default();
        for left in [true, false] {
            self.options(g, left).iter().for_each(|&o| sides.take(left, self.weight(o)));
        }
        let Some((low, high)) = sides.bounds() else { return Ok((-FAR, FAR)) };
        // Exactly known weights of all options: the far-star test.
        let exact = [true, false].iter().all(|&left| {
            self.options(g, left).iter().all(|&o| {
                let (low, high) = self.weight(o);
                low == high
            })
        });
        let (left, right) = (sides.left.1 - 2, sides.right.0 + 2);
        if !exact || left + 1 >= right {
            return Ok((low, high));
        }
        let far = self.star(self.nodes[g as usize].nimber + 1)?;
        let weight = match (self.le(far, g)?, self.le(g, far)?) {
            (true, _) => right - 1,
            (_, true) => left + 1,
            _ => 0,
        };
        Ok((weight, weight))
    }
}
