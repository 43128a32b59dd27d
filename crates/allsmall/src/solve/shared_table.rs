//! The table of a search: its own, or one that several threads share.
//!
//! Threads that work on one question share proof numbers and verdicts on all
//! positions that have a key which means the same to all of them: long parts
//! that fit a word, and values by their [`Names`]. The table is cut into
//! shelves with a lock each. Other positions go to a table of one's own.
//!
//! The threads also tell which positions they are in. That is advice only, so
//! a hash will do.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::item::Item;
use super::table::{Effort, Key, Table};
use crate::cgt::{Value, Values};
use crate::solve::shared_ids::Names;

/// What all threads know.
pub(super) struct Shared {
    shelves: Vec<Mutex<Table>>,
    /// How many threads are in positions with this hash.
    busy: Vec<AtomicU8>,
}

const SHELVES: usize = 16;
const BUSY: usize = 1 << 16;

impl Shared {
    /// An empty table of at most about `limit` bytes.
    pub(super) fn new(limit: usize) -> Shared {
        let shelves = (0..SHELVES).map(|_| Mutex::new(Table::new(limit / SHELVES))).collect();
        Shared { shelves, busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect() }
    }

    /// A thread that died holding the lock was not in the middle of an entry:
    /// nothing in the table can fail.
    fn shelf(&self, key: &Key) -> MutexGuard<'_, Table> {
        lock(&self.shelves[(key.hash() >> 48) as usize % SHELVES])
    }

    fn bytes(&self) -> usize {
        self.shelves.iter().map(|shelf| lock(shelf).bytes()).sum()
    }
}

fn lock(shelf: &Mutex<Table>) -> MutexGuard<'_, Table> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tables that one search works with.
pub(super) struct Store {
    own: Table,
    shared: Option<Arc<Shared>>,
    /// None as long as there is but one arena.
    pub(super) names: Option<Names>,
    /// Kept for its memory.
    named: Vec<Item>,
}

/// Where a position is kept.
#[derive(Debug)]
pub(super) struct Place {
    key: Key,
    shared: bool,
}

impl Place {
    pub(super) fn hash(&self) -> u64 {
        self.key.hash()
    }
}

impl Store {
    pub(super) fn new(own: Table, shared: Option<Arc<Shared>>) -> Store {
        Store { own, shared, names: None, named: Vec::new() }
    }

    pub(super) fn shared(&self) -> Option<Arc<Shared>> {
        self.shared.clone()
    }

    /// Where a position is kept.
    pub(super) fn place(&mut self, values: &Values, items: &[Item]) -> Place {
        if self.shared.is_none() {
            return Place { key: Key::new(items), shared: false };
        }
        match &mut self.names {
            None => {
                Place { key: Key::new(items), shared: items.iter().all(|item| item.is_value() || item.is_lasting()) }
            }
            Some(names) => {
                self.named.clear();
                for &item in items {
                    let Some(item) = common(names, values, item) else {
                        return Place { key: Key::new(items), shared: false };
                    };
                    self.named.push(item);
                }
                self.named.sort_unstable();
                Place { key: Key::new(&self.named), shared: true }
            }
        }
    }

    /// What is known about a position. The empty sum is never asked about.
    pub(super) fn find(&self, place: &Place) -> Option<Effort> {
        match &self.shared {
            Some(shared) if place.shared => shared.shelf(&place.key).find(&place.key),
            _ => self.own.find(&place.key),
        }
    }

    /// Enters what is known about a position after this much work. A verdict
    /// of another thread stays.
    pub(super) fn insert(&mut self, place: &Place, effort: Effort, work: u64) {
        match &self.shared {
            Some(shared) if place.shared => {
                let mut shelf = shared.shelf(&place.key);
                if effort.verdict().is_some() || shelf.find(&place.key).and_then(Effort::verdict).is_none() {
                    shelf.insert(&place.key, effort, work);
                }
            }
            _ => self.own.insert(&place.key, effort, work),
        }
    }

    /// Says that this thread enters a position, or leaves it.
    pub(super) fn mark(&self, place: &Place, enters: bool) {
        if let Some(shared) = &self.shared {
            let count = &shared.busy[place.hash() as usize % BUSY];
            if enters {
                count.fetch_add(1, Ordering::Relaxed)
            } else {
                count.fetch_sub(1, Ordering::Relaxed)
            };
        }
    }

    /// Whether some thread is in a position with this hash.
    pub(super) fn is_busy(&self, hash: u64) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.busy[hash as usize % BUSY].load(Ordering::Relaxed) > 0)
    }

    pub(super) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Bytes in use, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.own.bytes() + self.shared.as_ref().map_or(0, |shared| shared.bytes())
    }

    /// See [`Table::for_each_lasting`].
    pub(super) fn for_each_lasting(&self, work: u32, mut visit: impl FnMut(&[u32], u16, u16)) {
        self.own.for_each_lasting(work, &mut visit);
        for shelf in self.shared.iter().flat_map(|shared| &shared.shelves) {
            lock(shelf).for_each_lasting(work, &mut visit);
        }
    }

    /// See [`Table::enter`].
    pub(super) fn enter(&mut self, words: &[u32], win: u16, lose: u16) {
        match &self.shared {
            None => self.own.enter(words, win, lose),
            Some(shared) => {
                if let Some(key) = Key::lasting(words) {
                    shared.shelf(&key).enter(words, win, lose);
                }
            }
        }
    }
}

/// An item as all threads know it, if they do.
fn common(names: &mut Names, values: &Values, item: Item) -> Option<Item> {
    match item.as_value() {
        Some(v) => Item::value(Value::of_id(names.of(values, v)?)).ok(),
        None => item.is_lasting().then_some(item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::shared_ids::Register;

    /// Two arenas that number the same new value differently.
    #[test]
    fn threads_find_what_others_entered() {
        let shared = Arc::new(Shared::new(1 << 20));
        let mut arenas = [Values::new(), Values::new()];
        let register = Arc::new(Register::new(arenas[0].len(), 1 << 20));
        let mut stores = [(); 2].map(|()| Store::new(Table::new(1 << 20), Some(Arc::clone(&shared))));
        stores.iter_mut().for_each(|store| store.names = Some(Names::new(Arc::clone(&register))));
        arenas[1].ups(20, true).unwrap();
        let items = arenas
            .each_mut()
            .map(|values| ["{0|v9}", "^12"].map(|text| Item::value(values.parse(text).unwrap()).unwrap()));
        assert_ne!(items[0], items[1]);
        let [one, two] = [0, 1].map(|i| stores[i].place(&arenas[i], &items[i]));
        let open = Effort { win: 3, lose: 70 };
        for effort in [open, Effort::WON] {
            stores[0].insert(&one, effort, 1);
            assert_eq!(stores[1].find(&two), Some(effort));
        }
        stores[1].insert(&two, open, 1);
        assert_eq!(stores[0].find(&one), Some(Effort::WON), "a verdict stays");
        stores[0].mark(&one, true);
        assert!(stores[1].is_busy(two.hash()));
        stores[0].mark(&one, false);
        assert!(!stores[1].is_busy(two.hash()));
    }
}
