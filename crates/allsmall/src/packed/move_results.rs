//! The results of all moves in a part, in one flat list.

use super::{PartRules, Signed};
use crate::Player;

/// The results of moves, one after another:
///
/// ```text
/// parts  a b | c | | d a       four moves; the third leaves nothing alive
/// ends     2   3 3   5
/// ```
#[derive(Clone, Debug)]
pub struct MoveResults<P> {
    /// The parts that the moves leave, concatenated.
    pub parts: Vec<Signed<P>>,
    /// The end of each move's parts in `parts`.
    pub ends: Vec<usize>,
}

impl<P> Default for MoveResults<P> {
    fn default() -> MoveResults<P> {
        MoveResults { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<P: Copy> MoveResults<P> {
    /// Appends the moves of a player in a part. A move in the negative of a
    /// part is a move of the opponent in the part, its result negated.
    pub fn add<K: PartRules<Part = P>>(&mut self, rules: &K, signed: Signed<P>, player: Player) {
        let first = self.parts.len();
        let player = if signed.negated { player.opponent() } else { player };
        rules.for_each_option(signed.part, player, |parts| {
            self.parts.extend_from_slice(parts);
            self.ends.push(self.parts.len());
        });
        if signed.negated {
            self.parts[first..].iter_mut().for_each(|part| *part = part.negative());
        }
    }

    /// Appends the moves of both players in a part.
    pub fn add_all<K: PartRules<Part = P>>(&mut self, rules: &K, part: P) {
        for player in Player::BOTH {
            self.add(rules, Signed { part, negated: false, own_negative: false }, player);
        }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// The parts left by each move.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Signed<P>]> {
        (0..self.ends.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.parts[start..self.ends[i]]
        })
    }
}
