//! For tests: numbers from a seed, and the moves in a strip from the rule alone.

/// Numbers from a seed.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// A row of at most `most` stones.
    pub(super) fn stones(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| ['x', 'o'][self.below(2)]).collect()
    }
}

/// What a move leaves of a strip: whose it is, and the two parts.
pub(super) fn moves(strip: &[bool]) -> Vec<(bool, [Vec<bool>; 2])> {
    let mut all = Vec::new();
    for from in 0..strip.len() {
        for to in [from.wrapping_sub(1), from + 1] {
            if strip.get(to) == Some(&!strip[from]) {
                let mut after = strip.to_vec();
                after[to] = strip[from];
                all.push((strip[from], [after[..from].to_vec(), after[from + 1..].to_vec()]));
            }
        }
    }
    all
}
