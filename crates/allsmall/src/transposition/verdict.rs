//! Proved results of a search: win or loss for the player to move.

use std::ops::Not;

/// The result of a position for the player to move. A position that is not
/// settled has `None` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Verdict {
    /// The player to move has no winning move.
    Loss = 0,
    /// The player to move has a winning move.
    Win = 1,
}

impl Verdict {
    /// Creates a win if `won`, else a loss.
    #[must_use]
    pub fn from_won(won: bool) -> Verdict {
        if won { Verdict::Win } else { Verdict::Loss }
    }

    /// Returns whether the player to move wins.
    #[must_use]
    pub fn is_win(self) -> bool {
        self == Verdict::Win
    }

    /// Returns what a child with this verdict proves about its parent: a lost
    /// child is a winning move, a won one proves nothing alone.
    #[must_use]
    pub fn proves_parent(self) -> Option<Verdict> {
        (self == Verdict::Loss).then_some(Verdict::Win)
    }
}

/// The verdict on the position with the result of the other player's search.
impl Not for Verdict {
    type Output = Verdict;

    fn not(self) -> Verdict {
        Verdict::from_won(!self.is_win())
    }
}
