//! Every limit of the server. [`Limits::table`] is the table of docs/web.md,
//! and a test compares the two.
//!
//! The limits of requests are not layers of tower-http: a body that is too
//! long is read and discarded, so that the client gets to read the refusal, and
//! every refusal is JSON. The layers would take as many lines as they save.

use std::time::Duration;

/// What a client may use.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Time of a computation whose request names none.
    pub(crate) time: Duration,
    /// Maximum time that a request may ask for.
    pub(crate) longest: Duration,
    /// Maximum memory of a computation on a large board, in bytes.
    pub(crate) memory: usize,
    /// Maximum number of cells of a board.
    pub(crate) cells: usize,
    /// Concurrent computations on large boards.
    pub(crate) jobs: usize,
    /// Length of the queue of large boards.
    pub(crate) waiting: usize,
    /// Maximum size of a request's head, in bytes.
    pub(crate) head: usize,
    /// Maximum size of a request's body, in bytes.
    pub(crate) body: usize,
    /// Bytes of a body that is too long which are read and discarded, so that
    /// the client reads the refusal and not a reset connection.
    pub(crate) drained: usize,
    /// Concurrent connections.
    pub(crate) connections: usize,
    /// Concurrent connections of one client.
    pub(crate) per_client: usize,
    /// Time for a request to arrive, first its head, then its body.
    pub(crate) arrival: Duration,
    /// Time after which an idle connection is closed.
    pub(crate) idle: Duration,
    /// Time for a client to read the last answer before its connection is cut.
    pub(crate) linger: Duration,
    /// Time for requests under way to end when the server is stopped.
    pub(crate) farewell: Duration,
}

impl Limits {
    /// Maximum number of cells of a small board, which has a separate lane, so
    /// that no large board holds it up.
    pub(crate) const SMALL: usize = 24;
    /// Concurrent connections.
    pub(crate) const CONNECTIONS: usize = 512;
    /// Maximum memory of a computation on a small board, in bytes.
    pub(crate) const SMALL_MEMORY: usize = 64 << 20;

    /// Creates the limits; `time` replaces both the default and the maximum time.
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
            head: 64 << 10,
            body: 64 << 10,
            drained: 32 << 20,
            connections: Limits::CONNECTIONS,
            per_client: 64,
            arrival: Duration::from_secs(10),
            // Longer than any answer may take, waiting included.
            idle: Duration::from_secs(30) + 2 * time + longest,
            linger: Duration::from_secs(1),
            farewell: Duration::from_secs(3),
        }
    }

    /// Concurrent computations on small boards.
    pub(crate) fn small_jobs(self) -> usize {
        2 * self.jobs
    }

    /// Number of computing threads.
    pub(crate) fn threads(self) -> usize {
        self.jobs + self.small_jobs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of the table in docs/web.md: what is limited, the limit, what happens beyond it.
    fn table(limits: Limits) -> Vec<[String; 3]> {
        let small = Limits::SMALL;
        let (mega, kilo) = (|bytes: usize| bytes >> 20, |bytes: usize| bytes >> 10);
        let rows = [
            (
                "time of one question",
                format!(
                    "{} s, and up to {} s where it names more; `--max-time` for both",
                    limits.time.as_secs(),
                    limits.longest.as_secs()
                ),
                "an answer with `stopped`",
            ),
            (
                "memory of one question",
                format!(
                    "`--max-memory`, {} MB; {} MB for boards of at most {small} cells, unless it names more",
                    mega(limits.memory),
                    mega(Limits::SMALL_MEMORY)
                ),
                "an answer with `stopped`",
            ),
            (
                "cells of a board",
                format!("`--max-cells`, {}; checked while reading, before memory is taken", limits.cells),
                "400",
            ),
            (
                "questions about large boards at once",
                format!("`--jobs`, the number of cores; {} times as many may wait", limits.waiting / limits.jobs),
                "503 with `retry-after`",
            ),
            (
                "questions about small boards at once",
                format!(
                    "{} times `--jobs`, in a separate lane, so that large boards never hold them up",
                    limits.small_jobs() / limits.jobs
                ),
                "they wait",
            ),
            ("wait for a computing thread", format!("{} s", limits.time.as_secs()), "503 with `retry-after`"),
            ("head of a request", format!("{} KB, 100 headers", kilo(limits.head)), "431"),
            (
                "body of a request",
                format!("{} KB; up to {} MB are read and discarded", kilo(limits.body), mega(limits.drained)),
                "413",
            ),
            (
                "time for a head to arrive, then for a body",
                format!("{} s each", limits.arrival.as_secs()),
                "the connection is closed, or 408",
            ),
            ("connections", limits.connections.to_string(), "503 with `retry-after`"),
            (
                "connections of one client: an IPv4 address, or an IPv6 network of 64 bits",
                format!("`--connections-per-client`, {}", limits.per_client),
                "429 with `retry-after`",
            ),
            (
                "an idle connection",
                format!("longer than any answer may take: {} s", limits.idle.as_secs()),
                "it is closed",
            ),
            (
                "requests under way when the server is stopped",
                format!("{} s", limits.farewell.as_secs()),
                "their computations are stopped",
            ),
        ];
        rows.into_iter().map(|(what, limit, then)| [what.to_owned(), limit, then.to_owned()]).collect()
    }

    #[test]
    fn the_documentation_has_every_limit() {
        let usual = Limits::new(None, 256 << 20, 10_000, Some(2));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/web.md");
        let page = std::fs::read_to_string(path).expect("the chapter is there");
        let start = page.find("### Limits").expect("a section about limits");
        let rows: Vec<&str> = page[start..].lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        let table: Vec<String> = table(usual).iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        assert_eq!(rows[..table.len()], table[..]);
    }
}
