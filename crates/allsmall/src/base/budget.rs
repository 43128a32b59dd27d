//! What a computation may use: time, memory, threads, the size of a board; and
//! how it is stopped or watched from outside.
//!
//! Long loops call [`Budget::check`] now and then. A limit that is hit ends in
//! "unknown" with the reason, never in a wrong answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::base::MAX_CELLS;
use crate::base::clock::Instant;

/// The limits of one computation. Cheap to clone; clones share the stop flag.
#[derive(Clone)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: usize,
    threads: usize,
    cells: usize,
    stop: Arc<AtomicBool>,
    watch: Option<Watch>,
}

/// Who is told how far a computation is.
type Watch = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a computation ended before its answer was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The time was over.
    Time,
    /// The memory was used up.
    Memory,
    /// Somebody asked it to stop.
    Interrupted,
    /// The board is larger than the method takes.
    Size,
}

impl Budget {
    /// Memory granted when nobody says otherwise: 4 GiB.
    pub const DEFAULT_MEMORY: usize = 4 << 30;

    /// No time limit, the default memory, one thread.
    #[must_use]
    pub fn new() -> Budget {
        Budget {
            deadline: None,
            memory: Budget::DEFAULT_MEMORY,
            threads: 1,
            cells: MAX_CELLS,
            stop: Arc::new(AtomicBool::new(false)),
            watch: None,
        }
    }

    /// Ends the computation this long from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Grants this many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Budget {
        self.memory = bytes;
        self
    }

    /// Grants this many threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Budget {
        self.threads = threads.max(1);
        self
    }

    /// Refuses boards, and sums of boards, with more cells than this while
    /// they are read, before they take memory.
    #[must_use]
    pub fn with_cells(mut self, cells: usize) -> Budget {
        self.cells = cells.min(MAX_CELLS);
        self
    }

    /// Uses this flag: setting it ends the computation.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Budget {
        self.stop = stop;
        self
    }

    /// Calls `watch` with a short progress text now and then.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Fn(&str) + Send + Sync + 'static) -> Budget {
        self.watch = Some(Arc::new(watch));
        self
    }

    /// Bytes granted.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Threads granted.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Cells that a board may have.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Whether there is still time and nobody asked for a stop. Costs a clock
    /// reading: call it every few thousand steps.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn check(&self) -> Result<(), Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Tells whoever watches how far the computation is.
    pub fn report(&self, text: impl FnOnce() -> String) {
        if let Some(watch) = &self.watch {
            watch(&text());
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new()
    }
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Interrupted => "it was interrupted",
            Stop::Size => "the board is too large for this method",
        })
    }
}

impl std::error::Error for Stop {}
