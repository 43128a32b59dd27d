//! What the learned order is trained on: positions that a search has settled.
//!
//! While lessons are taken, every tenth node of the search begins with a move
//! chosen at random: otherwise a net would never see what the present order
//! rejects, and would think too well of it.

use super::item::Item;
use super::sum::Sums;
use crate::base::random::SplitMix64;

/// A position that was searched as one of the moves which the net has to order.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its features.
    pub features: Vec<u16>,
    /// Whether the player to move wins.
    pub won: bool,
    /// The nodes that took.
    pub work: u64,
}

/// The lessons of a search.
pub(super) struct Lessons {
    random: SplitMix64,
    pub(super) taken: Vec<Lesson>,
    /// One in so many is chosen at random.
    stray: u64,
}

impl Lessons {
    pub(super) fn new(seed: u64) -> Lessons {
        Lessons { random: SplitMix64::new(seed), taken: Vec::new(), stray: 10 }
    }

    /// Which of so many children comes first, if not the best one.
    pub(super) fn stray(&mut self, children: usize) -> Option<usize> {
        let strays = children > 1 && self.random.below(self.stray) == 0;
        strays.then(|| self.random.below(children as u64) as usize)
    }

    pub(super) fn take(&mut self, sums: &Sums, items: &[Item], won: bool, work: u64) {
        let mut features = Vec::new();
        sums.for_each_feature(items, |feature| features.push(feature as u16));
        self.taken.push(Lesson { features, won, work });
    }
}
