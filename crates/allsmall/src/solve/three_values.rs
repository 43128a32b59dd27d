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
//! iff `a + b + r <= 0`; the sum `a + r` is small enough to be added, and
//! compared with `-b`. The more ups, the less it holds, so two numbers say for
//! which `n` it does. They are kept for the pair `a`, `b`: there are far fewer
//! pairs than sums of three.

use std::collections::HashMap;

use super::bounds::Bounds;
use super::item::Item;
use super::sum::Sums;
use crate::base::hash::Mixed;
use crate::cgt::{Uppitiness, Value};
use crate::{Outcome, Stop};

/// What was found about values and pairs of them.
#[derive(Default)]
pub(super) struct UpsTable {
    /// How values stand to the multiples of up; none for values that are not
    /// all-small.
    known: HashMap<Value, Option<Uppitiness>, Mixed>,
    pairs: HashMap<(Value, Value), Pair, Mixed>,
    /// The multiples of up that were asked for, with star and without.
    ups: HashMap<(i32, bool), Value, Mixed>,
}

impl UpsTable {
    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(Value, Option<Uppitiness>)>() + 1)
            + self.pairs.capacity() * (size_of::<((Value, Value), Pair)>() + 1)
    }
}

/// For which multiples of up `a + b + n.up <= 0`, without star and with it: up
/// to the first number it is so, from the second on it is not.
#[derive(Clone, Copy)]
struct Pair([(i32, i32); 2]);

impl Pair {
    fn knows(&self, n: i32, star: bool) -> Option<bool> {
        let (holds, fails) = self.0[usize::from(star)];
        if n <= holds { Some(true) } else { (n >= fails).then_some(false) }
    }

    fn learn(&mut self, n: i32, star: bool, it_is_so: bool) {
        let (holds, fails) = &mut self.0[usize::from(star)];
        if it_is_so {
            *holds = n.max(*holds);
        } else {
            *fails = n.min(*fails);
        }
    }
}

impl Sums {
    /// Whether Left, who is to move, wins a sum of three values, if comparing
    /// values tells; none for other nodes.
    pub(super) fn three(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        let &[a, b, c] = items else { return Ok(None) };
        let (Some(a), Some(b), Some(c)) = (a.as_value(), b.as_value(), c.as_value()) else { return Ok(None) };
        let ways = [(a, b, c), (a, c, b), (b, c, a)];
        for (a, b, c) in ways {
            if let Some(won) = self.beside_zero(a, b, c)? {
                return Ok(Some(won));
            }
        }
        // First what sums that are known tell: to make one takes long.
        for makes in [false, true] {
            for (a, b, c) in ways {
                if let Some(won) = self.beside_ups(a, b, c, makes)? {
                    return Ok(Some(won));
                }
            }
        }
        Ok(None)
    }

    /// Replaces `c` by zero, if it is on one side of it.
    fn beside_zero(&mut self, a: Value, b: Value, c: Value) -> Result<Option<bool>, Stop> {
        let values = &mut self.values;
        let minus = values.neg(b);
        Ok(match values.outcome(c) {
            Outcome::P => Some(!values.le(a, minus)?),
            Outcome::R => values.le(a, minus)?.then_some(false),
            Outcome::L => (!values.le(a, minus)?).then_some(true),
            // Left moves to something >= 0, and a + b is so, too.
            Outcome::N => values.le(minus, a)?.then_some(true),
        })
    }

    /// Replaces `c` by the closest multiples of up; new sums are made only if
    /// `makes`.
    fn beside_ups(&mut self, a: Value, b: Value, c: Value, makes: bool) -> Result<Option<bool>, Stop> {
        let Some(ups) = self.ups_around(c)? else { return Ok(None) };
        let mut pair = match self.ups.pairs.get(&(a, b)) {
            Some(&pair) => pair,
            None => self.new_pair(a, b),
        };
        let mut learnt = false;
        let mut found = None;
        // Left loses beside more than c, or wins beside less.
        for (n, star, loses) in [
            (ups.at_least, false, false),
            (ups.at_least_star, true, false),
            (ups.at_most, false, true),
            (ups.at_most_star, true, true),
        ] {
            let it_is_so = match pair.knows(n, star) {
                Some(known) => known,
                None => {
                    let Some(it_is_so) = self.is_lost_beside_ups(a, b, n, star, makes)? else { continue };
                    pair.learn(n, star, it_is_so);
                    learnt = true;
                    it_is_so
                }
            };
            if it_is_so == loses {
                found = Some(!loses);
                break;
            }
        }
        if learnt {
            self.ups.pairs.insert((a, b), pair);
        }
        Ok(found)
    }

    /// What the two-ahead rule tells about a pair.
    fn new_pair(&mut self, a: Value, b: Value) -> Pair {
        if self.ups.bytes() > self.pair_memory() {
            self.ups.pairs = HashMap::default();
        }
        let weight = Bounds::of_value(&self.values, a).plus(Bounds::of_value(&self.values, b));
        Pair([(-2 - weight.high, 1 - weight.low); 2])
    }

    /// Whether `a + b + n.up <= 0`, or with star; none if a sum would have to
    /// be made that is not to be.
    fn is_lost_beside_ups(
        &mut self,
        a: Value,
        b: Value,
        n: i32,
        star: bool,
        makes: bool,
    ) -> Result<Option<bool>, Stop> {
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
        } else if makes {
            (values.add(small, ups)?, large)
        } else {
            return Ok(None);
        };
        values.le(sum, values.neg(other)).map(Some)
    }

    fn ups_around(&mut self, v: Value) -> Result<Option<Uppitiness>, Stop> {
        if let Some(&known) = self.ups.known.get(&v) {
            return Ok(known);
        }
        let found = self.values.uppitiness(v)?;
        self.ups.known.insert(v, found);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sum::Limits;
    use super::*;
    use crate::cgt::Values;
    use crate::kernel::Boards;
    use crate::value::PartValues;

    /// Every verdict on three values is that on their sum, and few are missing.
    #[test]
    fn verdicts_are_those_of_the_sum() {
        let (boards, _) = Boards::new(&[]).unwrap();
        let limits = Limits { strip: 0, other: 0, bounded: 0, merge: 0, day: 0 };
        let mut sums = Sums::new(Values::new(), PartValues::new(boards, 1 << 20), limits, 1 << 20);
        let names = [
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
        let mut all: Vec<Value> = names.map(|name| sums.values.parse(name).unwrap()).to_vec();
        all.extend(all.clone().into_iter().map(|v| sums.values.neg(v)));
        let (mut settled, mut asked) = (0, 0);
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    let items = [a, b, c].map(|v| Item::value(v).unwrap());
                    let two = sums.values.add(a, b).unwrap();
                    let sum = sums.values.add(two, c).unwrap();
                    let wins = matches!(sums.values.outcome(sum), Outcome::L | Outcome::N);
                    let found = sums.three(&items).unwrap();
                    assert!(found.is_none_or(|won| won == wins), "{items:?}");
                    (settled, asked) = (settled + usize::from(found.is_some()), asked + 1);
                }
            }
        }
        assert!(settled * 10 > asked * 9, "{settled} of {asked}");
    }
}
