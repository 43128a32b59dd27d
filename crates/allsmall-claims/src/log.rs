//! The log of verdicts, from which a long run can be resumed.
//!
//! ```text
//! 8d5e3a01 {"id":"linear-bounds", ... }
//! CRC-32 of the rest of the line, a space, a JSON object, a line break
//! ```
//!
//! A line is written at once when a claim has been checked. A line that is
//! truncated by a crash, or changed, is skipped when the log is read, and the
//! claim is checked again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::claim::{Claim, Effort};
use crate::run::Verdict;

/// Maximum length of a log in bytes; a few hundred verdicts take some hundred kB.
const MOST_BYTES: u64 = 64 << 20;

/// The log, open for appending.
pub struct Log {
    file: File,
    known: Vec<Verdict>,
}

impl Log {
    /// Opens the file, which is made if it is not there, and reads what is in
    /// it.
    ///
    /// # Errors
    /// It cannot be read or written, or it is something else than a log.
    pub fn open(path: &Path) -> io::Result<Log> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !file.metadata()?.is_file() {
            // A device such as /dev/full can be read without end.
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file to keep verdicts in"));
        }
        let mut bytes = Vec::new();
        (&file).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES || !bytes.split(|&byte| byte == b'\n').all(may_be_line) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is not a log of claims"));
        }
        let known = bytes.split(|&byte| byte == b'\n').filter_map(read_line).collect();
        // What was cut short must not run into the next line.
        if bytes.last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n")?;
        }
        Ok(Log { file, known })
    }

    /// The verdict about a claim with at least this effort, if it is known;
    /// of several the last one.
    #[must_use]
    pub fn verdict(&self, claim: &Claim, effort: Effort) -> Option<&Verdict> {
        self.known
            .iter()
            .rev()
            .find(|v| v.id == claim.id && v.statement == claim.statement && v.effort >= effort && v.stopped.is_none())
    }

    /// Adds a verdict.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        self.file.write_all(line(verdict)?.as_bytes())?;
        self.file.sync_data()
    }
}

/// A verdict as a line.
fn line(verdict: &Verdict) -> io::Result<String> {
    let text = serde_json::to_string(verdict)?;
    Ok(format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes())))
}

/// The verdict of a line that is as it was written.
fn read_line(line: &[u8]) -> Option<Verdict> {
    let (sum, rest) = line.split_at_checked(8)?;
    let text = rest.strip_prefix(b" ")?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?, 16).ok()?;
    (sum == crc32fast::hash(text)).then(|| serde_json::from_slice(text).ok())?
}

/// Whether a line is a verdict, or may be the beginning of one. Logs of
/// version 0.1 had no checksum; they are passed over.
fn may_be_line(line: &[u8]) -> bool {
    const START: &[u8] = b"{\"id\":";
    let digits = line.iter().take(8).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let begins = |line: &[u8]| START.starts_with(line) || line.starts_with(START);
    match (digits, line.get(8)) {
        (8, Some(b' ')) => begins(&line[9..]),
        _ => digits == line.len() || begins(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{claims, judge};
    use allsmall::Budget;

    fn some() -> Vec<&'static Claim> {
        claims().filter(|claim| claim.id.starts_with("linear-n") || claim.id == "linear-bounds").collect()
    }

    /// A temporary log of some verdicts, and its text.
    fn written(name: &str) -> (std::path::PathBuf, String) {
        let path = std::env::temp_dir().join(format!("allsmall-claims-{name}-{}.log", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut log = Log::open(&path).expect("a new file");
        for claim in some() {
            log.add(&judge(claim, Effort::Quick, &Budget::new())).expect("room on the disk");
        }
        let text = std::fs::read_to_string(&path).expect("it is there");
        (path, text)
    }

    #[test]
    fn what_was_cut_short_is_looked_at_again() {
        let (path, text) = written("cut");
        let some = some();
        // Cut anywhere in the last line, its line break included.
        let last = text[..text.len() - 1].rfind('\n').expect("two lines") + 1;
        for end in last..text.len() {
            std::fs::write(&path, &text[..end]).expect("room on the disk");
            let mut again = Log::open(&path).expect("a log");
            assert!(again.verdict(some[0], Effort::Quick).is_some());
            assert!(again.verdict(some[0], Effort::Normal).is_none());
            assert_eq!(again.verdict(some[1], Effort::Quick).is_some(), end == text.len() - 1, "{end}");
            // What comes next does not run into it.
            let next = Verdict { stopped: Some("later".to_owned()), ..again.known[0].clone() };
            again.add(&next).expect("room on the disk");
            let again = Log::open(&path).expect("still a log");
            assert!(again.known.last().is_some_and(|verdict| verdict.stopped.is_some()), "{end}");
        }
        for foreign in ["some\nother\nfile\n", "one line", "{\"board\":\"xo\"}\n", "0123456 {\"id\":", "\0\0"] {
            std::fs::write(&path, foreign).expect("room on the disk");
            assert!(Log::open(&path).is_err(), "{foreign:?}");
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), foreign);
        }
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn a_changed_verdict_is_not_believed() {
        let (path, text) = written("changed");
        let some = some();
        let forged = text.replacen("confirmed", "refuted", 1);
        assert_ne!(forged, text);
        std::fs::write(&path, &forged).expect("room on the disk");
        let log = Log::open(&path).expect("a log");
        assert!(log.verdict(some[0], Effort::Quick).is_none());
        assert!(log.verdict(some[1], Effort::Quick).is_some());
        // Lines without a checksum are those of version 0.1.
        let bare: String = text.lines().map(|line| format!("{}\n", &line[9..])).collect();
        std::fs::write(&path, bare).expect("room on the disk");
        assert!(Log::open(&path).expect("an old log").known.is_empty());
        std::fs::remove_file(&path).expect("it is there");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_no_log() {
        for device in ["/dev/full", "/dev/zero", "/dev/null"] {
            assert!(Log::open(Path::new(device)).is_err(), "{device}");
        }
    }
}
