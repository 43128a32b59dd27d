//! What the moves in an term leave, found once and kept.

use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::sum::SumEngine;
use super::sum_term::{SumTerm, TermLists};
use crate::base::hash::Mixed;
use crate::cgt::Value;
use crate::packed::{MoveResults, PackedPart, Signed};
use crate::{Player, Stop};

/// The choices found so far, as lists with consecutive numbers.
#[derive(Default)]
pub(super) struct TermOptions {
    found: HashMap<SumTerm, (u32, u32), Mixed>,
    lists: TermLists,
    /// What the moves of this term leave, if they have been asked for.
    moves: MoveResults<PackedPart>,
    moves_of: Option<SumTerm>,
    /// Kept for its memory.
    fresh: TermLists,
}

impl TermOptions {
    pub(super) fn bytes(&self) -> usize {
        self.lists.bytes() + self.found.capacity() * (size_of::<(SumTerm, (u32, u32))>() + 1)
    }

    pub(super) fn clear(&mut self) {
        *self = TermOptions::default();
    }

    fn keep_moves(&mut self, term: SumTerm, moves: MoveResults<PackedPart>) {
        (self.moves, self.moves_of) = (moves, Some(term));
    }

    /// What one of the choices leaves.
    pub(super) fn get(&self, number: usize) -> &[SumTerm] {
        self.lists.get(number)
    }
}

impl SumEngine {
    /// The numbers of what Left's moves in an term leave, as the opponent sees
    /// it: negated. Repetitions and choices that another one dominates are
    /// dropped. The numbers hold until choices are asked for again.
    pub(super) fn choices(&mut self, term: SumTerm) -> Result<Range<usize>, Stop> {
        if let Some(&(first, end)) = self.choices.found.get(&term) {
            return Ok(first as usize..end as usize);
        }
        let mut fresh = std::mem::take(&mut self.choices.fresh);
        fresh.clear();
        self.list_choices(term, &mut fresh)?;
        let mut order: Vec<usize> = (0..fresh.len()).collect();
        order.sort_unstable_by(|&i, &j| fresh.get(i).cmp(fresh.get(j)));
        order.dedup_by(|i, j| fresh.get(*i) == fresh.get(*j));
        if !term.is_value() {
            self.drop_dominated(&mut order, &fresh)?;
        }
        self.make_room()?;
        let first = self.choices.lists.len();
        order.iter().for_each(|&i| self.choices.lists.push(fresh.get(i)));
        let end = self.choices.lists.len();
        self.choices.found.insert(term, (first as u32, end as u32));
        self.choices.fresh = fresh;
        Ok(first..end)
    }

    fn list_choices(&mut self, term: SumTerm, fresh: &mut TermLists) -> Result<(), Stop> {
        let Some(signed) = self.part(term) else {
            let v = term.as_value().expect("a value or a part");
            for &option in self.values.left_options(v) {
                fresh.push(&[SumTerm::value(self.values.neg(option))?]);
            }
            return Ok(());
        };
        let moves = self.take_moves(term, signed);
        let mut terms = Vec::new();
        for parts in moves.iter() {
            self.add_up(parts, &[], &mut terms)?;
            fresh.push(&terms);
        }
        self.choices.keep_moves(term, moves);
        Ok(())
    }

    /// What Left's moves in a part leave, as the opponent sees it; to be kept
    /// for the next question.
    fn take_moves(&mut self, term: SumTerm, signed: Signed<PackedPart>) -> MoveResults<PackedPart> {
        let mut moves = std::mem::take(&mut self.choices.moves);
        if self.choices.moves_of.take() != Some(term) {
            moves.clear();
            moves.add(self.parts.rules(), signed.negative(), Player::Right);
        }
        moves
    }

    /// Whether Left wins by a move that leaves only values, if there is but one
    /// part and its choices are not known yet: then most of them need not be
    /// found. It is so at half of all nodes of a grid.
    pub(super) fn wins_at_once(&mut self, terms: &[SumTerm], child: &mut Vec<SumTerm>) -> Result<bool, Stop> {
        let Some((&term, rest)) = terms.split_last() else { return Ok(false) };
        let Some(signed) = self.part(term) else { return Ok(false) };
        if rest.last().is_some_and(|other| !other.is_value()) || self.choices.found.contains_key(&term) {
            return Ok(false);
        }
        let moves = self.take_moves(term, signed);
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
        self.choices.keep_moves(term, moves);
        Ok(won)
    }

    /// Drops choices that differ from another one in one value only, and are
    /// no better for the player who chose: as the opponent sees it, no less.
    fn drop_dominated(&mut self, order: &mut Vec<usize>, fresh: &TermLists) -> Result<(), Stop> {
        let zero = self.values.zero();
        let split = |&i: &usize| -> (Value, &[SumTerm]) {
            let list = fresh.get(i);
            list.split_first().and_then(|(first, rest)| Some((first.as_value()?, rest))).unwrap_or((zero, list))
        };
        let mut splits: SmallVec<[(Value, &[SumTerm]); 32]> = order.iter().map(split).collect();
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
