//! Candidate bounds of a class: games that bound it at all computed lengths.

use super::classes::ClassFrame;
use super::step::OptionBounds;
use crate::Stop;
use crate::cgt::{Value, Values};
use crate::family::segment_values::SegmentValues;

/// Maximum distance, in ups, of a tried multiple of up from the atomic weight.
const UPS: i32 = 12;
/// Maximum number of options of a constructed bound on either side.
const MAX_OPTIONS: usize = 24;

/// The values of all classes at the computed lengths, less their periods.
pub(super) struct ComputedLevels {
    pub(super) levels: Vec<Vec<Value>>,
}

impl ComputedLevels {
    pub(super) fn compute(
        frame: &ClassFrame<'_>,
        longest: usize,
        table: &SegmentValues,
        values: &mut Values,
    ) -> Result<ComputedLevels, Stop> {
        let mut levels = Vec::new();
        for class in 0..frame.classes.len() {
            levels.push(frame.levelled(class, longest, table, values)?);
        }
        Ok(ComputedLevels { levels })
    }

    /// The base of the negatives.
    pub(super) fn negated(&self, values: &Values) -> ComputedLevels {
        let levels = self.levels.iter().map(|all| all.iter().map(|&v| values.neg(v)).collect()).collect();
        ComputedLevels { levels }
    }

    /// Whether every computed value of the class is at most `bound`.
    pub(super) fn below(&self, class: usize, bound: Value, values: &mut Values) -> Result<bool, Stop> {
        let levels = &self.levels[class];
        for (i, &level) in levels.iter().enumerate().rev() {
            if levels[i + 1..].first() != Some(&level) && !values.le(level, bound)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first candidates of every class.
    pub(super) fn first(&self, values: &mut Values) -> Result<Vec<Vec<Value>>, Stop> {
        let mut all = Vec::new();
        for (class, levels) in self.levels.iter().enumerate() {
            let mut own = vec![levels[levels.len() - 1]];
            if levels.iter().any(|&level| level != levels[0]) {
                own.push(levels[0]);
                let middle = values.atomic_weight_bounds(levels[levels.len() - 1]);
                let middle = middle.0.or(middle.1).unwrap_or(0);
                for star in [false, true] {
                    // The least multiple of up that is high enough.
                    for n in middle - UPS..=middle + UPS {
                        let ups = values.ups(n, star)?;
                        if self.below(class, ups, values)? {
                            own.push(ups);
                            break;
                        }
                    }
                }
                own.dedup();
            }
            let mut valid = Vec::new();
            for bound in own {
                if !valid.contains(&bound) && self.below(class, bound, values)? {
                    valid.push(bound);
                }
            }
            all.push(valid);
        }
        Ok(all)
    }
}

/// The game whose options are bounds of the options: `S <= {u of every left |
/// u of some rights}`. Each list of bounds is represented by its first member.
pub(super) fn constructed(options: &OptionBounds, values: &mut Values) -> Result<Option<Value>, Stop> {
    let mut lefts = Vec::new();
    for bounds in &options.lefts {
        match bounds.first() {
            Some(&u) if !lefts.contains(&u) => lefts.push(u),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    if lefts.len() > MAX_OPTIONS || options.rights.len() > MAX_OPTIONS {
        return Ok(None);
    }
    values.from_options(&lefts, &options.rights).map(Some)
}
