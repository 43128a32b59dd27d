//! A quick hash, seeded at random: a file cannot be made to collide.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// The builder of [`Quick`].
#[derive(Clone, Copy, Default)]
pub struct Mixed;

/// The hash so far.
pub struct Quick(u64);

/// Mixes a word into a hash.
#[must_use]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let wide = u128::from(hash ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * 0xd6e8_feb8_6659_fd93_u128;
    (wide as u64) ^ (wide >> 64) as u64 ^ hash.rotate_left(29)
}

/// Where every hash of this run begins.
#[must_use]
pub(crate) fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| RandomState::new().hash_one(0))
}

impl BuildHasher for Mixed {
    type Hasher = Quick;
    fn build_hasher(&self) -> Quick {
        Quick(seed())
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = mix(self.0, n.into());
    }
    fn write_usize(&mut self, n: usize) {
        self.0 = mix(self.0, n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = mix(self.0, n);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
