//! Division of the memory budget among the tables of a search.
//!
//! ```text
//! values     3/8   arena of canonical forms, half of it; caches of order and sums, a quarter each
//! parts      1/8   values of small parts
//! sums       1/8   options of terms and bounds of strips; dropped when full
//! verdicts   3/8   transposition table; replacement by priority
//! ```
//!
//! Rows need the arena most, since their canonical forms are large; grids the
//! transposition table, since they have many positions with few different
//! values. Memory is allocated when it is used. No full table ends a search: at
//! worst the arena is emptied and the search goes on with its verdicts.
//!
//! Each thread gets one share. Three quarters of its table budget go to the shared
//! table; another eighth of a share holds the registry of shared value ids.

use crate::Budget;

/// Bytes of one thread for each kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemorySplit {
    pub(super) values: usize,
    pub(super) parts: usize,
    pub(super) sums: usize,
    pub(super) verdicts: usize,
    /// Bytes of the value registry of all threads together; 0 for one thread.
    pub(super) registry: usize,
    pub(super) threads: usize,
}

impl MemorySplit {
    pub(super) fn new(budget: &Budget) -> MemorySplit {
        let threads = budget.threads();
        let shared = usize::from(threads > 1);
        let eighth = budget.memory() / (8 * threads + shared);
        MemorySplit {
            values: 3 * eighth,
            parts: eighth,
            sums: eighth,
            verdicts: 3 * eighth,
            registry: shared * eighth,
            threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_make_up_the_whole() {
        for (memory, threads) in [(1 << 30, 1), (1 << 30, 2), (12345, 7), (0, 1)] {
            let plan = MemorySplit::new(&Budget::new().with_memory(memory).with_threads(threads));
            let one = plan.values + plan.parts + plan.sums + plan.verdicts;
            let all = threads * one + plan.registry;
            assert!(all <= memory && memory - all <= 8 * threads, "{memory} {threads} {plan:?}");
        }
    }
}
