//! The rules of the critical calculus, for short types and for long ones; the
//! names R1 to L2 are those of docs/lab/families.md.

use super::{CriticalCheck, Piece};
use crate::families::file::Checked;
use crate::games::{Game, ZERO};

impl CriticalCheck {
    /// Left has replies that leave the units `left`; one of them is good
    /// in a sum with each special type and unit, or Left wins the whole by value.
    pub(super) fn beside_special(&mut self, left: &[usize], before: &[Piece]) -> Checked<bool> {
        for (special, bad) in self.special.clone() {
            for unit in 0..4 {
                if self.types.get(&special) != Some(&1) || left.iter().any(|&h| unit ^ h != bad) {
                    continue;
                }
                let Some(before) = self.exact(before)? else { return Ok(false) };
                let sum = self.games.add(special, self.units[unit])?;
                let sum = self.games.add(sum, before)?;
                if self.games.le(sum, ZERO)? {
                    return Ok(false);
                }
            }
        }
        Ok(!left.is_empty())
    }

    /// R1, R2, R3, R3u.
    pub(super) fn answered(&mut self, w: i64, pieces: &[Piece]) -> Checked<bool> {
        let now = self.see(pieces)?;
        if now.weight >= w || (!now.strange && now.types > 0 && now.total >= w - 1) {
            return Ok(true);
        }
        if w == 1 && pieces.iter().all(|piece| piece.1 < self.long) {
            // a + b is a unit when a is the unit less b.
            let (a, b) = (self.value_of(pieces[0])?, self.value_of(pieces[1])?);
            for unit in self.units {
                let minus = self.games.negative(b);
                if self.games.add(unit, minus)? == a {
                    return Ok(true);
                }
            }
        }
        let mut units = Vec::new();
        for next in self.replies(pieces) {
            let then = self.see(&next)?;
            if then.weight > w || (!then.strange && then.types > 0 && then.total >= w) {
                return Ok(true);
            }
            if !then.strange && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == 0 && self.beside_special(&units, pieces)?)
    }

    /// L2.
    pub(super) fn moves_on(&mut self, w: i64, piece: Piece) -> Checked<bool> {
        let mut units = Vec::new();
        for next in self.replies(&[piece]) {
            let then = self.see(&next)?;
            if then.weight >= w + 2 || (!then.strange && then.types > 0 && then.total > w) {
                return Ok(true);
            }
            if !then.strange && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == -1 && self.beside_special(&units, &[piece])?)
    }

    pub(super) fn rights_answered(&mut self, w: i64, piece: Piece) -> Checked<()> {
        for pieces in self.cuts(piece, false) {
            if !self.answered(w, &pieces)? {
                let [(_, a), (_, b)] = pieces;
                return Err(format!("Right's move to {a} and {b} stones is not answered"));
            }
        }
        Ok(())
    }

    pub(super) fn short_holds(&mut self, value: Game, piece: Piece, exempt: Game) -> Checked<()> {
        let weight = self.types[&value];
        self.rights_answered(weight, piece)?;
        for unit in self.units {
            let sum = self.games.add(value, unit)?;
            if weight == 0 && self.games.le(sum, ZERO)? {
                return Err("Left does not win it beside every unit".to_owned());
            }
        }
        let free = weight >= 1 || (weight == 0 && value == exempt);
        if free || self.moves_on(weight, piece)? {
            return Ok(());
        }
        Err("Left has no move in it beside other types".to_owned())
    }

    /// Left has a move after which the pieces plus each unit are >= 0.
    pub(super) fn stands(&mut self, pieces: &[Piece]) -> Checked<bool> {
        let replies = self.replies(pieces);
        for next in &replies {
            let sight = self.see(next)?;
            let claimed = !sight.strange && sight.total >= 1 && (sight.types >= 2 || sight.long_one);
            if sight.weight >= 2 || claimed {
                return Ok(true);
            }
        }
        for unit in self.units {
            let mut found = false;
            for next in &replies {
                if let (false, Some(value)) = (found, self.exact(next)?) {
                    let sum = self.games.add(value, unit)?;
                    found = self.games.le(ZERO, sum)?;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The rules for long types at every length up to two of `spread` side by
    /// side; a longer one is cut like one of those.
    pub(super) fn long_hold(&mut self) -> Checked<()> {
        for piece in self.pieces(self.long..2 * self.spread + 5) {
            if let Some(weight) = self.long_weight(piece) {
                let name = |why: &str| format!("the long type of weight {weight} with {} stones: {why}", piece.1);
                self.long_holds(piece, weight).map_err(|why| name(&why))?;
            }
        }
        Ok(())
    }

    pub(super) fn long_holds(&mut self, piece: Piece, weight: i64) -> Checked<()> {
        if self.weights.weight(piece.0, piece.1)? < weight {
            return Err("its weight is not certified".to_owned());
        }
        self.rights_answered(weight, piece)?;
        if weight <= 0 && !self.moves_on(weight, piece)? {
            return Err("Left has no move in it beside other types".to_owned());
        }
        if weight == 0 && !self.stands(&[piece])? {
            return Err("Left does not win it beside every unit".to_owned());
        }
        if weight == 1 {
            for pieces in self.cuts(piece, false) {
                if self.see(&pieces)?.weight < 1 && !self.stands(&pieces)? {
                    return Err("it does not stand alone".to_owned());
                }
            }
        }
        Ok(())
    }
}
