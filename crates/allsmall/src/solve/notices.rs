//! What searches of the same question on several threads tell each other.
//!
//! Each thread has values, tables and proofs of its own. They share the
//! verdicts on positions whose keys mean the same to all of them, and which of
//! these are being searched: helpers prefer moves that no other thread is busy
//! with. Long parts mean the same to all; so do the values that were known when
//! the helpers' arenas were copied from the first one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::item::Item;
use super::table::Key;
use crate::hash::Mixed;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// Some thread is searching it.
    Busy,
    /// Whether Left, who is to move, wins it.
    Settled(bool),
}

type Shelf = HashMap<Box<[u32]>, Note, Mixed>;

/// The notices of one question.
pub(super) struct Notices {
    shelves: Vec<Mutex<Shelf>>,
    /// Notes that a shelf may hold; a full one is emptied.
    room: usize,
    /// Whether Left wins the question itself.
    verdict: OnceLock<bool>,
    over: AtomicBool,
    /// How many values the threads have in common.
    values: usize,
}

/// A position that all threads know by the same key.
pub(super) struct Noted(Key);

impl Noted {
    fn words(&self) -> &[u32] {
        self.0.words().expect("a long key is not noted")
    }
}

/// Threads seldom want the same of this many shelves.
const SHELVES: usize = 64;
/// Bytes that a note takes, with its share of the map.
const NOTE: usize = 100;

impl Notices {
    /// No notices; at most about `memory` bytes of them.
    pub(super) fn new(memory: usize, values: usize) -> Notices {
        let shelves = (0..SHELVES).map(|_| Mutex::default()).collect();
        let (verdict, over) = (OnceLock::new(), AtomicBool::new(false));
        Notices { shelves, room: memory / NOTE / SHELVES, verdict, over, values }
    }

    /// The node, if it can be noted.
    pub(super) fn noted(&self, items: &[Item]) -> Option<Noted> {
        let key = items.iter().all(|item| item.is_common(self.values)).then(|| Key::new(items))?;
        key.words().is_some().then_some(Noted(key))
    }

    /// Notes are advice or proved: a thread that died holding the lock has
    /// spoiled nothing.
    fn shelf(&self, node: &Noted) -> MutexGuard<'_, Shelf> {
        self.shelves[(node.0.hash() >> 32) as usize % SHELVES].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn find(&self, node: &Noted) -> Option<Note> {
        self.shelf(node).get(node.words()).copied()
    }

    /// Says that a thread begins to search a position.
    pub(super) fn begin(&self, node: &Noted) {
        let mut shelf = self.shelf(node);
        if shelf.len() >= self.room {
            shelf.clear();
        }
        shelf.entry(node.words().into()).or_insert(Note::Busy);
    }

    /// Says that it has ended, with a verdict or without one.
    pub(super) fn end(&self, node: &Noted, verdict: Option<bool>) {
        let mut shelf = self.shelf(node);
        match verdict {
            Some(won) => drop(shelf.insert(node.words().into(), Note::Settled(won))),
            None if shelf.get(node.words()) == Some(&Note::Busy) => drop(shelf.remove(node.words())),
            None => {}
        }
    }

    /// Calls `visit` with the key and the verdict of every settled position.
    pub(super) fn for_each_settled(&self, mut visit: impl FnMut(&[u32], bool)) {
        for shelf in &self.shelves {
            for (key, note) in shelf.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                if let Note::Settled(won) = *note {
                    visit(key, won);
                }
            }
        }
    }

    /// Settles the question, or gives it up: all threads end.
    pub(super) fn close(&self, verdict: Option<bool>) {
        if let Some(won) = verdict {
            self.verdict.get_or_init(|| won);
        }
        self.over.store(true, Ordering::Release);
    }

    /// Whether the question is closed, and with which verdict.
    pub(super) fn closed(&self) -> Option<Option<bool>> {
        self.over.load(Ordering::Acquire).then(|| self.verdict.get().copied())
    }
}
