//! Staged move generation in a node of one grid part and at most one value:
//! nearly all nodes of a grid. Such parts hardly ever recur, so their options are
//! not cached.
//!
//! 1. A move to values only is decided by one comparison; the first winning one
//!    settles the node. The values come from a cache keyed by the lanes.
//! 2. Moves in the value, then moves to a long part, are normalised and looked
//!    up. Of moves to the same long part the dominated ones are dropped.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::frame::Frame;
use super::search::{Expansion, Search};
use super::sum::SumEngine;
use super::sum_term::SumTerm;
use super::transposition::TableKey;
use crate::base::hash;
use crate::cgt::{Value, Values};
use crate::packed::{GridLanes, MoveId, PackedPart, Signed};
use crate::transposition::Verdict;
use crate::{Player, Stop};

/// The move to a child.
#[derive(Clone, Copy, Default)]
pub(super) struct ChildOrigin {
    /// The id of the move; none for a move in a value.
    pub(super) id: Option<MoveId>,
    /// The child's long part as placed on the board; empty if there are several.
    pub(super) lanes: GridLanes,
}

/// A move to one long part and a value.
#[derive(Clone, Copy)]
struct LongMove {
    id: MoveId,
    lanes: GridLanes,
    term: SumTerm,
    /// The value of the small parts that it leaves.
    value: Value,
}

impl LongMove {
    /// The node that it leads to: the part, and the value unless it is zero. The
    /// caller passes the part in both elements of `terms`.
    fn terms<'a>(&self, values: &Values, terms: &'a mut [SumTerm; 2]) -> Result<&'a [SumTerm], Stop> {
        if self.value == values.zero() {
            return Ok(&terms[1..]);
        }
        terms[0] = SumTerm::value(self.value)?;
        Ok(terms)
    }
}

/// Scratch buffers for the moves of the node that is being expanded.
#[derive(Default)]
pub(super) struct GridMoves {
    /// The parts that moves leave, if not all of them are small; and for each
    /// move the end of its parts.
    open: Vec<GridLanes>,
    ends: Vec<(MoveId, usize)>,
    long: Vec<LongMove>,
    /// Moves that leave several long parts, or values too large to be added: all
    /// parts, from the opponent's view.
    rare: Vec<(MoveId, Vec<GridLanes>)>,
    /// Table keys of the children by long moves; none where values are not added.
    keys: Vec<Option<TableKey>>,
    /// The move in a part that settled the node as a win.
    pub(super) winner: Option<MoveId>,
}

/// Direct-mapped cache of the values of small grid parts, keyed by their lanes.
pub(super) struct GridValueCache {
    /// Stones, black stones and value id; no stones in a vacant slot.
    slots: Vec<(u64, u64, u32)>,
    /// Insertions since the cache last grew.
    inserted: usize,
    max_slots: usize,
}

/// Initial and maximum number of slots: 24 KiB, 24 MiB.
const MIN_SLOTS: usize = 1 << 10;
const MAX_SLOTS: usize = 1 << 20;

impl GridValueCache {
    /// Creates an empty cache that grows to about `bytes`.
    pub(super) fn new(bytes: usize) -> GridValueCache {
        let slots = (bytes / size_of::<(u64, u64, u32)>()).clamp(1, MAX_SLOTS);
        GridValueCache { slots: Vec::new(), inserted: 0, max_slots: 1 << slots.ilog2() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u64, u32)>()
    }

    pub(super) fn clear(&mut self) {
        (self.slots, self.inserted) = (Vec::new(), 0);
    }

    fn index(&self, stones: u64, black: u64) -> usize {
        hash::mix(hash::of_word(stones), black) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn find(&self, lanes: GridLanes) -> Option<Value> {
        if self.slots.is_empty() {
            return None;
        }
        let (stones, black, value) = self.slots[self.index(lanes.stones, lanes.black)];
        ((stones, black) == (lanes.stones, lanes.black)).then(|| Value::of_id(value))
    }

    fn insert(&mut self, lanes: GridLanes, value: Value) {
        if self.slots.is_empty() || self.inserted > self.slots.len() && self.slots.len() < self.max_slots {
            let slots = (4 * self.slots.len()).clamp(MIN_SLOTS, self.max_slots.max(MIN_SLOTS));
            let old = std::mem::replace(&mut self.slots, vec![(0, 0, 0); slots]);
            self.inserted = 0;
            old.into_iter().filter(|slot| slot.0 != 0).for_each(|slot| self.put(slot));
        }
        self.put((lanes.stones, lanes.black, value.id()));
    }

    fn put(&mut self, slot: (u64, u64, u32)) {
        let index = self.index(slot.0, slot.1);
        self.slots[index] = slot;
        self.inserted += 1;
    }
}

impl SumEngine {
    /// The value and the grid part of a node, if that is all there is in it.
    fn single_grid_part(&self, terms: &[SumTerm]) -> Option<(Value, SumTerm, GridLanes)> {
        let (value, term) = match *terms {
            [term] => (self.values.zero(), term),
            [value, term] => (value.as_value()?, term),
            _ => return None,
        };
        let Signed { part: PackedPart::Grid(grid), negated, own_negative } = self.part(term)? else { return None };
        Some((value, term, GridLanes::new(Signed { part: grid, negated, own_negative })?))
    }

    fn is_small(&self, lanes: GridLanes) -> bool {
        lanes.count() <= if lanes.is_row() { self.limits().strip } else { self.limits().grid }
    }

    /// The value of a part that is small enough to be valued.
    pub(super) fn part_value(&mut self, signed: Signed<PackedPart>) -> Result<Value, Stop> {
        if let (PackedPart::Grid(grid), Some(file_values)) = (signed.part, &mut self.file_values)
            && let Some(lanes) = GridLanes::new(signed.map(|_| grid))
            && let Some(value) = file_values.value(&mut self.values, lanes)?
        {
            return Ok(value);
        }
        self.parts.value(&mut self.values, signed)
    }

    /// The value of a small part.
    fn lanes_value(&mut self, lanes: GridLanes) -> Result<Value, Stop> {
        // The file's dense table is faster than the cache: its hash table has a slot a
        // shape, not a slot a part.
        if let Some(file_values) = &mut self.file_values
            && let Some(value) = file_values.value(&mut self.values, lanes)?
        {
            return Ok(value);
        }
        if lanes.is_narrow()
            && let Some(value) = self.grid_values.find(lanes)
        {
            return Ok(value);
        }
        let signed = PackedPart::of_grid(lanes.normal());
        let value = match self.parts.known(&self.values, signed) {
            Some(value) => value,
            None if lanes.is_row() => self.parts.value(&mut self.values, signed)?,
            None => {
                let value = self.compute_lanes_value(lanes, signed.own_negative)?;
                let plain = if signed.negated { self.values.neg(value) } else { value };
                self.parts.insert(signed.part, plain)?;
                value
            }
        };
        if lanes.is_narrow() {
            self.grid_values.insert(lanes, value);
        }
        Ok(value)
    }

    /// The value of a small part, from the values of its options. It has at most
    /// ten stones, which bounds the recursion.
    fn compute_lanes_value(&mut self, lanes: GridLanes, own_negative: bool) -> Result<Value, Stop> {
        // Right's options are the negatives of Left's options of the negative.
        let right = self.option_values(lanes.negative(), Player::Right)?;
        let left = if own_negative {
            right.iter().map(|&v| self.values.neg(v)).collect()
        } else {
            self.option_values(lanes, Player::Left)?
        };
        self.values.from_options(&left, &right)
    }

    /// The values of a player's options; the player's stones are black in `lanes`.
    fn option_values(&mut self, lanes: GridLanes, player: Player) -> Result<Vec<Value>, Stop> {
        let (mut terms, mut ends) = (SmallVec::<[Value; 32]>::new(), SmallVec::<[usize; 32]>::new());
        let ended = lanes.for_each_move(|_, pieces| {
            for &lanes in pieces {
                match self.lanes_value(lanes) {
                    Ok(v) => terms.push(if player == Player::Left { self.values.neg(v) } else { v }),
                    Err(stop) => return ControlFlow::Break(stop),
                }
            }
            ends.push(terms.len());
            ControlFlow::Continue(())
        });
        match ended {
            ControlFlow::Break(stop) => Err(stop),
            ControlFlow::Continue(()) => self.values.option_sums(&terms, &ends, player),
        }
    }

    /// The sum of the values of the small parts; none if it is too large to be
    /// added.
    fn pieces_value(&mut self, pieces: &[GridLanes]) -> Result<Option<Value>, Stop> {
        let mut total = self.values.zero();
        for &lanes in pieces {
            if self.is_small(lanes) {
                let value = self.lanes_value(lanes)?;
                if self.values.birthday(total) + self.values.birthday(value) > self.limits().merge {
                    return Ok(None);
                }
                total = self.values.add(total, value)?;
            }
        }
        Ok(Some(total))
    }

    /// Returns whether Left wins by a move to small parts only, in a sum with
    /// `-v`. Otherwise, if some part is long, the move is added to `moves.open`.
    fn wins_by_values(
        &mut self,
        id: MoveId,
        pieces: &[GridLanes],
        v: Value,
        moves: &mut GridMoves,
    ) -> Result<bool, Stop> {
        // The opponent, to move, loses a sum that is at most zero.
        if pieces.iter().all(|&lanes| self.is_small(lanes)) {
            if let (&[one, other], true) = (pieces, v == self.values.zero()) {
                let (one, other) = (self.lanes_value(one)?, self.lanes_value(other)?);
                let minus = self.values.neg(other);
                return self.values.le(one, minus);
            }
            if let Some(value) = self.pieces_value(pieces)? {
                return self.values.le(value, v);
            }
        }
        moves.open.extend_from_slice(pieces);
        moves.ends.push((id, moves.open.len()));
        Ok(false)
    }

    /// A move of Left's in a part that wins in a sum with `v` and leaves small parts
    /// only.
    pub(super) fn winning_move_to_values(&mut self, lanes: GridLanes, v: Value) -> Result<Option<MoveId>, Stop> {
        let mut others = GridMoves::default();
        let ended = lanes.for_each_move(|id, pieces| match self.wins_by_values(id, pieces, v, &mut others) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(Ok(id)),
            Err(stop) => ControlFlow::Break(Err(stop)),
        });
        match ended {
            ControlFlow::Break(found) => found.map(Some),
            ControlFlow::Continue(()) => Ok(None),
        }
    }

    /// Normalises the open moves and drops the dominated ones.
    fn list_long_moves(&mut self, moves: &mut GridMoves) -> Result<(), Stop> {
        let mut start = 0;
        for &(id, end) in &moves.ends {
            let pieces = &moves.open[start..end];
            start = end;
            let mut long = pieces.iter().copied().filter(|&lanes| !self.is_small(lanes));
            let (first, second) = (long.next(), long.next());
            match (first, second, self.pieces_value(pieces)?) {
                (Some(lanes), None, Some(value)) if !lanes.is_row() => {
                    let term = self.unpacked.term(PackedPart::of_grid(lanes.normal()))?;
                    moves.long.push(LongMove { id, lanes, term, value });
                }
                _ => moves.rare.push((id, pieces.to_vec())),
            }
        }
        self.drop_dominated_moves(&mut moves.long)
    }

    /// Drops moves to the same long part as another one, with a value that is at
    /// least that of the other, from the opponent's view.
    fn drop_dominated_moves(&mut self, long: &mut Vec<LongMove>) -> Result<(), Stop> {
        let mut kept = 0;
        for i in 0..long.len() {
            let one = long[i];
            let mut dominated = false;
            let mut j = 0;
            while j < kept {
                if long[j].term == one.term {
                    if self.values.le(long[j].value, one.value)? {
                        dominated = true;
                        break;
                    }
                    if self.values.le(one.value, long[j].value)? {
                        kept -= 1;
                        long[j] = long[kept];
                        continue;
                    }
                }
                j += 1;
            }
            if !dominated {
                long[kept] = one;
                kept += 1;
            }
        }
        long.truncate(kept);
        Ok(())
    }
}

impl Search {
    /// Adds the children of a node of one grid part and at most one value to its
    /// frame; none for other nodes.
    pub(super) fn add_grid_children(
        &mut self,
        frame: &mut Frame,
        child: &mut Vec<SumTerm>,
    ) -> Result<Option<Expansion>, Stop> {
        let Some((v, term, lanes)) = self.sums.single_grid_part(&frame.terms) else { return Ok(None) };
        // As placed on the board, if that is known: then move ids match.
        debug_assert!(frame.lanes.count() == 0 || frame.lanes.normal() == lanes.normal());
        let lanes = if frame.lanes.count() > 0 { frame.lanes } else { lanes };
        let mut moves = std::mem::take(&mut self.grid_moves);
        moves.open.clear();
        moves.ends.clear();
        moves.long.clear();
        moves.rare.clear();
        let expansion = self.try_grid_moves(frame, (v, term, lanes), &mut moves, child);
        self.grid_moves = moves;
        expansion.map(Some)
    }

    fn try_grid_moves(
        &mut self,
        frame: &mut Frame,
        (v, term, lanes): (Value, SumTerm, GridLanes),
        moves: &mut GridMoves,
        child: &mut Vec<SumTerm>,
    ) -> Result<Expansion, Stop> {
        let sums = &mut self.sums;
        let ended = lanes.for_each_move(|id, pieces| match sums.wins_by_values(id, pieces, v, moves) {
            Ok(false) => ControlFlow::Continue(()),
            ended => {
                moves.winner = Some(id);
                ControlFlow::Break(ended)
            }
        });
        if let ControlFlow::Break(ended) = ended {
            // The winning child need not be built: the values of the winning move
            // show that it wins.
            child.clear();
            return ended.map(|_| Expansion::Settled(Verdict::Win));
        }
        if self.add_value_moves(frame, v, term, child)? {
            return Ok(Expansion::Settled(Verdict::Win));
        }
        frame.origins.resize(frame.children.len(), ChildOrigin { id: None, lanes: lanes.negative() });
        self.sums.list_long_moves(moves)?;
        if self.add_long_moves(frame, v, moves, child)? {
            return Ok(Expansion::Settled(Verdict::Win));
        }
        for &(id, ref pieces) in &moves.rare {
            self.fill_child(pieces, v, child)?;
            if self.add_child(frame, child)? {
                moves.winner = Some(id);
                return Ok(Expansion::Settled(Verdict::Win));
            }
            frame.origins.resize(frame.children.len(), ChildOrigin { id: Some(id), lanes: GridLanes::default() });
        }
        Ok(Expansion::of_children(frame))
    }

    /// Adds the moves in the value `v`; returns whether one wins.
    fn add_value_moves(
        &mut self,
        frame: &mut Frame,
        v: Value,
        term: SumTerm,
        child: &mut Vec<SumTerm>,
    ) -> Result<bool, Stop> {
        for i in 0..self.sums.values.left_options(v).len() {
            let option = self.sums.values.neg(self.sums.values.left_options(v)[i]);
            child.clear();
            if option != self.sums.values.zero() {
                child.push(SumTerm::value(option)?);
            }
            child.push(term.negative_part());
            if self.add_normal_child(frame, child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the moves to one long part; returns whether one wins.
    fn add_long_moves(
        &mut self,
        frame: &mut Frame,
        v: Value,
        moves: &mut GridMoves,
        child: &mut Vec<SumTerm>,
    ) -> Result<bool, Stop> {
        let minus = self.sums.values.neg(v);
        // All keys are prefetched before the first look-up.
        moves.keys.clear();
        for long in &mut moves.long {
            let days = self.sums.values.birthday(long.value) + self.sums.values.birthday(minus);
            if days <= self.sums.limits().merge {
                long.value = self.sums.values.add(long.value, minus)?;
                let key = self.table.key(&self.sums.values, long.terms(&self.sums.values, &mut [long.term; 2])?);
                moves.keys.push(Some(key));
            } else {
                moves.keys.push(None);
            }
        }
        moves.keys.iter().flatten().for_each(|key| self.table.prefetch(key));
        for (long, key) in moves.long.iter().zip(&moves.keys) {
            let wins = match key {
                Some(key) => {
                    let mut terms = [long.term; 2];
                    let terms = long.terms(&self.sums.values, &mut terms)?;
                    self.add_child_with_key(frame, terms, key)?
                }
                None => {
                    child.clear();
                    child.extend([SumTerm::value(long.value)?, SumTerm::value(minus)?, long.term]);
                    self.add_child(frame, child)?
                }
            };
            if wins {
                moves.winner = Some(long.id);
                return Ok(true);
            }
            frame.origins.resize(frame.children.len(), ChildOrigin { id: Some(long.id), lanes: long.lanes });
        }
        Ok(false)
    }

    /// Fills in the child by a move that leaves these parts in a sum with `-v`.
    fn fill_child(&mut self, pieces: &[GridLanes], v: Value, child: &mut Vec<SumTerm>) -> Result<(), Stop> {
        let parts: Vec<_> = pieces.iter().map(|lanes| PackedPart::of_grid(lanes.normal())).collect();
        let minus = self.sums.values.neg(v);
        self.sums.fill_node(&parts, &[minus], child)
    }
}
