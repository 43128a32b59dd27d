//! Sparsity: whether a board has few enough edges to visit them all.

use crate::{Budget, Position};

/// Maximum number of ordered pairs of neighbours.
const MOST_PAIRS: usize = 20_000_000;

/// Returns whether all pairs of neighbours can be visited quickly. The count ends
/// at the maximum, so it is fast on a complete graph of 10^5 vertices, which has
/// 10^10 pairs. False if the budget is exhausted.
pub(super) fn is_sparse(position: &Position, budget: &Budget) -> bool {
    let (mut pairs, mut ticker) = (0, budget.ticker());
    (0..position.cells().len()).all(|v| {
        let before = pairs;
        position.board().for_each_neighbour(v, |_| pairs += 1);
        pairs <= MOST_PAIRS && ticker.step(pairs - before).is_ok()
    })
}
