//! Accuracy of the generalised potential as a heuristic.
//!
//! The potentials of the two sides do not depend on each other, so each is
//! computed once for every filling of its side.

use super::lane::Code;
use super::solve::SolvedLane;
use crate::phutball::potential::{Potentials, full_side};
use crate::{Budget, Player, Stop};

/// Accuracy of the heuristic on the boards of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guess {
    /// Positions.
    pub positions: u64,
    /// Positions in which it names the winner for both starters.
    pub right_for_both: u64,
    /// Positions, each counted once for each starter, in which it does.
    pub right: u64,
    /// Entry d: positions with a wrong guess and potentials that differ by d.
    pub wrong_by_difference: Vec<u64>,
}

/// A position for which the guess is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The position.
    pub code: Code,
    /// Its potentials.
    pub potentials: Potentials,
    /// The winners when Left and when Right starts.
    pub winners: [Option<Player>; 2],
}

/// Compares the guess with a solved Phutball lane; calls `visit` for every
/// miss, in the order of the codes.
///
/// # Errors
/// [`Stop`] when the budget is exhausted.
///
/// # Panics
/// If the lane is one of Oddish Phutball.
pub fn judge_guess(solved: &SolvedLane, budget: &Budget, mut visit: impl FnMut(Miss)) -> Result<Guess, Stop> {
    let lane = solved.lane();
    assert_eq!(lane.places() + 1, lane.bits() as usize, "the potential is for full boards");
    let mut guess = Guess { positions: lane.positions(), ..Guess::default() };
    for place in 0..lane.places() {
        budget.check()?;
        // The squares on the left are the low bits, the nearest one highest.
        let low = place as u32 + 1;
        let rights = sides(low, |index, distance| index >> (low - 1 - distance) & 1 == 1);
        let lefts = sides(lane.bits() - low, |index, distance| index >> distance & 1 == 1);
        for index in 0..1 << lane.bits() {
            let potentials = Potentials {
                left: u64::from(lefts[(index >> low) as usize]),
                right: u64::from(rights[(index & ((1 << low) - 1)) as usize]),
            };
            let code = Code { place, index };
            let winners = Player::BOTH.map(|first| solved.winner(code, first));
            let hit = |first| winners[first as usize] == Some(potentials.favourite().unwrap_or(first));
            match Player::BOTH.into_iter().filter(|&first| hit(first)).count() {
                2 => {
                    guess.right += 2;
                    guess.right_for_both += 1;
                }
                hits => {
                    guess.right += hits as u64;
                    let difference = potentials.left.abs_diff(potentials.right) as usize;
                    if guess.wrong_by_difference.len() <= difference {
                        guess.wrong_by_difference.resize(difference + 1, 0);
                    }
                    guess.wrong_by_difference[difference] += 1;
                    visit(Miss { code, potentials, winners });
                }
            }
        }
    }
    Ok(guess)
}

/// The potential of every filling of a side; `stone` says whether a filling
/// has a stone at this distance from the ball (from 0).
fn sides(squares: u32, stone: impl Fn(u64, u32) -> bool) -> Vec<u8> {
    let side = |index| {
        let squares: Vec<_> = (0..squares).map(|distance| stone(index, distance)).collect();
        u8::try_from(full_side(&squares)).expect("a potential is less than the number of squares")
    };
    (0..1 << squares).map(side).collect()
}
