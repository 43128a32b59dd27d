//! Theorem 1 of the paper: in Oddish Phutball the player with the smaller
//! potential wins, and with equal potentials the first player.
//!
//! So a move wins if and only if it leaves the mover's potential below the
//! other one. `Theory` finds all such moves in one pass over the board: the sum of
//! a side is a composition of steps x -> x + 1 and x -> max(x - 1, 0), a
//! composition of such steps has the form x -> max(x + a, c), and so the
//! effect of one more stone anywhere is known at once.

use super::board::Oddish;
use crate::Player;
use crate::phutball::potential::{Potentials, oddish_from_sums, oddish_side};
use crate::phutball::rules::PhutballMove;

/// One side of the board: its squares from the far edge to the arrow, and the
/// sum before each square and after the last.
#[derive(Clone, Debug)]
struct OddishSide {
    stones: Vec<bool>,
    sums: Vec<u64>,
    run: usize,
}

/// The potentials of one position and of the positions after every move.
#[derive(Clone, Debug)]
pub struct Theory {
    arrow: usize,
    squares: usize,
    /// The squares on the left, which are Right's, then those on the right.
    sides: [OddishSide; 2],
}

/// The potentials of an Oddish position.
#[must_use]
pub fn potentials(position: &Oddish) -> Potentials {
    let (left, right) = position.stones().split_at(position.arrow());
    Potentials { left: oddish_side(right.iter().rev().copied()), right: oddish_side(left.iter().copied()) }
}

/// The move of the proof. It wins whenever the mover can win: then his
/// potential is at most the other one, afterwards it is smaller, and no reply
/// makes it larger.
///
/// With potential 0 he jumps over the largest even number of the k stones
/// before him (over all of them if they reach the edge); otherwise he places
/// a stone just past them.
#[must_use]
pub fn strategy(position: &Oddish, mover: Player) -> PhutballMove {
    let (Potentials { left, right }, (run_left, run_right)) = (potentials(position), position.runs());
    let (potential, run, room) = match mover {
        Player::Left => (left, run_right, position.squares() - position.arrow()),
        Player::Right => (right, run_left, position.arrow()),
    };
    let along = |steps: usize| match mover {
        Player::Left => position.arrow() + steps,
        Player::Right => position.arrow() - steps,
    };
    if run == room {
        PhutballMove::Jump(along(run))
    } else if potential == 0 {
        PhutballMove::Jump(along(run & !1))
    } else {
        // Squares count from 1, so on the right the next square has the
        // number of the gap beyond it.
        PhutballMove::Place(along(run) + usize::from(mover == Player::Left))
    }
}

impl OddishSide {
    fn new(stones: Vec<bool>) -> OddishSide {
        let mut sums = Vec::with_capacity(stones.len() + 1);
        let mut sum = 0u64;
        sums.push(0);
        for &stone in &stones {
            sum = if stone { sum.saturating_sub(1) } else { sum + 1 };
            sums.push(sum);
        }
        let run = stones.iter().rev().take_while(|&&s| s).count();
        OddishSide { stones, sums, run }
    }

    /// The potential when the nearest `gone` squares are taken away.
    fn potential_without(&self, gone: usize) -> u64 {
        let end = self.stones.len() - gone;
        oddish_from_sums(self.sums[end - 1], self.sums[end])
    }

    fn potential(&self) -> u64 {
        self.potential_without(0)
    }

    /// The potential when that many empty squares are added at the arrow.
    fn potential_with(&self, added: usize) -> u64 {
        let sum = self.sums[self.stones.len()] + added as u64;
        oddish_from_sums(sum - 1, sum)
    }

    /// For each empty square (by its distance from the far edge, nearest to
    /// the arrow first) the potential with a stone on it.
    fn placements(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let last = self.stones.len() - 1;
        let step = |x: i64, stone: bool| if stone { (x - 1).max(0) } else { x + 1 };
        // The steps from the square in hand to the one before the last make
        // x -> max(x + add, floor).
        let (mut add, mut floor) = (0i64, i64::MIN);
        (0..=last).rev().filter_map(move |i| {
            let before = self.sums[i] as i64;
            let potential = if i == last {
                oddish_from_sums(self.sums[i], step(before, true) as u64)
            } else {
                let sum = (step(before, true) + add).max(floor);
                oddish_from_sums(sum as u64, step(sum, self.stones[last]) as u64)
            };
            if i < last {
                if self.stones[i] {
                    floor = floor.max(add);
                    add -= 1;
                } else {
                    add += 1;
                }
            }
            (!self.stones[i]).then_some((i, potential))
        })
    }
}

impl Theory {
    /// Reads the position once.
    #[must_use]
    pub fn new(position: &Oddish) -> Theory {
        let (left, right) = position.stones().split_at(position.arrow());
        Theory {
            arrow: position.arrow(),
            squares: position.squares(),
            sides: [OddishSide::new(left.to_vec()), OddishSide::new(right.iter().rev().copied().collect())],
        }
    }

    /// The potentials.
    #[must_use]
    pub fn potentials(&self) -> Potentials {
        Potentials { left: self.sides[1].potential(), right: self.sides[0].potential() }
    }

    /// The winner when `first` begins.
    #[must_use]
    pub fn winner(&self, first: Player) -> Player {
        self.potentials().favourite().unwrap_or(first)
    }

    /// All winning moves of `mover`: placements, then jumps, each from left
    /// to right.
    #[must_use]
    pub fn winning_moves(&self, mover: Player) -> Vec<PhutballMove> {
        let [left, right] = &self.sides;
        let Potentials { left: ours, right: theirs } = self.potentials();
        let wins = |left: u64, right: u64| match mover {
            Player::Left => left < right,
            Player::Right => right < left,
        };
        let mut moves = Vec::new();
        moves.extend(left.placements().filter(|&(_, p)| wins(ours, p)).map(|(i, _)| PhutballMove::Place(i + 1)));
        let placed = right.placements().filter(|&(_, p)| wins(p, theirs));
        moves.extend(placed.map(|(i, _)| PhutballMove::Place(self.squares - i)));
        moves.extend((1..=left.run).filter_map(|over| {
            let to = self.arrow - over;
            let good = if to == 0 {
                mover == Player::Right
            } else {
                wins(right.potential_with(over), left.potential_without(over))
            };
            good.then_some(PhutballMove::Jump(to))
        }));
        moves.extend((1..=right.run).filter_map(|over| {
            let to = self.arrow + over;
            let good = if to == self.squares {
                mover == Player::Left
            } else {
                wins(right.potential_without(over), left.potential_with(over))
            };
            good.then_some(PhutballMove::Jump(to))
        }));
        moves.sort_unstable();
        moves
    }
}
