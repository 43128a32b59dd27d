//! Number + n.up + nimber: the values with short names, recognised from their
//! canonical forms and built directly, without comparisons.
//!
//! With `x` a number and plus signs left out, the canonical forms are
//!
//! ```text
//! x*m     = {x, x*1, .., x*(m-1) | x, x*1, .., x*(m-1)}
//! x^*     = {x, x* | x}
//! x^n*k   = {x | x^(n-1)*(k xor 1)}      for all other n > 0
//! ```
//!
//! and the negatives. The chain from `n.up` down to zero is interned from
//! below, one form at a time, so `10000.up` costs ten thousand small records
//! and no recursion.

use super::arena::{Arena, MAX_OPTIONS};
use super::canonical::sort_and_dedup;
use super::dyadic::Dyadic;
use super::{Value, Values};
use crate::Stop;

/// Largest absolute integer that is built; each smaller one takes a record.
const MAX_INTEGER: i64 = 10_000_000;

/// `number + ups.up + *nimber`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NumberUpStar {
    pub(super) number: Dyadic,
    pub(super) ups: i32,
    pub(super) nimber: u32,
}

impl NumberUpStar {
    /// The number, if there are no ups and no nimber.
    pub(super) fn as_number(self) -> Option<Dyadic> {
        (self.ups == 0 && self.nimber == 0).then_some(self.number)
    }

    /// The nimber, if the number is zero and there are no ups.
    pub(super) fn as_nimber(self) -> Option<u32> {
        self.nimber_over(Dyadic::ZERO)
    }

    /// The nimber, if the number is `number` and there are no ups.
    fn nimber_over(self, number: Dyadic) -> Option<u32> {
        (self.ups == 0 && self.number == number).then_some(self.nimber)
    }

    pub(super) fn negated(self) -> NumberUpStar {
        NumberUpStar { number: self.number.negated(), ups: -self.ups, nimber: self.nimber }
    }

    /// The sum, which has the same form; `None` on overflow.
    pub(super) fn checked_add(self, other: NumberUpStar) -> Option<NumberUpStar> {
        let number = self.number.checked_add(other.number)?;
        Some(NumberUpStar { number, ups: self.ups.checked_add(other.ups)?, nimber: self.nimber ^ other.nimber })
    }

    /// Recognises the canonical form with these options.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if it is a number that does not fit a [`Dyadic`].
    pub(super) fn recognise(arena: &Arena, lefts: &[Value], rights: &[Value]) -> Result<Option<NumberUpStar>, Stop> {
        let read = |list: &[Value]| list.iter().map(|&v| arena.record(v).number_up_star).collect::<Option<Vec<_>>>();
        let (Some(left), Some(right)) = (read(lefts), read(rights)) else { return Ok(None) };
        if let Some(number) = recognise_number(&left, &right) {
            return Ok(Some(NumberUpStar { number: number?, ups: 0, nimber: 0 }));
        }
        Ok(recognise_nimber(&left, &right)
            .or_else(|| recognise_ups(&left, &right))
            .or_else(|| recognise_ups(&negated(&right), &negated(&left)).map(NumberUpStar::negated)))
    }
}

fn negated(list: &[NumberUpStar]) -> Vec<NumberUpStar> {
    list.iter().map(|p| p.negated()).collect()
}

/// In canonical form a number is zero, `{n | }`, `{ | n}` or the mean of its
/// two options.
fn recognise_number(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<Result<Dyadic, Stop>> {
    let one = Dyadic::integer(1);
    let number = match (left, right) {
        ([], []) => Some(Dyadic::ZERO),
        ([l], []) => l.as_number()?.checked_add(one),
        ([], [r]) => r.as_number()?.checked_sub(one),
        ([l], [r]) => {
            let (l, r) = (l.as_number()?, r.as_number()?);
            if l >= r {
                return None;
            }
            l.checked_add(r).and_then(Dyadic::half)
        }
        _ => return None,
    };
    Some(number.ok_or(Stop::Unsupported))
}

fn recognise_nimber(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<NumberUpStar> {
    let number = left.first()?.number;
    let all_below = |list: &[NumberUpStar]| {
        let mut seen: Vec<u32> = list.iter().map(|p| p.nimber_over(number)).collect::<Option<_>>()?;
        seen.sort_unstable();
        seen.iter().enumerate().all(|(i, &k)| i as u32 == k).then_some(seen.len() as u32)
    };
    let (nimber, other) = (all_below(left)?, all_below(right)?);
    (nimber == other).then_some(NumberUpStar { number, ups: 0, nimber })
}

fn recognise_ups(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<NumberUpStar> {
    let [right] = right else { return None };
    let number = left.iter().find_map(|p| p.as_number())?;
    if right.number != number {
        return None;
    }
    match (left, right) {
        ([_], NumberUpStar { ups: 0, nimber: 0, .. }) => None,
        ([_], NumberUpStar { ups: 0.., .. }) => {
            Some(NumberUpStar { number, ups: right.ups + 1, nimber: right.nimber ^ 1 })
        }
        ([a, b], NumberUpStar { ups: 0, nimber: 0, .. }) => {
            let nimbers = (a.nimber_over(number)?, b.nimber_over(number)?);
            matches!(nimbers, (0, 1) | (1, 0)).then_some(NumberUpStar { number, ups: 1, nimber: 1 })
        }
        _ => None,
    }
}

impl Values {
    /// `n.up`, plus star if `star`; negative `n` means downs.
    pub fn ups(&mut self, n: i32, star: bool) -> Result<Value, Stop> {
        self.number_up_star(NumberUpStar { number: Dyadic::ZERO, ups: n, nimber: u32::from(star) })
    }

    /// The nimber `*k`; `*0` is zero.
    pub fn star(&mut self, k: u32) -> Result<Value, Stop> {
        self.number_up_star(NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber: k })
    }

    /// The number `number` as a game.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] beyond ten million.
    pub fn number(&mut self, number: Dyadic) -> Result<Value, Stop> {
        if let Some(&v) = self.numbers.get(&number) {
            return Ok(v);
        }
        let v = match number.as_integer() {
            Some(n) if n.abs() > MAX_INTEGER => return Err(Stop::Unsupported),
            Some(n) => self.integer(n)?,
            None => {
                let unit = Dyadic::new(1, u32::from(number.exponent())).ok_or(Stop::Unsupported)?;
                let below = self.number(number.checked_sub(unit).ok_or(Stop::Unsupported)?)?;
                let above = self.number(number.checked_add(unit).ok_or(Stop::Unsupported)?)?;
                self.enter_canonical(&[below], &[above])?
            }
        };
        self.numbers.insert(number, v);
        Ok(v)
    }

    /// Builds the integers from the nearest known one up or down to `n`.
    fn integer(&mut self, n: i64) -> Result<Value, Stop> {
        let sign = n.signum();
        let mut from = n;
        while !self.numbers.contains_key(&Dyadic::integer(from)) {
            from -= sign;
        }
        let mut v = self.numbers[&Dyadic::integer(from)];
        while from != n {
            from += sign;
            v = if sign > 0 { self.enter_canonical(&[v], &[])? } else { self.enter_canonical(&[], &[v])? };
            self.numbers.insert(Dyadic::integer(from), v);
        }
        Ok(v)
    }

    /// The value of a sum of number, ups and nimber.
    pub(super) fn number_up_star(&mut self, form: NumberUpStar) -> Result<Value, Stop> {
        let NumberUpStar { number, ups, nimber } = form;
        if ups < 0 {
            let v = self.number_up_star(form.negated())?;
            return Ok(self.neg(v));
        }
        let number = self.number(number)?;
        // Bit 0 of the nimber flips with each up.
        let odd = ups % 2 == 1;
        let bottom = if odd { nimber ^ 1 } else { nimber };
        let mut v = self.nimber_over(number, bottom)?;
        let mut k = bottom;
        for n in 1..=ups {
            k ^= 1;
            v = match (n, k) {
                (1, 1) => {
                    let star = self.nimber_over(number, 1)?;
                    self.enter_canonical(&[number, star], &[number])?
                }
                _ => self.enter_canonical(&[number], &[v])?,
            };
        }
        Ok(v)
    }

    fn nimber_over(&mut self, number: Value, k: u32) -> Result<Value, Stop> {
        if k as usize > MAX_OPTIONS {
            return Err(Stop::Unsupported);
        }
        let mut below = vec![number];
        for _ in 0..k {
            let next = self.enter_canonical(&below, &below)?;
            below.push(next);
        }
        Ok(below[k as usize])
    }

    /// Interns options that are known to be a canonical form.
    fn enter_canonical(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Stop> {
        self.step(1 + lefts.len() + rights.len())?;
        let (mut lefts, mut rights) = (lefts.to_vec(), rights.to_vec());
        sort_and_dedup(&mut lefts);
        sort_and_dedup(&mut rights);
        if let Some(v) = self.arena.find(&lefts, &rights) {
            return Ok(v);
        }
        let signature = self.landmarks.signature(&self.arena, &lefts, &rights);
        self.enter(&lefts, &rights, signature)
    }
}
