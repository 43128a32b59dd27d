//! Who gets how much of the memory that is granted.
//!
//! ```text
//! values     3/8   canonical forms, half of it; the memos of order and sums, a quarter each
//! parts      1/8   which value a small part has
//! sums       1/8   what moves leave, and bounds of strips; forgotten when full
//! verdicts   3/8   what is proved; the least valuable gives way
//! ```
//!
//! Values come first on rows, whose canonical forms are large; verdicts on
//! grids, where there are many positions with few different values. Nothing is
//! taken before it is used, and nothing that fills up ends a search: at the
//! worst it forgets all values and goes on with its verdicts.
//!
//! Several threads have one share each, of which three quarters of their
//! verdicts go into one store, and an eighth of a share beside them is for the
//! register of values that they have in common.

use crate::Budget;

/// The bytes that one thread may take for each purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemorySplit {
    pub(super) values: usize,
    pub(super) parts: usize,
    pub(super) sums: usize,
    pub(super) verdicts: usize,
    /// Of all threads together; none for one alone.
    pub(super) register: usize,
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
            register: shared * eighth,
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
            let all = threads * one + plan.register;
            assert!(all <= memory && memory - all <= 8 * threads, "{memory} {threads} {plan:?}");
        }
    }
}
