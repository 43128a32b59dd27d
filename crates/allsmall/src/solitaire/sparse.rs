//! Whether a board has few enough edges to go through them all.

use crate::{Budget, Position};

/// A quick method goes through at most so many pairs of neighbours.
const MOST_PAIRS: usize = 20_000_000;

/// Whether all pairs of neighbours can be visited in a moment. A complete
/// graph of 10^5 vertices has 10^10 of them, and is seen through after a few.
/// Where there is no time to see, there are too many.
pub(super) fn is_sparse(position: &Position, budget: &Budget) -> bool {
    let (mut pairs, mut ticker) = (0, budget.ticker());
    (0..position.cells().len()).all(|v| {
        let before = pairs;
        position.board().for_each_neighbour(v, |_| pairs += 1);
        pairs <= MOST_PAIRS && ticker.step(pairs - before).is_ok()
    })
}
