//! Canonical forms: drop dominated options, bypass reversible ones.
//!
//! A left option is dominated when another one is at least as good, and
//! reversible when one of its right options `y` has `y <= G`; then it is
//! replaced by the left options of `y`. What is left is unique up to order
//! (Conway), so equal games get one number.

use super::cache::Cache;
use super::dyadic::Dyadic;
use super::facts::{Facts, Plain};
use super::landmarks::Signature;
use super::order::Draft;
use super::{Value, Values, Weight};
use crate::{Player, Stop};

impl Values {
    /// The value of the game with these options.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn make(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Stop> {
        let (mut lefts, mut rights) = (lefts.to_vec(), rights.to_vec());
        let signature = match self.recognise(&mut lefts, &mut rights) {
            Ok(v) => return Ok(v),
            Err(signature) => signature,
        };
        self.drop_dominated(&mut lefts, Player::Left)?;
        self.drop_dominated(&mut rights, Player::Right)?;
        self.finish(lefts, rights, signature)
    }

    /// The value of a sum `a + b`, from the values of its options: `lefts` and
    /// `rights` hold first those that move in `a`, as many as `in_a` says,
    /// then those that move in `b`. Options in the same summand do not
    /// dominate each other, as `a` and `b` are in canonical form.
    pub(super) fn make_sum(&mut self, lefts: &[Value], rights: &[Value], in_a: [usize; 2]) -> Result<Value, Stop> {
        let (mut left, mut right) = (lefts.to_vec(), rights.to_vec());
        let signature = match self.recognise(&mut left, &mut right) {
            Ok(v) => return Ok(v),
            Err(signature) => signature,
        };
        let left = self.merge(lefts.split_at(in_a[0]), Player::Left)?;
        let right = self.merge(rights.split_at(in_a[1]), Player::Right)?;
        self.finish(left, right, signature)
    }

    /// Tidies the options, and finds the value if it is a landmark or in
    /// canonical form already.
    fn recognise(&mut self, lefts: &mut Vec<Value>, rights: &mut Vec<Value>) -> Result<Value, Signature> {
        tidy(lefts);
        tidy(rights);
        if let Some(v) = self.arena.find(lefts, rights) {
            return Ok(v);
        }
        let signature = self.landmarks.signature(&self.arena, lefts, rights);
        match signature.landmark() {
            Some(place) => Ok(self.landmarks.values[place]),
            None => Err(signature),
        }
    }

    /// The value, once no option dominates another.
    fn finish(&mut self, mut lefts: Vec<Value>, mut rights: Vec<Value>, signature: Signature) -> Result<Value, Stop> {
        if let Some(v) = self.arena.find(&lefts, &rights) {
            return Ok(v);
        }
        self.bypass_reversible(&mut lefts, &mut rights, signature)?;
        self.enter(&lefts, &rights, signature)
    }

    /// Two lists without domination inside either become one without any.
    fn merge(&mut self, (first, second): (&[Value], &[Value]), player: Player) -> Result<Vec<Value>, Stop> {
        let mut kept: Vec<Value> = second.to_vec();
        let mut all: Vec<Value> = Vec::with_capacity(first.len() + second.len());
        for &x in first {
            let mut dominated = false;
            let mut i = 0;
            while i < kept.len() {
                let y = kept[i];
                dominated = self.no_better(x, y, player)?;
                if dominated {
                    break;
                }
                if self.no_better(y, x, player)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            if !dominated {
                all.push(x);
            }
        }
        all.append(&mut kept);
        tidy(&mut all);
        Ok(all)
    }

    /// Whether the option `x` is no better for `player` than `y`.
    fn no_better(&mut self, x: Value, y: Value, player: Player) -> Result<bool, Stop> {
        match player {
            Player::Left => self.le(x, y),
            Player::Right => self.le(y, x),
        }
    }

    fn drop_dominated(&mut self, options: &mut Vec<Value>, player: Player) -> Result<(), Stop> {
        let mut i = 0;
        while i < options.len() {
            let mut dominated = false;
            for j in (0..options.len()).filter(|&j| j != i) {
                dominated = self.no_better(options[i], options[j], player)?;
                if dominated {
                    break;
                }
            }
            if dominated {
                options.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    fn bypass_reversible(
        &mut self,
        lefts: &mut Vec<Value>,
        rights: &mut Vec<Value>,
        signature: Signature,
    ) -> Result<(), Stop> {
        let key = self.next_draft_key();
        loop {
            let weight = self.rough_weight(lefts, rights, signature);
            self.arena.room(lefts.len(), rights.len())?;
            let slot = self.arena.draft(lefts, rights, signature, weight);
            self.draft = Draft { slot, key };
            let bypassed = self.bypass_once(lefts, rights, slot);
            self.close_draft();
            if !bypassed? {
                return Ok(());
            }
            tidy(lefts);
            tidy(rights);
            self.drop_dominated(lefts, Player::Left)?;
            self.drop_dominated(rights, Player::Right)?;
        }
    }

    /// Replaces the options of the draft that are reversible in it.
    fn bypass_once(&mut self, lefts: &mut Vec<Value>, rights: &mut Vec<Value>, draft: Value) -> Result<bool, Stop> {
        let mut bypassed = false;
        let mut i = 0;
        while i < lefts.len() {
            match self.reverting(lefts[i], draft, Player::Left)? {
                Some(reply) => {
                    lefts.swap_remove(i);
                    lefts.extend_from_slice(self.arena.lefts(reply));
                    bypassed = true;
                }
                None => i += 1,
            }
        }
        i = 0;
        while i < rights.len() {
            match self.reverting(rights[i], draft, Player::Right)? {
                Some(reply) => {
                    rights.swap_remove(i);
                    rights.extend_from_slice(self.arena.rights(reply));
                    bypassed = true;
                }
                None => i += 1,
            }
        }
        Ok(bypassed)
    }

    /// The reply to a move of `mover` from `game` to `option` that leaves the
    /// other side no worse off than `game` did; with one the move reverses.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn reverting(&mut self, option: Value, game: Value, mover: Player) -> Result<Option<Value>, Stop> {
        let replies = match mover {
            Player::Left => self.arena.rights(option).len(),
            Player::Right => self.arena.lefts(option).len(),
        };
        for i in 0..replies {
            let (reply, reverts) = match mover {
                Player::Left => {
                    let reply = self.arena.rights(option)[i];
                    (reply, self.le(reply, game)?)
                }
                Player::Right => {
                    let reply = self.arena.lefts(option)[i];
                    (reply, self.le(game, reply)?)
                }
            };
            if reverts {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    pub(super) fn close_draft(&mut self) {
        self.draft.slot = Value::NONE;
        self.arena.discard_draft();
    }

    pub(super) fn next_draft_key(&mut self) -> u32 {
        if self.draft.key == Draft::LAST {
            self.orders = Cache::new(self.order_bytes);
            self.draft.key = Draft::FIRST;
        }
        self.draft.key -= 1;
        self.draft.key
    }

    /// Enters a canonical form, sorted, and its negative.
    pub(super) fn enter(&mut self, lefts: &[Value], rights: &[Value], signature: Signature) -> Result<Value, Stop> {
        if let Some(v) = self.arena.find(lefts, rights) {
            return Ok(v);
        }
        let mut facts = Facts::of_options(&self.arena, lefts, rights)?;
        let weight = match facts.plain {
            Some(Plain { number: Dyadic::ZERO, ups, .. }) => Weight::Integer(ups),
            _ => self.weigh(lefts, rights, signature, facts.nimber)?,
        };
        facts.weight = weight;
        let bounds = self.weight_bounds(weight)?;
        // Room for both, so that a value never stands without its negative.
        self.arena.room(lefts.len(), rights.len())?;
        let v = self.arena.insert(lefts, rights, signature, bounds, facts);
        let (left, right) = (self.negatives(rights), self.negatives(lefts));
        if left != lefts || right != rights {
            let signature = self.landmarks.signature(&self.arena, &left, &right);
            facts.plain = facts.plain.map(Plain::negated);
            facts.weight = self.negated_weight(weight);
            let w = self.arena.insert(&left, &right, signature, bounds.negated(), facts);
            self.arena.pair(v, w);
        }
        Ok(v)
    }

    fn negatives(&self, options: &[Value]) -> Vec<Value> {
        let mut list: Vec<_> = options.iter().map(|&v| self.neg(v)).collect();
        tidy(&mut list);
        list
    }
}

/// Sorts options by number and drops repetitions.
pub(super) fn tidy(options: &mut Vec<Value>) {
    options.sort_unstable_by_key(|v| v.0);
    options.dedup();
}
