//! What the moves in an item leave, found once and kept.

use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::item::{Item, Lists};
use super::sum::Sums;
use crate::base::hash::Mixed;
use crate::cgt::Value;
use crate::packed::{MoveResults, PackedPart, Signed};
use crate::{Player, Stop};

/// The choices found so far, as lists with consecutive numbers.
#[derive(Default)]
pub(super) struct Choices {
    found: HashMap<Item, (u32, u32), Mixed>,
    lists: Lists,
    /// What the moves of this item leave, if they have been asked for.
    moves: MoveResults<PackedPart>,
    moves_of: Option<Item>,
    /// Kept for its memory.
    fresh: Lists,
}

impl Choices {
    pub(super) fn bytes(&self) -> usize {
        self.lists.bytes() + self.found.capacity() * (size_of::<(Item, (u32, u32))>() + 1)
    }

    pub(super) fn clear(&mut self) {
        *self = Choices::default();
    }

    fn keep_moves(&mut self, item: Item, moves: MoveResults<PackedPart>) {
        (self.moves, self.moves_of) = (moves, Some(item));
    }

    /// What one of the choices leaves.
    pub(super) fn get(&self, number: usize) -> &[Item] {
        self.lists.get(number)
    }
}

impl Sums {
    /// The numbers of what Left's moves in an item leave, as the opponent sees
    /// it: negated. Repetitions and choices that another one dominates are
    /// dropped. The numbers hold until choices are asked for again.
    pub(super) fn choices(&mut self, item: Item) -> Result<Range<usize>, Stop> {
        if let Some(&(first, end)) = self.choices.found.get(&item) {
            return Ok(first as usize..end as usize);
        }
        let mut fresh = std::mem::take(&mut self.choices.fresh);
        fresh.clear();
        self.list_choices(item, &mut fresh)?;
        let mut order: Vec<usize> = (0..fresh.len()).collect();
        order.sort_unstable_by(|&i, &j| fresh.get(i).cmp(fresh.get(j)));
        order.dedup_by(|i, j| fresh.get(*i) == fresh.get(*j));
        if !item.is_value() {
            self.drop_dominated(&mut order, &fresh)?;
        }
        self.make_room()?;
        let first = self.choices.lists.len();
        order.iter().for_each(|&i| self.choices.lists.push(fresh.get(i)));
        let end = self.choices.lists.len();
        self.choices.found.insert(item, (first as u32, end as u32));
        self.choices.fresh = fresh;
        Ok(first..end)
    }

    fn list_choices(&mut self, item: Item, fresh: &mut Lists) -> Result<(), Stop> {
        let Some(signed) = self.part(item) else {
            let v = item.as_value().expect("a value or a part");
            for &option in self.values.left_options(v) {
                fresh.push(&[Item::value(self.values.neg(option))?]);
            }
            return Ok(());
        };
        let moves = self.take_moves(item, signed);
        let mut items = Vec::new();
        for parts in moves.iter() {
            self.add_up(parts, &[], &mut items)?;
            fresh.push(&items);
        }
        self.choices.keep_moves(item, moves);
        Ok(())
    }

    /// What Left's moves in a part leave, as the opponent sees it; to be kept
    /// for the next question.
    fn take_moves(&mut self, item: Item, signed: Signed<PackedPart>) -> MoveResults<PackedPart> {
        let mut moves = std::mem::take(&mut self.choices.moves);
        if self.choices.moves_of.take() != Some(item) {
            moves.clear();
            moves.add(self.parts.rules(), signed.negative(), Player::Right);
        }
        moves
    }

    /// Whether Left wins by a move that leaves only values, if there is but one
    /// part and its choices are not known yet: then most of them need not be
    /// found. It is so at half of all nodes of a grid.
    pub(super) fn wins_at_once(&mut self, items: &[Item], child: &mut Vec<Item>) -> Result<bool, Stop> {
        let Some((&item, rest)) = items.split_last() else { return Ok(false) };
        let Some(signed) = self.part(item) else { return Ok(false) };
        if rest.last().is_some_and(|other| !other.is_value()) || self.choices.found.contains_key(&item) {
            return Ok(false);
        }
        let moves = self.take_moves(item, signed);
        let mut won = false;
        for parts in moves.iter() {
            if parts.iter().all(|&signed| self.is_valued(signed)) {
                self.add_up(parts, &[], child)?;
                for &value in rest {
                    child.push(self.negative(value)?);
                }
                self.normalise(child)?;
                won = self.settled(child)? == Some(false);
                if won {
                    break;
                }
            }
        }
        self.choices.keep_moves(item, moves);
        Ok(won)
    }

    /// Drops choices that differ from another one in one value only, and are
    /// no better for the player who chose: as the opponent sees it, no less.
    fn drop_dominated(&mut self, order: &mut Vec<usize>, fresh: &Lists) -> Result<(), Stop> {
        let zero = self.values.zero();
        let split = |&i: &usize| -> (Value, &[Item]) {
            let list = fresh.get(i);
            list.split_first().and_then(|(first, rest)| Some((first.as_value()?, rest))).unwrap_or((zero, list))
        };
        let mut splits: SmallVec<[(Value, &[Item]); 32]> = order.iter().map(split).collect();
        let mut i = 0;
        while i < order.len() {
            let (v, parts) = splits[i];
            let mut dominated = false;
            for j in (0..order.len()).filter(|&j| j != i) {
                let (w, others) = splits[j];
                if parts == others && self.values.le(w, v)? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                order.remove(i);
                splits.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }
}
