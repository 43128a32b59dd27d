//! Exact atomic weights of all-small games.
//!
//! The atomic weight counts ups: that of `n.up` is n, and weights add. With
//! the weights of the options known it is `g = {aw(GL) - 2 | aw(GR) + 2}`,
//! unless `g` is an integer: then of all integers that fit between the two
//! sides it is the largest, the smallest or 0, as G is greater than, less
//! than or confused with a far star (Winning Ways, chapter 8; Siegel,
//! Combinatorial Game Theory, II.7). A star `*m` is far for G when `m` is
//! larger than every nimber among the positions of G.
//!
//! The two-ahead rule: if the weight of G is at least 2, G is positive; if it
//! is at least 1, Left moving first wins G.

use super::arena::Interval;
use super::dyadic::Dyadic;
use super::landmarks::Signature;
use super::number_up_star::NumberUpStar;
use super::{Value, Values};
use crate::Stop;

/// The atomic weight of a value.
///
/// ```
/// use allsmall::{Budget, Valuer, Weight};
/// let mut valuer = Valuer::new(&Budget::new());
/// let (v, one) = (valuer.text("(xxo)^5")?, valuer.text("1")?);
/// assert_eq!(valuer.values().atomic_weight(v), Weight::Integer(3));
/// assert_eq!(valuer.values().atomic_weight(one), Weight::None);
/// # Ok::<(), allsmall::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The value is not all-small: somewhere only one player can move.
    None,
    /// A whole number of ups.
    Integer(i32),
    /// A game that is not an integer.
    Game(Value),
}

/// Comparison of a game with a far star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Far {
    Above,
    Below,
    Confused,
}

impl Values {
    /// The atomic weight of a value, exactly.
    #[must_use]
    pub fn atomic_weight(&self, v: Value) -> Weight {
        self.arena.record(v).weight
    }

    /// The atomic weight as a value; `None` if the value is not all-small.
    pub fn atomic_weight_value(&mut self, v: Value) -> Result<Option<Value>, Stop> {
        Ok(match self.atomic_weight(v) {
            Weight::None => None,
            Weight::Integer(n) => Some(self.number(Dyadic::integer(i64::from(n)))?),
            Weight::Game(game) => Some(game),
        })
    }

    /// The closest integers with `low <= atomic weight <= high`; `None` where no
    /// bound is stored (beyond 15,000, and for values that are not all-small).
    #[must_use]
    pub fn atomic_weight_bounds(&self, v: Value) -> (Option<i32>, Option<i32>) {
        self.arena.node(v).weight.known()
    }

    /// Returns whether in every subposition of `v` both players can move or
    /// neither.
    #[must_use]
    pub fn is_all_small(&self, v: Value) -> bool {
        self.arena.record(v).weight != Weight::None
    }

    pub(super) fn negated_weight(&self, weight: Weight) -> Weight {
        match weight {
            Weight::None => Weight::None,
            Weight::Integer(n) => Weight::Integer(-n),
            Weight::Game(game) => Weight::Game(self.neg(game)),
        }
    }

    /// The weight of the canonical form with these options; `nimber` is the
    /// largest nimber among its subpositions.
    pub(super) fn weigh(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        signature: Signature,
        nimber: u32,
    ) -> Result<Weight, Stop> {
        if lefts.is_empty() && rights.is_empty() {
            return Ok(Weight::Integer(0));
        }
        let all_small = lefts.iter().chain(rights).all(|&v| self.is_all_small(v));
        if !all_small || lefts.is_empty() || rights.is_empty() {
            return Ok(Weight::None);
        }
        let far = self.far(lefts, rights, signature, nimber + 1)?;
        match (self.integer_weights(lefts), self.integer_weights(rights)) {
            (Some(left), Some(right)) => {
                let (left, right) = (left.1 - 2, right.0 + 2);
                if left + 1 < right {
                    return Ok(Weight::Integer(match far {
                        Far::Above => right - 1,
                        Far::Below => left + 1,
                        Far::Confused => 0,
                    }));
                }
                let left = self.number(Dyadic::integer(i64::from(left)))?;
                let right = self.number(Dyadic::integer(i64::from(right)))?;
                Ok(Weight::Game(self.from_options(&[left], &[right])?))
            }
            _ => self.weigh_games(lefts, rights, far),
        }
    }

    /// The least and the greatest weight, if all are integers.
    fn integer_weights(&self, options: &[Value]) -> Option<(i32, i32)> {
        let mut range = (i32::MAX, i32::MIN);
        for &v in options {
            let Weight::Integer(n) = self.atomic_weight(v) else { return None };
            range = (range.0.min(n), range.1.max(n));
        }
        Some(range)
    }

    fn weigh_games(&mut self, lefts: &[Value], rights: &[Value], far: Far) -> Result<Weight, Stop> {
        let left = self.shifted_weights(lefts, -2)?;
        let right = self.shifted_weights(rights, 2)?;
        let game = self.from_options(&left, &right)?;
        let Some(mut n) = self.as_integer(game) else { return Ok(Weight::Game(game)) };
        match far {
            Far::Above => {
                while self.fits(n + 1, &[], &right)? {
                    n += 1;
                }
            }
            Far::Below => {
                while self.fits(n - 1, &left, &[])? {
                    n -= 1;
                }
            }
            Far::Confused => n = 0,
        }
        Ok(Weight::Integer(n))
    }

    fn as_integer(&self, v: Value) -> Option<i32> {
        let number = self.arena.record(v).number_up_star.and_then(NumberUpStar::as_number)?;
        number.as_integer().and_then(|n| i32::try_from(n).ok())
    }

    /// Returns whether neither `n <= l` for any `l` of `left` nor `r <= n` for any
    /// `r` of `right`.
    fn fits(&mut self, n: i32, left: &[Value], right: &[Value]) -> Result<bool, Stop> {
        let n = self.number(Dyadic::integer(i64::from(n)))?;
        for &l in left {
            if self.le(n, l)? {
                return Ok(false);
            }
        }
        for &r in right {
            if self.le(r, n)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn shifted_weights(&mut self, options: &[Value], shift: i64) -> Result<Vec<Value>, Stop> {
        let shift = self.number(Dyadic::integer(shift))?;
        let mut shifted = Vec::with_capacity(options.len());
        for &v in options {
            let weight = self.atomic_weight_value(v)?.expect("options of an all-small game are all-small");
            shifted.push(self.add(weight, shift)?);
        }
        Ok(shifted)
    }

    /// Compares the game with these options with `*far`.
    fn far(&mut self, lefts: &[Value], rights: &[Value], signature: Signature, far: u32) -> Result<Far, Stop> {
        let (above, below) = match self.landmarks.star(far) {
            Some(bit) => (signature.above >> bit & 1 != 0, signature.below >> bit & 1 != 0),
            None => {
                let star = self.star(far)?;
                let key = self.next_draft_key();
                let draft = self.open_draft(lefts, rights, signature, key)?;
                let answers = self.le(star, draft).and_then(|above| Ok((above, self.le(draft, star)?)));
                self.close_draft();
                answers?
            }
        };
        Ok(match (above, below) {
            (true, _) => Far::Above,
            (_, true) => Far::Below,
            _ => Far::Confused,
        })
    }

    /// The closest integers below and above a weight.
    pub(super) fn weight_bounds(&mut self, weight: Weight) -> Result<Interval, Stop> {
        match weight {
            Weight::None => Ok(Interval::ALL),
            Weight::Integer(n) => Ok(Interval::new(n, n)),
            Weight::Game(game) => {
                if let Some(&known) = self.weight_intervals.get(&game) {
                    return Ok(known);
                }
                let low = self.floor(game)?;
                let high = -self.floor(self.neg(game))?;
                let bounds = Interval::new(low, high);
                self.weight_intervals.insert(game, bounds);
                Ok(bounds)
            }
        }
    }

    /// The largest integer at most `game`.
    fn floor(&mut self, game: Value) -> Result<i32, Stop> {
        let start = self.stops(game)?.1.floor();
        let mut n = i32::try_from(start).map_err(|_| Stop::Unsupported)?;
        loop {
            let number = self.number(Dyadic::integer(i64::from(n)))?;
            if self.le(number, game)? {
                return Ok(n);
            }
            n -= 1;
        }
    }
}
