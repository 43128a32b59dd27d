//! Sums of three values that are too large to be added.
//!
//! The moves of (xo)^n lead to nothing else: of 100,000 nodes that were
//! searched all but a hundred were such sums. Two of the values are compared,
//! and the third is replaced by a multiple of up beyond it:
//!
//! ```text
//! c >= r  and Left, moving first, wins  a + b + r     then she wins  a + b + c
//! c <= r  and she loses                 a + b + r     then she loses a + b + c
//! ```
//!
//! where `r` is `n.up` or `n.up + star`, as close to `c` as there is. She loses
//! iff `a + b + r <= 0`. The more ups, the less it holds, so two numbers say for
//! which `n` it does. They are kept for the pair `a`, `b`: there are far fewer
//! pairs than sums of three. How `a` and `b` stand to the multiples of up tells
//! most of it. The rest is told by comparing `a + r` with `-b`, if that sum is
//! known: to make it took 270 us, as long as 25 nodes, and left (xo)^50 with 8 %
//! fewer nodes in 10 % more time.

use std::collections::HashMap;

use super::sum::SumEngine;
use super::sum_term::SumTerm;
use super::weight_bounds::WeightInterval;
use crate::base::hash::Mixed;
use crate::cgt::{Cache, Slot, Uppitiness, Value};
use crate::{Outcome, Stop};

/// What was found about values and pairs of them.
pub(super) struct UpsTable {
    /// How values stand to the multiples of up, by their numbers.
    known: Vec<UpsKnowledge>,
    pairs: Cache<Pair, 4>,
    /// The multiples of up that were asked for, with star and without.
    ups: HashMap<(i32, bool), Value, Mixed>,
}

/// How a value stands to the multiples of up.
#[derive(Clone, Copy)]
enum UpsKnowledge {
    Unasked,
    /// It is not all-small, or too far up.
    Not,
    Ups(UpBounds),
}

/// [`Uppitiness`], without star and with it.
#[derive(Clone, Copy)]
struct UpBounds {
    at_least: [i16; 2],
    at_most: [i16; 2],
}

impl UpBounds {
    fn of(ups: Uppitiness) -> Option<UpBounds> {
        let both = |n: i32, star: i32| Some([i16::try_from(n).ok()?, i16::try_from(star).ok()?]);
        Some(UpBounds {
            at_least: both(ups.at_least, ups.at_least_star)?,
            at_most: both(ups.at_most, ups.at_most_star)?,
        })
    }
}

impl UpsTable {
    /// Nothing is known; pairs take at most about so many bytes.
    pub(super) fn new(bytes: usize) -> UpsTable {
        let mut pairs = Cache::new(0);
        pairs.set_limit(bytes);
        UpsTable { known: Vec::new(), pairs, ups: HashMap::default() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<UpsKnowledge>() + self.pairs.bytes()
    }
}

/// What is known about `a + b`: for which multiples of up `a + b + n.up <= 0`,
/// without star and with it, and whether `a + b >= 0`.
///
/// ```text
/// key     [ whether a + b >= 0 : 2 | b : 31 | a : 31 ]
/// holds, fails   up to the first number it is so, from the second on it is not
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    key: u64,
    holds: [i16; 2],
    fails: [i16; 2],
}

const AT_LEAST: u64 = 1 << 62;
const NOT_AT_LEAST: u64 = 1 << 63;
const PAIR: u64 = AT_LEAST - 1;

impl Slot for Pair {
    const EMPTY: Pair = Pair { key: u64::MAX, holds: [0; 2], fails: [0; 2] };

    #[inline]
    fn key(self) -> u64 {
        self.key & PAIR
    }

    fn is_empty(self) -> bool {
        self.key == u64::MAX
    }
}

impl Pair {
    #[inline]
    fn key_of(a: Value, b: Value) -> u64 {
        u64::from(b.id()) << 31 | u64::from(a.id())
    }

    fn knows(&self, n: i16, star: usize) -> Option<bool> {
        if n <= self.holds[star] { Some(true) } else { (n >= self.fails[star]).then_some(false) }
    }

    fn learn(&mut self, n: i16, star: usize, it_is_so: bool) {
        if it_is_so {
            self.holds[star] = n.max(self.holds[star]);
        } else {
            self.fails[star] = n.min(self.fails[star]);
        }
    }
}

impl SumEngine {
    /// Whether Left, who is to move, wins a sum of three values, if comparing
    /// values tells; none for other nodes.
    pub(super) fn three(&mut self, terms: &[SumTerm]) -> Result<Option<bool>, Stop> {
        let &[a, b, c] = terms else { return Ok(None) };
        let (Some(a), Some(b), Some(c)) = (a.as_value(), b.as_value(), c.as_value()) else { return Ok(None) };
        let ways = [(a, b, c), (a, c, b), (b, c, a)];
        // All three are looked up at once, so that the waits overlap.
        let known = ways.map(|(a, b, _)| self.ups.pairs.find(Pair::key_of(a, b)));
        let mut pairs = [Pair::EMPTY; 3];
        for ((pair, known), (a, b, _)) in pairs.iter_mut().zip(known).zip(ways) {
            *pair = match known {
                Some(known) => known,
                None => self.new_pair(a, b)?,
            };
        }
        let before = pairs;
        let found = self.three_ways(&ways, &mut pairs)?;
        for (pair, before) in pairs.into_iter().zip(before) {
            if pair != before {
                self.ups.pairs.put(pair);
            }
        }
        Ok(found)
    }

    /// The same by each of the values in turn, with what is known about the
    /// other two.
    fn three_ways(&mut self, ways: &[(Value, Value, Value); 3], pairs: &mut [Pair; 3]) -> Result<Option<bool>, Stop> {
        for (&(a, b, c), pair) in ways.iter().zip(pairs.iter_mut()) {
            if let Some(won) = self.beside_zero(a, b, c, pair)? {
                return Ok(Some(won));
            }
        }
        for (&(a, b, c), pair) in ways.iter().zip(pairs.iter_mut()) {
            if let Some(won) = self.beside_ups(a, b, c, pair)? {
                return Ok(Some(won));
            }
        }
        Ok(None)
    }

    /// Replaces `c` by zero, if it is on one side of it.
    fn beside_zero(&mut self, a: Value, b: Value, c: Value, pair: &mut Pair) -> Result<Option<bool>, Stop> {
        let values = &mut self.values;
        let outcome = values.outcome(c);
        if outcome == Outcome::N {
            // Left moves to something >= 0, and a + b is so, too.
            if pair.key & (AT_LEAST | NOT_AT_LEAST) == 0 {
                let at_least = values.le(values.neg(b), a)?;
                pair.key |= if at_least { AT_LEAST } else { NOT_AT_LEAST };
            }
            return Ok((pair.key & AT_LEAST != 0).then_some(true));
        }
        let at_most = match pair.knows(0, 0) {
            Some(known) => known,
            None => {
                let known = values.le(a, values.neg(b))?;
                pair.learn(0, 0, known);
                known
            }
        };
        Ok(match outcome {
            Outcome::R => at_most.then_some(false),
            Outcome::L => (!at_most).then_some(true),
            _ => Some(!at_most),
        })
    }

    /// Replaces `c` by the closest multiples of up.
    fn beside_ups(&mut self, a: Value, b: Value, c: Value, pair: &mut Pair) -> Result<Option<bool>, Stop> {
        let Some(ups) = self.ups_around(c)? else { return Ok(None) };
        // Left loses beside more than c, or wins beside less.
        for (n, star, loses) in [
            (ups.at_least[0], 0, false),
            (ups.at_least[1], 1, false),
            (ups.at_most[0], 0, true),
            (ups.at_most[1], 1, true),
        ] {
            let it_is_so = match pair.knows(n, star) {
                Some(known) => known,
                None => {
                    let Some(it_is_so) = self.is_lost_beside_ups(a, b, n, star)? else { continue };
                    pair.learn(n, star, it_is_so);
                    it_is_so
                }
            };
            if it_is_so == loses {
                return Ok(Some(!loses));
            }
        }
        Ok(None)
    }

    /// What the two-ahead rule tells about a pair, and how either value stands
    /// to the multiples of up.
    fn new_pair(&mut self, a: Value, b: Value) -> Result<Pair, Stop> {
        let weight = WeightInterval::of_value(&self.values, a).plus(WeightInterval::of_value(&self.values, b));
        let (mut holds, mut fails) = ([-2 - weight.high; 2], [1 - weight.low; 2]);
        if let (Some(a), Some(b)) = (self.ups_around(a)?, self.ups_around(b)?) {
            let wide = |n: [i16; 2]| n.map(i32::from);
            let (a_most, b_most) = (wide(a.at_most), wide(b.at_most));
            let (a_least, b_least) = (wide(a.at_least), wide(b.at_least));
            for star in [0, 1] {
                for s in [0, 1] {
                    // a <= m.up + s and b <= k.up + t: then a + b + n.up + star
                    // is at most (m + k + n).up, perhaps with star.
                    for t in [0, 1] {
                        let most = if s ^ t == star { 0 } else { -2 };
                        holds[star] = holds[star].max(most - a_most[s] - b_most[t]);
                    }
                    // a >= m.up + s, but not b <= -(m + n).up + s + star; and
                    // the other way round.
                    let least = (b_most[s ^ star] + a_least[s]).max(a_most[s ^ star] + b_least[s]);
                    fails[star] = fails[star].min(1 - least);
                }
            }
        }
        // Nobody asks about the ends of the range: weights stay far from them.
        let narrow = |n: i32| n.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Ok(Pair { key: Pair::key_of(a, b), holds: holds.map(narrow), fails: fails.map(narrow) })
    }

    /// Whether `a + b + n.up <= 0`, or with star, if the sum of a value and the
    /// ups is known.
    fn is_lost_beside_ups(&mut self, a: Value, b: Value, n: i16, star: usize) -> Result<Option<bool>, Stop> {
        let (n, star) = (i32::from(n), star == 1);
        let ups = match self.ups.ups.get(&(n, star)) {
            Some(&ups) => ups,
            None => {
                let ups = self.values.ups(n, star)?;
                self.ups.ups.insert((n, star), ups);
                ups
            }
        };
        let values = &mut self.values;
        let (small, large) = if values.birthday(a) < values.birthday(b) { (a, b) } else { (b, a) };
        let (sum, other) = if let Some(sum) = values.known_sum(small, ups)? {
            (sum, large)
        } else if let Some(sum) = values.known_sum(large, ups)? {
            (sum, small)
        } else {
            return Ok(None);
        };
        values.le(sum, values.neg(other)).map(Some)
    }

    fn ups_around(&mut self, v: Value) -> Result<Option<UpBounds>, Stop> {
        let at = v.id() as usize;
        let known = match self.ups.known.get(at) {
            Some(&known) => known,
            None => {
                self.ups.known.resize((at + 1).max(self.values.len()), UpsKnowledge::Unasked);
                UpsKnowledge::Unasked
            }
        };
        Ok(match known {
            UpsKnowledge::Ups(around) => Some(around),
            UpsKnowledge::Not => None,
            UpsKnowledge::Unasked => {
                let found = self.values.uppitiness(v)?.and_then(UpBounds::of);
                self.ups.known[at] = found.map_or(UpsKnowledge::Not, UpsKnowledge::Ups);
                found
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sum::ValuationLimits;
    use super::*;
    use crate::cgt::Values;
    use crate::packed::BoardRules;
    use crate::value::PartValues;

    fn sums() -> SumEngine {
        let (boards, _) = BoardRules::new(&[]).unwrap();
        let limits = ValuationLimits { strip: 0, other: 0, bounded: 0, merge: 0, day: 0 };
        SumEngine::new(Values::new(), PartValues::new(boards, 1 << 20), limits, 1 << 20)
    }

    const NAMES: [&str; 13] = [
        "*",
        "*2",
        "^",
        "^*",
        "v2",
        "{*,^|*,v}",
        "{0,^*|0,v*}",
        "{*,v|0}",
        "{0,^*|0}",
        "{^2|0,^*}",
        "{0|v4}",
        "1",
        "-1/2",
    ];

    /// What is said about a pair without comparing is so.
    #[test]
    fn a_new_pair_knows_what_the_sum_tells() {
        let mut sums = sums();
        let mut all: Vec<Value> = NAMES.map(|name| sums.values.parse(name).unwrap()).to_vec();
        all.extend(all.clone().into_iter().map(|v| sums.values.neg(v)));
        let (mut known, mut asked) = (0, 0);
        for &a in &all {
            for &b in &all {
                let (pair, zero) = (sums.new_pair(a, b).unwrap(), sums.values.zero());
                for (n, star) in (-6..=6).flat_map(|n| [(n, 0), (n, 1)]) {
                    let ups = sums.values.ups(n.into(), star == 1).unwrap();
                    let sum = sums.values.sum(&[a, b, ups]).unwrap();
                    let it_is_so = sums.values.le(sum, zero).unwrap();
                    let told = pair.knows(n, star);
                    assert!(told.is_none_or(|told| told == it_is_so), "{n} {star}");
                    (known, asked) = (known + usize::from(told.is_some()), asked + 1);
                }
            }
        }
        assert!(known * 2 > asked, "{known} of {asked}");
    }

    /// Every verdict on three values is that on their sum, and few are missing.
    #[test]
    fn verdicts_are_those_of_the_sum() {
        let mut sums = sums();
        let mut all: Vec<Value> = NAMES.map(|name| sums.values.parse(name).unwrap()).to_vec();
        all.extend(all.clone().into_iter().map(|v| sums.values.neg(v)));
        let (mut settled, mut asked) = (0, 0);
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    let terms = [a, b, c].map(|v| SumTerm::value(v).unwrap());
                    let two = sums.values.add(a, b).unwrap();
                    let sum = sums.values.add(two, c).unwrap();
                    let wins = matches!(sums.values.outcome(sum), Outcome::L | Outcome::N);
                    let found = sums.three(&terms).unwrap();
                    assert!(found.is_none_or(|won| won == wins), "{terms:?}");
                    (settled, asked) = (settled + usize::from(found.is_some()), asked + 1);
                }
            }
        }
        assert!(settled * 2 > asked, "{settled} of {asked}");
    }
}
