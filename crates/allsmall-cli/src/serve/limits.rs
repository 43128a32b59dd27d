//! Every limit of the server, in one place.

use std::time::Duration;

/// What a client may use.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Time of one computation that names none.
    pub(crate) time: Duration,
    /// The most time that one may name.
    pub(crate) longest: Duration,
    /// Memory of one computation on a large board.
    pub(crate) memory: usize,
    /// Cells of a board.
    pub(crate) cells: usize,
    /// Large computations at the same time.
    pub(crate) jobs: usize,
    /// Requests that may wait for a large computation.
    pub(crate) waiting: usize,
    /// Bytes of a request's body.
    pub(crate) body: usize,
    /// Bytes of a body that is too long which are still read, so that the
    /// client hears the refusal instead of a broken connection.
    pub(crate) drained: usize,
    /// Connections at the same time.
    pub(crate) connections: usize,
    /// Time for a request to arrive, first its head, then its body.
    pub(crate) arrival: Duration,
    /// A connection on which nothing moves for so long is closed.
    pub(crate) idle: Duration,
    /// Time for requests under way to end when the server is stopped.
    pub(crate) farewell: Duration,
}

impl Limits {
    /// Boards of so many cells are small: they have a lane of their own, so
    /// that no large board holds them up.
    pub(crate) const SMALL: usize = 24;
    /// Memory of one computation on a small board.
    pub(crate) const SMALL_MEMORY: usize = 64 << 20;

    /// `time` for every computation, or the usual times.
    pub(crate) fn new(time: Option<Duration>, memory: usize, cells: usize, jobs: Option<usize>) -> Limits {
        let longest = time.unwrap_or(Duration::from_secs(60));
        let time = time.unwrap_or(Duration::from_secs(10));
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let jobs = jobs.unwrap_or_else(|| cores.clamp(2, 64));
        Limits {
            time,
            longest,
            memory,
            cells,
            jobs,
            waiting: 8 * jobs,
            body: 64 << 10,
            drained: 32 << 20,
            connections: 512,
            arrival: Duration::from_secs(10),
            // Longer than any answer may take, waiting included.
            idle: Duration::from_secs(30) + 3 * longest,
            farewell: Duration::from_secs(3),
        }
    }

    /// Computations on small boards at the same time.
    pub(crate) fn small_jobs(self) -> usize {
        2 * self.jobs
    }

    /// Threads that compute.
    pub(crate) fn threads(self) -> usize {
        self.jobs + self.small_jobs()
    }
}
