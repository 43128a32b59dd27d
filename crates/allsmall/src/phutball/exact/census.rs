//! A census of one board length: positions won by each player, and lengths of wins.

use serde::Serialize;

use super::lane::Code;
use super::solve::{SettledHalf, SolvedLane, Witness};
use crate::{Player, Stop};

/// Counts the positions as they are settled.
#[derive(Clone, Debug, Default)]
pub struct WinCensus {
    /// For each half, the number of positions settled in round 1, 2, ...
    settled: [Vec<u64>; 2],
}

/// The positions of one board length by who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinCounts {
    /// All positions.
    pub positions: u64,
    /// Left wins moving first or second.
    pub left: u64,
    /// Right wins moving first or second.
    pub right: u64,
    /// The first player wins.
    pub first: u64,
    /// The second player wins.
    pub second: u64,
    /// Drawn positions when Left starts; by symmetry also when Right does.
    pub draws: u64,
    /// The longest win, in plies.
    pub plies: u32,
}

impl WinCensus {
    /// Number of positions decided in 1, 2, 3, ... plies when Left starts; the
    /// odd ones are his wins. For Right the numbers are equal.
    #[must_use]
    pub fn by_plies(&self) -> Vec<u64> {
        let [wins, loses] = &self.settled;
        let rounds = wins.len().max(loses.len());
        let get = |half: &Vec<u64>, round: usize| half.get(round).copied().unwrap_or(0);
        let mut counts: Vec<_> = (0..rounds).flat_map(|r| [get(wins, r), get(loses, r)]).collect();
        counts.truncate(counts.iter().rposition(|&c| c > 0).map_or(0, |last| last + 1));
        counts
    }

    /// Counts by who wins.
    #[must_use]
    pub fn counts(&self, solved: &SolvedLane) -> WinCounts {
        let mut counts = WinCounts {
            positions: solved.lane().positions(),
            draws: solved.draws(),
            plies: u32::try_from(self.by_plies().len()).expect("rounds are counted in 32 bits"),
            ..WinCounts::default()
        };
        if counts.draws == 0 {
            // Left loses what he does not win, so the two sets decide everything.
            let places = solved.wins().places().zip(solved.holds().places()).flat_map(|(w, h)| w.iter().zip(h));
            for (&wins, &holds) in places {
                let count = |set: u64| u64::from((set & solved.wins().used()).count_ones());
                counts.left += count(wins & !holds);
                counts.right += count(!wins & holds);
                counts.first += count(wins & holds);
                counts.second += count(!wins & !holds);
            }
        } else {
            counts.add_one_by_one(solved);
        }
        counts
    }
}

impl WinCounts {
    fn add_one_by_one(&mut self, solved: &SolvedLane) {
        for place in 0..solved.lane().places() {
            for index in 0..1 << solved.lane().bits() {
                match Player::BOTH.map(|first| solved.winner(Code { place, index }, first)) {
                    [Some(Player::Left), Some(Player::Left)] => self.left += 1,
                    [Some(Player::Right), Some(Player::Right)] => self.right += 1,
                    [Some(Player::Left), Some(Player::Right)] => self.first += 1,
                    [Some(Player::Right), Some(Player::Left)] => self.second += 1,
                    _ => {}
                }
            }
        }
    }
}

impl Witness for WinCensus {
    type Error = Stop;

    fn note(&mut self, half: SettledHalf, round: u32, _: usize, fresh: &[u64]) -> Result<(), Stop> {
        let settled = &mut self.settled[half as usize];
        let round = round as usize;
        if settled.len() < round {
            settled.resize(round, 0);
        }
        settled[round - 1] += fresh.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lane, solve};
    use super::*;
    use crate::Budget;

    #[test]
    fn counting_sets_and_counting_one_by_one_agree() {
        for lane in [3, 6, 7, 11].map(Lane::phutball).into_iter().chain([Lane::oddish(9)]) {
            let mut census = WinCensus::default();
            let solved = solve(&lane, &Budget::new(), &mut census).expect("no limit");
            let counts = census.counts(&solved);
            let mut slow = WinCounts { positions: counts.positions, plies: counts.plies, ..WinCounts::default() };
            slow.add_one_by_one(&solved);
            assert_eq!(slow, counts);
            assert_eq!(census.by_plies().iter().sum::<u64>(), counts.positions);
        }
    }
}
