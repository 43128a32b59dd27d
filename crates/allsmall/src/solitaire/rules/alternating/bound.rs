//! Lower bounds for the alternating rule: delta, pendant trees, parity of colours.
//!
//! No move joins two groups of stones, so bounds of groups add up. A group of
//! one colour keeps all its stones; another keeps at least two if its delta is 0,
//! otherwise one, and at least the bound of its [`Pendants`].
//!
//! Then the colours: let the groups of both colours hold `own` stones of the
//! mover and `other` rival ones. A move removes a stone of the colour that does
//! not move, and the last mover's stone is there at the end. So with the
//! mover's colour beginning there are at most
//!
//! ```text
//!   2 * other - 1  moves  if other <= own,      2 * own  moves  if own < other
//! ```
//!
//! With one stone left this is the parity law of Demaine et al.

use super::pendant::Pendants;
use crate::Player;
use crate::solitaire::bitset_position::{StoneGraph, StoneSet};

/// Maximum number of moves when the mover has `own` stones in groups of both
/// colours and the other colour has `other`.
pub(super) fn most_moves(own: usize, other: usize) -> usize {
    if other <= own { (2 * other).saturating_sub(1) } else { 2 * own }
}

/// Lower bounds of positions on one graph.
pub(super) struct Bound<'a> {
    graph: &'a StoneGraph,
    pendants: Pendants,
}

impl<'a> Bound<'a> {
    pub(super) fn new(graph: &'a StoneGraph) -> Bound<'a> {
        Bound { graph, pendants: Pendants::new() }
    }

    /// Lower bound on the stones left, `turn` to move.
    pub(super) fn least(&mut self, stones: StoneSet, turn: Player) -> usize {
        let (mut removable, mut own, mut other) = (0, 0, 0);
        for group in self.graph.groups(stones.stones) {
            let group = stones.within(group);
            if group.mixed() {
                removable += group.count() - self.least_of_group(group);
                own += group.of(turn).count_ones() as usize;
                other += group.of(turn.opponent()).count_ones() as usize;
            }
        }
        stones.count() - removable.min(most_moves(own, other))
    }

    /// Lower bound on the stones left of a group of both colours, under any order
    /// of colours.
    fn least_of_group(&mut self, group: StoneSet) -> usize {
        let by_delta = if self.graph.delta_is_zero(group) { 2 } else { 1 };
        by_delta.max(self.pendants.least(self.graph, group))
    }
}
