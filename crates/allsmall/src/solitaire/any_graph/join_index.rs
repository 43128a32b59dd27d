//! Hash index for the join step of the tree DP.
//!
//! Trying all pairs of two tables would dominate the cost of a join. But a place
//! without open edges fixes the balance of its partner up to two choices, and a
//! place with few open edges leaves few. So the states of a table are looked up
//! by their balances at the places with the fewest open edges.

use std::collections::{BTreeMap, HashMap};

use super::bag_state::{BAG, BagState};
use crate::base::hash::{Mixed, mix};

/// Maximum number of balance combinations looked up for one state.
const LOOK_UPS: usize = 128;

/// A table indexed by sent stones and balances.
pub(super) struct JoinIndex<'a> {
    table: &'a [(BagState, u32)],
    open: &'a [usize],
    own: &'a [i16],
    /// The places whose balances make the hash key.
    keys: Vec<usize>,
    groups: BTreeMap<u16, SentGroup>,
}

/// The states with one set of sent stones, by their balances at the key places,
/// each list by increasing cost.
#[derive(Default)]
struct SentGroup {
    by_key: HashMap<u64, Vec<u32>, Mixed>,
}

impl<'a> JoinIndex<'a> {
    /// Indexes a table; place `i` has `open[i]` open edges and held `own[i]` at the
    /// start.
    pub(super) fn new(table: &'a [(BagState, u32)], open: &'a [usize], own: &'a [i16]) -> JoinIndex<'a> {
        let mut places: Vec<usize> = (0..open.len()).collect();
        places.sort_by_key(|&i| open[i]);
        let mut combinations = 1;
        places.retain(|&i| {
            combinations *= 2 * open[i] + 2;
            combinations <= LOOK_UPS
        });
        let mut order: Vec<u32> = (0..table.len() as u32).collect();
        order.sort_by_key(|&i| table[i as usize].1);
        let mut groups: BTreeMap<u16, SentGroup> = BTreeMap::new();
        for i in order {
            let state = &table[i as usize].0;
            let key = places.iter().fold(0, |key, &place| mix(key, state.balance[place] as u64));
            groups.entry(state.sent(open.len())).or_default().by_key.entry(key).or_default().push(i);
        }
        JoinIndex { table, open, own, keys: places, groups }
    }

    /// Calls `visit` with the index of every state that sent stones and balances
    /// allow to join with this one, and whose cost is below `limit`.
    pub(super) fn for_each(&self, state: &BagState, limit: u32, mut visit: impl FnMut(u32)) {
        let sent = state.sent(self.open.len());
        for (&mask, group) in self.groups.iter().filter(|&(&mask, _)| mask & sent == 0) {
            let range = state.partners(mask, self.open, self.own);
            let mut look = |list: &[u32]| {
                for &i in list {
                    let (partner, cost) = &self.table[i as usize];
                    if *cost >= limit {
                        break;
                    }
                    if partner.within(&range) {
                        visit(i);
                    }
                }
            };
            let combinations: usize =
                self.keys.iter().map(|&i| (range[1][i] - range[0][i]).max(-1) as usize + 1).product();
            if group.by_key.len() <= combinations {
                group.by_key.values().for_each(|list| look(list));
            } else {
                self.keyed(&range, 0, 0, &mut |key| group.by_key.get(&key).into_iter().for_each(|list| look(list)));
            }
        }
    }

    /// Calls `visit` with the key of every combination of balances in range.
    fn keyed(&self, range: &[[i16; BAG]; 2], at: usize, key: u64, visit: &mut impl FnMut(u64)) {
        match self.keys.get(at) {
            None => visit(key),
            Some(&place) => {
                for balance in range[0][place]..=range[1][place] {
                    self.keyed(range, at + 1, mix(key, balance as u64), visit);
                }
            }
        }
    }
}
