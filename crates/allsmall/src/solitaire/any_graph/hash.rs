//! A fast hash of states. The tables compare full states, so only speed rests
//! on it.

use std::hash::Hasher;

/// Mixes one word into a state: multiply, then fold the two halves.
#[inline]
pub(super) fn fold(state: u64, word: u64) -> u64 {
    let wide = u128::from(state ^ word ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
    (wide >> 64) as u64 ^ wide as u64
}

/// A hasher for [`fold`].
#[derive(Default)]
pub(super) struct Fold(pub(super) u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            self.write_u64(word.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0, word);
    }
}
