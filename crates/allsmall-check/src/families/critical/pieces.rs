//! What strips and moves in them are: values, weights, types and units.

use super::{CriticalCheck, Piece};
use crate::families::file::{Checked, NEAR};
use crate::games::{Game, ZERO};

/// What a list of pieces is.
#[derive(Default)]
pub(super) struct Sight {
    /// Sum of the certified weights.
    pub(super) weight: i64,
    /// A piece that is neither a type nor a unit.
    pub(super) strange: bool,
    /// Sum of the critical weights of the types, and their number.
    pub(super) total: i64,
    pub(super) types: usize,
    /// Whether one of them is long and has weight 1.
    pub(super) long_one: bool,
    /// The sum of the units, as a number from 0 to 3.
    pub(super) unit: usize,
}

impl CriticalCheck {
    pub(super) fn value(&mut self, stones: &[bool]) -> Checked<Game> {
        if stones.len() >= self.long {
            return Err("only short strips are valued".to_owned());
        }
        self.strips.value(stones, &mut self.games)
    }

    pub(super) fn value_of(&mut self, piece: Piece) -> Checked<Game> {
        if let Some(&known) = self.values.get(&piece) {
            return Ok(known);
        }
        let stones = self.word.stones(piece.0, piece.1);
        let value = self.value(&stones)?;
        self.values.insert(piece, value);
        Ok(value)
    }

    /// All pieces with these lengths.
    pub(super) fn pieces(&self, lengths: std::ops::Range<usize>) -> Vec<Piece> {
        lengths.flat_map(|len| self.weights.shapes.iter().map(move |&shape| (shape, len))).collect()
    }

    /// The critical weight of a long strip: both ends o, less 1 for each that
    /// is doubled.
    pub(super) fn long_weight(&mut self, piece: Piece) -> Option<i64> {
        *self.long_weights.entry(piece).or_insert_with(|| {
            let (shape, len) = piece;
            let stones = self.word.stones(shape, len);
            let doubled = i64::from(stones[0] == stones[1]) + i64::from(stones[len - 1] == stones[len - 2]);
            (!stones[0] && !stones[len - 1]).then_some(1 - doubled)
        })
    }

    pub(super) fn see(&mut self, pieces: &[Piece]) -> Checked<Sight> {
        let mut sight = Sight::default();
        self.games.spend(1 + pieces.len())?;
        for &piece in pieces.iter().filter(|piece| piece.1 >= 2) {
            sight.weight += self.weights.weight(piece.0, piece.1)?;
            let weight = if piece.1 >= self.long {
                let weight = self.long_weight(piece);
                sight.long_one |= weight == Some(1);
                weight
            } else {
                let value = self.value_of(piece)?;
                if let Some(unit) = self.units.iter().position(|&u| u == value) {
                    sight.unit ^= unit;
                    continue;
                }
                self.types.get(&value).copied()
            };
            match weight {
                Some(weight) => {
                    sight.total += weight;
                    sight.types += 1;
                }
                None => sight.strange = true,
            }
        }
        Ok(sight)
    }

    /// What the moves of a player leave of a piece.
    pub(super) fn cuts(&self, (shape, len): Piece, left: bool) -> Vec<[Piece; 2]> {
        let all = self.word.cuts(shape, len).into_iter().filter(|cut| cut.left == left);
        all.map(|cut| cut.parts.map(|(shape, stones)| (shape.expect("A and B are empty"), stones.len()))).collect()
    }

    /// What Left's moves in pieces leave.
    pub(super) fn replies(&mut self, pieces: &[Piece]) -> Vec<Vec<Piece>> {
        let mut all = Vec::new();
        for (i, &piece) in pieces.iter().enumerate() {
            if !self.lefts.contains_key(&piece) {
                let mut cuts = self.cuts(piece, true);
                cuts.retain(|[a, b]| piece.1 < self.spread || a.1.min(b.1) < NEAR);
                self.lefts.insert(piece, cuts);
            }
            for &[a, b] in &self.lefts[&piece] {
                let mut next = pieces.to_vec();
                next[i] = a;
                next.push(b);
                all.push(next);
            }
        }
        all
    }

    /// The value of short pieces.
    pub(super) fn exact(&mut self, pieces: &[Piece]) -> Checked<Option<Game>> {
        let mut sum = ZERO;
        for &piece in pieces {
            if piece.1 >= self.long {
                return Ok(None);
            }
            let value = self.value_of(piece)?;
            sum = self.games.add(sum, value)?;
        }
        Ok(Some(sum))
    }
}
