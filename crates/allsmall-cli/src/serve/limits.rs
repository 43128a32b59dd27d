//! Every limit of the server, in one place; [`Limits::table`] is the table of
//! docs/web.md, and a test holds the two together.
//!
//! The limits of requests are ours and not layers of tower-http: a body that
//! is too long is read on and thrown away, so that the client hears why, and
//! every refusal is JSON. Its layers would take as many lines as they save.

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
    /// Bytes of a request's head.
    pub(crate) head: usize,
    /// Bytes of a request's body.
    pub(crate) body: usize,
    /// Bytes of a body that is too long which are still read, so that the
    /// client hears the refusal instead of a broken connection.
    pub(crate) drained: usize,
    /// Connections at the same time.
    pub(crate) connections: usize,
    /// Connections at the same time of one client.
    pub(crate) per_client: usize,
    /// Time for a request to arrive, first its head, then its body.
    pub(crate) arrival: Duration,
    /// Time after which a connection on which nothing moves is closed.
    pub(crate) idle: Duration,
    /// Time for a client to read the last answer before its connection is cut.
    pub(crate) linger: Duration,
    /// Time for requests under way to end when the server is stopped.
    pub(crate) farewell: Duration,
}

impl Limits {
    /// Boards of so many cells are small: they have a lane of their own, so
    /// that no large board holds them up.
    pub(crate) const SMALL: usize = 24;
    /// Connections at the same time.
    pub(crate) const CONNECTIONS: usize = 512;
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

    /// Computations on small boards at the same time.
    pub(crate) fn small_jobs(self) -> usize {
        2 * self.jobs
    }

    /// Threads that compute.
    pub(crate) fn threads(self) -> usize {
        self.jobs + self.small_jobs()
    }

    /// What is limited, to what, and what happens then: rows of a table.
    #[cfg(test)]
    fn table(self) -> Vec<[String; 3]> {
        let small = Limits::SMALL;
        let (mega, kilo) = (|bytes: usize| bytes >> 20, |bytes: usize| bytes >> 10);
        let rows = [
            (
                "time of one question",
                format!(
                    "{} s, and up to {} s where it names more; `--max-time` for both",
                    self.time.as_secs(),
                    self.longest.as_secs()
                ),
                "an answer with `stopped`",
            ),
            (
                "memory of one question",
                format!(
                    "`--max-memory`, {} MB; {} MB for boards of at most {small} cells, unless it names more",
                    mega(self.memory),
                    mega(Limits::SMALL_MEMORY)
                ),
                "an answer with `stopped`",
            ),
            (
                "cells of a board",
                format!("`--max-cells`, {}; checked while reading, before memory is taken", self.cells),
                "400",
            ),
            (
                "questions about large boards at once",
                format!("`--jobs`, the number of cores; {} times as many may wait", self.waiting / self.jobs),
                "503 with `retry-after`",
            ),
            (
                "questions about small boards at once",
                format!(
                    "{} times `--jobs`, in a lane of their own, so that large boards never hold them up",
                    self.small_jobs() / self.jobs
                ),
                "they wait",
            ),
            ("wait for a free place", format!("{} s", self.time.as_secs()), "503 with `retry-after`"),
            ("head of a request", format!("{} KB, 100 headers", kilo(self.head)), "431"),
            (
                "body of a request",
                format!("{} KB; up to {} MB are read on and thrown away", kilo(self.body), mega(self.drained)),
                "413",
            ),
            (
                "time for a head to arrive, then for a body",
                format!("{} s each", self.arrival.as_secs()),
                "the connection is closed, or 408",
            ),
            ("connections", self.connections.to_string(), "503 with `retry-after`"),
            (
                "connections of one client: an IPv4 address, or an IPv6 network of 64 bits",
                format!("`--connections-per-client`, {}", self.per_client),
                "429 with `retry-after`",
            ),
            (
                "a connection on which nothing moves",
                format!("longer than any answer may take: {} s", self.idle.as_secs()),
                "it is closed",
            ),
            (
                "requests under way when the server is stopped",
                format!("{} s", self.farewell.as_secs()),
                "their computations are stopped",
            ),
        ];
        rows.into_iter().map(|(what, limit, then)| [what.to_owned(), limit, then.to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_limit() {
        let usual = Limits::new(None, 256 << 20, 10_000, Some(2));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/web.md");
        let page = std::fs::read_to_string(path).expect("the chapter is there");
        let start = page.find("### Limits").expect("a section about limits");
        let rows: Vec<&str> = page[start..].lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        let table: Vec<String> = usual.table().iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        assert_eq!(rows[..table.len()], table[..]);
    }
}
