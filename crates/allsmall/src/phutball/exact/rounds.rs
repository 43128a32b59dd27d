//! Distance to win: the round in which each position was settled, as bit planes
//! in memory.

use std::convert::Infallible;

use super::lane::{Code, Lane};
use super::sets::PositionSet;
use super::solve::{SettledHalf, Witness};
use crate::Stop;

/// A source of the rounds in which positions were settled.
pub trait Rounds {
    /// Why a round cannot be read.
    type Error;

    /// The round in which the position was settled for Left; 0 if it never
    /// was.
    ///
    /// # Errors
    /// If the answer cannot be read.
    fn round(&self, half: SettledHalf, code: Code) -> Result<u32, Self::Error>;
}

/// The number of a round, written in binary across sets:
///
/// ```text
/// position      0 1 2 3 4 ...
/// planes[0]     1 0 1 0 0        position 2 was settled in round 101 = 5,
/// planes[1]     0 0 0 0 1        position 3 (000) never
/// planes[2]     0 0 1 0 0
/// ```
#[derive(Clone, Debug)]
pub struct Planes {
    lane: Lane,
    halves: [Vec<PositionSet>; 2],
}

impl Planes {
    /// Planes that suffice for every board of up to 30 squares: 31 rounds,
    /// 62 plies.
    pub const MOST: usize = 5;

    /// Planes for this lane, all empty.
    #[must_use]
    pub fn new(lane: &Lane) -> Planes {
        Planes { lane: lane.clone(), halves: [Vec::new(), Vec::new()] }
    }

    /// Bytes of a full set of planes.
    #[must_use]
    pub fn bytes(lane: &Lane) -> usize {
        2 * Planes::MOST * PositionSet::bytes(lane)
    }
}

impl Witness for Planes {
    type Error = Stop;

    fn note(&mut self, half: SettledHalf, round: u32, place: usize, fresh: &[u64]) -> Result<(), Stop> {
        let planes = &mut self.halves[half as usize];
        for bit in (0..32).filter(|bit| round >> bit & 1 == 1) {
            while planes.len() <= bit {
                planes.push(PositionSet::new(&self.lane, false));
            }
            let plane = planes[bit].place_mut(place);
            plane.iter_mut().zip(fresh).for_each(|(word, fresh)| *word |= fresh);
        }
        Ok(())
    }
}

impl Rounds for Planes {
    type Error = Infallible;

    fn round(&self, half: SettledHalf, code: Code) -> Result<u32, Infallible> {
        let planes = self.halves[half as usize].iter().enumerate();
        Ok(planes.map(|(bit, plane)| u32::from(plane.contains(code)) << bit).sum())
    }
}
