//! The transposition table as one search sees it: a private table and, with several
//! threads, a shared one.
//!
//! The key of a node has all its terms except the first value, which is stored
//! next to the key and compared:
//!
//! ```text
//! v + P + Q      key [P, Q], value v
//! P              key [P],    value 0
//! u + v + P      key [v, P], value u
//! ```
//!
//! If Left, moving first, wins `W + v`, she wins `W + u` for every `u >= v`; if
//! she loses it, she loses `W + u` for every `u <= v`.
//!
//! Threads share the verdicts on nodes whose key means the same to all of them:
//! parts that fit a word, and values by their [`SharedValueIds`]. Other nodes,
//! and those with few stones, go to the thread's own table.
//!
//! The threads also announce which of the larger nodes they are searching, in an
//! array of counters indexed by hash: a collision costs only a worse split.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::shared_ids::{SharedValueIds, ValueRegistry};
use super::sum_term::SumTerm;
use crate::Stop;
use crate::cgt::{Value, Values};
use crate::transposition::{
    SharedTranspositionTable, TableEntry, TranspositionTable, ValueOrder, Verdict, WordKey, log2_work,
};

/// What all threads of a search share.
#[derive(Clone)]
pub(super) struct SharedTables {
    verdicts: SharedTranspositionTable,
    /// Number of threads searching nodes with this hash.
    occupants: Arc<[AtomicU8]>,
}

/// Number of occupancy counters.
const OCCUPANCY: usize = 1 << 16;

impl SharedTables {
    /// Creates an empty table that grows to about `limit` bytes.
    pub(super) fn new(limit: usize) -> SharedTables {
        SharedTables {
            verdicts: SharedTranspositionTable::new(limit),
            occupants: (0..OCCUPANCY).map(|_| AtomicU8::new(0)).collect(),
        }
    }
}

/// The transposition table of one search.
pub(super) struct SearchTable {
    own: TranspositionTable,
    shared: Option<SharedTables>,
    /// Ids of values in the shared table; none while there is only one arena.
    /// They live as long as the entries in which they occur: only
    /// [`SearchTable::for_worker`] creates them, and only
    /// [`SearchTable::forget_values`] drops them, together with those entries.
    shared_ids: Option<SharedValueIds>,
    /// Scratch buffer, reused between calls.
    shared_terms: Vec<SumTerm>,
}

/// The key of a node in a [`SearchTable`].
#[derive(Clone, Debug)]
pub(super) struct TableKey {
    key: WordKey,
    /// Id of the node's first value.
    value: u32,
    /// Whether the node is in the shared table.
    shared: bool,
    /// Whether other threads see which thread is searching the node.
    visible: bool,
}

impl TableKey {
    pub(super) fn hash(&self) -> u64 {
        self.key.hash() ^ u64::from(self.value)
    }

    /// Returns whether a thread announces that it is searching the node.
    pub(super) fn is_visible(&self) -> bool {
        self.visible
    }
}

/// The order of values, as far as they are in this thread's arena.
struct LocalValueOrder<'a> {
    values: &'a mut Values,
    shared_ids: Option<&'a SharedValueIds>,
}

impl ValueOrder for LocalValueOrder<'_> {
    fn transfers(&mut self, verdict: Verdict, from: u32, to: u32) -> Result<bool, Stop> {
        let local = |id: u32| self.shared_ids.map_or(Some(Value::of_id(id)), |ids| ids.local(id));
        let (Some(from), Some(to)) = (local(from), local(to)) else { return Ok(false) };
        match verdict {
            Verdict::Win => self.values.le(from, to),
            Verdict::Loss => self.values.le(to, from),
        }
    }
}

impl SearchTable {
    pub(super) fn new(own: TranspositionTable, shared: Option<SharedTables>) -> SearchTable {
        SearchTable { own, shared, shared_ids: None, shared_terms: Vec::new() }
    }

    /// Creates the table of a worker whose arena starts as a copy of `values`. It
    /// shares the verdicts and the value registry, so an id means one value to
    /// all threads, whenever they started. A new registry takes at most about
    /// `registry_bytes`.
    pub(super) fn for_worker(
        &mut self,
        own: TranspositionTable,
        values: &Values,
        registry_bytes: usize,
    ) -> SearchTable {
        let create = || SharedValueIds::new(Arc::new(ValueRegistry::new(values.len(), registry_bytes)));
        let ids = self.shared_ids.get_or_insert_with(create).for_other_thread();
        SearchTable { own, shared: self.shared.clone(), shared_ids: Some(ids), shared_terms: Vec::new() }
    }

    /// Creates the key of a node.
    pub(super) fn key(&mut self, values: &Values, terms: &[SumTerm]) -> TableKey {
        let (value, rest) = split(terms);
        let value = value.and_then(SumTerm::as_value).unwrap_or(values.zero());
        let own = || TableKey { key: word_key(rest), value: value.id(), shared: false, visible: false };
        if self.shared.is_none() {
            return own();
        }
        let stones = stones(rest);
        if stones < MIN_SHARED_STONES {
            return own();
        }
        let visible = stones >= MIN_VISIBLE_STONES;
        let shared = |value: u32, rest: &[SumTerm]| TableKey { key: word_key(rest), value, shared: true, visible };
        let Some(ids) = &mut self.shared_ids else {
            let shareable = rest.iter().all(|term| term.is_value() || term.has_stable_key());
            return if shareable { shared(value.id(), rest) } else { own() };
        };
        // The common case: one value and parts.
        if rest.iter().all(|term| term.has_stable_key()) {
            return ids.id(values, value).map_or_else(own, |id| shared(id, rest));
        }
        self.shared_terms.clear();
        for &term in terms {
            let Some(term) = shared_term(ids, values, term) else { return own() };
            self.shared_terms.push(term);
        }
        // Shared ids may order several values differently.
        self.shared_terms.sort_unstable();
        let (value, rest) = split(&self.shared_terms);
        shared(value.and_then(SumTerm::as_value).unwrap_or(values.zero()).id(), rest)
    }

    /// Prefetches the cache lines that a look-up of this key reads.
    #[inline]
    pub(super) fn prefetch(&self, key: &TableKey) {
        match &self.shared {
            Some(shared) if key.shared => shared.verdicts.prefetch(&key.key),
            _ => self.own.prefetch(&key.key),
        }
    }

    /// Looks up a node. Sums of at most two values are never looked up.
    pub(super) fn find(&mut self, values: &mut Values, key: &TableKey) -> Result<Option<Verdict>, Stop> {
        let mut order = LocalValueOrder { values, shared_ids: None };
        match &mut self.shared {
            Some(shared) if key.shared => {
                order.shared_ids = self.shared_ids.as_ref();
                shared.verdicts.find(&key.key, key.value, &mut order)
            }
            _ => self.own.find(&key.key, key.value, &mut order),
        }
        .map(|found| found.map(|entry| entry.verdict))
    }

    /// Stores the verdict on a node that took `work` nodes.
    pub(super) fn insert(
        &mut self,
        values: &mut Values,
        key: &TableKey,
        verdict: Verdict,
        work: u64,
    ) -> Result<(), Stop> {
        let entry = TableEntry { value: key.value, verdict, log2_work: log2_work(work) };
        let mut order = LocalValueOrder { values, shared_ids: None };
        match &mut self.shared {
            Some(shared) if key.shared => {
                order.shared_ids = self.shared_ids.as_ref();
                shared.verdicts.insert(&key.key, entry, &mut order)
            }
            _ => self.own.insert(&key.key, entry, &mut order),
        }
    }

    /// Announces to the other threads that this one is searching a node.
    pub(super) fn announce(&self, key: &TableKey) {
        if let Some(shared) = &self.shared {
            shared.occupants[key.hash() as usize % OCCUPANCY].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Withdraws an announcement.
    pub(super) fn withdraw(&self, key: &TableKey) {
        if let Some(shared) = &self.shared {
            shared.occupants[key.hash() as usize % OCCUPANCY].fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Returns whether some thread is searching a node with this hash.
    pub(super) fn is_occupied(&self, hash: u64) -> bool {
        self.shared
            .as_ref()
            .is_some_and(|shared| shared.occupants[hash as usize % OCCUPANCY].load(Ordering::Relaxed) > 0)
    }

    pub(super) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Approximate number of bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.own.bytes() + self.shared.as_ref().map_or(0, |shared| shared.verdicts.bytes())
    }

    /// Number of entries.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.own.len() + self.shared.as_ref().map_or(0, |shared| shared.verdicts.len())
    }

    /// Visits every entry whose key means the same in every run on the same
    /// board and whose value is in this thread's arena.
    pub(super) fn for_each_stable(&self, mut visit: impl FnMut(WordKey, Value, TableEntry)) {
        let mut visit_stable = |words: &[u32], value: Option<Value>, entry: TableEntry| {
            if let (Some(key), Some(value)) = (stable_key(words), value) {
                visit(key, value, entry);
            }
        };
        let local = |id: u32| self.shared_ids.as_ref().map_or(Some(Value::of_id(id)), |ids| ids.local(id));
        if let Some(shared) = &self.shared {
            shared.verdicts.for_each(|words, entry| visit_stable(words, local(entry.value), entry));
        }
        self.own.for_each(|words, entry| visit_stable(words, Some(Value::of_id(entry.value)), entry));
    }

    /// Stores an entry of a checkpoint, before any worker starts.
    pub(super) fn restore(&mut self, values: &mut Values, key: &WordKey, entry: TableEntry) -> Result<(), Stop> {
        let mut order = LocalValueOrder { values, shared_ids: None };
        match &mut self.shared {
            Some(shared) if is_shared(key) => shared.verdicts.insert(key, entry, &mut order),
            _ => self.own.insert(key, entry, &mut order),
        }
    }

    /// Returns whether a restored entry is in the table, or implied by another.
    pub(super) fn holds(&mut self, values: &mut Values, key: &WordKey, entry: TableEntry) -> Result<bool, Stop> {
        let shared = self.shared.is_some() && is_shared(key);
        let key = TableKey { key: key.clone(), value: entry.value, shared, visible: false };
        Ok(self.find(values, &key)? == Some(entry.verdict))
    }

    /// Removes all entries that depend on values from id `common` on or on parts
    /// without a stable key, and all shared ids. No other thread may be
    /// searching.
    pub(super) fn forget_values(&mut self, common: usize) {
        let keep = |words: &[u32], value: u32| (value as usize) < common && stable_key(words).is_some();
        self.own.retain(keep);
        if let Some(shared) = &mut self.shared {
            shared.verdicts.retain(keep);
        }
        self.shared_ids = None;
    }
}

/// Minimum number of stones, in grid and graph parts, of a node in the shared
/// table: below this size re-searching is cheaper than a cache miss on another
/// core's entry.
///
/// Nodes of two threads relative to one, geometric mean over 16 boards of 28 to
/// 32 stones: 1.23 when nodes of 18 stones are shared, 1.20 with 14, 1.16 with
/// 12, 1.13 with 10, 1.12 with all. Lower in tests, whose boards are small.
const MIN_SHARED_STONES: u32 = if cfg!(test) { 6 } else { 10 };

/// Minimum number of stones of a node that threads announce: a helper arrives too
/// late in a smaller one.
const MIN_VISIBLE_STONES: u32 = if cfg!(test) { 6 } else { 16 };

/// Stones in the parts of a node; `u32::MAX` if one is not a packed grid or graph.
fn stones(parts: &[SumTerm]) -> u32 {
    parts.iter().map(|term| term.grid_or_graph_stones().unwrap_or(u32::MAX)).fold(0, u32::saturating_add)
}

/// Returns whether a stable key is in the shared table.
fn is_shared(key: &WordKey) -> bool {
    let (mut rest, mut parts) = (key.words(), Vec::new());
    while let Some(words) = rest.first().and_then(|&first| SumTerm::stable_key_words(first)) {
        let (part, tail) = rest.split_at(words.min(rest.len()));
        parts.push(SumTerm::from_words(part));
        rest = tail;
    }
    stones(&parts) >= MIN_SHARED_STONES
}

/// The first value of a node, and the terms that make up the key.
fn split(terms: &[SumTerm]) -> (Option<SumTerm>, &[SumTerm]) {
    match terms {
        [first, rest @ ..] if first.is_value() => (Some(*first), rest),
        _ => (None, terms),
    }
}

/// The words of some terms. The first word of a term determines its length, so
/// different lists of terms have different keys.
fn word_key(terms: &[SumTerm]) -> WordKey {
    if let [term] = terms {
        let words: [u32; 4] = std::array::from_fn(|i| term.word(i));
        return WordKey::from_slice(&words[..term.words()]);
    }
    WordKey::new(terms.iter().flat_map(|&term| (0..term.words()).map(move |i| term.word(i))))
}

/// The key with these words, if they mean the same in every run on the same
/// board.
pub(super) fn stable_key(words: &[u32]) -> Option<WordKey> {
    let mut at = 0;
    while at < words.len() {
        at += SumTerm::stable_key_words(words[at])?;
    }
    (at == words.len() && at > 0).then(|| WordKey::new(words.iter().copied()))
}

/// A term with its shared id, if it has one.
fn shared_term(ids: &mut SharedValueIds, values: &Values, term: SumTerm) -> Option<SumTerm> {
    match term.as_value() {
        Some(v) => SumTerm::value(Value::of_id(ids.id(values, v)?)).ok(),
        None => term.has_stable_key().then_some(term),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::packed::{BoardRules, PackedPart};
    use crate::solve::sum_term::UnpackedParts;

    /// Two arenas in which the same new value has different ids.
    #[test]
    fn threads_find_entries_of_other_threads() {
        let mut arenas = [Values::new(), Values::new()];
        let mut main = SearchTable::new(TranspositionTable::new(1 << 20), Some(SharedTables::new(1 << 20)));
        let worker = main.for_worker(TranspositionTable::new(1 << 20), &arenas[0], 1 << 20);
        let mut tables = [main, worker];
        arenas[1].ups(20, true).unwrap();
        let terms = arenas
            .each_mut()
            .map(|values| ["{0|v9}", "^12", "{^9|0}"].map(|text| SumTerm::value(values.parse(text).unwrap()).unwrap()));
        assert_ne!(terms[0], terms[1]);
        let [one, two] = [0, 1].map(|i| tables[i].key(&arenas[i], &terms[i]));
        assert_eq!(tables[1].find(&mut arenas[1], &two), Ok(None));
        tables[0].insert(&mut arenas[0], &one, Verdict::Win, 100).unwrap();
        assert_eq!(tables[1].find(&mut arenas[1], &two), Ok(Some(Verdict::Win)));
        tables[0].announce(&one);
        assert!(tables[1].is_occupied(two.hash()));
        tables[0].withdraw(&one);
        assert!(!tables[1].is_occupied(two.hash()));
    }

    /// A win holds for greater values, a loss for lesser ones, and implied
    /// entries are not stored.
    #[test]
    fn verdicts_transfer_to_other_values() {
        let (boards, mut sums) = BoardRules::new(&[read_board("xoxo/oxox").unwrap()]).unwrap();
        let part: crate::packed::Signed<PackedPart> = sums.pop().unwrap()[0];
        assert_eq!(crate::packed::PartRules::stones(&boards, part.part), 8);
        let part = UnpackedParts::default().term(part).unwrap();
        let mut values = Values::new();
        let mut table = SearchTable::new(TranspositionTable::new(1 << 20), None);
        let node = |text: &str, values: &mut Values| [SumTerm::value(values.parse(text).unwrap()).unwrap(), part];
        let [win, loss] = [Verdict::Win, Verdict::Loss];
        for (text, verdict) in [("^", win), ("^2", win), ("0", win), ("v3", loss), ("v2", loss)] {
            let terms = node(text, &mut values);
            let key = table.key(&values, &terms);
            table.insert(&mut values, &key, verdict, 10).unwrap();
        }
        assert_eq!(table.len(), 2, "the others are implied");
        for (text, known) in
            [("^5*", Some(win)), ("*", None), ("^*", None), ("^2*", Some(win)), ("v5*", Some(loss)), ("v", None)]
        {
            let terms = node(text, &mut values);
            let key = table.key(&values, &terms);
            assert_eq!(table.find(&mut values, &key), Ok(known), "{text}");
        }
        let without_value = table.key(&values, &[part]);
        assert_eq!(table.find(&mut values, &without_value), Ok(Some(win)), "a missing value is zero");
    }

    /// Verdicts on sums of values transfer in the same way.
    #[test]
    fn verdicts_on_sums_of_values_transfer() {
        let mut values = Values::new();
        let mut table = SearchTable::new(TranspositionTable::new(1 << 20), None);
        let [small, less, more, a, b] = ["^", "v5", "^4", "{^12|0}", "{0|v9}"].map(|text| values.parse(text).unwrap());
        assert!(small.id() < a.id() && less.id() < a.id() && more.id() < a.id(), "the first is next to the key");
        let node = |v: Value| [v, a, b].map(|v| SumTerm::value(v).unwrap());
        let key = table.key(&values, &node(small));
        table.insert(&mut values, &key, Verdict::Win, 10).unwrap();
        for (v, known) in [(small, Some(Verdict::Win)), (more, Some(Verdict::Win)), (less, None)] {
            let key = table.key(&values, &node(v));
            assert_eq!(table.find(&mut values, &key), Ok(known));
        }
    }

    /// Restored entries are found in the shared and in the own table, and are
    /// visited again.
    #[test]
    fn restored_entries_are_found() {
        let mut values = Values::new();
        let shared = SharedTables::new(1 << 20);
        let mut table = SearchTable::new(TranspositionTable::new(1 << 20), Some(shared));
        for (text, is_large) in [("xoxo/oxox", true), ("xo/ox", false)] {
            let (_, mut sums) = BoardRules::new(&[read_board(text).unwrap()]).unwrap();
            let terms = [UnpackedParts::default().term(sums.pop().unwrap()[0]).unwrap()];
            let key = table.key(&values, &terms);
            assert_eq!((key.shared, key.is_visible()), (is_large, is_large), "{text}");
            let entry = TableEntry { value: key.value, verdict: Verdict::Win, log2_work: log2_work(10) };
            table.restore(&mut values, &key.key, entry).unwrap();
            assert_eq!(table.find(&mut values, &key), Ok(Some(Verdict::Win)), "{text}");
            assert_eq!(table.holds(&mut values, &key.key, entry), Ok(true), "{text}");
        }
        let mut visited = 0;
        table.for_each_stable(|_, _, _| visited += 1);
        assert_eq!(visited, 2);
    }
}
