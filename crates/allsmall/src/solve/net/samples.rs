//! What the learned order is trained on: positions that a search has settled.
//!
//! While samples are taken, every tenth node of the search begins with a move
//! chosen at random: otherwise a net would never see what the present order
//! rejects, and would think too well of it.

use crate::base::random::SplitMix64;
use crate::solve::sum::SumEngine;
use crate::solve::sum_term::SumTerm;

/// A position that was searched as one of the moves which the net has to order.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its features.
    pub features: Vec<u16>,
    /// Whether the player to move wins.
    pub won: bool,
    /// The nodes that took.
    pub work: u64,
}

/// The samples of a search.
pub(in crate::solve) struct SampleRecorder {
    random: SplitMix64,
    pub(in crate::solve) taken: Vec<Sample>,
    /// One in so many is chosen at random.
    stray: u64,
}

impl SampleRecorder {
    pub(in crate::solve) fn new(seed: u64) -> SampleRecorder {
        SampleRecorder { random: SplitMix64::new(seed), taken: Vec::new(), stray: 10 }
    }

    /// Which of so many children comes first, if not the best one.
    pub(in crate::solve) fn stray(&mut self, children: usize) -> Option<usize> {
        let strays = children > 1 && self.random.below(self.stray) == 0;
        strays.then(|| self.random.below(children as u64) as usize)
    }

    pub(in crate::solve) fn take(&mut self, sums: &SumEngine, terms: &[SumTerm], won: bool, work: u64) {
        let mut features = Vec::new();
        sums.for_each_feature(terms, |feature| features.push(feature as u16));
        self.taken.push(Sample { features, won, work });
    }
}
