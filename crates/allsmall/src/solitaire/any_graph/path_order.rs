//! An order of the vertices with a short front, for wide graphs.
//!
//! Where bags are large, joining two tables costs more than all the rest. So
//! wide graphs of moderate size are taken apart from one end to the other:
//!
//! ```text
//!   gone    | front: neighbours of those gone |   not met yet
//! ```
//!
//! Every step lets one vertex of the front go and keeps the rest; no step has
//! two below it. A beam search over the sets of vertices gone looks for the
//! order with the fewest states to be expected.

use std::collections::HashMap;

use super::Instance;
use crate::{Budget, Stop};

/// The most vertices: a set of them is one word.
const VERTICES: usize = 128;
/// The sets that are kept of each size.
const BEAM: usize = 400;

/// Vertices in order, each with its bag.
type EliminationOrder = Vec<(usize, Vec<usize>)>;

/// The vertices in order, each with the front that is left after it; none if
/// the graph is too large.
///
/// # Errors
/// The limit that was hit.
pub(super) fn order(instance: &Instance, budget: &Budget) -> Result<Option<EliminationOrder>, Stop> {
    let n = instance.vertices();
    if n > VERTICES {
        return Ok(None);
    }
    let near: Vec<u128> = (0..n).map(|v| instance.near(v).fold(0, |set, u| set | 1 << u)).collect();
    let mut levels = vec![vec![Set { gone: 0, front: !0 >> (128 - n), weight: 0.0, from: 0, last: 0 }]];
    for _ in 0..n {
        budget.check()?;
        let next = longer(&near, levels.last().expect("the empty set is there"));
        levels.push(next);
    }
    let members = |set: u128| (0..n).filter(|&v| set >> v & 1 == 1).collect();
    let mut at = 0;
    let mut order: Vec<(usize, Vec<usize>)> = Vec::with_capacity(n);
    for level in levels[1..].iter().rev() {
        let set: &Set = &level[at];
        order.push((set.last, members(set.front)));
        at = set.from;
    }
    order.reverse();
    Ok(Some(order))
}

/// Vertices that are gone.
struct Set {
    gone: u128,
    /// Their neighbours that are not; all vertices while none is gone.
    front: u128,
    /// How many states the fronts so far may have, more or less.
    weight: f64,
    /// Which set, smaller by one, it comes from, and the vertex that went.
    from: usize,
    last: usize,
}

/// The best sets with one vertex more; the first is the best.
fn longer(near: &[u128], sets: &[Set]) -> Vec<Set> {
    let mut best: HashMap<u128, Set> = HashMap::new();
    for (from, set) in sets.iter().enumerate() {
        for last in (0..near.len()).filter(|&v| set.front >> v & 1 == 1) {
            let gone = set.gone | 1 << last;
            // The graph is connected: the front is empty at the end alone.
            let front = if set.gone == 0 { near[last] } else { (set.front | near[last]) & !gone };
            let weight = set.weight + 4f64.powi(front.count_ones() as i32);
            if best.get(&gone).is_none_or(|known| weight < known.weight) {
                best.insert(gone, Set { gone, front, weight, from, last });
            }
        }
    }
    let mut best: Vec<Set> = best.into_values().collect();
    best.sort_unstable_by(|a, b| a.weight.total_cmp(&b.weight).then(a.gone.cmp(&b.gone)));
    best.truncate(BEAM);
    best
}
