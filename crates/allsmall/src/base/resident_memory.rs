//! Resident memory of this process, as reported by the system.
//!
//! Engines only estimate the size of their tables. Linux reports the number of
//! resident pages in `/proc/self/statm` and the page size in `/proc/self/auxv`; a
//! reading takes about two microseconds. The file is opened once per process, since
//! opening takes as long as a small board. On other systems only the estimates count.

use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use crate::base::clock::Instant;

/// Minimum time between two readings.
const INTERVAL: Duration = Duration::from_millis(1);

/// The system's file, and the bytes of a page.
#[derive(Debug)]
struct Statm {
    statm: Mutex<File>,
    page: usize,
}

/// Measures the growth of the process since it was created.
#[derive(Debug)]
pub(super) struct ResidentMemory {
    source: &'static Statm,
    /// Resident bytes at the start.
    start: usize,
    since: Instant,
    /// When to read again, in nanoseconds after `since`.
    next: AtomicU64,
    over: AtomicBool,
}

impl ResidentMemory {
    /// Starts measuring; `None` if the system does not report it.
    pub(super) fn new() -> Option<ResidentMemory> {
        static SOURCE: OnceLock<Option<Statm>> = OnceLock::new();
        let source = SOURCE.get_or_init(Statm::open).as_ref()?;
        Some(ResidentMemory {
            source,
            start: source.read()?,
            since: Instant::now(),
            next: AtomicU64::new(INTERVAL.as_nanos() as u64),
            over: AtomicBool::new(false),
        })
    }

    /// Returns whether the process has grown by more than this many bytes.
    pub(super) fn exceeds(&self, bytes: usize) -> bool {
        let passed = self.since.elapsed().as_nanos() as u64;
        if passed >= self.next.load(Ordering::Relaxed) {
            self.next.store(passed + INTERVAL.as_nanos() as u64, Ordering::Relaxed);
            let over = self.source.read().is_some_and(|now| now.saturating_sub(self.start) > bytes);
            self.over.store(over, Ordering::Relaxed);
        }
        self.over.load(Ordering::Relaxed)
    }
}

impl Statm {
    fn open() -> Option<Statm> {
        Some(Statm { statm: Mutex::new(File::open("/proc/self/statm").ok()?), page: page_size()? })
    }

    /// Bytes that are resident: the second number of the line.
    fn read(&self) -> Option<usize> {
        use std::io::{Read, Seek};
        let mut line = [0; 128];
        let length = {
            let mut statm = self.statm.lock().ok()?;
            statm.rewind().ok()?;
            statm.read(&mut line).ok()?
        };
        let pages: usize = std::str::from_utf8(&line[..length]).ok()?.split(' ').nth(1)?.parse().ok()?;
        pages.checked_mul(self.page)
    }
}

/// The entry of the auxiliary vector with key 6 (AT_PAGESZ).
fn page_size() -> Option<usize> {
    let vector = std::fs::read("/proc/self/auxv").ok()?;
    let words: Vec<usize> = vector
        .chunks_exact(size_of::<usize>())
        .map(|word| usize::from_ne_bytes(word.try_into().expect("a chunk has this size")))
        .collect();
    words.chunks_exact(2).find(|pair| pair[0] == 6).map(|pair| pair[1])
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn touched_memory_is_seen() {
        // Other tests run in the same process, and may give memory back at that moment.
        let seen = (0..20).any(|_| {
            let resident = ResidentMemory::new().expect("Linux tells");
            let bytes = vec![1u8; 256 << 20];
            std::thread::sleep(2 * INTERVAL);
            let seen = resident.exceeds(64 << 20);
            assert_eq!(bytes[bytes.len() - 1], 1);
            seen
        });
        assert!(seen);
    }
}
