//! Builds number + ups + nimber directly, without comparisons.
//!
//! The chain from `n.up` down to zero is entered from below, one form at a
//! time, so `10000.up` costs ten thousand small records and no recursion.

use super::arena::MOST_OPTIONS;
use super::canonical::tidy;
use super::dyadic::Dyadic;
use super::facts::Plain;
use super::{Value, Values};
use crate::Stop;

/// Integers up to here are built; each takes a record.
const MOST_INTEGER: i64 = 10_000_000;

impl Values {
    /// `n.up`, plus star if `star`; negative `n` means downs.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn ups(&mut self, n: i32, star: bool) -> Result<Value, Stop> {
        self.plain(Plain { number: Dyadic::ZERO, ups: n, nimber: u32::from(star) })
    }

    /// The nimber `*k`; `*0` is zero.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn star(&mut self, k: u32) -> Result<Value, Stop> {
        self.plain(Plain { number: Dyadic::ZERO, ups: 0, nimber: k })
    }

    /// The number `number` as a game.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn number(&mut self, number: Dyadic) -> Result<Value, Stop> {
        if let Some(&v) = self.numbers.get(&number) {
            return Ok(v);
        }
        let v = match number.as_integer() {
            Some(n) if n.abs() > MOST_INTEGER => return Err(Stop::Size),
            Some(n) => {
                let sign = n.signum();
                let mut from = n;
                while !self.numbers.contains_key(&Dyadic::integer(from)) {
                    from -= sign;
                }
                let mut v = self.numbers[&Dyadic::integer(from)];
                while from != n {
                    from += sign;
                    v = if sign > 0 { self.enter_plain(&[v], &[])? } else { self.enter_plain(&[], &[v])? };
                    self.numbers.insert(Dyadic::integer(from), v);
                }
                v
            }
            None => {
                let unit = Dyadic::new(1, u32::from(number.exponent())).ok_or(Stop::Size)?;
                let below = self.number(number.checked_sub(unit).ok_or(Stop::Size)?)?;
                let above = self.number(number.checked_add(unit).ok_or(Stop::Size)?)?;
                self.enter_plain(&[below], &[above])?
            }
        };
        self.numbers.insert(number, v);
        Ok(v)
    }

    /// The value number + ups + nimber.
    pub(super) fn plain(&mut self, plain: Plain) -> Result<Value, Stop> {
        let Plain { number, ups, nimber } = plain;
        if ups < 0 {
            let v = self.plain(plain.negated())?;
            return Ok(self.neg(v));
        }
        let number = self.number(number)?;
        // Along the chain the nimber changes by one bit at each step.
        let odd = ups % 2 == 1;
        let bottom = if odd { nimber ^ 1 } else { nimber };
        let mut v = self.nimber_over(number, bottom)?;
        let mut k = bottom;
        for n in 1..=ups {
            k ^= 1;
            v = match (n, k) {
                (1, 1) => {
                    let star = self.nimber_over(number, 1)?;
                    self.enter_plain(&[number, star], &[number])?
                }
                _ => self.enter_plain(&[number], &[v])?,
            };
        }
        Ok(v)
    }

    fn nimber_over(&mut self, number: Value, k: u32) -> Result<Value, Stop> {
        if k as usize > MOST_OPTIONS {
            return Err(Stop::Size);
        }
        let mut below = vec![number];
        for _ in 0..k {
            let next = self.enter_plain(&below, &below)?;
            below.push(next);
        }
        Ok(below[k as usize])
    }

    fn enter_plain(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Stop> {
        self.step(1 + lefts.len() + rights.len())?;
        let (mut lefts, mut rights) = (lefts.to_vec(), rights.to_vec());
        tidy(&mut lefts);
        tidy(&mut rights);
        if let Some(v) = self.arena.find(&lefts, &rights) {
            return Ok(v);
        }
        let signature = self.landmarks.signature(&self.arena, &lefts, &rights);
        self.enter(&lefts, &rights, signature)
    }
}
