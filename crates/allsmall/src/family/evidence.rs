//! Empirical periods: what the values suggest when no theorem was proved.
//!
//! The boards themselves may gain one value with every period although some
//! kinds of segments do not, and then the induction hypothesis fails. Such a
//! regularity is reported as observed, not proved.

use std::time::Duration;

use super::segment::SegmentKind;
use super::shift_search::ShiftSearch;
use crate::Stop;
use crate::cgt::Value;

/// A regularity of the boards, as far as they were computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The period in repetitions.
    pub copies: usize,
    /// The name of the value that a period adds.
    pub shift: String,
    /// The least n for which it was observed.
    pub from: usize,
    /// The greatest n for which it was observed.
    pub to: usize,
    /// The kinds of segments that do not gain that value.
    pub exceptions: Vec<String>,
}

/// Time for looking aside: most of what is kept back of a search's time.
pub(super) const TIME: Duration = Duration::from_secs(2);

/// The least period that the last half of the boards obeys, if there is one.
pub(super) fn gather(search: &mut ShiftSearch<'_>, longest: usize) -> Option<Evidence> {
    search.values.check().ok()?;
    let p = search.family.period().len();
    let boards = longest.checked_sub(search.family.fixed())? / p;
    (1..=boards / 4).find_map(|copies| try_period(search, copies, boards, longest).ok().flatten())
}

fn try_period(
    search: &mut ShiftSearch<'_>,
    copies: usize,
    boards: usize,
    longest: usize,
) -> Result<Option<Evidence>, Stop> {
    let value = |search: &ShiftSearch<'_>, n: usize| search.table.get(search.family.whole(n));
    let (last, before) = (value(search, boards), value(search, boards - copies));
    let shift = search.values.sub(last, before)?;
    let mut from = boards - copies + 1;
    while from > 0 && search.values.add(value(search, from - 1), shift)? == value(search, from - 1 + copies) {
        from -= 1;
    }
    let Some(name) = search.values.name_in(shift, crate::cgt::Style::Ascii, 60) else { return Ok(None) };
    if from > boards / 2 {
        return Ok(None);
    }
    let period = copies * search.family.period().len();
    let mut exceptions = Vec::new();
    for kind in search.kinds.clone() {
        if !gains(search, kind, period, shift, longest)? {
            exceptions.push(kind.to_string());
        }
    }
    Ok(Some(Evidence { copies, shift: name, from, to: boards - copies, exceptions }))
}

/// Whether the longest segments of a kind gain the shift.
fn gains(
    search: &mut ShiftSearch<'_>,
    kind: SegmentKind,
    period: usize,
    shift: Value,
    longest: usize,
) -> Result<bool, Stop> {
    let len = search.family.fit(kind, longest + 1 - search.family.period().len());
    if len < period + 2 || !search.family.has_length(kind, len - period) {
        return Ok(false);
    }
    Ok(search.values.add(search.get(kind, len - period), shift)? == search.get(kind, len))
}
