//! The rules of the critical calculus, which every type obeys.
//!
//! Right moves in a type of weight w to pieces, in a sum with at least one
//! other type. One of these must hold (the total of all was 1):
//!
//! - R1: the certified weights of the pieces sum to >= w;
//! - R2: the pieces are types and units, one a type, of total >= w - 1; or
//!   w = 1 and all are units, as one game or each: claim C;
//! - R3: a reply of Left leaves types and units, one a type, of total >= w
//!   (claim G2), or pieces of certified weight >= w + 1;
//! - R3u, w = 0: replies leave units h, and for each special type t and each
//!   unit u some u + h is not the bad one of t, or Left wins t + pieces + u
//!   moving first, by its value.
//!
//! Left moves in a type of weight w <= 0 in a sum with others (total 0):
//!
//! - L2: to types and units, one a type, of total >= w + 1, or to certified
//!   weight >= w + 2; or, w = -1, to units h as in R3u;
//! - L0, w = 0 and no other type: Left wins in a sum with every unit.

use std::rc::Rc;

use super::{Calculus, LONG, SPLIT, StripClass};
use crate::cgt::Value;
use crate::family::segment::Segment;
use crate::family::weights::CertifiedWeights;
use crate::{Budget, Player, Stop};

/// Totals over the pieces that a move leaves.
#[derive(Clone, Copy, Debug, Default)]
struct PieceTotals {
    /// Sum of their certified weights.
    weight: i64,
    /// Whether some piece is neither a type nor a unit.
    unknown: bool,
    /// Sum of the critical weights of the types.
    total: i64,
    /// Number of types.
    types: usize,
    /// Whether one of them is long with ends o and o.
    long_one: bool,
    /// The sum of the units.
    unit: usize,
}

impl Calculus<'_> {
    fn read(&mut self, pieces: &[Segment]) -> Result<PieceTotals, Stop> {
        let mut totals = PieceTotals::default();
        for &piece in pieces {
            totals.weight += self.weights.of(piece);
            let weight = match self.strip_class(piece)? {
                StripClass::Unit(unit) => {
                    totals.unit ^= unit;
                    continue;
                }
                StripClass::Short(v) => self.types.get(&v).map(|&(weight, _)| weight),
                StripClass::Long(weight) => {
                    totals.long_one |= weight == 1;
                    Some(weight)
                }
                StripClass::Other => None,
            };
            match weight {
                Some(weight) => {
                    totals.total += weight;
                    totals.types += 1;
                }
                None => totals.unknown = true,
            }
        }
        Ok(totals)
    }

    fn strip_class(&mut self, strip: Segment) -> Result<StripClass, Stop> {
        if let Some(&strip_class) = self.strip_classes.get(&strip) {
            return Ok(strip_class);
        }
        let strip_class = if strip.len >= LONG {
            self.long_type(strip).map_or(StripClass::Other, StripClass::Long)
        } else {
            let v = self.value(strip)?;
            self.units.iter().position(|&u| u == v).map_or(StripClass::Short(v), StripClass::Unit)
        };
        self.strip_classes.insert(strip, strip_class);
        Ok(strip_class)
    }

    /// What Left's moves in a strip leave. One that stands for longer ones is
    /// cut near its ends only.
    fn left_cuts(&mut self, strip: Segment) -> Rc<[[Segment; 2]]> {
        let (family, spread) = (self.family, self.spread);
        let cuts = self.left_cuts.entry(strip).or_insert_with(|| {
            let near = |parts: &[Segment; 2]| strip.len < spread || parts[0].len.min(parts[1].len) < SPLIT;
            let own = family.cuts(strip).into_iter().filter(|cut| cut.mover == Player::Left);
            own.map(|cut| cut.parts).filter(near).collect()
        });
        Rc::clone(cuts)
    }

    /// What Left's moves in the pieces leave.
    fn replies(&mut self, pieces: &[Segment]) -> Vec<Vec<Segment>> {
        let mut all = Vec::new();
        for (i, &piece) in pieces.iter().enumerate() {
            for parts in self.left_cuts(piece).iter() {
                let others = pieces.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &other)| other);
                all.push(others.chain(*parts).collect());
            }
        }
        all
    }

    /// The value of pieces that are all short.
    fn exact(&mut self, pieces: &[Segment]) -> Result<Option<Value>, Stop> {
        let mut sum = self.units[0];
        for &piece in pieces {
            if piece.len >= LONG {
                return Ok(None);
            }
            let v = self.value(piece)?;
            sum = self.values.add(sum, v)?;
        }
        Ok(Some(sum))
    }

    /// Whether the sum of two short pieces is a unit. One piece is compared
    /// with a unit minus the other, which is cheaper than their sum.
    fn are_unit(&mut self, pieces: &[Segment]) -> Result<bool, Stop> {
        let &[a, b] = pieces else { return Ok(false) };
        if a.len >= LONG || b.len >= LONG {
            return Ok(false);
        }
        let (a, b) = (self.value(a)?, self.value(b)?);
        for unit in self.units {
            if self.values.sub(unit, b)? == a {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether Left, moving first, wins.
    fn wins_first(&mut self, v: Value) -> Result<bool, Stop> {
        Ok(!self.values.le(v, self.units[0])?)
    }

    /// The test of R3u: in a sum with any special type, Left can leave the
    /// units `replies`, or play on in `before`.
    fn holds_with_special(&mut self, replies: &[usize], before: &[Segment]) -> Result<bool, Stop> {
        if replies.is_empty() {
            return Ok(false);
        }
        for (special, bad) in self.special.clone() {
            if self.types.get(&special).is_none_or(|&(weight, _)| weight != 1) {
                continue;
            }
            for unit in 0..4 {
                if replies.iter().any(|&h| unit ^ h != bad) {
                    continue;
                }
                let Some(before) = self.exact(before)? else { return Ok(false) };
                let sum = self.values.sum(&[special, before, self.units[unit]])?;
                if !self.wins_first(sum)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether Right's move to these pieces, from a type of weight `w` in a sum
    /// with others, is answered.
    fn answered(&mut self, w: i64, pieces: &[Segment]) -> Result<bool, Stop> {
        let now = self.read(pieces)?;
        if now.weight >= w || !now.unknown && now.types > 0 && now.total >= w - 1 {
            return Ok(true);
        }
        if w == 1 && self.are_unit(pieces)? {
            return Ok(true);
        }
        let mut units = Vec::new();
        for next in self.replies(pieces) {
            let then = self.read(&next)?;
            if then.weight > w || !then.unknown && then.types > 0 && then.total >= w {
                return Ok(true);
            }
            if !then.unknown && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == 0 && self.holds_with_special(&units, pieces)?)
    }

    /// L2 for a strip of weight `w`.
    fn moves_on(&mut self, w: i64, strip: Segment) -> Result<bool, Stop> {
        let mut units = Vec::new();
        for next in self.replies(&[strip]) {
            let then = self.read(&next)?;
            if then.weight >= w + 2 || !then.unknown && then.types > 0 && then.total > w {
                return Ok(true);
            }
            if !then.unknown && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == -1 && self.holds_with_special(&units, &[strip])?)
    }

    /// Whether pieces that Left has left, in a sum with any unit, are >= 0 by
    /// one of the claims.
    fn stands(&mut self, pieces: &[Segment]) -> Result<bool, Stop> {
        let totals = self.read(pieces)?;
        let two = totals.types >= 2 || totals.long_one;
        Ok(totals.weight >= 2 || !totals.unknown && totals.total >= 1 && two)
    }

    /// Whether for every unit Left has a move in the pieces after which their
    /// sum with the unit is >= 0; by a claim if there is one, else by values.
    fn stands_with_units(&mut self, pieces: &[Segment]) -> Result<bool, Stop> {
        let replies = self.replies(pieces);
        for next in &replies {
            if self.stands(next)? {
                return Ok(true);
            }
        }
        'units: for unit in self.units {
            for next in &replies {
                if let Some(v) = self.exact(next)? {
                    let sum = self.values.add(v, unit)?;
                    if self.values.le(self.units[0], sum)? {
                        continue 'units;
                    }
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// The short types that break a rule; none if there is no such type.
    pub(super) fn failing(&mut self, budget: &Budget) -> Result<Option<Vec<Value>>, Stop> {
        let mut failing = Vec::new();
        let all: Vec<_> = self.types.iter().map(|(&v, &(weight, strip))| (v, weight, strip)).collect();
        for (v, weight, strip) in all {
            budget.check()?;
            if !self.short_holds(v, weight, strip)? {
                failing.push(v);
            }
        }
        Ok((!failing.is_empty()).then_some(failing))
    }

    fn short_holds(&mut self, v: Value, weight: i64, strip: Segment) -> Result<bool, Stop> {
        if !self.rights_answered(weight, strip)? {
            return Ok(false);
        }
        if weight == 0 {
            for unit in self.units {
                let sum = self.values.add(v, unit)?;
                if !self.wins_first(sum)? {
                    return Ok(false);
                }
            }
        }
        Ok(weight >= 1 || weight == 0 && v == self.exempt || self.moves_on(weight, strip)?)
    }

    fn rights_answered(&mut self, weight: i64, strip: Segment) -> Result<bool, Stop> {
        for cut in self.family.cuts(strip) {
            if cut.mover == Player::Right && !self.answered(weight, &cut.parts)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The rules for long types, up to the length of two strips that each stand
    /// for all longer ones.
    pub(super) fn long_hold(&mut self, budget: &Budget) -> Result<bool, Stop> {
        for strip in self.segments(LONG..2 * self.spread + 5) {
            budget.check()?;
            let Some(weight) = self.long_type(strip) else { continue };
            if self.weights.of(strip) < weight || !self.rights_answered(weight, strip)? {
                return Ok(false);
            }
            if weight <= 0 && !self.moves_on(weight, strip)? {
                return Ok(false);
            }
            // L0: in a sum with a unit only.
            if weight == 0 && !self.stands_with_units(&[strip])? {
                return Ok(false);
            }
            if weight == 1 && !self.one_stands(strip)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// G1 for one strip: Right's moves in it, with no other type.
    fn one_stands(&mut self, strip: Segment) -> Result<bool, Stop> {
        for cut in self.family.cuts(strip).into_iter().filter(|cut| cut.mover == Player::Right) {
            let now = self.read(&cut.parts)?;
            if now.weight < 1 && !self.stands_with_units(&cut.parts)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every unit has weight 0, is zero or a win for Left moving first, and a
    /// move of Right in it keeps the weight or is answered by a unit.
    pub(super) fn units_hold(&mut self) -> Result<bool, Stop> {
        let mut scale = CertifiedWeights::default();
        for unit in self.units {
            if scale.weigh(unit, &mut self.values)? < 0 || unit != self.units[0] && !self.wins_first(unit)? {
                return Ok(false);
            }
            for right in self.values.right_options(unit).to_vec() {
                let answered = self.values.left_options(right).iter().any(|l| self.units.contains(l));
                if !answered && scale.weigh(right, &mut self.values)? < 0 {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
