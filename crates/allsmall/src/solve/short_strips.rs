//! What a search on a long strip starts with: the values of all short strips.
//!
//! A random row of fifty stones contains most strips of up to twelve, one of
//! twenty most of up to eight. They are valued once in a process, in the order of their cells, and every search
//! takes a copy: so a board gets the same answer whatever was solved before.

use std::sync::{Arc, OnceLock};

use super::memory_split::MemorySplit;
use crate::Budget;
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::value::{PartValues, StripTable};

/// An arena and the short strips in it.
struct Start {
    values: Values,
    strips: Arc<StripTable>,
}

/// The longest that are valued beforehand. It takes 4 ms, and 0.3 ms for strips
/// of up to 8 stones.
pub(super) const LONGEST: usize = 12;

/// What all searches start with that begin with strips of up to so many stones.
fn start(longest: usize) -> &'static Start {
    static STARTS: [OnceLock<Start>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
    STARTS[longest].get_or_init(|| {
        let mut values = Values::new();
        let strips = StripTable::new(&mut values, longest as u32, &Budget::new()).expect("they take half a megabyte");
        Start { values, strips: Arc::new(strips) }
    })
}

/// Values and parts of these boards; those of strips of up to so many stones
/// are there already.
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
