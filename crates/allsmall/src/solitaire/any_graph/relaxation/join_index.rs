//! Index for the join step of the relaxation.
//!
//! The states of the second table are grouped by the stones that have left, and
//! sorted by their balance at the place with the fewest open edges: without open
//! edges, that balance is fixed by the partner's up to two choices.

use std::collections::BTreeMap;

use super::entry::RelaxedEntry;
use super::forget::{BagVertex, resolved, supply};
use super::packed_state::{DirectedCycles, PackedLayout, PackedState};

/// The second table of a join.
pub(super) struct RelaxedJoinIndex<'a> {
    layout: &'a PackedLayout,
    index: usize,
    places: Vec<BagVertex>,
    rest: Option<[usize; 2]>,
    /// The place with the fewest open edges.
    tight: BagVertex,
    /// By the sent bits.
    groups: BTreeMap<PackedState, BalanceList>,
}

/// Balance at the tight place, state, and index in the table, by increasing
/// balance.
type BalanceList = Vec<(i32, PackedState, u32)>;

impl<'a> RelaxedJoinIndex<'a> {
    /// Indexes the second table of a join on the bag of a node.
    pub(super) fn new(
        layout: &'a PackedLayout,
        index: usize,
        (places, rest): (Vec<BagVertex>, Option<[usize; 2]>),
        entries: &[RelaxedEntry],
    ) -> RelaxedJoinIndex<'a> {
        let tight = *places.iter().min_by_key(|place| place.room()).expect("a bag has a vertex");
        let mut groups: BTreeMap<PackedState, BalanceList> = BTreeMap::new();
        for (i, entry) in entries.iter().enumerate() {
            let sent = entry.key & layout.sent(index);
            groups.entry(sent).or_default().push((tight.field.balance(entry.key), entry.key, i as u32));
        }
        groups.values_mut().for_each(|list| list.sort_unstable_by_key(|&(balance, ..)| balance));
        RelaxedJoinIndex { layout, index, places, rest, tight, groups }
    }

    /// Calls `visit` with every join of the entry with a state of the table, and
    /// the index of the latter.
    pub(super) fn for_each(&self, entry: &RelaxedEntry, visit: &mut impl FnMut(PackedState, u32)) {
        for (sent, list) in self.groups.iter().filter(|&(sent, _)| sent & entry.key == 0) {
            let (low, high) = self.tight.partners(entry.key, self.tight.field.sent(*sent | entry.key));
            let start = list.partition_point(|&(balance, ..)| balance < low);
            for &(_, key, index) in list[start..].iter().take_while(|&&(balance, ..)| balance <= high) {
                let key = self.layout.joined(self.index, entry.key, key);
                let supplied = || {
                    self.rest.is_none_or(|rest| supply(self.places.iter(), rest, key).iter().all(|&stones| stones >= 0))
                };
                if !self.places.iter().all(|place| place.can_end(key)) || !supplied() {
                    continue;
                }
                match self.layout.cycles() {
                    DirectedCycles::Allowed => visit(key, index),
                    DirectedCycles::Forbidden => {
                        resolved(&self.places, key).into_iter().for_each(|key| visit(key, index));
                    }
                }
            }
        }
    }
}
