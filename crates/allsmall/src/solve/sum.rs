//! Disjunctive sums in normal form: the nodes of the search.
//!
//! A node is a sorted list of terms, each the exact value of small parts or a
//! long part. Left is always to move: a position with Right to move is searched
//! as its negative. A term and its negative cancel, and values are added where
//! that is cheap, so that many boards become one node.

use std::sync::Arc;

use smallvec::SmallVec;

use super::grid_moves::GridValueCache;
use super::net::{Net, ValueAccumulators};
use super::sum_term::{SumTerm, UnpackedParts};
use super::term_options::TermOptions;
use super::three_values::UpsTable;
use super::weight_bounds::{WeightInterval, WeightTable};
use crate::cgt::{Value, Values};
use crate::packed::{BoardRules, PackedPart, PartRules, Signed};
use crate::transposition::Verdict;
use crate::value::{ImportedValues, PartValues};
use crate::{Outcome, Stop};

/// Up to which size parts are valued, bounded and added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValuationLimits {
    /// Maximum number of stones of a strip that is valued exactly.
    pub(super) strip: usize,
    /// Maximum number of stones of a grid part that is valued exactly.
    pub(super) grid: usize,
    /// Maximum number of stones of any other part that is valued exactly.
    pub(super) other: usize,
    /// Maximum number of stones of a strip that gets weight bounds.
    pub(super) bounded: usize,
    /// Maximum sum of the birthdays of two values that are added.
    pub(super) merge: u32,
    /// Weight of a value's birthday in the score that orders moves.
    pub(super) day: i32,
}

impl ValuationLimits {
    /// Returns whether a part gets weight bounds from its options.
    pub(super) fn bounds(self, part: PackedPart, stones: usize) -> bool {
        is_strip(part) && stones <= self.bounded
    }

    /// Returns whether a part is valued exactly.
    pub(super) fn values(self, part: PackedPart, stones: usize) -> bool {
        stones
            <= match part {
                PackedPart::Row(_) | PackedPart::Segment(_) => self.strip,
                PackedPart::Grid(_) => self.grid,
                PackedPart::Graph { .. } | PackedPart::Cycle { .. } => self.other,
            }
    }
}

pub(super) fn is_strip(part: PackedPart) -> bool {
    matches!(part, PackedPart::Row(_) | PackedPart::Segment(_))
}

/// Turns boards into nodes: values, parts, bounds, options.
pub(super) struct SumEngine {
    pub(super) values: Values,
    pub(super) parts: PartValues<BoardRules>,
    pub(super) unpacked: UnpackedParts,
    bounds: WeightTable,
    limits: ValuationLimits,
    pub(super) term_options: TermOptions,
    /// Bytes that bounds and options may take together.
    memory: usize,
    pub(super) ups: UpsTable,
    /// Net that refines the move order of large grid positions.
    pub(super) net: Option<Arc<Net>>,
    /// The net's accumulators of values.
    pub(super) value_accumulators: ValueAccumulators,
    /// Direct-mapped cache of the values of small grid parts.
    pub(super) grid_values: GridValueCache,
    /// Values of small grid parts from a file.
    pub(super) file_values: Option<ImportedValues>,
}

impl SumEngine {
    pub(super) fn new(
        values: Values,
        parts: PartValues<BoardRules>,
        limits: ValuationLimits,
        memory: usize,
    ) -> SumEngine {
        SumEngine {
            values,
            parts,
            unpacked: UnpackedParts::default(),
            bounds: WeightTable::new(memory),
            limits,
            term_options: TermOptions::default(),
            memory,
            ups: UpsTable::new(memory / 2),
            net: None,
            value_accumulators: ValueAccumulators::new(),
            grid_values: GridValueCache::new(memory / 4),
            file_values: None,
        }
    }

    pub(super) fn limits(&self) -> ValuationLimits {
        self.limits
    }

    /// Changes the limits. Stored verdicts stay true, but nodes that are normalised
    /// differently now are not met again.
    pub(super) fn set_limits(&mut self, limits: ValuationLimits) {
        if limits == self.limits {
            return;
        }
        self.limits = limits;
        self.term_options.clear();
        self.bounds.clear();
    }

    /// Empties the arena except for the first `count` values, and drops whatever
    /// depends on the others.
    pub(super) fn forget_values(&mut self, count: usize) {
        self.values.truncate(count);
        self.parts.forget_values(count);
        self.term_options.clear();
        self.bounds.clear();
        self.ups = UpsTable::new(self.memory / 2);
        self.unpacked = UnpackedParts::default();
        self.value_accumulators = ValueAccumulators::new();
        self.grid_values.clear();
        self.file_values.iter_mut().for_each(ImportedValues::clear);
    }

    /// Replaces the net.
    pub(super) fn set_net(&mut self, net: Option<Arc<Net>>) {
        (self.net, self.value_accumulators) = (net, ValueAccumulators::new());
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
            + self.parts.bytes()
            + self.bounds.bytes()
            + self.term_options.bytes()
            + self.unpacked.bytes()
            + self.ups.bytes()
            + self.grid_values.bytes()
            + self.file_values.as_ref().map_or(0, ImportedValues::bytes)
    }

    /// Drops the listed options if they and the bounds take too much memory.
    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        if self.term_options.bytes() + self.bounds.bytes() > self.memory {
            self.term_options.clear();
            if self.bounds.bytes() * 2 > self.memory {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }

    /// The part of a term, if it is one.
    pub(super) fn part(&self, term: SumTerm) -> Option<Signed<PackedPart>> {
        self.unpacked.part(term)
    }

    /// Creates the node of a sum of parts and values.
    pub(super) fn node(&mut self, parts: &[Signed<PackedPart>], values: &[Value]) -> Result<Vec<SumTerm>, Stop> {
        let mut terms = Vec::new();
        self.fill_node(parts, values, &mut terms)?;
        Ok(terms)
    }

    /// [`SumEngine::node`] into a scratch buffer.
    pub(super) fn fill_node(
        &mut self,
        parts: &[Signed<PackedPart>],
        values: &[Value],
        terms: &mut Vec<SumTerm>,
    ) -> Result<(), Stop> {
        terms.clear();
        for &v in values {
            terms.push(SumTerm::value(v)?);
        }
        for &signed in parts {
            terms.push(if self.is_valued(signed) {
                SumTerm::value(self.part_value(signed)?)?
            } else {
                self.unpacked.term(signed)?
            });
        }
        self.normalise(terms)
    }

    /// Returns whether a part is small enough to be valued.
    pub(super) fn is_valued(&self, signed: Signed<PackedPart>) -> bool {
        self.limits.values(signed.part, self.parts.rules().stones(signed.part))
    }

    pub(super) fn negative(&self, term: SumTerm) -> Result<SumTerm, Stop> {
        match term.as_value() {
            Some(v) => SumTerm::value(self.values.neg(v)),
            None => Ok(term.negative_part()),
        }
    }

    /// Sorts the terms, cancels opposite ones, adds values.
    pub(super) fn normalise(&mut self, terms: &mut Vec<SumTerm>) -> Result<(), Stop> {
        terms.sort_unstable();
        let values = terms.partition_point(|term| term.is_value());
        if terms.len() - values > 1 {
            cancel(terms, values);
        }
        if values > 0 {
            self.merge(terms, values)?;
        }
        Ok(())
    }

    /// Adds the first `values` terms where that is cheap.
    fn merge(&mut self, terms: &mut Vec<SumTerm>, values: usize) -> Result<(), Stop> {
        let zero = self.values.zero();
        if values == 1 {
            if terms[0].as_value() == Some(zero) {
                terms.remove(0);
            }
            return Ok(());
        }
        if let (2, Some(v), Some(w)) = (values, terms[0].as_value(), terms[1].as_value()) {
            return self.merge_two(terms, v, w);
        }
        let mut rest: SmallVec<[Value; 8]> = terms.drain(..values).filter_map(SumTerm::as_value).collect();
        rest.sort_unstable_by_key(|&v| (self.values.birthday(v), v.id()));
        let mut done: SmallVec<[Value; 8]> = SmallVec::new();
        let mut total = zero;
        for v in rest {
            if let Some(at) = done.iter().position(|&w| self.values.neg(v) == w) {
                done.swap_remove(at);
            } else if self.values.birthday(total) + self.values.birthday(v) <= self.limits.merge {
                total = self.values.add(total, v)?;
            } else {
                done.push(total);
                total = v;
            }
        }
        done.push(total);
        for v in done.into_iter().filter(|&v| v != zero) {
            terms.push(SumTerm::value(v)?);
        }
        terms.sort_unstable();
        Ok(())
    }

    /// [`SumEngine::merge`] for exactly two values, the common case.
    fn merge_two(&mut self, terms: &mut Vec<SumTerm>, v: Value, w: Value) -> Result<(), Stop> {
        if self.values.neg(v) == w {
            terms.drain(..2);
        } else if self.values.birthday(v) + self.values.birthday(w) <= self.limits.merge {
            terms[1] = SumTerm::value(self.values.add(v, w)?)?;
            terms.remove(0);
        }
        Ok(())
    }

    /// Atomic weight bounds of a part.
    pub(super) fn part_bounds(&mut self, signed: Signed<PackedPart>) -> Result<WeightInterval, Stop> {
        if !self.limits.bounds(signed.part, self.parts.rules().stones(signed.part)) {
            return Ok(WeightInterval::of_stones(self.parts.rules(), signed));
        }
        self.bounds.of(signed, self.limits, &mut self.parts, &mut self.values)
    }

    /// Returns the verdict on a node if comparing values or the two-ahead rule
    /// decides it.
    pub(super) fn static_verdict(&mut self, terms: &[SumTerm]) -> Result<Option<Verdict>, Stop> {
        if is_decided_by_comparison(terms) {
            return self.compare(terms).map(Some);
        }
        Ok(self.weight(terms)?.two_ahead())
    }

    /// Returns the verdict on strips and values if the two-ahead rule decides it,
    /// before the values are added: then they need not be.
    pub(super) fn two_ahead_verdict(&mut self, terms: &[SumTerm]) -> Result<Option<Verdict>, Stop> {
        if terms.iter().any(|term| term.is_grid_or_graph()) {
            return Ok(None);
        }
        Ok(self.weight(terms)?.two_ahead())
    }

    /// Atomic weight bounds of a node; [`WeightInterval::ALL`] if they cannot decide
    /// it.
    fn weight(&mut self, terms: &[SumTerm]) -> Result<WeightInterval, Stop> {
        let mut total = WeightInterval::ZERO;
        for &term in terms {
            // Grid and graph parts come last. Their bounds are their stones, at
            // least one of either colour, so they only widen the interval.
            if term.is_grid_or_graph() && total.low < 2 && total.high > -3 {
                return Ok(WeightInterval::ALL);
            }
            let one = match self.part(term) {
                Some(signed) => self.part_bounds(signed)?,
                None => term.as_value().map_or(WeightInterval::ALL, |v| WeightInterval::of_value(&self.values, v)),
            };
            total = total.plus(one);
        }
        Ok(total)
    }

    /// The verdict on a sum of at most two values. They are compared, never
    /// added: their sum may be huge. Three or more are left to
    /// [`SumEngine::three_values_verdict`] and the search.
    fn compare(&mut self, terms: &[SumTerm]) -> Result<Verdict, Stop> {
        let value = |term: &SumTerm| term.as_value().expect("only values are compared");
        match terms {
            [] => Ok(Verdict::Loss),
            [one] => Ok(Verdict::from_won(matches!(self.values.outcome(value(one)), Outcome::L | Outcome::N))),
            [one, other, ..] => {
                let minus = self.values.neg(value(other));
                Ok(Verdict::from_won(!self.values.le(value(one), minus)?))
            }
        }
    }
}

/// Returns whether a node is decided by comparing values.
pub(super) fn is_decided_by_comparison(terms: &[SumTerm]) -> bool {
    terms.len() <= 2 && terms.iter().all(|term| term.is_value())
}

/// Removes pairs of opposite parts; the parts start at index `values`.
fn cancel(terms: &mut Vec<SumTerm>, values: usize) {
    let mut i = values;
    while i < terms.len() {
        let opposite = terms[i].negative_part();
        match terms[i + 1..].iter().position(|&other| other == opposite) {
            Some(at) => {
                terms.remove(i + 1 + at);
                terms.remove(i);
            }
            None => i += 1,
        }
    }
}
