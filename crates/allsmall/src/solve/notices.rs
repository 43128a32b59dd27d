//! What several threads on one question tell each other beside the table: that
//! it is over.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The end of one question.
#[derive(Default)]
pub(super) struct Notices {
    /// Whether Left wins.
    verdict: OnceLock<bool>,
    over: AtomicBool,
}

impl Notices {
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
