//! What the moves in a part leave, all of them in one list.

use super::{PartRules, Signed};
use crate::Player;

/// Moves one after another:
///
/// ```text
/// parts  a b | c | | d a       four moves; the third leaves nothing alive
/// ends     2   3 3   5
/// ```
#[derive(Clone, Debug)]
pub struct MoveResults<P> {
    /// The parts that the moves leave.
    pub parts: Vec<Signed<P>>,
    /// Where the parts of each move end.
    pub ends: Vec<usize>,
}

impl<P> Default for MoveResults<P> {
    fn default() -> MoveResults<P> {
        MoveResults { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<P: Copy> MoveResults<P> {
    /// Adds the moves of a player in a part. Moves in the negative of a part
    /// are the opponent's moves in the part, each result negated.
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

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// What each move leaves.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Signed<P>]> {
        (0..self.ends.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.parts[start..self.ends[i]]
        })
    }
}
