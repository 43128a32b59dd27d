//! Options of a sum term, as lists of terms, cached by term.

use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::sum::SumEngine;
use super::sum_term::{SumTerm, TermLists};
use crate::base::hash::Mixed;
use crate::cgt::Value;
use crate::packed::{MoveResults, PackedPart, Signed};
use crate::transposition::Verdict;
use crate::{Player, Stop};

/// Cache of the options of terms, as lists with consecutive indices.
#[derive(Default)]
pub(super) struct TermOptions {
    found: HashMap<SumTerm, (u32, u32), Mixed>,
    lists: TermLists,
    /// The unvalued results of the moves in the term `moves_of`.
    moves: MoveResults<PackedPart>,
    moves_of: Option<SumTerm>,
    /// Scratch buffer, reused between calls.
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

    /// The option with this index.
    pub(super) fn get(&self, number: usize) -> &[SumTerm] {
        self.lists.get(number)
    }
}

impl SumEngine {
    /// The indices of Left's options of a term, negated so that the opponent is
    /// Left. Duplicate and dominated options are dropped. The indices are valid
    /// until the next call.
    pub(super) fn options(&mut self, term: SumTerm) -> Result<Range<usize>, Stop> {
        if let Some(&(first, end)) = self.term_options.found.get(&term) {
            return Ok(first as usize..end as usize);
        }
        let mut fresh = std::mem::take(&mut self.term_options.fresh);
        fresh.clear();
        self.list_options(term, &mut fresh)?;
        let mut order: Vec<usize> = (0..fresh.len()).collect();
        order.sort_unstable_by(|&i, &j| fresh.get(i).cmp(fresh.get(j)));
        order.dedup_by(|i, j| fresh.get(*i) == fresh.get(*j));
        if !term.is_value() {
            self.drop_dominated(&mut order, &fresh)?;
        }
        self.make_room()?;
        let first = self.term_options.lists.len();
        order.iter().for_each(|&i| self.term_options.lists.push(fresh.get(i)));
        let end = self.term_options.lists.len();
        self.term_options.found.insert(term, (first as u32, end as u32));
        self.term_options.fresh = fresh;
        Ok(first..end)
    }

    fn list_options(&mut self, term: SumTerm, fresh: &mut TermLists) -> Result<(), Stop> {
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
            self.fill_node(parts, &[], &mut terms)?;
            fresh.push(&terms);
        }
        self.term_options.keep_moves(term, moves);
        Ok(())
    }

    /// The results of Left's moves in a part, negated. The caller hands them back
    /// with [`TermOptions::keep_moves`].
    fn take_moves(&mut self, term: SumTerm, signed: Signed<PackedPart>) -> MoveResults<PackedPart> {
        let mut moves = std::mem::take(&mut self.term_options.moves);
        if self.term_options.moves_of.take() != Some(term) {
            moves.clear();
            moves.add(self.parts.rules(), signed.negative(), Player::Right);
        }
        moves
    }

    /// Returns whether Left wins by a move to values only, in a node with one part
    /// whose options are not listed yet: then most of them need not be. That
    /// settles half of all nodes of a grid.
    pub(super) fn wins_at_once(&mut self, terms: &[SumTerm], child: &mut Vec<SumTerm>) -> Result<bool, Stop> {
        let Some((&term, rest)) = terms.split_last() else { return Ok(false) };
        let Some(signed) = self.part(term) else { return Ok(false) };
        if rest.last().is_some_and(|other| !other.is_value()) || self.term_options.found.contains_key(&term) {
            return Ok(false);
        }
        let moves = self.take_moves(term, signed);
        let mut won = false;
        for parts in moves.iter() {
            if parts.iter().all(|&signed| self.is_valued(signed)) {
                self.fill_node(parts, &[], child)?;
                for &value in rest {
                    child.push(self.negative(value)?);
                }
                self.normalise(child)?;
                won = self.static_verdict(child)? == Some(Verdict::Loss);
                if won {
                    break;
                }
            }
        }
        self.term_options.keep_moves(term, moves);
        Ok(won)
    }

    /// Drops dominated options: those that differ from another one in one value
    /// only, which is at least that of the other, from the opponent's view.
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
