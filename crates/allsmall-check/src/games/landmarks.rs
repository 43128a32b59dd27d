//! Landmarks: small games that all others are compared with, for speed alone.
//!
//! If a landmark X has `a <= X <= b`, then `a <= b`; if `X <= a` and not
//! `X <= b`, or `b <= X` and not `a <= X`, then not. The options of a landmark
//! are landmarks, so the signature of a game follows from those of its options:
//! `X <= G` when no right option of G is <= X and no left option of X is >= G.

/// The landmarks by their options, numbers of earlier ones: `left|right`.
/// They decide many comparisons of short strips that multiples of up do not.
/// The negative of each is itself or the next one, or the one before.
const FORMS: &str = "| 0|0 0,1|0,1 0,1,2|0,1,2 0|1 1|0 0,1|0 0|0,1 0|6 7|0 0|4 5|0 1,4|1,5 0,6|0,7 1,5|0 0|1,4 \
    0,7|0,1 0,1|0,6 1,5,12|5,11 4,10|1,4,12 0,7,13|7,9 6,8|0,6,13 5,7|0 0|4,6 23|0,1 0,1|22 4,6|1,5 1,4|5,7 0,7|11 \
    10|0,6 0|4,12 5,12|0 7,14|9 8|6,15 1,4|1,14 1,15|1,5 0,17|0,16 7,9|0 0|6,8 4,6|0,7 0,6|5,7 8|1 1|9 5,11|0 \
    0|4,10 0,6|0 0|0,7 0,1|0,7 0,6|0,1 11|0 0|10 0|49 50|0 41|1,13 1,13|42 4,6|5,7";

/// The landmarks that a game is at least, and at most: bit i is landmark i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    above: u64,
    below: u64,
}

/// The landmarks.
pub(super) struct Landmarks {
    /// The left and the right options of each.
    options: Vec<[u64; 2]>,
    /// Those that are their own negatives, and those whose negative is the next.
    same: u64,
    first: u64,
}

impl Default for Landmarks {
    fn default() -> Landmarks {
        let side = |side: &str| side.split(',').filter_map(|n| n.parse::<u32>().ok()).map(|n| 1 << n).sum();
        let form = |form: &str| form.split_once('|').map(|(lefts, rights)| [side(lefts), side(rights)]);
        let options: Vec<[u64; 2]> = FORMS.split(' ').filter_map(form).collect();
        let mut all = Landmarks { options, same: 0, first: 0 };
        for (i, &[left, right]) in all.options.iter().enumerate() {
            let negative = |bits| negated(bits, all.same, all.first);
            if [left, right] == [negative(right), negative(left)] {
                all.same |= 1 << i;
            } else if all.options.get(i + 1) == Some(&[negative(right), negative(left)]) {
                all.first |= 1 << i;
            }
        }
        all
    }
}

/// A set of landmarks with each replaced by its negative.
fn negated(bits: u64, same: u64, first: u64) -> u64 {
    bits & same | (bits & first) << 1 | bits >> 1 & first
}

impl Landmarks {
    /// The signature of a game whose options have these signatures.
    pub(super) fn signs(&self, lefts: impl Iterator<Item = Signs>, rights: impl Iterator<Item = Signs>) -> Signs {
        let high = lefts.fold(0, |bits, signs| bits | signs.above);
        let low = rights.fold(0, |bits, signs| bits | signs.below);
        let mut signs = Signs::default();
        for (i, [left, right]) in self.options.iter().enumerate() {
            let above = low >> i & 1 == 0 && left & signs.below == 0;
            let below = high >> i & 1 == 0 && right & signs.above == 0;
            signs.above |= u64::from(above) << i;
            signs.below |= u64::from(below) << i;
        }
        signs
    }

    /// The signature of the negative of a game with this signature.
    pub(super) fn negated(&self, signs: Signs) -> Signs {
        let negative = |bits| negated(bits, self.same, self.first);
        Signs { above: negative(signs.below), below: negative(signs.above) }
    }
}

impl Signs {
    /// Whether a landmark lies between a and b.
    pub(super) fn between(a: Signs, b: Signs) -> bool {
        a.below & b.above != 0
    }

    /// Whether a landmark shows that not a <= b.
    pub(super) fn apart(a: Signs, b: Signs) -> bool {
        a.above & !b.above | b.below & !a.below != 0
    }
}
