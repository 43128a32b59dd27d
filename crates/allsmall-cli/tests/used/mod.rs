//! What processes have used, as Linux counts it: a busy machine makes wall
//! time long, but not processor time.

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

/// Processor seconds in two neighbouring fields of a `stat` file; the fields
/// are counted from the one after the name.
fn ticks(path: &str, first: usize) -> Option<f64> {
    let stat = fs::read_to_string(path).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(first);
    let (user, system) = (fields.next()?.parse::<f64>().ok()?, fields.next()?.parse::<f64>().ok()?);
    Some((user + system) / 100.0)
}

/// Processor seconds of a process, until it is waited for.
pub(crate) fn seconds_of(id: u32) -> Option<f64> {
    ticks(&format!("/proc/{id}/stat"), 11)
}

/// Processor seconds of all children of this process that have ended.
pub(crate) fn seconds_of_children() -> Option<f64> {
    ticks("/proc/self/stat", 13)
}

/// The most memory of a process so far, in MiB.
pub(crate) fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}

/// Waits until a process has worked for so many seconds, and says whether it
/// still runs. Where the system does not tell it waits ten times as long.
pub(crate) fn has_worked(child: &mut Child, seconds: f64) -> bool {
    let started = Instant::now();
    while seconds_of(child.id()).map_or(started.elapsed().as_secs_f64() / 10.0, |used| used) < seconds {
        if child.try_wait().expect("it can be waited for").is_some() {
            return false;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "it does not work");
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
