//! Sets of packed positions: bit sets with one bit per position.

use super::lane::{Code, Lane};

/// A set of packed positions.
///
/// ```text
/// place 0: [word 0][word 1]...   bit i of word w is index 64 w + i
/// place 1: [word 0][word 1]...
/// ```
///
/// On the shortest boards a place has fewer than 64 positions; the bits above
/// them mean nothing.
#[derive(Clone, Debug)]
pub struct PositionSet {
    words: usize,
    data: Vec<u64>,
    /// Which bits of a word are positions.
    used: u64,
}

impl PositionSet {
    /// No position at all, or every one.
    #[must_use]
    pub fn new(lane: &Lane, full: bool) -> PositionSet {
        let words = words_a_place(lane);
        let used = if lane.bits() < 6 { (1 << (1 << lane.bits())) - 1 } else { !0 };
        PositionSet { words, data: vec![if full { !0 } else { 0 }; words * lane.places()], used }
    }

    /// Bytes of one set.
    #[must_use]
    pub fn bytes(lane: &Lane) -> usize {
        words_a_place(lane) * lane.places() * 8
    }

    /// Whether the position is in the set.
    #[must_use]
    pub fn contains(&self, code: Code) -> bool {
        self.data[code.place * self.words + (code.index >> 6) as usize] >> (code.index & 63) & 1 == 1
    }

    /// How many positions are in the set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.data.iter().map(|w| u64::from((w & self.used).count_ones())).sum()
    }

    /// The words of one place.
    #[must_use]
    pub fn place(&self, place: usize) -> &[u64] {
        &self.data[place * self.words..][..self.words]
    }

    /// Words of one place.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Which bits of a word are positions.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The words of one place, to be written.
    pub(super) fn place_mut(&mut self, place: usize) -> &mut [u64] {
        &mut self.data[place * self.words..][..self.words]
    }

    /// The words of each place in turn.
    pub(super) fn places(&self) -> impl Iterator<Item = &[u64]> {
        self.data.chunks_exact(self.words)
    }

    /// The words of each place in turn, to be written.
    pub(super) fn places_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.data.chunks_exact_mut(self.words)
    }

    /// The words of all places, to be written.
    pub(super) fn data_mut(&mut self) -> &mut [u64] {
        &mut self.data
    }
}

fn words_a_place(lane: &Lane) -> usize {
    1 << lane.bits().saturating_sub(6)
}
