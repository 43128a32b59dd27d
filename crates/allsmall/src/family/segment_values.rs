//! The values of all reachable segments up to a length, shortest first.

use std::collections::HashMap;

use super::segment::{Family, Segment};
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::{Player, Stop};

/// Values of segments, as far as they were computed.
pub(super) struct SegmentValues {
    known: HashMap<Segment, Value, Mixed>,
    zero: Value,
}

impl SegmentValues {
    pub(super) fn new(values: &Values) -> SegmentValues {
        SegmentValues { known: HashMap::default(), zero: values.zero() }
    }

    /// The value of a segment, computed from its parts.
    pub(super) fn value(&mut self, family: &Family, segment: Segment, values: &mut Values) -> Result<Value, Stop> {
        // Depth first with an explicit stack: a part comes before the whole.
        let mut stack = vec![segment];
        while let Some(&next) = stack.last() {
            if next.len < 2 || self.known.contains_key(&next) {
                stack.pop();
                continue;
            }
            let missing: Vec<_> = family
                .cuts(next)
                .iter()
                .flat_map(|cut| cut.parts)
                .filter(|part| part.len > 1 && !self.known.contains_key(part))
                .collect();
            if missing.is_empty() {
                let [lefts, rights] = self.options(family, next, values)?;
                let value = values.from_options(&lefts, &rights)?;
                self.known.insert(next, value);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        Ok(self.get(segment))
    }

    /// The values of all moves, Left's and Right's, each once. The parts must
    /// have been computed.
    pub(super) fn options(
        &self,
        family: &Family,
        segment: Segment,
        values: &mut Values,
    ) -> Result<[Vec<Value>; 2], Stop> {
        let mut options = [Vec::new(), Vec::new()];
        for cut in family.cuts(segment) {
            let sum = values.add(self.get(cut.parts[0]), self.get(cut.parts[1]))?;
            let own = &mut options[usize::from(cut.mover == Player::Right)];
            if !own.contains(&sum) {
                own.push(sum);
            }
        }
        Ok(options)
    }

    /// A value that has been computed; fewer than two stones are zero.
    pub(super) fn get(&self, segment: Segment) -> Value {
        if segment.len < 2 { self.zero } else { self.known[&segment] }
    }
}
