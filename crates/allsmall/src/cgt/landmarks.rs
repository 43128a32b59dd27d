//! Landmarks: a value's comparisons with 64 reference games, as bit sets.
//!
//! They decide most comparisons `a <= b` without search: if a landmark `r` has
//! `r <= a` but not `r <= b`, then not `a <= b`; if `a <= r <= b`, then
//! `a <= b`. Options of landmarks are landmarks, so the signature of a game
//! follows from those of its options by bit operations:
//!
//! ```text
//! v >= r   iff   no right option of v is <= r  and  no left option of r is >= v
//! v <= r   iff   no left option of v is >= r   and  no right option of r is <= v
//! ```
//!
//! Comparing with n.up and n.up + star is Conway's test of uppitiness; bit 0
//! is zero, so the signature contains the outcome class.

use super::arena::Arena;
use super::{Value, Values};

/// Bit `i` of `above`: the value is >= landmark `i`; of `below`: <= it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) above: u64,
    pub(super) below: u64,
}

impl Signature {
    /// The result of `a <= b`, if the landmarks decide it.
    #[inline]
    pub(super) fn le(a: Signature, b: Signature) -> Option<bool> {
        if (a.above & !b.above) | (b.below & !a.below) != 0 {
            Some(false)
        } else if a.below & b.above != 0 {
            Some(true)
        } else {
            None
        }
    }

    /// Index of the landmark that the value equals.
    pub(super) fn landmark(self) -> Option<usize> {
        let equal = self.above & self.below;
        (equal != 0).then(|| equal.trailing_zeros() as usize)
    }
}

/// The landmarks as values, and their options as bit sets of landmarks.
///
/// They are sorted by birthday. Landmarks of one birthday are not options of
/// each other, so their bits are independent and the processor computes
/// several in parallel, in half the time of a sequential loop.
#[derive(Clone)]
pub(super) struct Landmarks {
    pub(super) values: Vec<Value>,
    /// Left and right options of each landmark.
    options: Vec<(u64, u64)>,
    /// End index of each birthday.
    ends: Vec<usize>,
    /// Indices of the smallest nimbers.
    stars: Vec<usize>,
}

/// The landmarks, one of a game and its negative: its name, its id, the ids of its
/// options, all of which are landmarks. The ids between them belong to the negatives
/// and to the weight of `{0|v3}`. In a process that answers one short question
/// parsing the names took half of its instructions, so a test does it.
///
/// Zero and the small nimbers come first. The rest were chosen greedily, by
/// the number of comparisons they decide among those that reached the cache,
/// and their options added.
/// On all strips of length 16, on (xo)^15 and on random strips of length 40
/// they decide 51, 41 and 31 per cent of what n.up and n.up* leave open.
const LANDMARKS: &[(&str, u32, &[u8], &[u8])] = &[
    ("0", 0, &[], &[]),
    ("*", 1, &[0], &[0]),
    ("*2", 2, &[0, 1], &[0, 1]),
    ("*3", 3, &[0, 1, 2], &[0, 1, 2]),
    ("^", 4, &[0], &[1]),
    ("^*", 6, &[0, 1], &[0]),
    ("^2", 8, &[0], &[6]),
    ("^2*", 10, &[0], &[4]),
    ("±{*,^}", 12, &[1, 4], &[1, 5]),
    ("±{0,^*}", 13, &[0, 6], &[0, 7]),
    ("{*,v|0}", 14, &[1, 5], &[0]),
    ("{0,v*|0,*}", 16, &[0, 7], &[0, 1]),
    ("{*,v,±{*,^}|v,v2*}", 18, &[1, 5, 12], &[5, 11]),
    ("{0,v*,±{0,^*}|v*,v2}", 20, &[0, 7, 13], &[7, 9]),
    ("{v,v*|0}", 22, &[5, 7], &[0]),
    ("{0|^,^*||0,*}", 24, &[23], &[0, 1]),
    ("{^,^*|*,v}", 26, &[4, 6], &[1, 5]),
    ("{0,v*|v2*}", 28, &[0, 7], &[11]),
    ("{0|^,±{*,^}}", 30, &[0], &[4, 12]),
    ("{v*,{*,v|0}|v2}", 32, &[7, 14], &[9]),
    ("{*,^|*,{*,v|0}}", 34, &[1, 4], &[1, 14]),
    ("±{0,{0,*|0,^*}}", 36, &[0, 17], &[0, 16]),
    ("{v*,v2|0}", 37, &[7, 9], &[0]),
    ("{^,^*|0,v*}", 39, &[4, 6], &[0, 7]),
    ("{^2|*}", 41, &[8], &[1]),
    ("{v,v2*|0}", 43, &[5, 11], &[0]),
    ("{0,^*|0}", 45, &[0, 6], &[0]),
    ("{0,*|0,v*}", 47, &[0, 1], &[0, 7]),
    ("^3", 49, &[0], &[10]),
    ("^4*", 51, &[0], &[49]),
    ("^5", 53, &[0], &[51]),
    ("^6*", 55, &[0], &[53]),
    ("^7", 57, &[0], &[55]),
    ("{0|v3}", 65, &[0], &[50]),
    ("{^2|*||*,±{0,^*}}", 67, &[41], &[1, 13]),
    ("±{^,^*}", 69, &[4, 6], &[5, 7]),
];

/// Number of nimbers, from `*0` up, that are landmarks.
const STARS: u32 = 4;

impl Landmarks {
    pub(super) fn new() -> Landmarks {
        Landmarks { values: Vec::new(), options: Vec::new(), ends: Vec::new(), stars: Vec::new() }
    }

    /// Sets the landmarks to these values, a set that is closed under options.
    fn fill(&mut self, arena: &Arena, mut values: Vec<Value>, stars: &[Value]) {
        values.sort_by_key(|&v| (arena.record(v).birthday, v.0));
        let place = |v: &Value| values.iter().position(|r| r == v).expect("options are landmarks");
        let bits = |options: &[Value]| -> u64 { options.iter().map(|o| 1 << place(o)).sum() };
        self.options = values.iter().map(|&v| (bits(arena.lefts(v)), bits(arena.rights(v)))).collect();
        self.stars = stars.iter().map(place).collect();
        let born = |i: usize| arena.record(values[i]).birthday;
        self.ends = (1..=values.len()).filter(|&i| i == values.len() || born(i) != born(i - 1)).collect();
        self.values = values;
    }

    /// The signature of the game with these options.
    pub(super) fn signature<'a>(
        &self,
        arena: &Arena,
        lefts: impl IntoIterator<Item = &'a Value>,
        rights: impl IntoIterator<Item = &'a Value>,
    ) -> Signature {
        let not_below = lefts.into_iter().fold(0, |bits, &v| bits | arena.node(v).signature.above);
        let not_above = rights.into_iter().fold(0, |bits, &v| bits | arena.node(v).signature.below);
        let (mut above, mut below) = (0u64, 0u64);
        let mut start = 0;
        for &end in &self.ends {
            let (mut more_above, mut more_below) = (0, 0);
            for (i, &(left, right)) in (start..end).zip(&self.options[start..end]) {
                more_above |= u64::from(below & left == 0) << i;
                more_below |= u64::from(above & right == 0) << i;
            }
            above |= more_above & !not_above;
            below |= more_below & !not_below;
            start = end;
        }
        Signature { above, below }
    }
}

impl Landmarks {
    /// Index of `*k` among the landmarks.
    pub(super) fn star(&self, k: u32) -> Option<usize> {
        self.stars.get(k as usize).copied()
    }
}

impl Values {
    /// Sets the landmarks of a fresh arena and computes the signatures of its
    /// values. Until then no landmark decides anything: slow, but correct.
    pub(super) fn set_landmarks(&mut self) {
        let why = "the landmarks fit any arena";
        self.enter(&[], &[], Signature { above: 0, below: 0 }).expect(why);
        self.numbers.insert(super::Dyadic::ZERO, Value(0));
        let mut chosen = vec![self.zero()];
        for &(_, id, lefts, rights) in &LANDMARKS[1..] {
            let [lefts, rights] =
                [lefts, rights].map(|options| options.iter().map(|&id| Value(id.into())).collect::<Vec<_>>());
            let v = self.enter(&lefts, &rights, Signature { above: 0, below: 0 }).expect(why);
            debug_assert_eq!(v.0, id, "the ids are those of the list");
            chosen.push(v);
            if self.neg(v) != v {
                chosen.push(self.neg(v));
            }
        }
        let stars: Vec<_> = (0..STARS).map(|k| self.star(k).expect(why)).collect();
        self.landmarks.fill(&self.arena, chosen, &stars);
        for number in 0..self.arena.len() {
            let v = Value(number as u32);
            let signature = self.landmarks.signature(&self.arena, self.arena.lefts(v), self.arena.rights(v));
            self.arena.sign(v, signature);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_agree_with_the_order() {
        let mut values = Values::new();
        let games: Vec<Value> = (0..values.len()).map(|n| Value(n as u32)).collect();
        for &v in &games {
            let signature = values.arena.node(v).signature;
            for (i, r) in values.landmarks.values.clone().into_iter().enumerate() {
                assert_eq!(values.le(r, v), Ok(signature.above >> i & 1 != 0));
                assert_eq!(values.le(v, r), Ok(signature.below >> i & 1 != 0));
            }
        }
        assert_eq!(values.landmarks.values.len(), 64);
        for &(name, id, ..) in LANDMARKS {
            assert_eq!(values.parse(name).unwrap(), Value(id), "{name}");
            assert_eq!(values.name(Value(id)).as_deref(), Some(name));
        }
        for k in 0..STARS {
            let star = values.star(k).unwrap();
            assert_eq!(values.landmarks.star(k).map(|place| values.landmarks.values[place]), Some(star));
        }
        assert_eq!(values.landmarks.values[0], values.zero(), "bit 0 is the outcome");
    }
}
