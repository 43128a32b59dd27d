//! Greatest fixpoint: candidate bounds are deleted until the rest imply each other.

use std::collections::HashMap;

use super::candidates::{ComputedLevels, constructed};
use super::classes::{ClassFrame, MoveRemainder};
use super::step::{InductionStep, OptionBounds};
use crate::cgt::{Value, Values};
use crate::family::segment_values::SegmentValues;
use crate::{Budget, Stop};

/// Maximum number of rounds in which bounds are constructed from those of the options.
const ROUNDS: usize = 3;

/// Proved bounds: for every class and every k with `m* + kP >= m0`,
/// `S(m* + kP) - kD` is at most each of `upper[c]` and at least each of `lower[c]`.
pub(super) struct ClassBounds {
    pub(super) upper: Vec<Vec<Value>>,
    pub(super) lower: Vec<Vec<Value>>,
}

impl ClassBounds {
    /// The value of an exact class at its reference length.
    pub(super) fn exact(&self, class: usize) -> Option<Value> {
        self.upper[class].iter().copied().find(|u| self.lower[class].contains(u))
    }
}

/// Looks for bounds of every class. All kinds must have been computed up to
/// `longest`, which is at least m* for every class.
pub(super) fn prove(
    frame: &ClassFrame<'_>,
    longest: usize,
    table: &SegmentValues,
    values: &mut Values,
    budget: &Budget,
) -> Result<ClassBounds, Stop> {
    let base = ComputedLevels::compute(frame, longest, table, values)?;
    let mut moves = Vec::new();
    for class in 0..frame.classes.len() {
        budget.check()?;
        moves.push(frame.moves(class, table, values)?);
    }
    let upper = OneSidedProof { moves, shift: frame.shift, base, values, budget }.fixpoint()?;
    let mut negated = Vec::new();
    for class in 0..frame.classes.len() {
        let [lefts, rights] = frame.moves(class, table, values)?;
        let negate = |all: Vec<MoveRemainder>, values: &Values| {
            all.into_iter().map(|l| MoveRemainder { exact: values.neg(l.exact), ..l }).collect::<Vec<_>>()
        };
        negated.push([negate(rights, values), negate(lefts, values)]);
    }
    let base = ComputedLevels::compute(frame, longest, table, values)?.negated(values);
    let shift = values.neg(frame.shift);
    let lower = OneSidedProof { moves: negated, shift, base, values, budget }.fixpoint()?;
    let lower = lower.into_iter().map(|all| all.into_iter().map(|v| values.neg(v)).collect()).collect();
    Ok(ClassBounds { upper, lower })
}

/// One of the two independent proofs: upper bounds of the segments, or of
/// their negatives.
struct OneSidedProof<'a> {
    moves: Vec<[Vec<MoveRemainder>; 2]>,
    shift: Value,
    base: ComputedLevels,
    values: &'a mut Values,
    budget: &'a Budget,
}

impl OneSidedProof<'_> {
    fn fixpoint(&mut self) -> Result<Vec<Vec<Value>>, Stop> {
        let mut pool = self.base.first(self.values)?;
        let mut bounds = self.prune(pool.clone())?;
        for _ in 0..ROUNDS {
            let mut news = 0;
            for class in 0..bounds.len() {
                self.budget.check()?;
                // A class with one level has its exact bound or will not get it.
                if self.base.levels[class].iter().all(|&l| l == self.base.levels[class][0]) && !bounds[class].is_empty()
                {
                    continue;
                }
                let options = self.options(class, &bounds)?;
                let Some(made) = constructed(&options, self.values)? else { continue };
                if !pool[class].contains(&made) && self.base.below(class, made, self.values)? {
                    pool[class].push(made);
                    news += 1;
                }
            }
            if news == 0 {
                break;
            }
            bounds = self.prune(pool.clone())?;
        }
        Ok(bounds)
    }

    /// Deletes bounds that do not follow from the others until all do.
    fn prune(&mut self, mut bounds: Vec<Vec<Value>>) -> Result<Vec<Vec<Value>>, Stop> {
        let mut stale = vec![true; bounds.len()];
        loop {
            let mut changed = vec![false; bounds.len()];
            for class in 0..bounds.len() {
                if !stale[class] {
                    continue;
                }
                self.budget.check()?;
                let options = self.options(class, &bounds)?;
                let mut step = InductionStep {
                    values: self.values,
                    options: &options,
                    shift: self.shift,
                    known: HashMap::default(),
                };
                let mut kept = Vec::new();
                for &bound in &bounds[class] {
                    if step.proves(bound)? {
                        kept.push(bound);
                    }
                }
                changed[class] = kept.len() < bounds[class].len();
                bounds[class] = kept;
            }
            if !changed.contains(&true) {
                return Ok(bounds);
            }
            for (class, moves) in self.moves.iter().enumerate() {
                let parts = moves.iter().flatten().flat_map(|left| left.classes).flatten();
                stale[class] = parts.into_iter().any(|part| changed[part]);
            }
        }
    }

    /// The bounds of what every move of a class leaves.
    fn options(&mut self, class: usize, bounds: &[Vec<Value>]) -> Result<OptionBounds, Stop> {
        let [lefts, rights] = self.moves[class].clone();
        let mut options = OptionBounds::default();
        let mut single = Vec::new();
        for left in lefts {
            let all = self.bounds_of(left, bounds)?;
            match all[..] {
                [only] => single.push(only),
                _ => options.lefts.push(all),
            }
        }
        // Of moves with one bound each only the greatest matter: what is not
        // below them is not below the others.
        let highest = self.least(single, false)?;
        options.lefts.extend(highest.into_iter().map(|u| vec![u]));
        let mut all = Vec::new();
        for right in rights {
            all.extend(self.bounds_of(right, bounds)?);
        }
        options.rights = self.least(all, true)?;
        Ok(options)
    }

    /// The least upper bounds of what a move leaves.
    fn bounds_of(&mut self, left: MoveRemainder, bounds: &[Vec<Value>]) -> Result<Vec<Value>, Stop> {
        let mut all = vec![left.exact];
        for class in left.classes.into_iter().flatten() {
            let mut sums = Vec::new();
            for &sum in &all {
                for &bound in &bounds[class] {
                    sums.push(self.values.add(sum, bound)?);
                }
            }
            all = sums;
        }
        self.least(all, true)
    }

    /// The minimal values, or the maximal ones if not `below`.
    fn least(&mut self, mut all: Vec<Value>, below: bool) -> Result<Vec<Value>, Stop> {
        all.sort_unstable_by_key(|v| v.id());
        all.dedup();
        let mut kept: Vec<Value> = Vec::new();
        'next: for v in all {
            for &k in &kept {
                if if below { self.values.le(k, v)? } else { self.values.le(v, k)? } {
                    continue 'next;
                }
            }
            let mut still = Vec::new();
            for &k in &kept {
                if !(if below { self.values.le(v, k)? } else { self.values.le(k, v)? }) {
                    still.push(k);
                }
            }
            still.push(v);
            kept = still;
        }
        Ok(kept)
    }
}
