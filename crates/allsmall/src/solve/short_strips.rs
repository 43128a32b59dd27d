//! Precomputed values of all short strips, with which a search on a long strip
//! starts.
//!
//! A random row of fifty stones contains most strips of up to twelve, one of
//! twenty most of up to eight. They are valued once per process, in the order of
//! their cells, and a search takes a copy, unless it starts with the values of the
//! search before it ([`ValueCache`](super::ValueCache)).

use std::sync::{Arc, OnceLock};

use super::memory_split::MemorySplit;
use crate::Budget;
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::value::{PartValues, StripTable};

/// An arena and the table of short strips in it.
struct StartingValues {
    values: Values,
    strips: Arc<StripTable>,
}

/// Maximum number of stones of precomputed strips. They take 4 ms; strips of up to
/// 8 stones 0.3 ms.
pub(super) const LONGEST: usize = 12;

/// The values of all strips of up to `longest` stones.
fn start(longest: usize) -> &'static StartingValues {
    static STARTS: [OnceLock<StartingValues>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
    STARTS[longest].get_or_init(|| {
        let mut values = Values::new();
        let strips = StripTable::new(&mut values, longest as u32, &Budget::new()).expect("they take half a megabyte");
        StartingValues { values, strips: Arc::new(strips) }
    })
}

/// Creates the arena and part values of these boards, with all strips of up to
/// `strips` stones.
pub(super) fn begin(
    boards: BoardRules,
    strips: usize,
    memory: &MemorySplit,
    budget: &Budget,
) -> (Values, PartValues<BoardRules>) {
    let budget = budget.clone().with_memory(memory.values);
    let parts = PartValues::new(boards, memory.parts);
    if strips > 0 {
        let start = start(strips);
        (start.values.copy_within(&budget), parts.with_strips(Arc::clone(&start.strips)))
    } else {
        (Values::within(&budget), parts)
    }
}
