//! Terms of a disjunctive sum: values and long parts, packed in one word each.
//!
//! ```text
//! bits 0-2 = 0    id of a value, 29 bits
//! bits 0-2 = 1-5  a signed part, packed as `PartWord`
//! bits 0-2 = 6    a signed part that does not fit: its index in `UnpackedParts`, signs as in `PartWord`
//! ```

use std::collections::HashMap;

use crate::Stop;
use crate::base::hash::Mixed;
use crate::cgt::Value;
use crate::packed::{PackedPart, PartWord, Signed};

/// A value or a long part. Values are sorted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SumTerm(u128);

impl Ord for SumTerm {
    fn cmp(&self, other: &SumTerm) -> std::cmp::Ordering {
        (self.0 & KIND, self.0).cmp(&(other.0 & KIND, other.0))
    }
}

impl PartialOrd for SumTerm {
    fn partial_cmp(&self, other: &SumTerm) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

const KIND: u128 = 7;
const SEGMENT: u128 = 2;
const UNPACKED: u128 = 6;
const NEGATED: u128 = 1 << 3;
const OWN: u128 = 1 << 4;

/// Parts that do not fit a word, by index.
#[derive(Default)]
pub(super) struct UnpackedParts {
    parts: Vec<PackedPart>,
    numbers: HashMap<PackedPart, u32, Mixed>,
}

impl SumTerm {
    /// Creates the term of a value.
    ///
    /// # Errors
    /// [`Stop::Memory`] if its id exceeds 29 bits.
    pub(super) fn value(v: Value) -> Result<SumTerm, Stop> {
        if v.id() >> 29 == 0 { Ok(SumTerm(u128::from(v.id()) << 3)) } else { Err(Stop::Memory) }
    }

    pub(super) fn as_value(self) -> Option<Value> {
        (self.0 & KIND == 0).then(|| Value::of_id((self.0 >> 3) as u32))
    }

    pub(super) fn is_value(self) -> bool {
        self.0 & KIND == 0
    }

    /// Returns whether it is a part of a grid, cycle or other graph.
    pub(super) fn is_grid_or_graph(self) -> bool {
        self.0 & KIND > SEGMENT
    }

    /// Stones of a packed grid or graph part; `None` otherwise.
    pub(super) fn grid_or_graph_stones(self) -> Option<u32> {
        if self.is_grid_or_graph() && self.has_stable_key() {
            PartWord::from_bits(self.0).grid_or_graph_stones()
        } else {
            None
        }
    }

    /// The negative of a part.
    pub(super) fn negative_part(self) -> SumTerm {
        debug_assert!(!self.is_value(), "values know their negatives");
        if self.0 & OWN != 0 { self } else { SumTerm(self.0 ^ NEGATED) }
    }

    /// Number of 32-bit words of the term in a key. The first word determines it,
    /// so different lists of terms have different keys.
    pub(super) fn words(self) -> usize {
        match self.0 & KIND {
            0 | UNPACKED => 1,
            _ => PartWord::from_bits(self.0).width().div_ceil(32) as usize,
        }
    }

    /// Number of words of the term with this first word, if it has a stable key.
    pub(super) fn stable_key_words(first: u32) -> Option<usize> {
        let term = SumTerm(first.into());
        term.has_stable_key().then(|| term.words())
    }

    /// The term with these words.
    pub(super) fn from_words(words: &[u32]) -> SumTerm {
        SumTerm(words.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word)))
    }

    /// Returns whether its words mean the same in every run: those of a value or
    /// an unpacked part do not.
    pub(super) fn has_stable_key(self) -> bool {
        (1..UNPACKED).contains(&(self.0 & KIND))
    }

    /// The word with this index.
    pub(super) fn word(self, i: usize) -> u32 {
        (self.0 >> (32 * i)) as u32
    }
}

impl UnpackedParts {
    /// The term of a part.
    pub(super) fn term(&mut self, signed: Signed<PackedPart>) -> Result<SumTerm, Stop> {
        if let Some(packed) = PartWord::new(signed) {
            return Ok(SumTerm(packed.bits()));
        }
        let next = self.parts.len() as u32;
        let number = *self.numbers.entry(signed.part).or_insert(next);
        if number == next {
            if next >> 27 != 0 {
                return Err(Stop::Memory);
            }
            self.parts.push(signed.part);
        }
        let signs = if signed.negated { NEGATED } else { 0 } | if signed.own_negative { OWN } else { 0 };
        Ok(SumTerm(UNPACKED | signs | u128::from(number) << 5))
    }

    /// The part of a term, if it is one.
    pub(super) fn part(&self, term: SumTerm) -> Option<Signed<PackedPart>> {
        match term.0 & KIND {
            0 => None,
            UNPACKED => Some(Signed {
                part: self.parts[(term.0 >> 5) as usize],
                negated: term.0 & NEGATED != 0,
                own_negative: term.0 & OWN != 0,
            }),
            _ => Some(PartWord::from_bits(term.0).signed()),
        }
    }

    /// Approximate number of bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.parts.len() * 3 * size_of::<PackedPart>()
    }
}

/// Lists of terms in one allocation, by index.
#[derive(Clone, Debug, Default)]
pub(super) struct TermLists {
    terms: Vec<SumTerm>,
    ends: Vec<u32>,
}

impl TermLists {
    pub(super) fn clear(&mut self) {
        self.terms.clear();
        self.ends.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, i: usize) -> &[SumTerm] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.terms[start as usize..self.ends[i] as usize]
    }

    pub(super) fn push(&mut self, list: &[SumTerm]) {
        self.terms.extend_from_slice(list);
        self.ends.push(self.terms.len() as u32);
    }

    /// Number of bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.terms.capacity() * size_of::<SumTerm>() + self.ends.capacity() * 4
    }
}
