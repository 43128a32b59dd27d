//! Reversible options.
//!
//! A left option `l` of G is reversible when it has a right option `y` with
//! `y <= G`: whenever Left plays it, Right may answer `y` and be no worse off,
//! so it is replaced by the left options of `y`. While these comparisons are
//! made G has no number yet; it stands behind the last value as a draft.

use super::arena::Interval;
use super::canonical::tidy;
use super::landmarks::Signature;
use super::{Value, Values};
use crate::{Player, Stop};

/// The draft game and the number under which a memo of its own knows it. Each
/// draft gets a number of its own, so that old answers never speak of a new
/// draft.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub(super) slot: Value,
    pub(super) key: u32,
}

impl Draft {
    /// Numbers of drafts run down from here to `LAST`, above all values.
    const FIRST: u32 = (1 << 31) - 1;
    const LAST: u32 = 1 << 30;

    /// No draft.
    pub(super) const NONE: Draft = Draft { slot: Value::NONE, key: Draft::FIRST };
}

impl Values {
    /// Bypasses all reversible options of the game with these options, of
    /// which none dominates another; tells whether there were any. The lists
    /// are sorted afterwards.
    pub(super) fn bypass_reversible(
        &mut self,
        lefts: &mut Vec<Value>,
        rights: &mut Vec<Value>,
        signature: Signature,
    ) -> Result<bool, Stop> {
        // The value stays the same from round to round, and so does its key.
        let key = self.next_draft_key();
        let mut changed = false;
        loop {
            let draft = self.open_draft(lefts, rights, signature, key)?;
            let bypassed = self.bypass_both(lefts, rights, draft);
            self.close_draft();
            if !bypassed? {
                tidy(lefts);
                tidy(rights);
                return Ok(changed);
            }
            changed = true;
            self.drop_dominated(lefts, Player::Left)?;
            self.drop_dominated(rights, Player::Right)?;
        }
    }

    fn bypass_both(&mut self, lefts: &mut Vec<Value>, rights: &mut Vec<Value>, draft: Value) -> Result<bool, Stop> {
        let left = self.bypass(lefts, draft, Player::Left)?;
        let right = self.bypass(rights, draft, Player::Right)?;
        Ok(left || right)
    }

    /// Replaces those options of `mover` that are reversible in the draft.
    fn bypass(&mut self, options: &mut Vec<Value>, draft: Value, mover: Player) -> Result<bool, Stop> {
        let mut bypassed = false;
        let mut i = 0;
        while i < options.len() {
            match self.reverting(options[i], draft, mover)? {
                Some(reply) => {
                    options.swap_remove(i);
                    options.extend_from_slice(self.options(reply, mover));
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
        let replies = self.options(option, mover.opponent()).len();
        self.step(1 + replies)?;
        for i in 0..replies {
            let reply = self.options(option, mover.opponent())[i];
            // For Left: the reply is no better than the game.
            if self.no_better(reply, game, mover)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Puts a game behind the last value, to be compared under this key.
    /// Bounds of its weight from those of its options were tried: no gain.
    pub(super) fn open_draft(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        signature: Signature,
        key: u32,
    ) -> Result<Value, Stop> {
        self.arena.room(lefts.len(), rights.len())?;
        let slot = self.arena.draft(lefts, rights, signature, Interval::ALL);
        self.draft = Draft { slot, key };
        Ok(slot)
    }

    pub(super) fn close_draft(&mut self) {
        self.draft.slot = Value::NONE;
        self.arena.discard_draft();
    }

    pub(super) fn next_draft_key(&mut self) -> u32 {
        if self.draft.key == Draft::LAST {
            self.draft_orders.clear();
            self.draft.key = Draft::FIRST;
        }
        self.draft.key -= 1;
        self.draft.key
    }
}
