//! A fast hash of option lists and pairs: multiply, then fold the two halves.
//!
//! Only speed rests on it: every table compares full keys.

/// Odd digits of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes one word into a state.
#[inline]
pub(super) fn fold(state: u64, word: u64) -> u64 {
    let wide = u128::from(state ^ word) * u128::from(FACTOR);
    ((wide >> 64) as u64) ^ (wide as u64)
}

/// The hash of a word: its high and low bits are both well mixed.
#[inline]
pub(super) fn of_word(word: u64) -> u64 {
    fold(0x2545_f491_4f6c_dd1d, word)
}
