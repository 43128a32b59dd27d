//! Sums in normal form: the nodes of the search.
//!
//! A node is a sorted list of terms, each the exact value of small parts or a
//! long part. Left is always to move: a position with Right to move is entered
//! as its negative. Equal and opposite terms cancel, and values are added up
//! where that is cheap, so that many boards become one node.

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
use crate::value::PartValues;
use crate::{Outcome, Stop};

/// What is valued, bounded and added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValuationLimits {
    /// Strips up to this many stones are valued exactly.
    pub(super) strip: usize,
    /// So are other parts up to this many.
    pub(super) other: usize,
    /// Longer strips up to this many stones get bounds.
    pub(super) bounded: usize,
    /// Values are added up while their birthdays sum to at most this.
    pub(super) merge: u32,
    /// What a day of a value's birthday counts in a guess.
    pub(super) day: i32,
}

impl ValuationLimits {
    /// Whether a part gets bounds from its options.
    pub(super) fn bounds(self, part: PackedPart, stones: usize) -> bool {
        is_strip(part) && stones <= self.bounded
    }

    /// Whether a part is valued.
    pub(super) fn values(self, part: PackedPart, stones: usize) -> bool {
        stones <= if is_strip(part) { self.strip } else { self.other }
    }
}

pub(super) fn is_strip(part: PackedPart) -> bool {
    matches!(part, PackedPart::Row(_) | PackedPart::Segment(_))
}

/// Everything that turns boards into nodes.
pub(super) struct SumEngine {
    pub(super) values: Values,
    pub(super) parts: PartValues<BoardRules>,
    pub(super) unpacked: UnpackedParts,
    bounds: WeightTable,
    limits: ValuationLimits,
    pub(super) choices: TermOptions,
    /// Bytes that bounds and choices may take together.
    memory: usize,
    pub(super) ups: UpsTable,
    /// What orders the moves of large grid positions, besides the guess.
    pub(super) net: Option<Arc<Net>>,
    /// What the net makes of values.
    pub(super) value_accumulators: ValueAccumulators,
    /// Values of small grid parts, found sooner.
    pub(super) grid_values: GridValueCache,
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
            choices: TermOptions::default(),
            memory,
            ups: UpsTable::new(memory / 2),
            net: None,
            value_accumulators: ValueAccumulators::new(),
            grid_values: GridValueCache::new(memory / 4),
        }
    }

    pub(super) fn limits(&self) -> ValuationLimits {
        self.limits
    }

    /// Changes the limits. What is known about nodes stays true; some of them
    /// will not be met again.
    pub(super) fn set_limits(&mut self, limits: ValuationLimits) {
        if limits == self.limits {
            return;
        }
        self.limits = limits;
        self.choices.clear();
        self.bounds.clear();
    }

    /// Forgets all values but the first `count`, and whatever rests on them.
    pub(super) fn forget_values(&mut self, count: usize) {
        self.values.truncate(count);
        self.parts.forget_values(count);
        self.choices.clear();
        self.bounds.clear();
        self.ups = UpsTable::new(self.memory / 2);
        self.unpacked = UnpackedParts::default();
        self.value_accumulators = ValueAccumulators::new();
        self.grid_values.clear();
    }

    /// Puts another net in place, or none.
    pub(super) fn set_net(&mut self, net: Option<Arc<Net>>) {
        (self.net, self.value_accumulators) = (net, ValueAccumulators::new());
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
            + self.parts.bytes()
            + self.bounds.bytes()
            + self.choices.bytes()
            + self.unpacked.bytes()
            + self.ups.bytes()
            + self.grid_values.bytes()
    }

    /// Forgets the choices if they and the bounds take too much.
    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        if self.choices.bytes() + self.bounds.bytes() > self.memory {
            self.choices.clear();
            if self.bounds.bytes() * 2 > self.memory {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }

    /// The part of an term, if it is one.
    pub(super) fn part(&self, term: SumTerm) -> Option<Signed<PackedPart>> {
        self.unpacked.part(term)
    }

    /// The sum of these parts and values as a node.
    pub(super) fn node(&mut self, parts: &[Signed<PackedPart>], values: &[Value]) -> Result<Vec<SumTerm>, Stop> {
        let mut terms = Vec::new();
        self.add_up(parts, values, &mut terms)?;
        Ok(terms)
    }

    /// The same into a list that is kept for its memory.
    pub(super) fn add_up(
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
                SumTerm::value(self.parts.value(&mut self.values, signed)?)?
            } else {
                self.unpacked.term(signed)?
            });
        }
        self.normalise(terms)
    }

    /// Whether a part is small enough to be valued.
    pub(super) fn is_valued(&self, signed: Signed<PackedPart>) -> bool {
        self.limits.values(signed.part, self.parts.rules().stones(signed.part))
    }

    pub(super) fn negative(&self, term: SumTerm) -> Result<SumTerm, Stop> {
        match term.as_value() {
            Some(v) => SumTerm::value(self.values.neg(v)),
            None => Ok(term.negative_part()),
        }
    }

    /// Sorts, cancels and adds up.
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

    /// Adds up the first `values` terms where that is cheap.
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

    /// The same for exactly two values, which is the common case.
    fn merge_two(&mut self, terms: &mut Vec<SumTerm>, v: Value, w: Value) -> Result<(), Stop> {
        if self.values.neg(v) == w {
            terms.drain(..2);
        } else if self.values.birthday(v) + self.values.birthday(w) <= self.limits.merge {
            terms[1] = SumTerm::value(self.values.add(v, w)?)?;
            terms.remove(0);
        }
        Ok(())
    }

    /// Bounds of the atomic weight of a part.
    pub(super) fn part_bounds(&mut self, signed: Signed<PackedPart>) -> Result<WeightInterval, Stop> {
        if !self.limits.bounds(signed.part, self.parts.rules().stones(signed.part)) {
            return Ok(WeightInterval::of_stones(self.parts.rules(), signed));
        }
        self.bounds.of(signed, self.limits, &mut self.parts, &mut self.values)
    }

    /// Whether Left, who is to move, wins, if no search is needed.
    pub(super) fn settled(&mut self, terms: &[SumTerm]) -> Result<Option<bool>, Stop> {
        if is_decided_by_comparison(terms) {
            return self.compare(terms).map(Some);
        }
        Ok(self.weight(terms)?.winner())
    }

    /// The same by the two-ahead rule alone, for strips whose values have not
    /// been added up yet: those sums need not be found.
    pub(super) fn weighed(&mut self, terms: &[SumTerm]) -> Result<Option<bool>, Stop> {
        if terms.iter().any(|term| term.is_grid_or_graph()) {
            return Ok(None);
        }
        Ok(self.weight(terms)?.winner())
    }

    /// Bounds of the atomic weight of a node, as far as they may settle it.
    fn weight(&mut self, terms: &[SumTerm]) -> Result<WeightInterval, Stop> {
        let mut total = WeightInterval::ZERO;
        for &term in terms {
            // Values and strips come first. Of other parts only the stones
            // are counted, and there is at least one of either colour.
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

    /// Whether Left, moving first, wins a sum of at most two values. They are
    /// compared, never added: their sum may be huge. More than two that were
    /// too large to be added up are left to [`SumEngine::three`] and the search.
    fn compare(&mut self, terms: &[SumTerm]) -> Result<bool, Stop> {
        let value = |term: &SumTerm| term.as_value().expect("only values are compared");
        match terms {
            [] => Ok(false),
            [one] => Ok(matches!(self.values.outcome(value(one)), Outcome::L | Outcome::N)),
            [one, other, ..] => {
                let minus = self.values.neg(value(other));
                Ok(!self.values.le(value(one), minus)?)
            }
        }
    }
}

/// Whether a node is settled by comparing values.
pub(super) fn is_decided_by_comparison(terms: &[SumTerm]) -> bool {
    terms.len() <= 2 && terms.iter().all(|term| term.is_value())
}

/// Takes out parts that stand beside their negatives, from `values` on.
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
