//! What is asked rarely about a value, found once when it is entered.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::{Value, Weight};
use crate::Stop;

/// The rarely used half of a value's record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The simple sum it is, if it is one.
    pub(super) plain: Option<Plain>,
    /// The atomic weight.
    pub(super) weight: Weight,
    /// Height of the game tree in canonical form.
    pub(super) birthday: u32,
    /// The largest k with `*k` among its subpositions, itself included.
    pub(super) nimber: u32,
}

/// A number plus n.up plus `*k`: the values with short names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plain {
    pub(super) number: Dyadic,
    pub(super) ups: i32,
    pub(super) nimber: u32,
}

impl Plain {
    /// The number alone.
    pub(super) fn as_number(self) -> Option<Dyadic> {
        (self.ups == 0 && self.nimber == 0).then_some(self.number)
    }

    /// The nimber, when the number is `number` and there are no ups.
    fn nimber_over(self, number: Dyadic) -> Option<u32> {
        (self.ups == 0 && self.number == number).then_some(self.nimber)
    }

    pub(super) fn negated(self) -> Plain {
        Plain { number: self.number.negated(), ups: -self.ups, nimber: self.nimber }
    }

    /// The sum of two such games is one again; none when it does not fit.
    pub(super) fn checked_add(self, other: Plain) -> Option<Plain> {
        let number = self.number.checked_add(other.number)?;
        Some(Plain { number, ups: self.ups.checked_add(other.ups)?, nimber: self.nimber ^ other.nimber })
    }
}

impl Facts {
    /// The facts about a new value in canonical form, but for its weight.
    pub(super) fn of_options(arena: &Arena, lefts: &[Value], rights: &[Value]) -> Result<Facts, Stop> {
        let plain = plain_form(arena, lefts, rights)?;
        let all = || lefts.iter().chain(rights).map(|&v| arena.facts(v));
        let own = plain.and_then(|p| p.nimber_over(Dyadic::ZERO)).unwrap_or(0);
        Ok(Facts {
            plain,
            weight: Weight::None,
            birthday: all().map(|f| f.birthday + 1).max().unwrap_or(0),
            nimber: all().map(|f| f.nimber).max().unwrap_or(0).max(own),
        })
    }
}

/// Reads a canonical form as number + ups + nimber.
///
/// The canonical forms, with `x` a number and `+` left out:
/// `xm = {x, x*1, .., x*(m-1) | the same}`, `x^* = {x, x* | x}`,
/// `x^n*k = {x | x^(n-1)*(k xor 1)}` otherwise, and the negatives.
fn plain_form(arena: &Arena, lefts: &[Value], rights: &[Value]) -> Result<Option<Plain>, Stop> {
    let read = |list: &[Value]| list.iter().map(|&v| arena.facts(v).plain).collect::<Option<Vec<_>>>();
    let (Some(left), Some(right)) = (read(lefts), read(rights)) else { return Ok(None) };
    if let Some(number) = number_form(&left, &right) {
        let number = number?;
        return Ok(Some(Plain { number, ups: 0, nimber: 0 }));
    }
    Ok(nimber_form(&left, &right)
        .or_else(|| ups_form(&left, &right))
        .or_else(|| ups_form(&negated(&right), &negated(&left)).map(Plain::negated)))
}

fn negated(list: &[Plain]) -> Vec<Plain> {
    list.iter().map(|p| p.negated()).collect()
}

/// In canonical form a number is zero, `{n | }`, `{ | n}` or the mean of its
/// two options.
fn number_form(left: &[Plain], right: &[Plain]) -> Option<Result<Dyadic, Stop>> {
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

fn nimber_form(left: &[Plain], right: &[Plain]) -> Option<Plain> {
    let number = left.first()?.number;
    let all_below = |list: &[Plain]| {
        let mut seen: Vec<u32> = list.iter().map(|p| p.nimber_over(number)).collect::<Option<_>>()?;
        seen.sort_unstable();
        seen.iter().enumerate().all(|(i, &k)| i as u32 == k).then_some(seen.len() as u32)
    };
    let (nimber, other) = (all_below(left)?, all_below(right)?);
    (nimber == other).then_some(Plain { number, ups: 0, nimber })
}

fn ups_form(left: &[Plain], right: &[Plain]) -> Option<Plain> {
    let [right] = right else { return None };
    let number = left.iter().find_map(|p| p.as_number())?;
    if right.number != number {
        return None;
    }
    match (left, right) {
        ([_], Plain { ups: 0, nimber: 0, .. }) => None,
        ([_], Plain { ups: 0.., .. }) => Some(Plain { number, ups: right.ups + 1, nimber: right.nimber ^ 1 }),
        ([a, b], Plain { ups: 0, nimber: 0, .. }) => {
            let nimbers = (a.nimber_over(number)?, b.nimber_over(number)?);
            matches!(nimbers, (0, 1) | (1, 0)).then_some(Plain { number, ups: 1, nimber: 1 })
        }
        _ => None,
    }
}
