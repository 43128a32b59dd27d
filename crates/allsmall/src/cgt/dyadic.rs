//! Dyadic rationals, the numbers among short games.

use std::cmp::Ordering;

/// The number `numerator / 2^exponent` in lowest terms.
///
/// ```
/// use allsmall::Dyadic;
/// let quarter = Dyadic::new(2, 3).expect("it is small");
/// assert_eq!((quarter.numerator(), quarter.exponent(), quarter.to_string()), (1, 2, "1/4".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic::integer(0);

    /// Largest exponent of the denominator.
    pub const MAX_EXPONENT: u8 = 60;

    /// `numerator / 2^exponent`; `None` if the exponent is too large in lowest
    /// terms.
    #[must_use]
    pub fn new(mut numerator: i64, mut exponent: u32) -> Option<Dyadic> {
        while exponent > 0 && numerator % 2 == 0 {
            numerator /= 2;
            exponent -= 1;
        }
        let exponent = u8::try_from(exponent).ok().filter(|&e| e <= Dyadic::MAX_EXPONENT)?;
        Some(Dyadic { numerator, exponent })
    }

    /// An integer.
    #[must_use]
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic { numerator: n, exponent: 0 }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of the denominator in lowest terms.
    #[must_use]
    pub fn exponent(self) -> u8 {
        self.exponent
    }

    /// The integer, if this is one.
    #[must_use]
    pub fn as_integer(self) -> Option<i64> {
        (self.exponent == 0).then_some(self.numerator)
    }

    /// The largest integer at most this.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The numerator over the denominator `2^exponent`.
    fn scaled(self, exponent: u8) -> Option<i64> {
        let shift = u32::from(exponent - self.exponent);
        self.numerator.checked_mul(1i64.checked_shl(shift)?)
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub fn checked_add(self, other: Dyadic) -> Option<Dyadic> {
        let exponent = self.exponent.max(other.exponent);
        let numerator = self.scaled(exponent)?.checked_add(other.scaled(exponent)?)?;
        Dyadic::new(numerator, u32::from(exponent))
    }

    /// The difference; `None` on overflow.
    #[must_use]
    pub fn checked_sub(self, other: Dyadic) -> Option<Dyadic> {
        self.checked_add(other.negated())
    }

    /// Half of this; `None` on overflow.
    #[must_use]
    pub fn half(self) -> Option<Dyadic> {
        Dyadic::new(self.numerator, u32::from(self.exponent) + 1)
    }

    /// The negative.
    #[must_use]
    pub fn negated(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let wide = |d: &Dyadic, other: &Dyadic| i128::from(d.numerator) << other.exponent;
        wide(self, other).cmp(&wide(other, self))
    }
}

impl std::fmt::Display for Dyadic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            e => write!(f, "{}/{}", self.numerator, 1u64 << e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stays_in_lowest_terms() {
        let quarter = Dyadic::new(2, 3).unwrap();
        assert_eq!(quarter.to_string(), "1/4");
        assert_eq!(quarter.checked_add(quarter).unwrap().to_string(), "1/2");
        assert_eq!(quarter.checked_sub(Dyadic::integer(1)).unwrap().to_string(), "-3/4");
        assert!(quarter > Dyadic::ZERO && quarter < Dyadic::integer(1));
        assert_eq!(quarter.checked_add(quarter.negated()), Some(Dyadic::ZERO));
    }

    #[test]
    fn overflow_is_refused() {
        assert_eq!(Dyadic::new(1, 61), None);
        assert_eq!(Dyadic::integer(i64::MAX).checked_add(Dyadic::integer(1)), None);
        assert_eq!(Dyadic::integer(i64::MAX).half().unwrap().checked_add(Dyadic::integer(i64::MAX)), None);
    }
}
