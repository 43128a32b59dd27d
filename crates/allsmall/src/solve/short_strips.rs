//! What a search on a long strip starts with: the values of all short strips.
//!
//! A random row of fifty stones contains most strips of up to twelve. They are
//! valued once in a process, in the order of their cells, and every search
//! takes a copy: so a board gets the same answer whatever was solved before.

use std::sync::{Arc, OnceLock};

use super::memory::MemoryPlan;
use crate::Budget;
use crate::cgt::Values;
use crate::kernel::Boards;
use crate::value::{PartValues, StripTable};

/// An arena and the short strips in it.
struct Start {
    values: Values,
    strips: Arc<StripTable>,
}

/// Strips up to so many stones are valued beforehand.
const LONGEST: u32 = 12;

fn start() -> &'static Start {
    static START: OnceLock<Start> = OnceLock::new();
    START.get_or_init(|| {
        let mut values = Values::new();
        let strips = StripTable::new(&mut values, LONGEST, &Budget::new()).expect("they take half a megabyte");
        Start { values, strips: Arc::new(strips) }
    })
}

/// Values and parts of these boards; with `strips`, those of short strips are
/// there already.
pub(super) fn begin(
    boards: Boards,
    strips: bool,
    memory: &MemoryPlan,
    budget: &Budget,
) -> (Values, PartValues<Boards>) {
    let budget = budget.clone().with_memory(memory.values);
    let parts = PartValues::new(boards, memory.parts);
    if strips {
        let start = start();
        (start.values.copy_within(&budget), parts.with_strips(Arc::clone(&start.strips)))
    } else {
        (Values::within(&budget), parts)
    }
}
