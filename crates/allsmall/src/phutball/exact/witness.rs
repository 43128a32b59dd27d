//! When a few chosen positions were settled: one query costs no more memory
//! than the analysis itself.

use std::collections::HashMap;
use std::convert::Infallible;

use super::lane::Code;
use super::rounds::Rounds;
use super::solve::{SettledHalf, Witness};
use crate::Stop;

/// The chosen positions, and the round of each; 0 as long as it is open.
#[derive(Clone, Debug, Default)]
pub struct WatchedPositions {
    rounds: HashMap<(SettledHalf, Code), u32>,
}

impl WatchedPositions {
    /// Watches this position too.
    pub fn add(&mut self, half: SettledHalf, code: Code) {
        self.rounds.insert((half, code), 0);
    }
}

impl Witness for WatchedPositions {
    type Error = Stop;

    fn note(&mut self, half: SettledHalf, round: u32, place: usize, fresh: &[u64]) -> Result<(), Stop> {
        for (&(own, code), settled) in &mut self.rounds {
            if own == half && code.place == place && fresh[(code.index >> 6) as usize] >> (code.index & 63) & 1 == 1 {
                *settled = round;
            }
        }
        Ok(())
    }
}

impl Rounds for WatchedPositions {
    type Error = Infallible;

    fn round(&self, half: SettledHalf, code: Code) -> Result<u32, Infallible> {
        Ok(*self.rounds.get(&(half, code)).expect("only watched positions are asked for"))
    }
}
