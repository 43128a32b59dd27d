//! Path decomposition by beam search over vertex orders, for wide graphs.
//!
//! Where bags are large, joining two tables costs more than everything else. So
//! wide graphs of moderate size get a decomposition without joins:
//!
//! ```text
//!   eliminated  | front: neighbours of the eliminated |   not met yet
//! ```
//!
//! Every node eliminates one vertex of the front and has one child. The beam
//! search runs over the sets of eliminated vertices; an order is good if few
//! states are expected.

use std::collections::HashMap;

use super::Instance;
use super::elimination_order::EliminationOrder;
use crate::{Budget, Stop};

/// Maximum number of vertices: a set of them is one word.
const VERTICES: usize = 128;
/// Beam width: sets kept of each size.
const BEAM: usize = 400;

/// The vertices in order, each with the front after it; `None` if the graph is
/// too large.
pub(super) fn order(instance: &Instance, budget: &Budget) -> Result<Option<EliminationOrder>, Stop> {
    let n = instance.vertices();
    if n > VERTICES {
        return Ok(None);
    }
    let near: Vec<u128> = (0..n).map(|v| instance.near(v).fold(0, |set, u| set | 1 << u)).collect();
    let mut levels = vec![vec![EliminatedSet { gone: 0, front: !0 >> (128 - n), weight: 0.0, from: 0, last: 0 }]];
    for _ in 0..n {
        budget.check()?;
        let next = longer(&near, levels.last().expect("the empty set is there"));
        levels.push(next);
    }
    let members = |set: u128| (0..n).filter(|&v| set >> v & 1 == 1).collect();
    let mut at = 0;
    let mut order: EliminationOrder = Vec::with_capacity(n);
    for level in levels[1..].iter().rev() {
        let set: &EliminatedSet = &level[at];
        order.push((set.last, members(set.front)));
        at = set.from;
    }
    order.reverse();
    Ok(Some(order))
}

/// A set of eliminated vertices.
struct EliminatedSet {
    gone: u128,
    /// Their neighbours outside the set; all vertices while the set is empty.
    front: u128,
    /// Estimated number of states of all fronts so far.
    weight: f64,
    /// Index of the set without the vertex `last`, which was eliminated last.
    from: usize,
    last: usize,
}

/// The best sets with one more vertex, the best one first.
fn longer(near: &[u128], sets: &[EliminatedSet]) -> Vec<EliminatedSet> {
    let mut best: HashMap<u128, EliminatedSet> = HashMap::new();
    for (from, set) in sets.iter().enumerate() {
        for last in (0..near.len()).filter(|&v| set.front >> v & 1 == 1) {
            let gone = set.gone | 1 << last;
            // The graph is connected, so the front is empty only at the end.
            let front = if set.gone == 0 { near[last] } else { (set.front | near[last]) & !gone };
            let weight = set.weight + 4f64.powi(front.count_ones() as i32);
            if best.get(&gone).is_none_or(|known| weight < known.weight) {
                best.insert(gone, EliminatedSet { gone, front, weight, from, last });
            }
        }
    }
    let mut best: Vec<EliminatedSet> = best.into_values().collect();
    best.sort_unstable_by(|a, b| a.weight.total_cmp(&b.weight).then(a.gone.cmp(&b.gone)));
    best.truncate(BEAM);
    best
}
