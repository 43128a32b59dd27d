//! Training samples for the net: nodes that a search has settled.
//!
//! While samples are recorded, the search explores: one node in ten starts with a
//! random move. Otherwise a net would never see what the present order rejects,
//! and would overrate it.

use crate::base::random::SplitMix64;
use crate::packed::PartRules;
use crate::solve::sum::SumEngine;
use crate::solve::sum_term::SumTerm;
use crate::transposition::Verdict;

/// A settled node among those that the net orders.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its features.
    pub features: Vec<u16>,
    /// The verdict on it.
    pub verdict: Verdict,
    /// Number of nodes that it took.
    pub work: u64,
    /// Number of pairs of adjacent stones of different colours in its long parts.
    pub pairs: usize,
    /// Whether it has a value other than zero.
    pub has_value: bool,
}

/// Records the samples of a search.
pub(in crate::solve) struct SampleRecorder {
    random: SplitMix64,
    pub(in crate::solve) taken: Vec<Sample>,
    /// One node in this many starts with a random move.
    exploration: u64,
}

impl SampleRecorder {
    pub(in crate::solve) fn new(seed: u64) -> SampleRecorder {
        SampleRecorder { random: SplitMix64::new(seed), taken: Vec::new(), exploration: 10 }
    }

    /// The child to be tried first in place of the best one, now and then.
    pub(in crate::solve) fn exploration_move(&mut self, children: usize) -> Option<usize> {
        let explores = children > 1 && self.random.below(self.exploration) == 0;
        explores.then(|| self.random.below(children as u64) as usize)
    }

    pub(in crate::solve) fn record(&mut self, sums: &SumEngine, terms: &[SumTerm], verdict: Verdict, work: u64) {
        let mut features = Vec::new();
        sums.for_each_feature(terms, |feature| features.push(feature as u16));
        let parts = terms.iter().rev().map_while(|&term| sums.part(term));
        let pairs = parts.map(|signed| sums.parts.rules().pairs(signed.part)).sum();
        let has_value = sums.values_of(terms).any(|v| v != sums.values.zero());
        self.taken.push(Sample { features, verdict, work, pairs, has_value });
    }
}
