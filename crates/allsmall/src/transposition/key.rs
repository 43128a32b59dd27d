//! Keys of transposition tables: positions as words of 32 bits.

use smallvec::SmallVec;

use crate::base::hash;

/// A position as words, with their hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordKey {
    words: SmallVec<[u32; 14]>,
    hash: u64,
}

impl WordKey {
    /// Creates the key of at least one word.
    pub(crate) fn new(words: impl IntoIterator<Item = u32>) -> WordKey {
        let words: SmallVec<[u32; 14]> = words.into_iter().collect();
        WordKey { hash: hash_words(&words), words }
    }

    /// Creates a key from a slice, which is faster than from an iterator.
    pub(crate) fn from_slice(words: &[u32]) -> WordKey {
        WordKey { hash: hash_words(words), words: SmallVec::from_slice(words) }
    }

    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

/// The hash of a key with these words.
pub(super) fn hash_words(words: &[u32]) -> u64 {
    words.iter().fold(hash::of_word(words.len() as u64), |state, &word| hash::fold(state, word.into()))
}
