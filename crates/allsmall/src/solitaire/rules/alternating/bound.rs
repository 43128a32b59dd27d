//! How few stones can be left at best: lower bounds for the alternating rule.
//!
//! No move joins two groups of stones, so bounds of groups add up. A group of
//! one colour keeps all its stones; another keeps at least two if delta says
//! so, otherwise one, and what its [`Pendants`] show.
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

/// The most moves when the mover's colour, with `own` stones that can take part
/// in any, begins against `other`.
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

    /// No play from here, `turn` to move, leaves fewer stones.
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

    /// No play with any order of colours leaves fewer stones of a group that
    /// has both colours.
    fn least_of_group(&mut self, group: StoneSet) -> usize {
        let by_delta = if self.graph.delta_is_zero(group) { 2 } else { 1 };
        by_delta.max(self.pendants.least(self.graph, group))
    }
}
