//! Canonical forms: remove dominated options, bypass reversible ones.
//!
//! A left option is dominated when another one is at least as good; reversible
//! options are treated in `reversible`. The result is unique up to order
//! (Conway), so equal games get one id.

use super::dyadic::Dyadic;
use super::landmarks::Signature;
use super::number_up_star::NumberUpStar;
use super::record::Record;
use super::{Value, Values, Weight};
use crate::{Player, Stop};

/// The options that move in the first and those that move in the second summand.
type InSummands<'a> = (&'a [Value], &'a [Value]);

impl Values {
    /// The value of the game with these options.
    pub fn from_options(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Stop> {
        let signature = self.landmarks.signature(&self.arena, lefts, rights);
        if let Some(place) = signature.landmark() {
            return Ok(self.landmarks.values[place]);
        }
        let (mut lefts, mut rights) = (lefts.to_vec(), rights.to_vec());
        self.drop_dominated(&mut lefts, Player::Left)?;
        self.drop_dominated(&mut rights, Player::Right)?;
        self.finish(lefts, rights, signature)
    }

    /// The value with these options, which are known to be those of a canonical form:
    /// nothing is compared.
    pub(crate) fn canonical(&mut self, mut lefts: Vec<Value>, mut rights: Vec<Value>) -> Result<Value, Stop> {
        let signature = self.landmarks.signature(&self.arena, &lefts, &rights);
        if let Some(place) = signature.landmark() {
            return Ok(self.landmarks.values[place]);
        }
        sort_and_dedup(&mut lefts);
        sort_and_dedup(&mut rights);
        match self.arena.find(&lefts, &rights) {
            Some(v) => Ok(v),
            None => self.enter(&lefts, &rights, signature),
        }
    }

    /// The value of a sum `a + b`, from the values of its options: for each
    /// player those that move in `a` and those that move in `b`. Options in one
    /// summand do not dominate each other, as `a` and `b` are canonical.
    pub(super) fn sum_from_options(&mut self, lefts: InSummands<'_>, rights: InSummands<'_>) -> Result<Value, Stop> {
        let signature =
            self.landmarks.signature(&self.arena, lefts.0.iter().chain(lefts.1), rights.0.iter().chain(rights.1));
        if let Some(place) = signature.landmark() {
            return Ok(self.landmarks.values[place]);
        }
        let lefts = self.merge(lefts, Player::Left)?;
        let rights = self.merge(rights, Player::Right)?;
        self.finish(lefts, rights, signature)
    }

    /// The value of options of which none dominates another.
    fn finish(&mut self, mut lefts: Vec<Value>, mut rights: Vec<Value>, signature: Signature) -> Result<Value, Stop> {
        sort_and_dedup(&mut lefts);
        sort_and_dedup(&mut rights);
        if let Some(v) = self.arena.find(&lefts, &rights) {
            return Ok(v);
        }
        if self.bypass_reversible(&mut lefts, &mut rights, signature)?
            && let Some(v) = self.arena.find(&lefts, &rights)
        {
            return Ok(v);
        }
        self.enter(&lefts, &rights, signature)
    }

    /// Removes dominated options; of equal ones one stays.
    pub(super) fn drop_dominated(&mut self, options: &mut Vec<Value>, player: Player) -> Result<(), Stop> {
        // Comparisons by record alone come first, so that no search is spent on
        // an option that a filter removes.
        let mut kept: Vec<Value> = Vec::with_capacity(options.len());
        for &x in &*options {
            self.step(1 + kept.len())?;
            let known = |a, b| self.filter_le(a, b) == Some(true);
            let no_better = |x, y| if player == Player::Left { known(x, y) } else { known(y, x) };
            if !kept.iter().any(|&y| no_better(x, y)) {
                kept.retain(|&y| !no_better(y, x));
                kept.push(x);
            }
        }
        options.clear();
        for x in kept {
            if !self.dominated_or_drops(x, options, player)? {
                options.push(x);
            }
        }
        Ok(())
    }

    /// Merges two lists, each without domination, into one without domination.
    fn merge(&mut self, (first, second): InSummands<'_>, player: Player) -> Result<Vec<Value>, Stop> {
        let mut kept: Vec<Value> = second.to_vec();
        let mut all: Vec<Value> = Vec::with_capacity(first.len() + second.len());
        for &x in first {
            if !self.dominated_or_drops(x, &mut kept, player)? {
                all.push(x);
            }
        }
        all.append(&mut kept);
        Ok(all)
    }

    /// Returns whether one of `kept` dominates `x`; if none does, removes those
    /// that `x` dominates.
    fn dominated_or_drops(&mut self, x: Value, kept: &mut Vec<Value>, player: Player) -> Result<bool, Stop> {
        self.step(1 + kept.len())?;
        let mut i = 0;
        while i < kept.len() {
            if self.no_better(x, kept[i], player)? {
                return Ok(true);
            }
            if self.no_better(kept[i], x, player)? {
                kept.swap_remove(i);
            } else {
                i += 1;
            }
        }
        Ok(false)
    }

    /// Returns whether `y` is at least as good for `player` as `x`.
    pub(super) fn no_better(&mut self, x: Value, y: Value, player: Player) -> Result<bool, Stop> {
        match player {
            Player::Left => self.le(x, y),
            Player::Right => self.le(y, x),
        }
    }

    /// Interns a new canonical form with sorted options, and its negative.
    pub(super) fn enter(&mut self, lefts: &[Value], rights: &[Value], signature: Signature) -> Result<Value, Stop> {
        let mut record = Record::of_options(&self.arena, lefts, rights)?;
        let weight = match record.number_up_star {
            Some(NumberUpStar { number: Dyadic::ZERO, ups, .. }) => Weight::Integer(ups),
            _ => self.weigh(lefts, rights, signature, record.nimber)?,
        };
        record.weight = weight;
        let bounds = self.weight_bounds(weight)?;
        // Room for both, so that no value is left without its negative.
        self.arena.room(lefts.len(), rights.len())?;
        let v = self.arena.insert(lefts, rights, signature, bounds, record);
        let (left, right) = (self.negatives(rights), self.negatives(lefts));
        if left != lefts || right != rights {
            let signature = self.landmarks.signature(&self.arena, &left, &right);
            record.number_up_star = record.number_up_star.map(NumberUpStar::negated);
            record.weight = self.negated_weight(weight);
            let w = self.arena.insert(&left, &right, signature, bounds.negated(), record);
            self.arena.pair(v, w);
        }
        Ok(v)
    }

    fn negatives(&self, options: &[Value]) -> Vec<Value> {
        let mut list: Vec<_> = options.iter().map(|&v| self.neg(v)).collect();
        sort_and_dedup(&mut list);
        list
    }
}

/// Sorts options by id and removes repetitions.
pub(super) fn sort_and_dedup(options: &mut Vec<Value>) {
    options.sort_unstable_by_key(|v| v.0);
    options.dedup();
}
