//! Sums in normal form: the nodes of the search.
//!
//! A node is a sorted list of items, each the exact value of small parts or a
//! long part. Left is always to move: a position with Right to move is entered
//! as its negative. Equal and opposite items cancel, and values are added up
//! where that is cheap, so that many boards become one node.

use std::sync::Arc;

use smallvec::SmallVec;

use super::bounds::{BoundTable, Bounds};
use super::grid_moves::GridValueCache;
use super::item::{Item, Wide};
use super::learned::{Net, ValueSums};
use super::moves::Choices;
use super::three_values::UpsTable;
use crate::cgt::{Value, Values};
use crate::packed::{BoardRules, PackedPart, PartRules, Signed};
use crate::value::PartValues;
use crate::{Outcome, Stop};

/// What is valued, bounded and added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
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

impl Limits {
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
pub(super) struct Sums {
    pub(super) values: Values,
    pub(super) parts: PartValues<BoardRules>,
    pub(super) wide: Wide,
    bounds: BoundTable,
    limits: Limits,
    pub(super) choices: Choices,
    /// Bytes that bounds and choices may take together.
    memory: usize,
    pub(super) ups: UpsTable,
    /// What orders the moves of large grid positions, besides the guess.
    pub(super) net: Option<Arc<Net>>,
    /// What the net makes of values.
    pub(super) value_sums: ValueSums,
    /// Values of small grid parts, found sooner.
    pub(super) grid_values: GridValueCache,
}

impl Sums {
    pub(super) fn new(values: Values, parts: PartValues<BoardRules>, limits: Limits, memory: usize) -> Sums {
        Sums {
            values,
            parts,
            wide: Wide::default(),
            bounds: BoundTable::new(memory),
            limits,
            choices: Choices::default(),
            memory,
            ups: UpsTable::new(memory / 2),
            net: None,
            value_sums: ValueSums::new(),
            grid_values: GridValueCache::new(memory / 4),
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes the limits. What is known about nodes stays true; some of them
    /// will not be met again.
    pub(super) fn set_limits(&mut self, limits: Limits) {
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
        self.wide = Wide::default();
        self.value_sums = ValueSums::new();
        self.grid_values.clear();
    }

    /// Puts another net in place, or none.
    pub(super) fn set_net(&mut self, net: Option<Arc<Net>>) {
        (self.net, self.value_sums) = (net, ValueSums::new());
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
            + self.parts.bytes()
            + self.bounds.bytes()
            + self.choices.bytes()
            + self.wide.bytes()
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

    /// The part of an item, if it is one.
    pub(super) fn part(&self, item: Item) -> Option<Signed<PackedPart>> {
        self.wide.part(item)
    }

    /// The sum of these parts and values as a node.
    pub(super) fn node(&mut self, parts: &[Signed<PackedPart>], values: &[Value]) -> Result<Vec<Item>, Stop> {
        let mut items = Vec::new();
        self.add_up(parts, values, &mut items)?;
        Ok(items)
    }

    /// The same into a list that is kept for its memory.
    pub(super) fn add_up(
        &mut self,
        parts: &[Signed<PackedPart>],
        values: &[Value],
        items: &mut Vec<Item>,
    ) -> Result<(), Stop> {
        items.clear();
        for &v in values {
            items.push(Item::value(v)?);
        }
        for &signed in parts {
            items.push(if self.is_valued(signed) {
                Item::value(self.parts.value(&mut self.values, signed)?)?
            } else {
                self.wide.item(signed)?
            });
        }
        self.normalise(items)
    }

    /// Whether a part is small enough to be valued.
    pub(super) fn is_valued(&self, signed: Signed<PackedPart>) -> bool {
        self.limits.values(signed.part, self.parts.rules().stones(signed.part))
    }

    pub(super) fn negative(&self, item: Item) -> Result<Item, Stop> {
        match item.as_value() {
            Some(v) => Item::value(self.values.neg(v)),
            None => Ok(item.negative_part()),
        }
    }

    /// Sorts, cancels and adds up.
    pub(super) fn normalise(&mut self, items: &mut Vec<Item>) -> Result<(), Stop> {
        items.sort_unstable();
        let values = items.partition_point(|item| item.is_value());
        if items.len() - values > 1 {
            cancel(items, values);
        }
        if values > 0 {
            self.merge(items, values)?;
        }
        Ok(())
    }

    /// Adds up the first `values` items where that is cheap.
    fn merge(&mut self, items: &mut Vec<Item>, values: usize) -> Result<(), Stop> {
        let zero = self.values.zero();
        if values == 1 {
            if items[0].as_value() == Some(zero) {
                items.remove(0);
            }
            return Ok(());
        }
        if let (2, Some(v), Some(w)) = (values, items[0].as_value(), items[1].as_value()) {
            return self.merge_two(items, v, w);
        }
        let mut rest: SmallVec<[Value; 8]> = items.drain(..values).filter_map(Item::as_value).collect();
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
            items.push(Item::value(v)?);
        }
        items.sort_unstable();
        Ok(())
    }

    /// The same for exactly two values, which is the common case.
    fn merge_two(&mut self, items: &mut Vec<Item>, v: Value, w: Value) -> Result<(), Stop> {
        if self.values.neg(v) == w {
            items.drain(..2);
        } else if self.values.birthday(v) + self.values.birthday(w) <= self.limits.merge {
            items[1] = Item::value(self.values.add(v, w)?)?;
            items.remove(0);
        }
        Ok(())
    }

    /// Bounds of the atomic weight of a part.
    pub(super) fn part_bounds(&mut self, signed: Signed<PackedPart>) -> Result<Bounds, Stop> {
        if !self.limits.bounds(signed.part, self.parts.rules().stones(signed.part)) {
            return Ok(Bounds::of_stones(self.parts.rules(), signed));
        }
        self.bounds.of(signed, self.limits, &mut self.parts, &mut self.values)
    }

    /// Whether Left, who is to move, wins, if no search is needed.
    pub(super) fn settled(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        if are_compared(items) {
            return self.compare(items).map(Some);
        }
        Ok(self.weight(items)?.winner())
    }

    /// The same by the two-ahead rule alone, for strips whose values have not
    /// been added up yet: those sums need not be found.
    pub(super) fn weighed(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        if items.iter().any(|item| item.is_rough()) {
            return Ok(None);
        }
        Ok(self.weight(items)?.winner())
    }

    /// Bounds of the atomic weight of a node, as far as they may settle it.
    fn weight(&mut self, items: &[Item]) -> Result<Bounds, Stop> {
        let mut total = Bounds::ZERO;
        for &item in items {
            // Values and strips come first. Of other parts only the stones
            // are counted, and there is at least one of either colour.
            if item.is_rough() && total.low < 2 && total.high > -3 {
                return Ok(Bounds::ALL);
            }
            let one = match self.part(item) {
                Some(signed) => self.part_bounds(signed)?,
                None => item.as_value().map_or(Bounds::ALL, |v| Bounds::of_value(&self.values, v)),
            };
            total = total.plus(one);
        }
        Ok(total)
    }

    /// Whether Left, moving first, wins a sum of at most two values. They are
    /// compared, never added: their sum may be huge. More than two that were
    /// too large to be added up are left to [`Sums::three`] and the search.
    fn compare(&mut self, items: &[Item]) -> Result<bool, Stop> {
        let value = |item: &Item| item.as_value().expect("only values are compared");
        match items {
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
pub(super) fn are_compared(items: &[Item]) -> bool {
    items.len() <= 2 && items.iter().all(|item| item.is_value())
}

/// Takes out parts that stand beside their negatives, from `values` on.
fn cancel(items: &mut Vec<Item>, values: usize) {
    let mut i = values;
    while i < items.len() {
        let opposite = items[i].negative_part();
        match items[i + 1..].iter().position(|&other| other == opposite) {
            Some(at) => {
                items.remove(i + 1 + at);
                items.remove(i);
            }
            None => i += 1,
        }
    }
}
