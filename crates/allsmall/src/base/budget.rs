//! Resource budget of a computation: time, memory, threads, board size; the stop
//! flag and the progress callback.
//!
//! Long loops call [`Budget::check`] periodically, or count their steps with a
//! [`Ticker`], which does so for them. Large allocations are reserved
//! ([`Budget::reserve`]) beforehand; a process that serves one computation at a time
//! also measures its resident memory ([`Budget::with_measured_memory`]). An exhausted
//! budget ends in "unknown" with the reason, never in a wrong answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::resident_memory::ResidentMemory;
use crate::base::MAX_CELLS;
use crate::base::clock::Instant;

/// The limits of one computation. Cheap to clone; clones share the stop flag,
/// the reservations and the node count.
///
/// ```
/// use allsmall::{Budget, Stop};
/// use std::time::Duration;
/// let budget = Budget::new().with_time(Duration::ZERO).with_memory(64 << 20).with_threads(2);
/// assert_eq!(budget.check(), Err(Stop::Time));
/// assert_eq!((budget.memory(), budget.threads()), (64 << 20, 2));
/// ```
#[derive(Clone)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: usize,
    held: Arc<AtomicUsize>,
    /// Meter of the resident memory, with the memory granted to the process.
    measured: Option<(Arc<ResidentMemory>, usize)>,
    threads: usize,
    cells: usize,
    stop: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
    watch: Option<ProgressCallback>,
}

/// Progress callback.
type ProgressCallback = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a computation ended before its answer was settled: the limit of the [`Budget`]
/// that was hit. Every function whose error is `Stop` ends with it when its budget is
/// exhausted.
///
/// ```
/// use allsmall::{Budget, Stop, outcome};
/// let budget = Budget::new().with_time(std::time::Duration::from_millis(1));
/// let large = "checker:9x9".parse()?;
/// assert_eq!(outcome(&large, &budget), Err(Stop::Time));
/// assert_eq!(Stop::Time.to_string(), "the time limit was reached");
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The stop flag was set.
    Interrupted,
    /// The board is larger than the method takes.
    #[serde(rename = "size")]
    Unsupported,
    /// The node limit was reached.
    Nodes,
}

impl Budget {
    /// Default memory: 4 GiB, or 1 GiB in a browser.
    pub const DEFAULT_MEMORY: usize = if usize::BITS > 32 { 4 << 30 } else { 1 << 30 };

    /// Creates a budget without time limit, with the default memory and one thread.
    #[must_use]
    pub fn new() -> Budget {
        Budget {
            deadline: None,
            memory: Budget::DEFAULT_MEMORY,
            held: Arc::new(AtomicUsize::new(0)),
            measured: None,
            threads: 1,
            cells: MAX_CELLS,
            stop: Arc::new(AtomicBool::new(false)),
            nodes: Arc::new(AtomicU64::new(0)),
            watch: None,
        }
    }

    /// Sets the time limit, from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Sets the memory in bytes, without reservations.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Budget {
        self.memory = bytes;
        self.held = Arc::new(AtomicUsize::new(0));
        self
    }

    /// Also ends the computation when the resident memory of the process has grown
    /// by more than the memory granted, on systems that report it. Only for a process
    /// that serves one computation at a time.
    #[must_use]
    pub fn with_measured_memory(mut self) -> Budget {
        self.measured = ResidentMemory::new().map(|resident| (Arc::new(resident), self.memory));
        self
    }

    /// Removes the time limit, for work that must be completed; the stop flag still
    /// counts.
    #[must_use]
    pub fn without_time(mut self) -> Budget {
        self.deadline = None;
        self
    }

    /// Moves the deadline forward by a tenth of the remaining time, at most `most`, to
    /// leave time for reporting partial results.
    #[must_use]
    pub fn keeping_back(mut self, most: Duration) -> Budget {
        let now = Instant::now();
        let sooner = |end: Instant| now.checked_add(end.saturating_duration_since(now).mul_f64(0.9));
        let enough = |end: Instant| now.checked_add(end.saturating_duration_since(now).saturating_sub(most));
        self.deadline = self.deadline.and_then(|end| sooner(end).max(enough(end)));
        self
    }

    /// Creates a budget for reporting partial results after a limit was reached: the
    /// remaining time, at most `most`, but at least 30 ms.
    #[must_use]
    pub fn for_last_words(mut self, most: Duration) -> Budget {
        const MOMENT: Duration = Duration::from_millis(30);
        let left = self.deadline.map_or(most, |end| end.saturating_duration_since(Instant::now()));
        self.deadline = Instant::now().checked_add(left.clamp(MOMENT, most.max(MOMENT)));
        self
    }

    /// Lowers the time limit to `time` from now if it is later.
    #[must_use]
    pub fn with_at_most(mut self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        self.deadline = self.deadline.into_iter().chain(end).min();
        self
    }

    /// Sets the number of threads, at least one.
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

    /// Sets the progress callback, which gets a short text periodically.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Fn(&str) + Send + Sync + 'static) -> Budget {
        self.watch = Some(Arc::new(watch));
        self
    }

    /// Time left until the deadline; none if there is no time limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Bytes granted and not reserved.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    /// Checks that `bytes` are left.
    ///
    /// # Errors
    /// [`Stop::Memory`] if not.
    pub fn fits(&self, bytes: usize) -> Result<(), Stop> {
        if bytes <= self.memory() { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Reserves `bytes` until the reservation is dropped.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they are not left.
    pub fn reserve(&self, bytes: usize) -> Result<Reservation, Stop> {
        self.fits(bytes)?;
        self.held.fetch_add(bytes, Ordering::Relaxed);
        Ok(Reservation { bytes, held: Arc::clone(&self.held) })
    }

    /// Creates a step counter that calls [`Budget::check`] every few thousand steps.
    #[must_use]
    pub fn ticker(&self) -> Ticker<'_> {
        Ticker { budget: self, steps: 0 }
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Maximum number of cells of a board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Checks the stop flag, the deadline and the measured memory. Costs a clock
    /// reading: call it every few thousand steps.
    pub fn check(&self) -> Result<(), Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if self.deadline.is_none() && self.measured.is_none() {
            return Ok(());
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::Time);
        }
        match &self.measured {
            Some((resident, bytes)) if resident.exceeds(*bytes) => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// Adds nodes to the count, for whoever reports a search that does not end.
    pub(crate) fn count_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Number of nodes that searches within this budget have counted so far. They
    /// count every few hundred nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Calls the progress callback, if there is one.
    pub fn report(&self, text: impl FnOnce() -> String) {
        if let Some(watch) = &self.watch {
            watch(&text());
        }
    }
}

/// Reserved bytes of a budget, released on drop.
///
/// ```
/// use allsmall::{Budget, Stop};
/// let budget = Budget::new().with_memory(100);
/// let held = budget.reserve(60)?;
/// assert_eq!(budget.fits(50), Err(Stop::Memory));
/// drop(held);
/// assert_eq!(budget.fits(50), Ok(()));
/// # Ok::<(), allsmall::Stop>(())
/// ```
#[derive(Debug)]
pub struct Reservation {
    bytes: usize,
    held: Arc<AtomicUsize>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Step counter of a loop, see [`Budget::ticker`].
///
/// ```
/// use allsmall::{Budget, Stop};
/// let over = Budget::new().with_time(std::time::Duration::ZERO);
/// let mut ticker = over.ticker();
/// assert_eq!((0..100_000).try_for_each(|_| ticker.step(1)), Err(Stop::Time));
/// ```
#[derive(Debug)]
pub struct Ticker<'a> {
    budget: &'a Budget,
    steps: usize,
}

impl Ticker<'_> {
    /// Number of steps between two checks of the budget: well under a millisecond of
    /// simple work.
    const CHECK_EVERY: usize = 1 << 13;

    /// Counts `steps` steps.
    #[inline]
    pub fn step(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps += steps;
        if self.steps < Ticker::CHECK_EVERY {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check()
    }
}

/// Bytes of a hash table with capacity for `room` entries; near capacity, with the
/// table of twice the size into which it is rehashed.
pub(crate) fn table_bytes(entries: usize, room: usize, entry: usize) -> usize {
    let bytes = room.saturating_mul(8) / 7 * (entry + 1);
    // The size is checked only periodically, so a margin is left.
    if entries + room / 16 >= room { 3 * bytes } else { bytes }
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
            Stop::Unsupported => "the board is too large for this method",
            Stop::Nodes => "the limit of nodes was reached",
        })
    }
}

impl std::error::Error for Stop {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_not_granted_twice() {
        let budget = Budget::new().with_memory(100);
        let held = budget.reserve(60).expect("it fits");
        assert_eq!(budget.clone().memory(), 40);
        assert!(matches!(budget.reserve(41), Err(Stop::Memory)));
        assert_eq!(budget.fits(41), Err(Stop::Memory));
        assert_eq!(budget.clone().with_memory(100).memory(), 100);
        drop(held);
        assert_eq!(budget.memory(), 100);
    }

    #[test]
    fn a_pace_sees_the_end() {
        let over = Budget::new().with_time(Duration::ZERO);
        let mut ticker = over.ticker();
        assert_eq!((0..100_000).try_for_each(|_| ticker.step(1)), Err(Stop::Time));
        let forever = Budget::new();
        let mut ticker = forever.ticker();
        assert_eq!((0..100_000).try_for_each(|_| ticker.step(1)), Ok(()));
    }

    #[test]
    fn time_is_kept_back_and_never_given() {
        let budget = Budget::new().with_time(Duration::from_secs(10_000));
        let sooner = budget.clone().keeping_back(Duration::from_millis(500));
        let end = budget.deadline.expect("there is one");
        let kept = end - sooner.deadline.expect("there is one");
        // Whatever the clock does meanwhile: both ends are measured from one moment.
        assert_eq!(kept, Duration::from_millis(500));
        assert_eq!(budget.clone().with_at_most(Duration::from_secs(20_000)).deadline, Some(end));
        assert!(budget.clone().with_at_most(Duration::ZERO).check() == Err(Stop::Time));
        assert!(Budget::new().keeping_back(Duration::from_secs(1)).deadline.is_none());
    }

    /// In a process of its own: the other tests take and return memory too.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_nobody_held_is_seen_by_the_system() {
        const ALONE: &str = "ALLSMALL_TEST_ALONE";
        if std::env::var_os(ALONE).is_none() {
            let name = "base::budget::tests::memory_that_nobody_held_is_seen_by_the_system";
            let program = std::env::current_exe().expect("a test program");
            let mut alone = std::process::Command::new(program);
            let ended = alone.args(["--exact", name]).env(ALONE, "1").output().expect("a process");
            let said = String::from_utf8_lossy(&ended.stdout);
            assert!(ended.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let budget = Budget::new().with_memory(64 << 20).with_measured_memory();
        assert_eq!(budget.check(), Ok(()));
        let bytes = vec![1u8; 512 << 20];
        // The system is asked once in a while.
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(bytes[7], 1);
        assert_eq!(budget.check(), Err(Stop::Memory));
    }
}
