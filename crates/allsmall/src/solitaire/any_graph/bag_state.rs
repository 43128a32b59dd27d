//! States of the tree DP: what a bag knows about the forest below it.
//!
//! A vertex of the bag is either still *open* (its stone has not left: it may
//! leave later, or stay) or *sent* (its arrow is drawn). An open vertex
//! remembers the sum of the colours that have entered it, a sent one the sum
//! that must still enter it, so that it had the colour with which it left.
//! A sent vertex also remembers its root, the open vertex of the bag where its
//! arrows lead, since an arrow from there back to it would close a cycle:
//!
//! ```text
//!   bag          u0      u1        u2         u3
//!   balance        0      +1        -1          0
//!   root         u0      u0        u2       CLOSED
//!             open,   sent, -> u0,  open     sent, and the stone that stays
//!             nothing  one x      one o      at its end is known already
//!             entered  must come  entered
//! ```

use std::hash::{Hash, Hasher};

/// Maximum number of vertices in a bag.
pub(super) const BAG: usize = 16;

/// Root of a vertex whose arrows end at a stone that stays.
pub(super) const CLOSED: u8 = u8::MAX;

/// The state of a bag; places beyond the bag are closed and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BagState {
    pub(super) balance: [i16; BAG],
    pub(super) root: [u8; BAG],
}

impl Hash for BagState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for balances in self.balance.chunks_exact(4) {
            hasher.write_u64(balances.iter().fold(0, |word, &balance| word << 16 | u64::from(balance as u16)));
        }
        for roots in self.root.chunks_exact(8) {
            hasher.write_u64(roots.iter().fold(0, |word, &root| word << 8 | u64::from(root)));
        }
    }
}

impl BagState {
    /// The state in which nothing has happened yet to the first `bag` places.
    pub(super) fn fresh(bag: usize) -> BagState {
        let mut state = BagState { balance: [0; BAG], root: [CLOSED; BAG] };
        (0..bag).for_each(|i| state.root[i] = i as u8);
        state
    }

    /// Returns whether the stone at place `i` has not left.
    pub(super) fn is_open(&self, i: usize) -> bool {
        usize::from(self.root[i]) == i
    }

    /// The state with a larger bag, place `i` becoming `places[i]`; the other
    /// places are fresh.
    pub(super) fn placed(&self, places: &[usize], bag: usize) -> BagState {
        let mut state = BagState::fresh(bag);
        for (i, &place) in places.iter().enumerate() {
            state.balance[place] = self.balance[i];
            state.root[place] = match self.root[i] {
                CLOSED => CLOSED,
                root => places[usize::from(root)] as u8,
            };
        }
        state
    }

    /// The places whose stones have left, as bits.
    pub(super) fn sent(&self, bag: usize) -> u16 {
        (0..bag).filter(|&i| !self.is_open(i)).fold(0, |mask, i| mask | 1 << i)
    }

    /// Draws the arrow from place `from` to place `to` that carries a stone of
    /// `colour`; `own` is the stone at `from` at the start. `None` if that stone
    /// has left already or a cycle would close.
    pub(super) fn arrow(mut self, from: usize, to: usize, colour: i16, own: i16) -> Option<BagState> {
        let goal = self.root[to];
        if usize::from(goal) == from || !self.is_open(from) {
            return None;
        }
        self.balance[to] += if self.is_open(to) { colour } else { -colour };
        self.balance[from] = (colour - own) / 2 - self.balance[from];
        self.redirect(from, goal);
        Some(self)
    }

    /// Replaces the root `from` by `goal` everywhere.
    fn redirect(&mut self, from: usize, goal: u8) {
        for root in &mut self.root {
            if usize::from(*root) == from {
                *root = goal;
            }
        }
    }

    /// The state without the place `last`, which is the last of its bag.
    pub(super) fn without(mut self, last: usize) -> BagState {
        self.redirect(last, CLOSED);
        self.root[last] = CLOSED;
        self.balance[last] = 0;
        self
    }

    /// The union of two partial forests, if no stone leaves twice and no cycle
    /// closes.
    pub(super) fn joined(&self, other: &BagState, bag: usize) -> Option<BagState> {
        let mut state = BagState::fresh(bag);
        for i in 0..bag {
            let (a, b) = (self.balance[i], other.balance[i]);
            state.balance[i] = match (self.is_open(i), other.is_open(i)) {
                (true, true) => a + b,
                (true, false) => b - a,
                (false, true) => a - b,
                (false, false) => return None,
            };
            state.root[i] = follow([self, other], i)?;
        }
        Some(state)
    }

    /// The least and greatest balances of a state in which the stones of `sent`
    /// have left, such that the join of both [can end](BagState::can_end).
    pub(super) fn partners(&self, sent: u16, open: &[usize], own: &[i16]) -> [[i16; BAG]; 2] {
        let mut range = [[i16::MIN; BAG], [i16::MAX; BAG]];
        for (i, (&open, &own)) in open.iter().zip(own).enumerate() {
            let (a, open) = (self.balance[i], open as i16);
            let (low, high) = match (self.is_open(i), sent >> i & 1 == 0) {
                (true, true) => (-open - own.max(0) - a, open - own.min(0) - a),
                (true, false) | (false, true) => (a - open, a + open),
                (false, false) => (i16::MAX, i16::MIN),
            };
            (range[0][i], range[1][i]) = (low, high);
        }
        range
    }

    /// Returns whether the balances are in this range.
    pub(super) fn within(&self, [low, high]: &[[i16; BAG]; 2]) -> bool {
        // No early exit: sixteen comparisons at once are faster than one at a time.
        (0..BAG).fold(true, |all, i| all & (low[i] <= self.balance[i]) & (self.balance[i] <= high[i]))
    }

    /// Returns whether the balances can still be met: place `i` has `open[i]`
    /// open edges and held the stone `own[i]` at the start.
    pub(super) fn can_end(&self, open: &[usize], own: &[i16]) -> bool {
        open.iter().zip(own).enumerate().all(|(i, (&open, &own))| self.missing(i, own) <= open)
    }

    /// Closes roots through which no cycle can run: a stone whose open edges are
    /// all needed for stones that enter stays where it is, and a place that no
    /// stone can enter is not on a cycle.
    pub(super) fn simplified(mut self, open: &[usize], own: &[i16]) -> BagState {
        for (i, (&open, &own)) in open.iter().zip(own).enumerate() {
            if !self.is_open(i) {
                if self.balance[i] == 0 && open <= 1 {
                    self.root[i] = CLOSED;
                }
            } else if self.missing(i, own) == open {
                self.redirect(i, CLOSED);
                self.root[i] = i as u8;
            }
        }
        self
    }

    /// Minimum number of stones that must still enter place `i`.
    pub(super) fn missing(&self, i: usize, own: i16) -> usize {
        let balance = self.balance[i];
        let other = if self.is_open(i) { balance + own } else { balance };
        usize::from(balance.unsigned_abs().min(other.unsigned_abs()))
    }

    /// Returns whether this state dominates `other`: equal balances, and more
    /// roots closed, so that every completion of `other` is one of this state.
    pub(super) fn covers(&self, other: &BagState) -> bool {
        self.balance == other.balance
            && (0..BAG).all(|i| self.root[i] == other.root[i] || (self.root[i] == CLOSED && !other.is_open(i)))
    }
}

/// The root of place `i` in the union of two partial forests; `None` if its
/// arrows run into a cycle.
fn follow(states: [&BagState; 2], i: usize) -> Option<u8> {
    let mut at = i;
    for _ in 0..=2 * BAG {
        let root = match states.iter().find(|state| !state.is_open(at)) {
            Some(state) => state.root[at],
            None => return Some(at as u8),
        };
        if root == CLOSED {
            return Some(CLOSED);
        }
        at = usize::from(root);
    }
    None
}
