//! Positions as words, under which verdicts are kept.

use smallvec::SmallVec;

use crate::base::hash;

/// A position as words, with their hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key {
    words: SmallVec<[u32; 14]>,
    hash: u64,
}

impl Key {
    /// The key of some words, of which there is at least one.
    pub(crate) fn new(words: impl IntoIterator<Item = u32>) -> Key {
        let words: SmallVec<[u32; 14]> = words.into_iter().collect();
        Key { hash: hash_words(&words), words }
    }

    /// The same of words in one place.
    pub(crate) fn of(words: &[u32]) -> Key {
        Key { hash: hash_words(words), words: SmallVec::from_slice(words) }
    }

    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

/// The hash of a key by its words.
pub(super) fn hash_words(words: &[u32]) -> u64 {
    words.iter().fold(hash::of_word(words.len() as u64), |state, &word| hash::fold(state, word.into()))
}
