//! Potentials: how many stones a player must place before he can jump to a
//! winning position.
//!
//! Both the potential p of Oddish Phutball (section 2 of the paper), where it
//! decides the game, and the generalised potential P of the full game
//! (section 3), where it is only a heuristic, come from one sum: walk from
//! the far edge towards the ball, add 1 for an empty square and take 1 off
//! for a stone, but never below 0.

use super::rules::PhutballPosition;

/// A number for each player; the smaller is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Potentials {
    /// Left's, from the squares to the right of the ball.
    pub left: u64,
    /// Right's, from the squares to the left of the ball.
    pub right: u64,
}

/// The sum before the last square and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunningSums {
    before: u64,
    after: u64,
}

/// Sums over squares given from the far edge on; `true` is a stone.
fn sums(squares: impl Iterator<Item = bool>) -> RunningSums {
    squares.fold(RunningSums { before: 0, after: 0 }, |RunningSums { after, .. }, stone| RunningSums {
        before: after,
        after: if stone { after.saturating_sub(1) } else { after + 1 },
    })
}

/// The Oddish potential of one side, its squares given from the far edge on.
pub(super) fn oddish_side(squares: impl Iterator<Item = bool>) -> u64 {
    let RunningSums { before, after } = sums(squares);
    oddish_from_sums(before, after)
}

/// The Oddish potential, by the sum before the square at the arrow and the
/// sum after it.
pub(super) fn oddish_from_sums(before: u64, after: u64) -> u64 {
    after / 2 + u64::from(before != after)
}

/// The generalised potential of one side, its squares given from the ball on.
///
/// The ball's square counts as a copy of the square next to it; then, in every
/// group of empty squares of odd length (the copy may be in it), the square
/// furthest from the ball becomes a stone.
pub(super) fn full_side(squares: &[bool]) -> u64 {
    let mut changed: Vec<bool> = squares[..1].iter().chain(squares).copied().collect();
    let mut empty = 0;
    for i in 0..=changed.len() {
        match changed.get(i) {
            Some(false) => empty += 1,
            _ => {
                if empty % 2 == 1 {
                    changed[i - 1] = true;
                }
                empty = 0;
            }
        }
    }
    let RunningSums { before, after } = sums(changed.into_iter().rev());
    after / 4 + u64::from(before != after)
}

/// The generalised potentials of a position.
///
/// The player with the smaller one usually wins, and with equal ones the first
/// player; this holds on every board of up to 8 squares and fails on a few per
/// cent of the positions of longer ones.
#[must_use]
pub fn potentials(position: &PhutballPosition) -> Potentials {
    let (left, right) = position.stones().split_at(position.ball());
    let left: Vec<_> = left[..left.len() - 1].iter().rev().copied().collect();
    Potentials { left: full_side(right), right: full_side(&left) }
}

impl Potentials {
    /// The predicted winner: the player with the smaller potential, `None` for
    /// the first player.
    #[must_use]
    pub fn favourite(self) -> Option<crate::Player> {
        match self.left.cmp(&self.right) {
            std::cmp::Ordering::Less => Some(crate::Player::Left),
            std::cmp::Ordering::Greater => Some(crate::Player::Right),
            std::cmp::Ordering::Equal => None,
        }
    }
}
