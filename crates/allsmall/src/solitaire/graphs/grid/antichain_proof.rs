//! The lists of a proof from the antichain algorithm.

use std::collections::HashMap;

use super::antichain::StripStatement;
use super::strip_proof::{ListReference, ProofList};
use crate::{Budget, Stop};

impl StripStatement<'_> {
    /// The lists that prove the statement, the one before the first column first;
    /// `None` if there is an exception. `read` writes a state of the small automaton.
    pub(super) fn lists(
        mut self,
        read: &dyn Fn(u16) -> String,
        budget: &Budget,
    ) -> Result<Option<Vec<ProofList>>, Stop> {
        let (nodes, None) = self.explore(budget)? else { return Ok(None) };
        let letters = self.numbers();
        let mut by_track: HashMap<u16, Vec<usize>> = HashMap::new();
        nodes.iter().enumerate().for_each(|(at, node)| by_track.entry(node.track).or_default().push(at));
        let (mut order, mut number) = (vec![0], HashMap::from([(0, 0)]));
        let mut lists = Vec::new();
        while lists.len() < order.len() {
            let node = &nodes[order[lists.len()]];
            let mut next = Vec::with_capacity(letters.len());
            for (letter, numbers) in letters.iter().enumerate() {
                budget.check()?;
                let Some(track) = (self.next)(node.track, letter) else { return Ok(None) };
                let reached = self.advance(&node.lists, numbers);
                let same_track = by_track.entry(track).or_default();
                // The node found moves to the front, so that few nodes are named.
                if !self.beats_any(&reached, same_track, &nodes) {
                    return Ok(None);
                }
                let list = *number.entry(same_track[0]).or_insert_with(|| {
                    order.push(same_track[0]);
                    order.len() - 1
                });
                next.push(ListReference { list, mirror: "" });
            }
            let of = self.dps.iter().zip(&node.lists);
            let costs = of.map(|(dp, list)| list.iter().map(|&(of, cost)| (dp.steps.frontier(of), cost)).collect());
            lists.push(ProofList { read: read(node.track), offset: 0, costs: costs.collect(), next });
        }
        Ok(Some(lists))
    }
}
