//! Levels: a game and, for each variable t >= 0, some `^*` for each unit of it.
//!
//! Two units more add a multiple of up, so what holds for t = 0 and t = 1 holds for all t
//! where the slope has the right sign.

use super::pattern::MOST_LETTERS;
use super::shape::StoneRun;
use crate::Stop;
use crate::cgt::{Value, Values};

pub(super) type Slopes = [i32; MOST_LETTERS];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RunLevel {
    pub(super) game: Value,
    pub(super) slopes: Slopes,
}

/// `n.^*`.
pub(super) fn up_stars(n: i32, values: &mut Values) -> Result<Value, Stop> {
    values.ups(n, n % 2 != 0)
}

fn sum_of_slopes(a: Slopes, b: Slopes) -> Slopes {
    std::array::from_fn(|i| a[i] + b[i])
}

impl RunLevel {
    pub(super) fn constant(game: Value) -> RunLevel {
        RunLevel { game, slopes: [0; MOST_LETTERS] }
    }

    pub(super) fn plus(self, other: RunLevel, values: &mut Values) -> Result<RunLevel, Stop> {
        Ok(RunLevel { game: values.add(self.game, other.game)?, slopes: sum_of_slopes(self.slopes, other.slopes) })
    }

    pub(super) fn negated(self, values: &Values) -> RunLevel {
        RunLevel { game: values.neg(self.game), slopes: self.slopes.map(|slope| -slope) }
    }

    /// Adds what a long run adds to a bound.
    pub(super) fn with_run(
        mut self,
        run: StoneRun,
        slope: i32,
        long: usize,
        values: &mut Values,
    ) -> Result<RunLevel, Stop> {
        let stones = |n: usize| i32::try_from(n).expect("runs are short");
        let more = up_stars(slope * (stones(run.stones) - stones(long)), values)?;
        self.game = values.add(self.game, more)?;
        if let Some(variable) = run.variable {
            self.slopes[variable] += slope;
        }
        Ok(self)
    }

    /// Whether it is >= 0, for variables that are 0 or 1 each.
    fn corners(self, values: &mut Values) -> Result<Vec<bool>, Stop> {
        let mut totals = vec![0];
        for slope in self.slopes {
            totals.extend(totals.iter().map(|total| total + slope).collect::<Vec<_>>());
        }
        totals.sort_unstable();
        totals.dedup();
        let mut all = Vec::new();
        for total in totals {
            let more = up_stars(total, values)?;
            let corner = values.add(self.game, more)?;
            all.push(values.le(values.zero(), corner)?);
        }
        Ok(all)
    }

    /// Whether it is at most another level for all values of the variables.
    pub(super) fn always_at_most(self, other: RunLevel, values: &mut Values) -> Result<bool, Stop> {
        let difference = other.plus(self.negated(values), values)?;
        let rises = difference.slopes.iter().all(|&slope| slope >= 0);
        Ok(rises && difference.corners(values)?.into_iter().all(|is_positive| is_positive))
    }

    /// Whether it is at most another level for no values of the variables.
    pub(super) fn never_at_most(self, other: RunLevel, values: &mut Values) -> Result<bool, Stop> {
        let difference = other.plus(self.negated(values), values)?;
        let falls = difference.slopes.iter().all(|&slope| slope <= 0);
        Ok(falls && !difference.corners(values)?.into_iter().any(|is_positive| is_positive))
    }
}
