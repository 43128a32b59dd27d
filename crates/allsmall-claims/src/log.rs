//! A file of verdicts, so that a long run can go on where it ended.
//!
//! One JSON object a line, written as soon as a claim is done. A line that a
//! crash cut short is left out when the file is read again, and the claim is
//! looked at again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use crate::claim::{Claim, Effort};
use crate::run::Verdict;

/// The file, open for more.
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
        let lines = BufReader::new(&file).lines().collect::<io::Result<Vec<_>>>()?;
        let known: Vec<Verdict> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !lines.iter().all(|line| may_be_verdict(line)) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is not a log of claims"));
        }
        // A line that was cut short must not run into the next one.
        if lines.last().is_some_and(|line| serde_json::from_str::<Verdict>(line).is_err()) {
            writeln!(file)?;
        }
        Ok(Log { file, known })
    }

    /// The verdict about a claim with at least this effort, if it is known.
    #[must_use]
    pub fn verdict(&self, claim: &Claim, effort: Effort) -> Option<&Verdict> {
        self.known.iter().find(|v| v.id == claim.id && v.effort >= effort && v.stopped.is_none())
    }

    /// Adds a verdict.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        writeln!(self.file, "{}", serde_json::to_string(verdict)?)?;
        self.file.sync_data()
    }
}

/// Whether a line is a verdict, or may be the beginning of one.
fn may_be_verdict(line: &str) -> bool {
    const START: &str = "{\"id\":";
    START.starts_with(line) || line.starts_with(START)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{claims, judge};
    use allsmall::Budget;

    #[test]
    fn what_was_cut_short_is_looked_at_again() {
        let path = std::env::temp_dir().join(format!("allsmall-claims-{}.log", std::process::id()));
        let some: Vec<_> =
            claims().filter(|claim| claim.id.starts_with("linear-n") || claim.id == "linear-bounds").collect();
        let mut log = Log::open(&path).expect("a new file");
        for claim in &some {
            log.add(&judge(claim, Effort::Quick, &Budget::new())).expect("room on the disk");
        }
        let text = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(&path, &text[..text.len() - 9]).expect("room on the disk");
        let again = Log::open(&path).expect("a log");
        assert!(again.verdict(some[0], Effort::Quick).is_some());
        assert!(again.verdict(some[0], Effort::Normal).is_none());
        assert!(again.verdict(some[1], Effort::Quick).is_none());
        for foreign in ["some\nother\nfile\n", "one line", "{\"board\":\"xo\"}\n"] {
            std::fs::write(&path, foreign).expect("room on the disk");
            assert!(Log::open(&path).is_err());
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), foreign);
        }
        std::fs::remove_file(&path).expect("it is there");
    }
}
