//! A fast hash for keys we make ourselves: multiply, then fold the two halves.
//!
//! Only speed rests on it: every table compares full keys. It stays beside
//! the crates because half of its users have tables of their own, which take
//! the hash of a few words without a hasher ([`fold`], [`of_word`], [`mix`]).

use std::hash::{BuildHasherDefault, Hasher};

/// Odd digits of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where every hash starts.
const SEED: u64 = 0x2545_f491_4f6c_dd1d;

/// Mixes one word into a state that is not zero.
#[inline]
pub(crate) fn fold(state: u64, word: u64) -> u64 {
    let wide = u128::from(state ^ word) * u128::from(FACTOR);
    ((wide >> 64) as u64) ^ (wide as u64)
}

/// The hash of a word: its high and low bits are both well mixed.
#[inline]
pub(crate) fn of_word(word: u64) -> u64 {
    fold(SEED, word)
}

/// Mixes one word into any state, zero too.
#[inline]
pub(crate) fn mix(state: u64, word: u64) -> u64 {
    fold(state ^ SEED, word)
}

/// The same for the maps of the standard library.
pub(crate) type Mixed = BuildHasherDefault<Mixer>;

/// A hasher that mixes in whatever it is fed.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl From<u64> for Mixer {
    fn from(state: u64) -> Mixer {
        Mixer(state)
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = mix(self.0, n);
    }

    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
