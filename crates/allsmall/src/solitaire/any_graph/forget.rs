//! The forget step of the tree DP: decides every edge of the vertex that leaves
//! the bag, and whether its stone stays.

use super::Instance;
use super::bag_state::BagState;
use super::elimination_order::DecompositionNode;

/// The uses of an edge, by choice bits: none, or outward (`true`) or inward with
/// a colour.
pub(super) const EDGE_USES: [Option<(bool, i16)>; 5] =
    [None, Some((true, 1)), Some((true, -1)), Some((false, 1)), Some((false, -1))];

/// The forget step of one node; the vertex is the last of its bag.
pub(super) struct ForgetStep<'a> {
    instance: &'a Instance,
    pub(super) node: &'a DecompositionNode,
    /// The stones of the bag at the start.
    pub(super) own: Vec<i16>,
    last: usize,
}

impl<'a> ForgetStep<'a> {
    pub(super) fn new(instance: &'a Instance, node: &'a DecompositionNode) -> ForgetStep<'a> {
        let own = node.bag.iter().map(|&v| i16::from(instance.colours[v].sign())).collect();
        ForgetStep { instance, node, own, last: node.bag.len() - 1 }
    }

    /// Calls `visit` with every state after this step, whether the stone of the
    /// vertex stays, and the choice bits.
    pub(super) fn for_each(&self, state: BagState, visit: &mut impl FnMut(BagState, bool, u64)) {
        self.edges(0, state, 0, visit);
    }

    /// Tries all uses of the edges from `edge` on.
    fn edges(&self, edge: usize, state: BagState, choice: u64, visit: &mut impl FnMut(BagState, bool, u64)) {
        if state.missing(self.last, self.own[self.last]) > self.node.adjacent.len() - edge {
            return;
        }
        let Some(&other) = self.node.adjacent.get(edge) else { return self.finish(state, choice, visit) };
        for (bits, way) in EDGE_USES.iter().enumerate() {
            let next = match *way {
                None => Some(state),
                Some((true, colour)) => state.arrow(self.last, other, colour, self.own[self.last]),
                Some((false, colour)) => state.arrow(other, self.last, colour, self.own[other]),
            };
            if let Some(next) = next {
                self.edges(edge + 1, next, choice | (bits as u64) << (3 * edge), visit);
            }
        }
    }

    /// Forgets the vertex: its stone has left or stays for good.
    fn finish(&self, state: BagState, choice: u64, visit: &mut impl FnMut(BagState, bool, u64)) {
        let stays = state.is_open(self.last);
        let colour = self.own[self.last] + 2 * state.balance[self.last];
        if let Some(end) = self.instance.end
            && end.vertex == self.node.bag[self.last]
            && !(stays && end.colour.is_none_or(|wanted| i16::from(wanted.sign()) == colour))
        {
            return;
        }
        let state = state.without(self.last);
        let open = &self.node.open[..self.last];
        if state.can_end(open, &self.own) {
            visit(state.simplified(open, &self.own), stays, choice);
        }
    }
}
