//! Lines, by a determinised min-plus automaton in linear time.
//!
//! A play cuts a line into segments that are each reduced to one stone, and a
//! segment can be reduced to one stone exactly if it reads `x` or `x o* x* o`,
//! or one of these with the colours swapped (survey, Lemma 17). So the fewest
//! stones are the fewest such segments. A small weighted automaton (`automaton`)
//! counts them; it is determinised (`determinised`), so that the value costs
//! about as much as reading the line. [`word`] and [`theorem11`] follow Blondel,
//! Hendrickx and Jungers, who derive the same result by words with forbidden
//! patterns.

pub(super) mod automaton;
pub(super) mod determinised;
pub mod segments;
pub mod stream;
pub mod theorem11;
pub mod word;

pub use determinised::LineCounter;
pub use segments::{LineSegment, Segments};

/// The stones of a line without holes, one bit each (1 is `o`), 64 per word.
///
/// ```text
///   word 0: stone 0 in bit 0, stone 1 in bit 1, ... stone 63 in bit 63
///   word 1: stone 64 in bit 0, ...          unused bits of the last are 0
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoneBits {
    words: Vec<u64>,
    len: usize,
}

impl StoneBits {
    /// Number of stones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no stones.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether stone `i` is an `o`.
    #[must_use]
    pub fn is_o(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Adds one stone at the end.
    pub fn push(&mut self, is_o: bool) {
        self.push_word(u64::from(is_o), 1);
    }

    /// Adds the lowest `count <= 64` bits of `word`; the others must be 0.
    pub fn push_word(&mut self, word: u64, count: usize) {
        debug_assert!(count == 64 || word >> count == 0, "unused bits are 0");
        let used = self.len % 64;
        if count == 0 {
            return;
        }
        if used == 0 {
            self.words.push(word);
        } else {
            *self.words.last_mut().expect("a used word") |= word << used;
            if used + count > 64 {
                self.words.push(word >> (64 - used));
            }
        }
        self.len += count;
    }

    /// The words in order, each with the number of its stones.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = (u64, usize)> + ExactSizeIterator + '_ {
        let len = self.len;
        self.words.iter().enumerate().map(move |(i, &word)| (word, (len - 64 * i).min(64)))
    }
}

impl FromIterator<bool> for StoneBits {
    fn from_iter<I: IntoIterator<Item = bool>>(stones: I) -> StoneBits {
        let mut all = StoneBits::default();
        for is_o in stones {
            all.push(is_o);
        }
        all
    }
}

/// The fewest stones that a line without holes can be reduced to.
#[must_use]
pub fn value(stones: &StoneBits) -> usize {
    let mut counter = LineCounter::new();
    for (word, count) in stones.words() {
        counter.push_word(word, count);
    }
    counter.value()
}

#[cfg(test)]
mod tests;
