//! Classes of segments modulo the period, and the moves of a class, which do
//! not depend on the length.
//!
//! With a period P and a length m0, a *class* is a kind together with a
//! length modulo P. Its reference length m* is the one in
//! `[2 m0 + P, 2 m0 + 2P)`. A move in a segment of m >= m* stones leaves two
//! parts. A part with fewer than m0 stones is known exactly; a longer one is
//! known by its class. Since `m - 1 >= 2 m0 + P - 1`, the cuts with two long
//! parts run through all residues, so the list of what a move can leave is the
//! same for all lengths of the class:
//!
//! ```text
//! class c, m = m* + kP:   exact value + (classes of the long parts) + kD
//! ```
//!
//! A long part of `m1* + k1 P` stones counts `k1 D` more than its reference;
//! for two of them `k1 + k2 = k + constant`. The constant is folded into the
//! exact value.

use std::collections::HashMap;

use crate::cgt::{Value, Values};
use crate::family::segment::{Family, Segment, SegmentKind};
use crate::family::segment_values::SegmentValues;
use crate::{Player, Stop};

/// The classes of a family for one period and one m0.
pub(super) struct ClassFrame<'a> {
    pub(super) family: &'a Family,
    /// The period P in stones.
    pub(super) period: usize,
    /// Segments of at least this length have a class.
    pub(super) from: usize,
    /// What a period adds.
    pub(super) shift: Value,
    pub(super) classes: Vec<SegmentClass>,
    number: HashMap<(SegmentKind, usize), usize>,
}

/// A kind and a length modulo the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::family) struct SegmentClass {
    pub(in crate::family) kind: SegmentKind,
    /// The reference length m*.
    pub(in crate::family) star: usize,
}

/// What a move leaves: a value, and parts of which only the class is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MoveRemainder {
    pub(super) exact: Value,
    pub(super) classes: [Option<usize>; 2],
}

impl<'a> ClassFrame<'a> {
    pub(super) fn new(
        family: &'a Family,
        kinds: &[SegmentKind],
        period: usize,
        from: usize,
        shift: Value,
    ) -> ClassFrame<'a> {
        let low = 2 * from + period;
        let mut frame = ClassFrame { family, period, from, shift, classes: Vec::new(), number: HashMap::new() };
        for &kind in kinds {
            for star in (low..low + period).filter(|&len| family.has_length(kind, len)) {
                frame.number.insert((kind, star % period), frame.classes.len());
                frame.classes.push(SegmentClass { kind, star });
            }
        }
        frame
    }

    /// The class of a segment and the number of periods it has more than the
    /// reference; none for a short one.
    pub(super) fn class(&self, segment: Segment) -> Option<(usize, i64)> {
        if segment.len < self.from {
            return None;
        }
        let class = self.number[&(segment.kind, segment.len % self.period)];
        let (len, star) = (self.signed(segment.len), self.signed(self.classes[class].star));
        Some((class, (len - star) / self.signed(self.period)))
    }

    fn signed(&self, length: usize) -> i64 {
        i64::try_from(length).expect("lengths are small")
    }

    /// What the moves of Left and of Right leave, without duplicates.
    pub(super) fn moves(
        &self,
        class: usize,
        table: &SegmentValues,
        values: &mut Values,
    ) -> Result<[Vec<MoveRemainder>; 2], Stop> {
        let SegmentClass { kind, star } = self.classes[class];
        let mut all = [Vec::new(), Vec::new()];
        for cut in self.family.cuts(Segment { kind, len: star }) {
            let mut left = MoveRemainder { exact: values.zero(), classes: [None; 2] };
            let mut periods = 0;
            for (part, place) in cut.parts.into_iter().zip(0..) {
                match self.class(part) {
                    Some((class, more)) => {
                        left.classes[place] = Some(class);
                        periods += more;
                    }
                    None => left.exact = values.add(left.exact, table.get(part))?,
                }
            }
            left.classes.sort_unstable();
            let gained = values.times(self.shift, periods)?;
            left.exact = values.add(left.exact, gained)?;
            let own = &mut all[usize::from(cut.mover == Player::Right)];
            if !own.contains(&left) {
                own.push(left);
            }
        }
        Ok(all)
    }

    /// The values of a class at all computed lengths from m0 on, each less
    /// what its periods add: `S(m* + kP) - kD`, shortest first.
    pub(super) fn levelled(
        &self,
        class: usize,
        longest: usize,
        table: &SegmentValues,
        values: &mut Values,
    ) -> Result<Vec<Value>, Stop> {
        let SegmentClass { kind, star } = self.classes[class];
        let first = self.from + (star - self.from) % self.period;
        let mut all = Vec::new();
        for len in (first..=longest).step_by(self.period) {
            let periods = (self.signed(star) - self.signed(len)) / self.signed(self.period);
            let gained = values.times(self.shift, periods)?;
            all.push(values.add(table.get(Segment { kind, len }), gained)?);
        }
        Ok(all)
    }
}
