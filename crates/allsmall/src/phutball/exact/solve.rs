//! Retrograde analysis of every position of one board length.
//!
//! Two sets settle the game for Left:
//!
//! ```text
//! wins  = Left to move and Left wins           wins  = F(not holds), towards the right goal
//! holds = Right to move and not (yet) lost     holds = F(not wins),  towards the left goal
//! ```
//!
//! From wins empty and holds full the two grow and shrink in turn, one round
//! a pair of plies, till nothing changes: what `wins` gains in round k is won
//! in exactly 2k - 1 plies, what `holds` loses in round k is lost in exactly
//! 2k. Right's half of the game is the mirror image. A position settled in
//! neither half is a draw; no board solved so far has any.

use super::lane::{Code, Landing, Lane};
use super::sets::PositionSet;
use super::step::{chains, placements};
use crate::{Budget, Player, Stop};

/// The two kinds of position that Left wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettledHalf {
    /// Left to move, and he wins.
    Wins,
    /// Right to move, and she loses.
    Loses,
}

/// An observer of the rounds, called with the positions settled in each.
pub trait Witness {
    /// Why a witness gives up.
    type Error: From<Stop>;

    /// The positions `fresh` of one place were settled in this round (from
    /// 1): after [`SettledHalf::plies`] plies Left wins.
    ///
    /// # Errors
    /// Ends the analysis.
    fn note(&mut self, half: SettledHalf, round: u32, place: usize, fresh: &[u64]) -> Result<(), Self::Error>;
}

/// All positions of one lane, solved.
#[derive(Clone, Debug)]
pub struct SolvedLane {
    lane: Lane,
    wins: PositionSet,
    holds: PositionSet,
    draws: u64,
}

impl SettledHalf {
    /// The length of a win settled in this round.
    #[must_use]
    pub fn plies(self, round: u32) -> u32 {
        match self {
            SettledHalf::Wins => 2 * round - 1,
            SettledHalf::Loses => 2 * round,
        }
    }
}

/// Bytes that [`solve`] takes: the two sets and two of chains.
#[must_use]
pub fn memory_needed(lane: &Lane) -> usize {
    4 * PositionSet::bytes(lane)
}

/// Solves every position of the lane.
///
/// # Errors
/// [`Stop`] when the budget is exhausted, or the error of the witness.
pub fn solve<W: Witness>(lane: &Lane, budget: &Budget, witness: &mut W) -> Result<SolvedLane, W::Error> {
    if memory_needed(lane) > budget.memory() {
        return Err(Stop::Memory.into());
    }
    let mut wins = PositionSet::new(lane, false);
    let mut holds = PositionSet::new(lane, true);
    let mut scratch = [PositionSet::new(lane, false), PositionSet::new(lane, false)];
    for round in 1.. {
        budget.report(|| format!("{} places of {} bits: round {round}", lane.places(), lane.bits()));
        let mut changed = step(lane, &holds, Landing::RightGoal, &mut wins, &mut scratch, budget)?;
        notify(witness, SettledHalf::Wins, round, &scratch[1], &changed)?;
        if changed.contains(&true) {
            changed = step(lane, &wins, Landing::LeftGoal, &mut holds, &mut scratch, budget)?;
            notify(witness, SettledHalf::Loses, round, &scratch[1], &changed)?;
        }
        if !changed.contains(&true) {
            break;
        }
    }
    // Left to move loses the mirror image of what Right to move loses.
    let draws = holds.count() - wins.count();
    Ok(SolvedLane { lane: lane.clone(), wins, holds, draws })
}

/// Makes `set` = F(t). Leaves the bits that changed in `scratch[1]`, and says
/// for each place whether there are any.
fn step(
    lane: &Lane,
    t: &PositionSet,
    goal: Landing,
    set: &mut PositionSet,
    scratch: &mut [PositionSet; 2],
    budget: &Budget,
) -> Result<Vec<bool>, Stop> {
    let [right, left] = scratch;
    budget.check()?;
    if budget.threads() > 1 {
        std::thread::scope(|scope| {
            scope.spawn(|| chains(lane, t, goal, true, right));
            chains(lane, t, goal, false, left);
        });
    } else {
        chains(lane, t, goal, true, right);
        budget.check()?;
        chains(lane, t, goal, false, left);
    }
    let new_and_left = right.places_mut().zip(left.places_mut());
    let jobs = set.places().zip(new_and_left).enumerate();
    let mut jobs: Vec<_> =
        jobs.map(|(place, (old, (new, left)))| Job { place, old, new, left, changed: false }).collect();
    let run = |jobs: &mut [Job<'_>]| {
        jobs.iter_mut().try_for_each(|job| {
            job.run(lane, t);
            budget.check()
        })
    };
    let share = jobs.len().div_ceil(budget.threads());
    if share == jobs.len() {
        run(&mut jobs)?;
    } else {
        std::thread::scope(|scope| {
            let shares: Vec<_> = jobs.chunks_mut(share).map(|jobs| scope.spawn(|| run(jobs))).collect();
            shares.into_iter().try_for_each(|share| share.join().expect("a worker does not panic"))
        })?;
    }
    let changed = jobs.iter().map(|job| job.changed).collect();
    std::mem::swap(set, right);
    Ok(changed)
}

/// The last part of a step, for one place.
struct Job<'a> {
    place: usize,
    /// What the set is so far.
    old: &'a [u64],
    /// The chains to the right; becomes what the set is now.
    new: &'a mut [u64],
    /// The chains to the left; becomes what has changed.
    left: &'a mut [u64],
    changed: bool,
}

impl Job<'_> {
    fn run(&mut self, lane: &Lane, t: &PositionSet) {
        self.new.iter_mut().zip(&*self.left).for_each(|(new, left)| *new |= left);
        placements(lane.bits(), t.place(self.place), self.new);
        let mut any = 0;
        for ((fresh, old), new) in self.left.iter_mut().zip(self.old).zip(&*self.new) {
            *fresh = (old ^ new) & t.used();
            any |= *fresh;
        }
        self.changed = any != 0;
    }
}

fn notify<W: Witness>(
    witness: &mut W,
    half: SettledHalf,
    round: u32,
    fresh: &PositionSet,
    changed: &[bool],
) -> Result<(), W::Error> {
    let places = changed.iter().enumerate().filter(|&(_, &changed)| changed);
    places.map(|(place, _)| place).try_for_each(|place| witness.note(half, round, place, fresh.place(place)))
}

impl SolvedLane {
    /// The lane that was solved.
    #[must_use]
    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    /// Left to move, and he wins.
    #[must_use]
    pub fn wins(&self) -> &PositionSet {
        &self.wins
    }

    /// Right to move, and Left cannot force a win.
    #[must_use]
    pub fn holds(&self) -> &PositionSet {
        &self.holds
    }

    /// Number of drawn positions when Left starts, and by symmetry when Right does.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The winner when `first` starts; `None` for a draw.
    #[must_use]
    pub fn winner(&self, code: Code, first: Player) -> Option<Player> {
        let left_wins = |code, first| match first {
            Player::Left => self.wins.contains(code),
            Player::Right => !self.holds.contains(code),
        };
        if left_wins(code, first) {
            Some(Player::Left)
        } else if self.draws == 0 || left_wins(self.lane.mirrored(code), first.opponent()) {
            Some(Player::Right)
        } else {
            None
        }
    }
}

/// A witness that ignores every round.
impl Witness for () {
    type Error = Stop;

    fn note(&mut self, _: SettledHalf, _: u32, _: usize, _: &[u64]) -> Result<(), Stop> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the last round.
    struct Last(SettledHalf, u32);

    impl Witness for Last {
        type Error = Stop;

        fn note(&mut self, half: SettledHalf, round: u32, _: usize, _: &[u64]) -> Result<(), Stop> {
            (self.0, self.1) = (half, round);
            Ok(())
        }
    }

    #[test]
    fn counts_and_longest_wins_of_short_boards() {
        let known = [(3, 1, 2, 3), (4, 4, 8, 3), (8, 221, 326, 12), (12, 6128, 8224, 19), (16, 139_956, 178_840, 26)];
        for (n, left, first, plies) in known {
            for threads in [1, 3] {
                let lane = Lane::phutball(n);
                let mut last = Last(SettledHalf::Wins, 0);
                let solved = solve(&lane, &Budget::new().with_threads(threads), &mut last).expect("no limit");
                let lost = lane.positions() - solved.holds.count();
                assert_eq!((lost, solved.wins.count() - lost, last.0.plies(last.1)), (left, first, plies), "n = {n}");
            }
        }
    }

    #[test]
    fn a_limit_ends_the_analysis() {
        let lane = Lane::phutball(12);
        let small = Budget::new().with_memory(1000);
        assert_eq!(solve(&lane, &small, &mut ()).err(), Some(Stop::Memory));
        let late = Budget::new().with_time(std::time::Duration::ZERO);
        assert_eq!(solve(&lane, &late, &mut ()).err(), Some(Stop::Time));
    }
}
