//! Numbers from a seed, for tests.

pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// At most so many stones, or none.
    pub(super) fn stones(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| ['x', 'o'][self.below(2)]).collect()
    }
}
