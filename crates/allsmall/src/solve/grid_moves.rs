//! Nodes that are one grid part, beside one value or none: nearly all nodes
//! of a grid, whose parts hardly ever come again.
//!
//! So their moves are not kept. They are listed as pieces, as the stones
//! stand, and each is done with as little work as it takes:
//!
//! 1. Moves that leave only values win or not by one comparison, and the
//!    first that wins ends the node. Values are found under the lanes itself.
//! 2. Moves in the value, then moves that leave a long part, are brought to
//!    normal form and looked up. Of moves that leave the same long part those
//!    are dropped that another one dominates.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::frame::Frame;
use super::search::Search;
use super::sum::SumEngine;
use super::sum_term::SumTerm;
use super::transposition::TableKey;
use crate::base::hash;
use crate::cgt::{Value, Values};
use crate::packed::{GridLanes, MoveId, PackedPart, Signed};
use crate::{Player, Stop};

/// How a child comes about.
#[derive(Clone, Copy, Default)]
pub(super) struct ChildOrigin {
    /// The move; none if it is one in a value.
    pub(super) name: Option<MoveId>,
    /// The long part as it stands on the board; no stones if there are several.
    pub(super) lanes: GridLanes,
}

/// A move that leaves one long part.
#[derive(Clone, Copy)]
struct LongMove {
    name: MoveId,
    lanes: GridLanes,
    term: SumTerm,
    /// What else it leaves.
    value: Value,
}

impl LongMove {
    /// The node that it leaves, the value being all there is beside the part.
    /// The part is in both places of `terms`.
    fn terms<'a>(&self, values: &Values, terms: &'a mut [SumTerm; 2]) -> Result<&'a [SumTerm], Stop> {
        if self.value == values.zero() {
            return Ok(&terms[1..]);
        }
        terms[0] = SumTerm::value(self.value)?;
        Ok(terms)
    }
}

/// The moves of a node under work, kept for their memory.
#[derive(Default)]
pub(super) struct GridMoves {
    /// The parts that moves leave, if not all of them are small, and where
    /// those of each move end.
    open: Vec<GridLanes>,
    ends: Vec<(MoveId, usize)>,
    long: Vec<LongMove>,
    /// Moves that leave several long parts, or too much of values: all parts,
    /// as the opponent sees them.
    rare: Vec<(MoveId, Vec<GridLanes>)>,
    /// Where what long moves leave is looked up; none for what is not added
    /// up.
    places: Vec<Option<TableKey>>,
    /// The move in a part that was found to win the node at once.
    pub(super) winner: Option<MoveId>,
}

/// Values of small parts as they stand, as far as there is room.
pub(super) struct GridValueCache {
    /// Stones, black stones and the number of the value; no stones where there
    /// is nothing.
    slots: Vec<(u64, u64, u32)>,
    /// Values entered since the table grew last.
    entered: usize,
    most: usize,
}

/// Places for values to begin with and at most: 24 KiB, 24 MiB.
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 20;

impl GridValueCache {
    /// At most about so many bytes.
    pub(super) fn new(bytes: usize) -> GridValueCache {
        let places = (bytes / size_of::<(u64, u64, u32)>()).clamp(1, MOST);
        GridValueCache { slots: Vec::new(), entered: 0, most: 1 << places.ilog2() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u64, u32)>()
    }

    pub(super) fn clear(&mut self) {
        (self.slots, self.entered) = (Vec::new(), 0);
    }

    fn place(&self, stones: u64, black: u64) -> usize {
        hash::mix(hash::of_word(stones), black) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn find(&self, lanes: GridLanes) -> Option<Value> {
        if self.slots.is_empty() {
            return None;
        }
        let (stones, black, value) = self.slots[self.place(lanes.stones, lanes.black)];
        ((stones, black) == (lanes.stones, lanes.black)).then(|| Value::of_id(value))
    }

    fn enter(&mut self, lanes: GridLanes, value: Value) {
        if self.slots.is_empty() || self.entered > self.slots.len() && self.slots.len() < self.most {
            let places = (4 * self.slots.len()).clamp(FEWEST, self.most.max(FEWEST));
            let old = std::mem::replace(&mut self.slots, vec![(0, 0, 0); places]);
            self.entered = 0;
            old.into_iter().filter(|slot| slot.0 != 0).for_each(|slot| self.put(slot));
        }
        self.put((lanes.stones, lanes.black, value.id()));
    }

    fn put(&mut self, slot: (u64, u64, u32)) {
        let place = self.place(slot.0, slot.1);
        self.slots[place] = slot;
        self.entered += 1;
    }
}

impl SumEngine {
    /// The value of a node beside its part and the part, if it is of this
    /// kind.
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
        lanes.count() <= if lanes.is_row() { self.limits().strip } else { self.limits().other }
    }

    /// The value of a small part.
    fn lanes_value(&mut self, lanes: GridLanes) -> Result<Value, Stop> {
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
                self.parts.enter(signed.part, plain)?;
                value
            }
        };
        if lanes.is_narrow() {
            self.grid_values.enter(lanes, value);
        }
        Ok(value)
    }

    /// The value of a small part, from those of what its moves leave. It has
    /// nine stones at most, and so many calls are open at once.
    fn compute_lanes_value(&mut self, lanes: GridLanes, own_negative: bool) -> Result<Value, Stop> {
        // Right's moves are Left's in the negative, and are listed as she sees
        // them.
        let right = self.option_values(lanes.negative(), Player::Right)?;
        let left = if own_negative {
            right.iter().map(|&v| self.values.neg(v)).collect()
        } else {
            self.option_values(lanes, Player::Left)?
        };
        self.values.make(&left, &right)
    }

    /// The values of the options of a player, who is Left in this lanes.
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

    /// The value of the small ones among some parts; none if it is not to be
    /// added up.
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

    /// Whether Left wins by a move that leaves these parts beside `v`, if they
    /// are all small; it stays open otherwise.
    fn wins_by_values(
        &mut self,
        name: MoveId,
        pieces: &[GridLanes],
        v: Value,
        moves: &mut GridMoves,
    ) -> Result<bool, Stop> {
        // The opponent, who is to move, loses what is at most zero.
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
        moves.ends.push((name, moves.open.len()));
        Ok(false)
    }

    /// Brings the open moves to normal form; drops those that leave the same
    /// long part as another one, and a value that is no better.
    fn list_long_moves(&mut self, moves: &mut GridMoves) -> Result<(), Stop> {
        let mut start = 0;
        for &(name, end) in &moves.ends {
            let pieces = &moves.open[start..end];
            start = end;
            let mut long = pieces.iter().copied().filter(|&lanes| !self.is_small(lanes));
            let (first, second) = (long.next(), long.next());
            match (first, second, self.pieces_value(pieces)?) {
                (Some(lanes), None, Some(value)) if !lanes.is_row() => {
                    let term = self.unpacked.term(PackedPart::of_grid(lanes.normal()))?;
                    moves.long.push(LongMove { name, lanes, term, value });
                }
                _ => moves.rare.push((name, pieces.to_vec())),
            }
        }
        self.drop_dominated_moves(&mut moves.long)
    }

    /// No better for the player who moved is what the opponent sees as no
    /// less.
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
    /// Adds the children of a node of this kind to its frame; tells whether
    /// they settle it. None for nodes of other kinds.
    pub(super) fn add_grid_children(
        &mut self,
        frame: &mut Frame,
        child: &mut Vec<SumTerm>,
    ) -> Result<Option<Option<bool>>, Stop> {
        let Some((v, term, lanes)) = self.sums.single_grid_part(&frame.terms) else { return Ok(None) };
        // As it stands, if that is known: then its moves have their names.
        debug_assert!(frame.lanes.count() == 0 || frame.lanes.normal() == lanes.normal());
        let lanes = if frame.lanes.count() > 0 { frame.lanes } else { lanes };
        let mut moves = std::mem::take(&mut self.grid_moves);
        moves.open.clear();
        moves.ends.clear();
        moves.long.clear();
        moves.rare.clear();
        let settled = self.try_grid_moves(frame, (v, term, lanes), &mut moves, child);
        self.grid_moves = moves;
        settled.map(Some)
    }

    fn try_grid_moves(
        &mut self,
        frame: &mut Frame,
        (v, term, lanes): (Value, SumTerm, GridLanes),
        moves: &mut GridMoves,
        child: &mut Vec<SumTerm>,
    ) -> Result<Option<bool>, Stop> {
        let sums = &mut self.sums;
        let ended = lanes.for_each_move(|name, pieces| match sums.wins_by_values(name, pieces, v, moves) {
            Ok(false) => ControlFlow::Continue(()),
            ended => {
                moves.winner = Some(name);
                ControlFlow::Break(ended)
            }
        });
        if let ControlFlow::Break(ended) = ended {
            // What is left need not be added up: whoever asks for the winning
            // move finds by its values that it wins.
            child.clear();
            return ended.map(Some);
        }
        let minus = self.sums.values.neg(v);
        for i in 0..self.sums.values.left_options(v).len() {
            let option = self.sums.values.neg(self.sums.values.left_options(v)[i]);
            child.clear();
            if option != self.sums.values.zero() {
                child.push(SumTerm::value(option)?);
            }
            child.push(term.negative_part());
            if self.add_normal_child(frame, child)? {
                return Ok(Some(true));
            }
        }
        frame.steps.resize(frame.children.len(), ChildOrigin { name: None, lanes: lanes.negative() });
        self.sums.list_long_moves(moves)?;
        // All look-ups begin before the first one ends.
        moves.places.clear();
        for long in &mut moves.long {
            let days = self.sums.values.birthday(long.value) + self.sums.values.birthday(minus);
            if days <= self.sums.limits().merge {
                long.value = self.sums.values.add(long.value, minus)?;
                let place = self.store.place(&self.sums.values, long.terms(&self.sums.values, &mut [long.term; 2])?);
                moves.places.push(Some(place));
            } else {
                moves.places.push(None);
            }
        }
        moves.places.iter().flatten().for_each(|place| self.store.prefetch(place));
        for (long, place) in moves.long.iter().zip(&moves.places) {
            let lost = match place {
                Some(place) => {
                    let mut terms = [long.term; 2];
                    let terms = long.terms(&self.sums.values, &mut terms)?;
                    self.add_child_at(frame, terms, place)?
                }
                None => {
                    child.clear();
                    child.extend([SumTerm::value(long.value)?, SumTerm::value(minus)?, long.term]);
                    self.add_child(frame, child)?
                }
            };
            if lost {
                moves.winner = Some(long.name);
                return Ok(Some(true));
            }
            frame.steps.resize(frame.children.len(), ChildOrigin { name: Some(long.name), lanes: long.lanes });
        }
        for &(name, ref pieces) in &moves.rare {
            self.leave_pieces(pieces, v, child)?;
            if self.add_child(frame, child)? {
                moves.winner = Some(name);
                return Ok(Some(true));
            }
            frame.steps.resize(frame.children.len(), ChildOrigin { name: Some(name), lanes: GridLanes::default() });
        }
        Ok(frame.order.is_empty().then_some(false))
    }

    /// The node after a move that leaves these parts beside `v`.
    fn leave_pieces(&mut self, pieces: &[GridLanes], v: Value, child: &mut Vec<SumTerm>) -> Result<(), Stop> {
        let parts: Vec<_> = pieces.iter().map(|lanes| PackedPart::of_grid(lanes.normal())).collect();
        let minus = self.sums.values.neg(v);
        self.sums.add_up(&parts, &[minus], child)
    }
}
