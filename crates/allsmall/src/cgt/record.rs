//! The cold half of a value's record: what is seldom asked about a canonical
//! form, computed once when the arena interns it.

use super::arena::Arena;
use super::number_up_star::NumberUpStar;
use super::{Value, Weight};
use crate::Stop;

/// Properties of a canonical form that comparison does not need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The sum of number, ups and nimber that the value is, if it is one.
    pub(super) number_up_star: Option<NumberUpStar>,
    /// The atomic weight.
    pub(super) weight: Weight,
    /// Height of the game tree in canonical form.
    pub(super) birthday: u32,
    /// The largest k such that `*k` is a subposition; the value itself counts.
    pub(super) nimber: u32,
}

impl Record {
    /// Creates the record of a new canonical form; its weight is filled in later.
    pub(super) fn of_options(arena: &Arena, lefts: &[Value], rights: &[Value]) -> Result<Record, Stop> {
        let number_up_star = NumberUpStar::recognise(arena, lefts, rights)?;
        let all = || lefts.iter().chain(rights).map(|&v| arena.record(v));
        let own = number_up_star.and_then(NumberUpStar::as_nimber).unwrap_or(0);
        Ok(Record {
            number_up_star,
            weight: Weight::None,
            birthday: all().map(|record| record.birthday + 1).max().unwrap_or(0),
            nimber: all().map(|record| record.nimber).max().unwrap_or(0).max(own),
        })
    }
}
