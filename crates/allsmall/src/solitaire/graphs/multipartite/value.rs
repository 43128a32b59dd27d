//! The fewest stones on a complete multipartite graph, by formula (survey,
//! Proposition 28 and Theorems 29 to 31; Duchene, Gravier, Moncel, "New results
//! about Solitaire Clobber").
//!
//! Let `n` be the size of the largest part, `m` the number of all other
//! stones, and call the rarer colour of the largest part black; `n_b` and
//! `m_b` count black stones in the part and outside it. Then a position with
//! both colours and at least two parts has the value
//!
//! ```text
//!   f = n - 2 n_b - m - m_b
//!   f >= 0 and the largest part is unique:  f + 2
//!   otherwise, three parts or more:         1
//!   otherwise, two parts:                   1, or 2 if delta = 0 mod 3
//! ```

use crate::Player;

/// The stones of one part, by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartStones {
    pub(super) stones: [usize; 2],
}

/// The input of the formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormulaInput {
    /// A largest part.
    pub(super) first: PartStones,
    /// A largest one of the others.
    pub(super) second: PartStones,
    /// Number of parts with stones.
    pub(super) parts: usize,
    /// All stones, by colour.
    pub(super) all: PartStones,
}

impl PartStones {
    /// Number of stones.
    pub(super) fn size(self) -> usize {
        self.stones[0] + self.stones[1]
    }

    /// Those of one colour.
    pub(super) fn of(self, player: Player) -> usize {
        self.stones[player as usize]
    }
}

impl FormulaInput {
    /// The fewest stones that can be left.
    pub(super) fn value(self) -> usize {
        let FormulaInput { first, second, parts, all } = self;
        if parts < 2 || all.stones.contains(&0) {
            return all.size();
        }
        let black = if first.stones[0] <= first.stones[1] { 0 } else { 1 };
        let (n, m) = (first.size(), all.size() - first.size());
        let (n_black, m_black) = (first.stones[black], all.stones[black] - first.stones[black]);
        let unique = second.size() < n;
        match n.checked_sub(2 * n_black + m + m_black) {
            Some(f) if unique => f + 2,
            _ if parts > 2 => 1,
            _ => {
                // The first part's class is the colour `black`.
                let clashing = n - n_black + m_black;
                if (all.size() + clashing) % 3 == 0 { 2 } else { 1 }
            }
        }
    }
}
