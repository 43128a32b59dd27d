//! Values of grid parts that several threads find once.
//!
//! Each thread values the parts that it meets. Those of nine and ten stones
//! are what takes time, and all threads meet nearly all of them: so who has
//! found one tells the others, by the name of its value ([`Names`]). A thread
//! that does not have a value of that name yet finds the part's for itself.

use std::sync::{Arc, Mutex, PoisonError};

use super::shared_ids::{Names, Register};
use crate::base::hash;
use crate::cgt::{Value, Values};
use crate::kernel::{Grid, Part};

/// Parts with so many stones are worth it.
pub(super) const SHARED: usize = 9;

const SHELVES: usize = 64;

/// A part whose rectangle has at most 32 cells, and the name of its value.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// Black stones below, all stones above; 0 where there is nothing.
    stones: u64,
    rows: u8,
    cols: u8,
    name: u32,
}

impl Entry {
    fn new(grid: Grid, name: u32) -> Option<Entry> {
        let (rows, cols) = (grid.rows() as u8, grid.cols() as u8);
        let small = grid.rows() * grid.cols() <= 32;
        small.then(|| Entry { stones: (grid.stones() << 32 | grid.black()) as u64, rows, cols, name })
    }

    fn is_of(&self, other: &Entry) -> bool {
        (self.stones, self.rows, self.cols) == (other.stones, other.rows, other.cols)
    }
}

/// The names of the values of parts, as far as there is room: a later one
/// takes the place of an earlier one.
pub(super) struct Table {
    shelves: Vec<Mutex<Vec<Entry>>>,
}

impl Table {
    /// Takes at most about `memory` bytes.
    pub(super) fn new(memory: usize) -> Table {
        let places = (memory / SHELVES / size_of::<Entry>()).max(1);
        Table { shelves: (0..SHELVES).map(|_| Mutex::new(vec![Entry::default(); places])).collect() }
    }

    /// Does something with the place of an entry. An entry is whole or not
    /// there: a thread that died spoils nothing.
    fn at<T>(&self, entry: &Entry, act: impl FnOnce(&mut Entry) -> T) -> T {
        let hash = hash::mix(hash::of_word(entry.stones), u64::from(entry.rows) << 8 | u64::from(entry.cols));
        let shelf = &self.shelves[(hash >> 32) as usize % SHELVES];
        let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let place = hash as u32 as usize % shelf.len();
        act(&mut shelf[place])
    }
}

/// What one thread needs to tell and to be told values.
pub(super) struct SharedParts {
    table: Arc<Table>,
    names: Names,
}

impl SharedParts {
    pub(super) fn new(table: Arc<Table>, register: Arc<Register>) -> SharedParts {
        SharedParts { table, names: Names::new(register) }
    }

    /// The value of a part that some thread has found, if there is one of this
    /// name here.
    pub(super) fn find(&self, part: Part) -> Option<Value> {
        let Part::Grid(grid) = part else { return None };
        let wanted = Entry::new(grid, 0)?;
        let name = self.table.at(&wanted, |there| there.is_of(&wanted).then_some(there.name))?;
        self.names.local(name)
    }

    /// Tells the value of a part.
    pub(super) fn tell(&mut self, values: &Values, part: Part, value: Value) {
        let Part::Grid(grid) = part else { return };
        let Some(name) = self.names.of(values, value) else { return };
        if let Some(entry) = Entry::new(grid, name) {
            self.table.at(&entry, |there| *there = entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Boards;
    use crate::notation::read_board;

    /// A part whose value is told in one arena has the same value in another
    /// that numbers it differently; what is not known there is not told.
    #[test]
    fn a_value_that_is_told_is_the_same_value() {
        let mut one = Values::new();
        let mut two = one.clone();
        let (table, register) = (Arc::new(Table::new(1 << 20)), Arc::new(Register::new(one.len(), 1 << 20)));
        let [mut first, mut second] = [(); 2].map(|()| SharedParts::new(Arc::clone(&table), Arc::clone(&register)));
        let part = |text: &str| Boards::new(&[read_board(text).unwrap()]).unwrap().1[0][0].part;
        let [a, b] = ["xox/oxo", "xoo/oxx"].map(part);
        let _ = two.parse("{^5|v4}").unwrap();
        let (high, wide) = (one.parse("^7*").unwrap(), one.parse("{^3|v2}").unwrap());
        first.tell(&one, a, high);
        first.tell(&one, b, wide);
        assert_eq!((second.find(a), second.find(b)), (None, None), "not known here yet");
        let there = two.parse("^7*").unwrap();
        assert_ne!(there.id(), high.id());
        second.tell(&two, part("xx/oo"), there);
        assert_eq!((second.find(a), second.find(b)), (Some(there), None));
        assert_eq!(first.find(part("xx/oo")), Some(high));
    }
}
