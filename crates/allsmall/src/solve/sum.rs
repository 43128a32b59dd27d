//! Sums in normal form: the nodes of the search.
//!
//! A node is a sorted list of items, each the exact value of small parts or a
//! long part. Left is always to move: a position with Right to move is entered
//! as its negative. Equal and opposite items cancel, and values are added up
//! where that is cheap, so that many boards become one node.

use std::collections::HashMap;
use std::rc::Rc;

use super::bounds::{BoundTable, Bounds};
use super::item::{Item, Wide};
use super::table::Effort;
use crate::hash::Mixed;
use crate::kernel::{Boards, Kernel, Part, Signed, options_of};
use crate::valuation::PartValues;
use crate::value::{Value, Values};
use crate::{Outcome, Player, Stop};

/// Lists of items, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    items: Vec<Item>,
    ends: Vec<u32>,
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, i: usize) -> &[Item] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.items[start as usize..self.ends[i] as usize]
    }

    pub(super) fn push(&mut self, list: &[Item]) {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len() as u32);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Item]> {
        (0..self.len()).map(|i| self.get(i))
    }

    fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Item>() + self.ends.capacity() * 4
    }
}

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
}

impl Limits {
    /// Whether a part gets bounds from its options.
    pub(super) fn bounds(self, part: Part, stones: usize) -> bool {
        is_strip(part) && stones <= self.bounded
    }

    /// Whether a part is valued.
    pub(super) fn values(self, part: Part, stones: usize) -> bool {
        stones <= if is_strip(part) { self.strip } else { self.other }
    }
}

pub(super) fn is_strip(part: Part) -> bool {
    matches!(part, Part::Row(_) | Part::Segment(_))
}

/// Everything that turns boards into nodes.
pub(super) struct Sums {
    pub(super) values: Values,
    pub(super) parts: PartValues<Boards>,
    wide: Wide,
    bounds: BoundTable,
    limits: Limits,
    /// What Left's moves in a part leave, the opponent to move: negated.
    choices: HashMap<Item, Rc<Lists>, Mixed>,
    choice_bytes: usize,
    /// Bytes that bounds and choices may take together.
    memory: usize,
}

impl Sums {
    pub(super) fn new(values: Values, parts: PartValues<Boards>, limits: Limits, memory: usize) -> Sums {
        Sums {
            values,
            parts,
            wide: Wide::default(),
            bounds: BoundTable::default(),
            limits,
            choices: HashMap::default(),
            choice_bytes: 0,
            memory,
        }
    }

    /// Changes the limits. What is known about nodes stays true; some of them
    /// will not be met again.
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.forget_choices();
        self.bounds.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes() + self.parts.bytes() + self.bounds.bytes() + self.choice_bytes + self.wide.bytes()
    }

    fn forget_choices(&mut self) {
        self.choices = HashMap::default();
        self.choice_bytes = 0;
    }

    /// The sum of these parts and values as a node.
    pub(super) fn node(&mut self, parts: &[Signed<Part>], values: &[Value]) -> Result<Vec<Item>, Stop> {
        let mut items = Vec::with_capacity(parts.len() + values.len());
        for &v in values {
            items.push(Item::value(v)?);
        }
        for &signed in parts {
            items.push(if self.limits.values(signed.part, self.parts.kernel().stones(signed.part)) {
                Item::value(self.parts.value(&mut self.values, signed)?)?
            } else {
                self.wide.item(signed)?
            });
        }
        self.normalise(&mut items)?;
        Ok(items)
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
        let mut rest: Vec<Value> = items.drain(..values).filter_map(Item::as_value).collect();
        rest.sort_unstable_by_key(|&v| (self.values.birthday(v), v.id()));
        let mut done: Vec<Value> = Vec::new();
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

    /// What Left's moves in an item leave, as the opponent sees it: negated.
    /// Repetitions and choices that another one dominates are dropped.
    pub(super) fn choices(&mut self, item: Item) -> Result<Rc<Lists>, Stop> {
        if let Some(known) = self.choices.get(&item) {
            return Ok(Rc::clone(known));
        }
        let mut all: Vec<Vec<Item>> = Vec::new();
        match self.wide.part(item) {
            Some(signed) => {
                for parts in options_of(self.parts.kernel(), signed.negative(), Player::Right) {
                    all.push(self.node(&parts, &[])?);
                }
            }
            None => {
                let v = item.as_value().expect("a value or a part");
                for &option in self.values.left_options(v) {
                    all.push(vec![Item::value(self.values.neg(option))?]);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        if !item.is_value() {
            self.drop_dominated(&mut all)?;
        }
        let mut lists = Lists::default();
        all.iter().for_each(|list| lists.push(list));
        self.choice_bytes += lists.bytes() + 128;
        if self.choice_bytes + self.bounds.bytes() > self.memory {
            self.forget_choices();
            if self.bounds.bytes() * 2 > self.memory {
                return Err(Stop::Memory);
            }
        }
        let lists = Rc::new(lists);
        self.choices.insert(item, Rc::clone(&lists));
        Ok(lists)
    }

    /// Drops choices that differ from another one in one value only, and are
    /// no better for the player who chose: as the opponent sees it, no less.
    fn drop_dominated(&mut self, all: &mut Vec<Vec<Item>>) -> Result<(), Stop> {
        let zero = self.values.zero();
        let split = |list: &[Item]| match list.first().and_then(|item| item.as_value()) {
            Some(v) => (v, 1),
            None => (zero, 0),
        };
        let mut i = 0;
        while i < all.len() {
            let (v, from) = split(&all[i]);
            let mut dominated = false;
            for j in (0..all.len()).filter(|&j| j != i) {
                let (w, start) = split(&all[j]);
                if all[i][from..] == all[j][start..] && self.values.le(w, v)? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                all.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// How hard a node looks: the more moves and long parts, the harder it is
    /// to lose; the greater the atomic weight of values and strips, the easier
    /// it is to win.
    pub(super) fn guess(&mut self, items: &[Item]) -> Result<Effort, Stop> {
        let (mut lose, mut weight) = (0, Bounds::ZERO);
        for &item in items {
            match self.wide.part(item) {
                Some(signed) => {
                    lose += 4 + self.parts.kernel().pairs(signed.part) as i32;
                    if is_strip(signed.part) {
                        weight = weight.plus(self.part_bounds(signed)?);
                    }
                }
                None => {
                    let v = item.as_value().expect("a value or a part");
                    lose += self.values.left_options(v).len() as i32;
                    weight = weight.plus(Bounds::of_value(&self.values, v));
                }
            }
        }
        let ahead = ((weight.low + weight.high) / 2).clamp(-4, 4);
        Ok(Effort { win: (2 - ahead).max(1) as u32, lose: (lose + 2 * ahead).max(1) as u32 })
    }

    /// Bounds of the atomic weight of a node.
    pub(super) fn bounds(&mut self, items: &[Item]) -> Result<Bounds, Stop> {
        let mut total = Bounds::ZERO;
        for &item in items {
            let one = match self.wide.part(item) {
                Some(signed) => self.part_bounds(signed)?,
                None => item.as_value().map_or(Bounds::ALL, |v| Bounds::of_value(&self.values, v)),
            };
            total = total.plus(one);
        }
        Ok(total)
    }

    /// Bounds of the atomic weight of a part.
    pub(super) fn part_bounds(&mut self, signed: Signed<Part>) -> Result<Bounds, Stop> {
        if !self.limits.bounds(signed.part, self.parts.kernel().stones(signed.part)) {
            return Ok(Bounds::of_stones(self.parts.kernel(), signed));
        }
        self.bounds.of(signed, self.limits, &mut self.parts, &mut self.values)
    }

    /// Whether Left, who is to move, wins, if no search is needed.
    pub(super) fn settled(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        if let [] | [_] | [_, _] = items
            && items.iter().all(|item| item.is_value())
        {
            return self.compare(items).map(Some);
        }
        // The two-ahead rule.
        let Bounds { low, high } = self.bounds(items)?;
        Ok(if low >= 1 {
            Some(true)
        } else if high <= -2 {
            Some(false)
        } else {
            None
        })
    }

    /// Whether Left, moving first, wins a sum of at most two values. They are
    /// compared, never added: their sum may be huge. More than two that were
    /// too large to be added up are left to the search.
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
