//! A cache of retrograde tables, for callers with many boards.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use super::exact::{Analysis, Planes, memory_needed, solve};
use super::game::StripGame;
use crate::{Budget, Stop};

/// The tables of one game that were needed so far, by the bits of their lane.
#[derive(Debug)]
pub struct TableCache<G> {
    tables: Mutex<HashMap<u32, (usize, Planes)>>,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for TableCache<G> {
    fn default() -> TableCache<G> {
        TableCache { tables: Mutex::default(), game: PhantomData }
    }
}

impl<G: StripGame> TableCache<G> {
    /// The analysis of a position. The first board of a length solves all
    /// boards of that length, the others are looked up; a table that would
    /// not fit the memory is not kept.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted; `Stop::Unsupported` if the board is too long.
    pub fn analysis(&self, position: &G, budget: &Budget) -> Result<Analysis, Stop> {
        let (lane, _) = position.packed().ok_or(Stop::Unsupported)?;
        // A table is put here only when it is complete.
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if !tables.contains_key(&lane.bits()) {
            let bytes = Planes::bytes(&lane);
            let needed = bytes.saturating_add(memory_needed(&lane));
            if needed > budget.memory() {
                return Analysis::solve(position, budget);
            }
            let kept: usize = tables.values().map(|(bytes, _)| bytes).sum();
            if kept + needed > budget.memory() {
                tables.clear();
            }
            let mut planes = Planes::new(&lane);
            solve(&lane, budget, &mut planes)?;
            tables.insert(lane.bits(), (bytes, planes));
        }
        let (_, planes) = &tables[&lane.bits()];
        let Ok(analysis) = Analysis::look_up(position, planes);
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phutball::{PhutballPosition, read_position};

    #[test]
    fn with_and_without_room_for_tables_the_answers_are_the_same() {
        let cache = TableCache::<PhutballPosition>::default();
        let lane = |position: &PhutballPosition| position.packed().expect("a short board").0;
        for text in ["o@o.o.o....", "o@o.oo....", "o@o.ooo....", ".@..", "......@.o..."] {
            let position = read_position(text).expect("a board");
            let alone = Analysis::solve(&position, &Budget::new()).expect("no limit");
            let need = memory_needed(&lane(&position));
            for memory in [need, need + Planes::bytes(&lane(&position)), 1 << 30] {
                let budget = Budget::new().with_memory(memory);
                assert_eq!(cache.analysis(&position, &budget).as_ref(), Ok(&alone), "{text} {memory}");
            }
        }
    }
}
