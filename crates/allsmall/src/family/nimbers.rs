//! Periods of the Grundy values of a family in impartial Clobber.
//!
//! As for values, by induction over the length, with nim-sums: if every kind
//! repeats with period P from m0 up to length `2 m0 + 2 P`, then the options of
//! S(m + P) and S(m) have equal Grundy values for all longer lengths, and the
//! sequence is periodic. There is no side condition.

use std::collections::HashMap;

use super::segment::{Family, Segment, SegmentKind};
use crate::base::hash::Mixed;
use crate::{Budget, Stop};

/// The nimbers of a family, and their period if one was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyNimbers {
    /// The nimbers of the boards n = 0, 1, 2, ...
    pub first: Vec<u32>,
    /// All kinds were computed up to this length.
    pub longest: usize,
    /// The period in stones and the length from which it is proved, if any.
    pub period: Option<(usize, usize)>,
    /// The limit that ended the search, unless it was the length.
    pub stopped: Option<Stop>,
}

/// Computes all kinds up to `longest` stones and looks for a period.
#[must_use]
pub fn nimbers(family: &Family, longest: usize, budget: &Budget) -> FamilyNimbers {
    let kinds = family.kinds();
    let mut table = SegmentNimbers { known: HashMap::default() };
    let (mut done, mut stopped) = (0, None);
    for len in 1..=longest {
        if let Err(stop) = budget.check() {
            stopped = Some(stop);
            break;
        }
        budget.report(|| format!("length {len}"));
        for &kind in kinds.iter().filter(|&&kind| family.has_length(kind, len)) {
            table.grundy(family, Segment { kind, len });
        }
        done = len;
    }
    let boards = (0..).map(|n| family.whole(n)).take_while(|whole| whole.len <= done);
    let first = boards.map(|whole| table.get(whole)).collect();
    let p = family.period().len();
    let period = (p..=done / 4).step_by(p).find_map(|period| {
        let from = since(family, &kinds, &table, period, done)?;
        (2 * from + 2 * period <= done + 1).then_some((period, from))
    });
    FamilyNimbers { first, longest: done, period, stopped }
}

/// The least length from which every kind repeats, as far as computed.
fn since(
    family: &Family,
    kinds: &[SegmentKind],
    table: &SegmentNimbers,
    period: usize,
    longest: usize,
) -> Option<usize> {
    let lowest = family.fixed() + 2;
    let repeats = |len: usize| {
        kinds
            .iter()
            .filter(|&&kind| family.has_length(kind, len))
            .all(|&kind| table.get(Segment { kind, len }) == table.get(Segment { kind, len: len + period }))
    };
    let broken = (lowest..=longest - period).rev().find(|&len| !repeats(len));
    match broken {
        Some(len) if len == longest - period => None,
        Some(len) => Some(len + 1),
        None => Some(lowest),
    }
}

struct SegmentNimbers {
    known: HashMap<Segment, u32, Mixed>,
}

impl SegmentNimbers {
    fn get(&self, segment: Segment) -> u32 {
        if segment.len < 2 { 0 } else { self.known[&segment] }
    }

    /// The Grundy value; parts inside the prefix or the suffix are filled in
    /// by recursion, which is no deeper than those are long.
    fn grundy(&mut self, family: &Family, segment: Segment) -> u32 {
        if segment.len < 2 {
            return 0;
        }
        if let Some(&known) = self.known.get(&segment) {
            return known;
        }
        let mut reached = Vec::new();
        for cut in family.cuts(segment) {
            let [a, b] = cut.parts.map(|part| self.grundy(family, part));
            let option = (a ^ b) as usize;
            if option >= reached.len() {
                reached.resize(option + 1, false);
            }
            reached[option] = true;
        }
        let least = reached.iter().position(|&r| !r).unwrap_or(reached.len());
        let grundy = u32::try_from(least).expect("a segment has fewer than 2^32 moves");
        self.known.insert(segment, grundy);
        grundy
    }
}
