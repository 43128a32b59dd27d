//! The verdicts that one search works with: its own, or those of several
//! threads.
//!
//! A verdict is kept by all terms of a node but its first value, which stands
//! beside the key:
//!
//! ```text
//! v + P + Q      key [P, Q], value v        any v is compared with the v proved
//! P              key [P],    value 0
//! u + v + P      key [v, P], value u
//! ```
//!
//! If Left, moving first, wins `W + v`, then she wins `W + u` for every
//! `u >= v`; and what she loses stays lost with less.
//!
//! Threads that work on one question share the verdicts on all positions that
//! have a key which means the same to all of them: long parts that fit a word,
//! and values by their [`SharedValueIds`]. Other positions, and those with few stones, go
//! to a store of one's own.
//!
//! The threads also tell which of the larger positions they are in. That is
//! advice only, so a hash will do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::shared_ids::{SharedValueIds, ValueRegistry};
use super::sum_term::SumTerm;
use crate::Stop;
use crate::cgt::{Value, Values};
use crate::transposition::{Key, SharedTranspositionTable, TableEntry, TranspositionTable, ValueOrder, log2_work};

/// What all threads know.
#[derive(Clone)]
pub(super) struct Shared {
    verdicts: SharedTranspositionTable,
    /// How many threads are in positions with this hash.
    busy: Arc<[AtomicU8]>,
}

const BUSY: usize = 1 << 16;

impl Shared {
    /// No verdicts; at most about `limit` bytes of them.
    pub(super) fn new(limit: usize) -> Shared {
        Shared { verdicts: SharedTranspositionTable::new(limit), busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect() }
    }
}

/// The verdicts that one search works with.
pub(super) struct Store {
    own: TranspositionTable,
    shared: Option<Shared>,
    /// The names of values in the shared verdicts: none as long as there is but
    /// one arena. They are as old as the verdicts that they occur in: only
    /// [`Store::for_helper`] begins them, and only [`Store::forget_values`]
    /// drops them, together with those verdicts.
    names: Option<SharedValueIds>,
    /// Kept for its memory.
    named: Vec<SumTerm>,
}

/// Where a position is kept.
#[derive(Clone, Debug)]
pub(super) struct TableKey {
    key: Key,
    /// The number of the value beside it.
    value: u32,
    shared: bool,
    /// Whether other threads see who is in it.
    seen: bool,
}

impl TableKey {
    pub(super) fn hash(&self) -> u64 {
        self.key.hash() ^ u64::from(self.value)
    }

    /// Whether other threads see who is in it.
    pub(super) fn is_visible(&self) -> bool {
        self.seen
    }
}

/// The order of the values that one thread knows.
struct LocalValueOrder<'a> {
    values: &'a mut Values,
    names: Option<&'a SharedValueIds>,
}

impl ValueOrder for LocalValueOrder<'_> {
    fn covers(&mut self, won: bool, value: u32, other: u32) -> Result<bool, Stop> {
        let local = |name: u32| self.names.map_or(Some(Value::of_id(name)), |names| names.local(name));
        let (Some(value), Some(other)) = (local(value), local(other)) else { return Ok(false) };
        if won { self.values.le(value, other) } else { self.values.le(other, value) }
    }
}

impl Store {
    pub(super) fn new(own: TranspositionTable, shared: Option<Shared>) -> Store {
        Store { own, shared, names: None, named: Vec::new() }
    }

    /// Creates the store of a helper that begins with a copy of these values.
    /// It shares the verdicts and the register of names: a name means one value
    /// to all stores on one table, whenever they began. A new register takes at
    /// most about `register` bytes.
    pub(super) fn for_helper(&mut self, own: TranspositionTable, values: &Values, register: usize) -> Store {
        let begin = || SharedValueIds::new(Arc::new(ValueRegistry::new(values.len(), register)));
        let names = self.names.get_or_insert_with(begin).for_other_thread();
        Store { own, shared: self.shared.clone(), names: Some(names), named: Vec::new() }
    }

    /// Where a position is kept.
    pub(super) fn place(&mut self, values: &Values, terms: &[SumTerm]) -> TableKey {
        let (value, rest) = split(terms);
        let value = value.and_then(SumTerm::as_value).unwrap_or(values.zero());
        let alone = || TableKey { key: key(rest), value: value.id(), shared: false, seen: false };
        if self.shared.is_none() {
            return alone();
        }
        let stones = stones(rest);
        if stones < LEAST_SHARED {
            return alone();
        }
        let together =
            |value: u32, rest: &[SumTerm]| TableKey { key: key(rest), value, shared: true, seen: stones >= LEAST_SEEN };
        let Some(names) = &mut self.names else {
            let known = rest.iter().all(|term| term.is_value() || term.has_stable_key());
            return if known { together(value.id(), rest) } else { alone() };
        };
        // Mostly one value stands beside parts.
        if rest.iter().all(|term| term.has_stable_key()) {
            return names.of(values, value).map_or_else(alone, |name| together(name, rest));
        }
        self.named.clear();
        for &term in terms {
            let Some(term) = common(names, values, term) else { return alone() };
            self.named.push(term);
        }
        // Several values may stand in another order by their names.
        self.named.sort_unstable();
        let (value, rest) = split(&self.named);
        together(value.and_then(SumTerm::as_value).unwrap_or(values.zero()).id(), rest)
    }

    /// Begins to fetch what is known about a position.
    #[inline]
    pub(super) fn prefetch(&self, place: &TableKey) {
        match &self.shared {
            Some(shared) if place.shared => shared.verdicts.prefetch(&place.key),
            _ => self.own.prefetch(&place.key),
        }
    }

    /// What is known about a position. Sums of at most two values are never
    /// asked about.
    pub(super) fn find(&mut self, values: &mut Values, place: &TableKey) -> Result<Option<bool>, Stop> {
        let mut order = LocalValueOrder { values, names: None };
        match &mut self.shared {
            Some(shared) if place.shared => {
                order.names = self.names.as_ref();
                shared.verdicts.find(&place.key, place.value, &mut order)
            }
            _ => self.own.find(&place.key, place.value, &mut order),
        }
        .map(|found| found.map(|verdict| verdict.won))
    }

    /// Enters the verdict on a position after this much work.
    pub(super) fn insert(&mut self, values: &mut Values, place: &TableKey, won: bool, work: u64) -> Result<(), Stop> {
        let verdict = TableEntry { value: place.value, won, log2_work: log2_work(work) };
        let mut order = LocalValueOrder { values, names: None };
        match &mut self.shared {
            Some(shared) if place.shared => {
                order.names = self.names.as_ref();
                shared.verdicts.insert(&place.key, verdict, &mut order)
            }
            _ => self.own.insert(&place.key, verdict, &mut order),
        }
    }

    /// Says that this thread enters a position, or leaves it.
    pub(super) fn mark(&self, place: &TableKey, enters: bool) {
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
    pub(super) fn is_occupied(&self, hash: u64) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.busy[hash as usize % BUSY].load(Ordering::Relaxed) > 0)
    }

    pub(super) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Bytes in use, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.own.bytes() + self.shared.as_ref().map_or(0, |shared| shared.verdicts.bytes())
    }

    /// Number of verdicts.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.own.len() + self.shared.as_ref().map_or(0, |shared| shared.verdicts.len())
    }

    /// Visits every verdict on parts that mean the same in every run on the
    /// same board, beside one value which this thread knows.
    pub(super) fn for_each_stable(&self, mut visit: impl FnMut(Key, Value, TableEntry)) {
        let mut visit_stable = |words: &[u32], value: Option<Value>, verdict: TableEntry| {
            if let (Some(key), Some(value)) = (stable_key(words), value) {
                visit(key, value, verdict);
            }
        };
        let local = |name: u32| self.names.as_ref().map_or(Some(Value::of_id(name)), |names| names.local(name));
        if let Some(shared) = &self.shared {
            shared.verdicts.for_each(|words, verdict| visit_stable(words, local(verdict.value), verdict));
        }
        self.own.for_each(|words, verdict| visit_stable(words, Some(Value::of_id(verdict.value)), verdict));
    }

    /// Enters a verdict that was visited like that, before any helper begins.
    pub(super) fn enter(&mut self, values: &mut Values, key: &Key, verdict: TableEntry) -> Result<(), Stop> {
        let mut order = LocalValueOrder { values, names: None };
        match &mut self.shared {
            Some(shared) if is_shared(key) => shared.verdicts.insert(key, verdict, &mut order),
            _ => self.own.insert(key, verdict, &mut order),
        }
    }

    /// Whether a verdict that was entered like that is there, or follows.
    pub(super) fn knows(&mut self, values: &mut Values, key: &Key, verdict: TableEntry) -> Result<bool, Stop> {
        let shared = self.shared.is_some() && is_shared(key);
        let place = TableKey { key: key.clone(), value: verdict.value, shared, seen: false };
        Ok(self.find(values, &place)? == Some(verdict.won))
    }

    /// Forgets all verdicts that depend on values from number `common` on or
    /// on parts that have numbers, and all names. No other thread may be at
    /// work.
    pub(super) fn forget_values(&mut self, common: usize) {
        let keep = |words: &[u32], value: u32| (value as usize) < common && stable_key(words).is_some();
        self.own.retain(keep);
        if let Some(shared) = &mut self.shared {
            shared.verdicts.retain(keep);
        }
        self.names = None;
    }
}

/// Threads share the verdicts on nodes with so many stones in parts of grids
/// and graphs, and tell each other when they are in one with so many. A smaller
/// node is searched anew sooner than it is looked up in what another core has
/// written; and who joins another thread in a small one comes too late. 16
/// boards of 28 to 32 stones, times the nodes of one thread, the geometric mean:
/// 1.23 when 18 stones are shared and seen, 1.20 and 1.16 when 14 and 12 are
/// shared, 1.13 with 10, 1.12 with all of them. Tests have small boards, and
/// share more.
const LEAST_SHARED: u32 = if cfg!(test) { 6 } else { 10 };
const LEAST_SEEN: u32 = if cfg!(test) { 6 } else { 16 };

/// Stones in the parts of a node, as far as that matters here.
fn stones(parts: &[SumTerm]) -> u32 {
    parts.iter().map(|term| term.grid_or_graph_stones().unwrap_or(u32::MAX)).fold(0, u32::saturating_add)
}

/// Whether threads share the verdicts under a key of lasting parts.
fn is_shared(key: &Key) -> bool {
    let (mut rest, mut parts) = (key.words(), Vec::new());
    while let Some(words) = rest.first().and_then(|&first| SumTerm::stable_key_words(first)) {
        let (part, behind) = rest.split_at(words.min(rest.len()));
        parts.push(SumTerm::from_words(part));
        rest = behind;
    }
    stones(&parts) >= LEAST_SHARED
}

/// The value beside a key, and the terms that make the key.
fn split(terms: &[SumTerm]) -> (Option<SumTerm>, &[SumTerm]) {
    match terms {
        [first, rest @ ..] if first.is_value() => (Some(*first), rest),
        _ => (None, terms),
    }
}

/// The key of some terms. The first word of an term tells how many it takes,
/// so different lists of terms have different keys.
fn key(terms: &[SumTerm]) -> Key {
    if let [term] = terms {
        let words: [u32; 4] = std::array::from_fn(|i| term.word(i));
        return Key::of(&words[..term.words()]);
    }
    Key::new(terms.iter().flat_map(|&term| (0..term.words()).map(move |i| term.word(i))))
}

/// The key of these words, if they are parts that mean the same in every run
/// on the same board.
pub(super) fn stable_key(words: &[u32]) -> Option<Key> {
    let mut at = 0;
    while at < words.len() {
        at += SumTerm::stable_key_words(words[at])?;
    }
    (at == words.len() && at > 0).then(|| Key::new(words.iter().copied()))
}

/// An term as all threads know it, if they do.
fn common(names: &mut SharedValueIds, values: &Values, term: SumTerm) -> Option<SumTerm> {
    match term.as_value() {
        Some(v) => SumTerm::value(Value::of_id(names.of(values, v)?)).ok(),
        None => term.has_stable_key().then_some(term),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::packed::{BoardRules, PackedPart};
    use crate::solve::sum_term::UnpackedParts;

    /// Two arenas that number the same new value differently.
    #[test]
    fn threads_find_what_others_entered() {
        let mut arenas = [Values::new(), Values::new()];
        let mut first = Store::new(TranspositionTable::new(1 << 20), Some(Shared::new(1 << 20)));
        let helper = first.for_helper(TranspositionTable::new(1 << 20), &arenas[0], 1 << 20);
        let mut stores = [first, helper];
        arenas[1].ups(20, true).unwrap();
        let terms = arenas
            .each_mut()
            .map(|values| ["{0|v9}", "^12", "{^9|0}"].map(|text| SumTerm::value(values.parse(text).unwrap()).unwrap()));
        assert_ne!(terms[0], terms[1]);
        let [one, two] = [0, 1].map(|i| stores[i].place(&arenas[i], &terms[i]));
        assert_eq!(stores[1].find(&mut arenas[1], &two), Ok(None));
        stores[0].insert(&mut arenas[0], &one, true, 100).unwrap();
        assert_eq!(stores[1].find(&mut arenas[1], &two), Ok(Some(true)));
        stores[0].mark(&one, true);
        assert!(stores[1].is_occupied(two.hash()));
        stores[0].mark(&one, false);
        assert!(!stores[1].is_occupied(two.hash()));
    }

    /// A verdict holds beside greater values if it is won, beside lesser ones
    /// if it is lost, and follows from no other.
    #[test]
    fn verdicts_serve_for_other_values() {
        let (boards, mut sums) = BoardRules::new(&[read_board("xoxo/oxox").unwrap()]).unwrap();
        let part: crate::packed::Signed<PackedPart> = sums.pop().unwrap()[0];
        assert_eq!(crate::packed::PartRules::stones(&boards, part.part), 8);
        let part = UnpackedParts::default().term(part).unwrap();
        let mut values = Values::new();
        let mut store = Store::new(TranspositionTable::new(1 << 20), None);
        let node = |text: &str, values: &mut Values| [SumTerm::value(values.parse(text).unwrap()).unwrap(), part];
        for (text, won) in [("^", true), ("^2", true), ("0", true), ("v3", false), ("v2", false)] {
            let terms = node(text, &mut values);
            let place = store.place(&values, &terms);
            store.insert(&mut values, &place, won, 10).unwrap();
        }
        assert_eq!(store.len(), 2, "the others follow");
        for (text, known) in
            [("^5*", Some(true)), ("*", None), ("^*", None), ("^2*", Some(true)), ("v5*", Some(false)), ("v", None)]
        {
            let terms = node(text, &mut values);
            let place = store.place(&values, &terms);
            assert_eq!(store.find(&mut values, &place), Ok(known), "{text}");
        }
        let alone = store.place(&values, &[part]);
        assert_eq!(store.find(&mut values, &alone), Ok(Some(true)), "no value is zero");
    }

    /// The same holds for sums of values.
    #[test]
    fn verdicts_on_values_serve_for_others() {
        let mut values = Values::new();
        let mut store = Store::new(TranspositionTable::new(1 << 20), None);
        let [small, less, more, a, b] = ["^", "v5", "^4", "{^12|0}", "{0|v9}"].map(|text| values.parse(text).unwrap());
        assert!(small.id() < a.id() && less.id() < a.id() && more.id() < a.id(), "the first stands beside the key");
        let node = |v: Value| [v, a, b].map(|v| SumTerm::value(v).unwrap());
        let place = store.place(&values, &node(small));
        store.insert(&mut values, &place, true, 10).unwrap();
        for (v, known) in [(small, Some(true)), (more, Some(true)), (less, None)] {
            let place = store.place(&values, &node(v));
            assert_eq!(store.find(&mut values, &place), Ok(known));
        }
    }

    /// What is entered from a file is found where threads look for it, be it
    /// shared or not, and is told again.
    #[test]
    fn verdicts_from_a_file_are_found_by_threads() {
        let mut values = Values::new();
        let shared = Shared::new(1 << 20);
        let mut store = Store::new(TranspositionTable::new(1 << 20), Some(shared));
        for (text, is_large) in [("xoxo/oxox", true), ("xo/ox", false)] {
            let (_, mut sums) = BoardRules::new(&[read_board(text).unwrap()]).unwrap();
            let terms = [UnpackedParts::default().term(sums.pop().unwrap()[0]).unwrap()];
            let place = store.place(&values, &terms);
            assert_eq!((place.shared, place.is_visible()), (is_large, is_large), "{text}");
            let verdict = TableEntry { value: place.value, won: true, log2_work: log2_work(10) };
            store.enter(&mut values, &place.key, verdict).unwrap();
            assert_eq!(store.find(&mut values, &place), Ok(Some(true)), "{text}");
            assert_eq!(store.knows(&mut values, &place.key, verdict), Ok(true), "{text}");
        }
        let mut told = 0;
        store.for_each_stable(|_, _, _| told += 1);
        assert_eq!(told, 2);
    }
}
