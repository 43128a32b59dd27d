//! Parameters of a proof by bounds: which period, shift and m0 are tried.
//!
//! The boards themselves suggest the period and the shift; m0 is as great as
//! the computed lengths allow, since late bounds are the easiest to prove.

use super::classes::{ClassFrame, SegmentClass};
use super::prove::{ClassBounds, prove};
use crate::cgt::Value;
use crate::family::shift_search::{ProofMethod, Reach, ShiftProof, ShiftSearch};
use crate::{Budget, Stop};

/// Maximum number of periods tried at each length.
const MAX_PERIODS: usize = 2;
/// Maximum number of positions in the canonical forms of two boards that are subtracted.
const MAX_SIZE: usize = 400;

/// A proof by bounds: the classes, and the proved bounds of each.
#[derive(Clone, Debug)]
pub(in crate::family) struct BoundsProof {
    pub(in crate::family) classes: Vec<SegmentClass>,
    pub(in crate::family) upper: Vec<Vec<Value>>,
    pub(in crate::family) lower: Vec<Vec<Value>>,
}

impl BoundsProof {
    /// The classes of a proof in which every kind gains the shift: each is
    /// bounded by its value on both sides.
    pub(in crate::family) fn exact(search: &ShiftSearch<'_>, proof: &ShiftProof) -> BoundsProof {
        let classes = ClassFrame::new(search.family, &search.kinds, proof.period, proof.from, proof.shift).classes;
        let upper: Vec<_> = classes.iter().map(|class| vec![search.get(class.kind, class.star)]).collect();
        BoundsProof { classes, lower: upper.clone(), upper }
    }

    /// Number of bounds.
    pub(in crate::family) fn bounds(&self) -> usize {
        self.upper.iter().chain(&self.lower).map(Vec::len).sum()
    }

    /// Number of classes whose value is known for every length.
    pub(in crate::family) fn exact_classes(&self) -> usize {
        self.upper.iter().zip(&self.lower).filter(|(upper, lower)| upper.iter().any(|u| lower.contains(u))).count()
    }
}

impl ShiftSearch<'_> {
    /// Tries to prove by bounds what the boards up to this length suggest.
    pub(in crate::family) fn bounded(
        &mut self,
        reach: Reach,
        length: usize,
        budget: &Budget,
    ) -> Result<Option<ShiftProof>, Stop> {
        let p = self.family.period().len();
        let mut tried = 0;
        for period in (p..=length / 4).step_by(p).filter(|&period| reach.period.is_none_or(|only| only == period)) {
            let from = (length + 1 - 2 * period) / 2;
            if from < self.family.fixed() + 2 || tried == MAX_PERIODS {
                break;
            }
            let Some(shift) = self.suggested(period, from, length)? else { continue };
            tried += 1;
            budget.report(|| format!("length {length}: bounds with period {period}"));
            let frame = ClassFrame::new(self.family, &self.kinds, period, from, shift);
            let bounds = prove(&frame, length, &self.table, &mut self.values, budget)?;
            let root = self.family.root();
            let boards = frame.classes.iter().enumerate().filter(|(_, class)| class.kind == root);
            if boards.clone().count() > 0 && boards.clone().all(|(number, _)| bounds.exact(number).is_some()) {
                let ClassBounds { upper, lower } = bounds;
                let by = ProofMethod::Bounds(BoundsProof { classes: frame.classes, upper, lower });
                return Ok(Some(ShiftProof { period, shift, from, longest: length, by }));
            }
        }
        Ok(None)
    }

    /// What every period adds to the boards of at least `from` stones, as far
    /// as they were computed.
    fn suggested(&mut self, period: usize, from: usize, length: usize) -> Result<Option<Value>, Stop> {
        let boards: Vec<_> = (0..)
            .map(|n| self.family.whole(n))
            .skip_while(|whole| whole.len < from)
            .take_while(|whole| whole.len + period <= length)
            .map(|whole| (self.get(whole.kind, whole.len), self.get(whole.kind, whole.len + period)))
            .collect();
        let Some(&(short, long)) = boards.last() else { return Ok(None) };
        if self.values.size_within(short)? + self.values.size_within(long)? > MAX_SIZE {
            return Ok(None);
        }
        let shift = self.values.sub(long, short)?;
        for (short, long) in boards {
            if self.values.add(short, shift)? != long {
                return Ok(None);
            }
        }
        Ok(Some(shift))
    }
}
