//! Uppitiness: the interval of multiples of up around a value, without star
//! and with it.
//!
//! `n.up` and `n.up + star` are two chains, so four integers describe how a
//! value compares with all of them. By the two-ahead rule these lie within 2
//! of the bounds of the atomic weight.

use super::{Value, Values};
use crate::Stop;

/// Comparison of an all-small value with every `n.up` and `n.up + star`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpInterval {
    /// The largest n with `n.up <= v`.
    pub at_least: i32,
    /// The largest n with `n.up + star <= v`.
    pub at_least_star: i32,
    /// The smallest n with `v <= n.up`.
    pub at_most: i32,
    /// The smallest n with `v <= n.up + star`.
    pub at_most_star: i32,
}

impl Values {
    /// Compares a value with the multiples of up; `None` if it is not all-small
    /// or its weight exceeds the stored range.
    pub fn up_interval(&mut self, v: Value) -> Result<Option<UpInterval>, Stop> {
        Ok(match (self.lower_ups(v)?, self.lower_ups(self.neg(v))?) {
            (Some((at_least, at_least_star)), Some((low, low_star))) => {
                Some(UpInterval { at_least, at_least_star, at_most: -low, at_most_star: -low_star })
            }
            _ => None,
        })
    }

    /// The largest multiples of up below `v`, without star and with it.
    fn lower_ups(&mut self, v: Value) -> Result<Option<(i32, i32)>, Stop> {
        let (Some(low), Some(_)) = self.atomic_weight_bounds(v) else { return Ok(None) };
        let mut found = [low - 2; 2];
        for (star, n) in [false, true].into_iter().zip(&mut found) {
            loop {
                let next = self.ups(*n + 1, star)?;
                if !self.le(next, v)? {
                    break;
                }
                *n += 1;
            }
        }
        Ok(Some((found[0], found[1])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_agree_with_the_order() {
        let mut values = Values::new();
        for (name, expected) in [
            ("0", (0, -2, 0, 2)),
            ("*", (-2, 0, 2, 0)),
            ("*2", (-1, -1, 1, 1)),
            ("^", (1, -1, 1, 3)),
            ("^3*", (1, 3, 5, 3)),
            ("{*,^|*,v}", (-2, -1, 2, 1)),
            ("{0|{0|v4}}", (0, -2, 1, 2)),
        ] {
            let v = values.parse(name).unwrap();
            let UpInterval { at_least, at_least_star, at_most, at_most_star } = values.up_interval(v).unwrap().unwrap();
            assert_eq!((at_least, at_least_star, at_most, at_most_star), expected, "{name}");
            for n in -8..=8 {
                for (star, low, high) in [(false, at_least, at_most), (true, at_least_star, at_most_star)] {
                    let ups = values.ups(n, star).unwrap();
                    assert_eq!((values.le(ups, v), values.le(v, ups)), (Ok(n <= low), Ok(high <= n)), "{name} and {n}");
                }
            }
        }
        let one = values.parse("1").unwrap();
        assert_eq!(values.up_interval(one), Ok(None));
    }
}
