//! Reversible options and how they are bypassed.
//!
//! A left option `l` of G is reversible when it has a right option `y` with
//! `y <= G`: whenever Left plays `l`, Right can answer `y` and is at least as
//! well off, so `l` is replaced by the left options of `y`. During these
//! comparisons G has no id yet; it is the draft at the end of the arena.

use super::arena::Interval;
use super::canonical::sort_and_dedup;
use super::landmarks::Signature;
use super::{Value, Values};
use crate::{Player, Stop};

/// The draft game and its key in the cache of draft comparisons. Each draft
/// gets a new key, so that no entry of an older draft is mistaken for one of
/// this draft.
#[derive(Clone, Copy)]
pub(super) struct DraftGame {
    pub(super) slot: Value,
    pub(super) key: u32,
}

impl DraftGame {
    /// Keys of drafts run down from here to `LAST`, above all ids.
    const FIRST: u32 = (1 << 31) - 1;
    const LAST: u32 = 1 << 30;

    /// No draft.
    pub(super) const NONE: DraftGame = DraftGame { slot: Value::NONE, key: DraftGame::FIRST };
}

impl Values {
    /// Bypasses all reversible options of the game with these options, of which
    /// none dominates another, and sorts the lists. Returns whether there were
    /// any.
    pub(super) fn bypass_reversible(
        &mut self,
        lefts: &mut Vec<Value>,
        rights: &mut Vec<Value>,
        signature: Signature,
    ) -> Result<bool, Stop> {
        // Bypassing does not change the value, so all rounds share one key.
        let key = self.next_draft_key();
        let mut changed = false;
        loop {
            let draft = self.open_draft(lefts, rights, signature, key)?;
            let bypassed = self.bypass_both(lefts, rights, draft);
            self.close_draft();
            if !bypassed? {
                sort_and_dedup(lefts);
                sort_and_dedup(rights);
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

    /// Bypasses the options of `mover` that are reversible in the draft.
    fn bypass(&mut self, options: &mut Vec<Value>, draft: Value, mover: Player) -> Result<bool, Stop> {
        let mut bypassed = false;
        let mut i = 0;
        while i < options.len() {
            match self.reversing_reply(options[i], draft, mover)? {
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

    /// The opponent's reply through which a move of `mover` from `game` to
    /// `option` reverses: one that leaves the opponent at least as well off as
    /// `game`.
    pub fn reversing_reply(&mut self, option: Value, game: Value, mover: Player) -> Result<Option<Value>, Stop> {
        let replies = self.options(option, mover.opponent()).len();
        self.step(1 + replies)?;
        for i in 0..replies {
            let reply = self.options(option, mover.opponent())[i];
            // For Left: reply <= game.
            if self.no_better(reply, game, mover)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Opens a draft under this key. Bounding its weight by those of its options
    /// was tried and gained nothing.
    pub(super) fn open_draft(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        signature: Signature,
        key: u32,
    ) -> Result<Value, Stop> {
        self.arena.room(lefts.len(), rights.len())?;
        let slot = self.arena.draft(lefts, rights, signature, Interval::ALL);
        self.draft = DraftGame { slot, key };
        Ok(slot)
    }

    pub(super) fn close_draft(&mut self) {
        self.draft.slot = Value::NONE;
        self.arena.discard_draft();
    }

    pub(super) fn next_draft_key(&mut self) -> u32 {
        if self.draft.key == DraftGame::LAST {
            self.draft_orders.clear();
            self.draft.key = DraftGame::FIRST;
        }
        self.draft.key -= 1;
        self.draft.key
    }
}
