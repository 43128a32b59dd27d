//! Checkpoint file of a search: the transposition table on disk.
//!
//! Entries with stable keys are written: keys of long parts, which mean the same
//! in every run on the same board, and at most one value, which is written as its
//! canonical form. The few others are soon found again. All numbers are
//! little-endian.
//!
//! ```text
//! "allsmall search 2\n"
//! n:u32  the board in normal notation, n bytes
//! n:u32  then n values     lefts:u16  rights:u16  the numbers of its options, u32 each
//! then for each verdict    words:u8  won:u8  work:u8  value:u32  its key, words * u32
//! CRC-32 of all that:u32
//! ```
//!
//! Value 0 is zero; the others are numbered in the order of the file, options
//! before the values that have them. `work` is `log2_work` of the entry: a search
//! with less memory keeps the most expensive ones.
//!
//! The file is written under a temporary name and renamed when it is complete, so
//! that a process killed while writing leaves the previous file intact.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, io};

use serde::Serialize;

use super::search::Search;
use super::solver::Solver;
use super::transposition::{SearchTable, stable_key};
use crate::Stop;
use crate::base::atomic_write::write_atomically;
use crate::base::clock::Instant;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::transposition::{TableEntry, Verdict, WordKey};

const MAGIC: &[u8] = b"allsmall search 2\n";

/// Why a search cannot go on from a file.
#[derive(Debug)]
pub enum ResumeError {
    /// It cannot be read.
    Unread(io::Error),
    /// It is not a saved search of this version.
    Foreign,
    /// It is damaged.
    Damaged,
    /// It is about another board.
    OtherBoard(String),
    /// The stop flag was set before all was read.
    Interrupted,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Unread(error) => write!(f, "it cannot be read: {error}"),
            ResumeError::Foreign => f.write_str("it is no saved search of this version"),
            ResumeError::Damaged => f.write_str("it is damaged: its checksum is wrong"),
            ResumeError::OtherBoard(board) => write!(f, "it is about another board: {board}"),
            ResumeError::Interrupted => f.write_str("it was interrupted"),
        }
    }
}

impl std::error::Error for ResumeError {}

/// What was read from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resumed {
    /// Number of verdicts in the file.
    pub known: usize,
    /// Number of those that fit the table, the most expensive ones.
    pub kept: usize,
}

/// Writes checkpoints periodically.
pub(super) struct Checkpointer {
    path: PathBuf,
    board: String,
    every: Duration,
    last: Instant,
    /// Why the last attempt to write failed.
    pub(super) failure: Option<String>,
}

impl Checkpointer {
    /// Creates a checkpointer and writes a first file, so that a path that cannot
    /// be written is reported before the search starts.
    pub(super) fn new(
        path: &Path,
        board: &str,
        every: Duration,
        table: &SearchTable,
        values: &Values,
    ) -> io::Result<Checkpointer> {
        let (path, board) = (path.to_owned(), board.to_owned());
        let checkpointer = Checkpointer { path, board, every, last: Instant::now(), failure: None };
        checkpointer.write(table, values)?;
        Ok(checkpointer)
    }

    /// Writes a checkpoint if the interval has passed.
    pub(super) fn write_if_due(&mut self, table: &SearchTable, values: &Values) {
        if self.last.elapsed() >= self.every {
            self.write_or_record_failure(table, values);
            // At most half of the time is spent on writing.
            self.every = self.every.max(self.last.elapsed() - self.every);
            self.last = Instant::now();
        }
    }

    /// Writes a checkpoint. After a failure the previous file is still there, and
    /// the next attempt may succeed.
    pub(super) fn write_or_record_failure(&mut self, table: &SearchTable, values: &Values) {
        self.failure = self.write(table, values).err().map(|error| error.to_string());
    }

    /// Writes a checkpoint.
    pub(super) fn write(&self, table: &SearchTable, values: &Values) -> io::Result<()> {
        let (mut verdicts, mut forms) = (Vec::new(), FormWriter::default());
        table.for_each_stable(|key, value, entry| {
            let number = forms.number(values, value);
            verdicts.extend([key.words().len() as u8, entry.verdict as u8, entry.log2_work]);
            verdicts.extend(number.to_le_bytes());
            key.words().iter().for_each(|word| verdicts.extend(word.to_le_bytes()));
        });
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.board.len() as u32).to_le_bytes());
        bytes.extend(self.board.as_bytes());
        bytes.extend(forms.count.to_le_bytes());
        bytes.append(&mut forms.bytes);
        bytes.append(&mut verdicts);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_atomically(&self.path, &bytes)
    }
}

/// Canonical forms of values in file format.
#[derive(Default)]
struct FormWriter {
    numbers: HashMap<Value, u32, Mixed>,
    count: u32,
    bytes: Vec<u8>,
}

impl FormWriter {
    /// The number of a value, which is written after its options. An explicit work
    /// list keeps deep values from overflowing the stack.
    fn number(&mut self, values: &Values, v: Value) -> u32 {
        self.numbers.entry(values.zero()).or_insert(0);
        let mut open = vec![v];
        while let Some(&v) = open.last() {
            let options = [values.left_options(v), values.right_options(v)];
            let missing = options.iter().copied().flatten().filter(|option| !self.numbers.contains_key(option));
            let before = open.len();
            if !self.numbers.contains_key(&v) {
                open.extend(missing);
                if open.len() > before {
                    continue;
                }
                self.count += 1;
                self.numbers.insert(v, self.count);
                options.iter().for_each(|list| self.bytes.extend((list.len() as u16).to_le_bytes()));
                options.iter().copied().flatten().for_each(|v| self.bytes.extend(self.numbers[v].to_le_bytes()));
            }
            open.pop();
        }
        self.numbers[&v]
    }
}

/// Reads numbers from the front of some bytes.
struct CheckpointReader<'a>(&'a [u8]);

impl CheckpointReader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (chunk, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*chunk)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u32s(&mut self, count: usize) -> Option<Vec<u32>> {
        (0..count).map(|_| self.u32()).collect()
    }
}

/// Writes checkpoints to a file: now, at this interval, and when a limit ends the
/// search. `board` identifies the expression in the file.
///
/// # Errors
/// If the file cannot be written now.
pub fn save(solver: &mut Solver, path: &Path, board: &str, every: Duration) -> io::Result<()> {
    let Search { table, sums, .. } = &solver.search;
    solver.search.checkpointer = Some(Checkpointer::new(path, board, every, table, &sums.values)?);
    Ok(())
}

/// Why the last checkpoint could not be written.
#[must_use]
pub fn save_failure(solver: &Solver) -> Option<&str> {
    solver.search.checkpointer.as_ref()?.failure.as_deref()
}

/// Restores the verdicts of a checkpoint that a solver of the same expression
/// wrote, before any query. The file is read to its end whatever the time limit,
/// so that saving again loses nothing.
///
/// # Errors
/// [`ResumeError`] if the file cannot be read, is damaged, or has another board.
pub fn resume(solver: &mut Solver, path: &Path, board: &str) -> Result<Resumed, ResumeError> {
    let Search { table, sums, .. } = &mut solver.search;
    sums.values.set_budget(&solver.budget.clone().without_time());
    let resumed = read(path, board, table, &mut sums.values);
    sums.values.set_budget(&solver.budget);
    resumed
}

/// Restores the verdicts of a file into the table.
fn read(path: &Path, board: &str, table: &mut SearchTable, values: &mut Values) -> Result<Resumed, ResumeError> {
    let bytes = fs::read(path).map_err(ResumeError::Unread)?;
    let body = bytes.strip_prefix(MAGIC).ok_or(ResumeError::Foreign)?;
    let Some((body, sum)) = body.split_last_chunk() else { return Err(ResumeError::Damaged) };
    if crc32fast::hash(&bytes[..bytes.len() - sum.len()]) != u32::from_le_bytes(*sum) {
        return Err(ResumeError::Damaged);
    }
    let mut body = CheckpointReader(body);
    let length = body.u32().ok_or(ResumeError::Damaged)? as usize;
    let (name, rest) = body.0.split_at_checked(length).ok_or(ResumeError::Damaged)?;
    if name != board.as_bytes() {
        return Err(ResumeError::OtherBoard(String::from_utf8_lossy(name).into_owned()));
    }
    let mut body = CheckpointReader(rest);
    let known = read_values(&mut body, values).ok_or(ResumeError::Damaged)?;
    let resumed = read_verdicts(body, &known, table, values).ok_or(ResumeError::Damaged)?;
    match values.check() {
        Err(Stop::Interrupted) => Err(ResumeError::Interrupted),
        _ => Ok(resumed),
    }
}

/// The values in the order of their numbers; `None` for one that does not fit the
/// memory.
fn read_values(body: &mut CheckpointReader<'_>, values: &mut Values) -> Option<Vec<Option<Value>>> {
    let count = body.u32()? as usize;
    let mut known = vec![Some(values.zero())];
    for _ in 0..count {
        let [lefts, rights] = [(); 2].map(|()| body.take().map(u16::from_le_bytes));
        let mut list = |count: Option<u16>| {
            let numbers = body.u32s(count?.into())?;
            numbers.into_iter().map(|n| known.get(n as usize).copied()).collect::<Option<Vec<_>>>()
        };
        let (lefts, rights) = (list(lefts)?, list(rights)?);
        let whole = |list: Vec<Option<Value>>| list.into_iter().collect::<Option<Vec<_>>>();
        let value =
            whole(lefts).zip(whole(rights)).and_then(|(lefts, rights)| values.from_options(&lefts, &rights).ok());
        known.push(value);
    }
    Some(known)
}

fn read_verdicts(
    mut body: CheckpointReader<'_>,
    known: &[Option<Value>],
    table: &mut SearchTable,
    values: &mut Values,
) -> Option<Resumed> {
    let mut all = Vec::new();
    while !body.0.is_empty() {
        let [words, won, log2_work] = body.take()?;
        let verdict = Verdict::from_won(won == 1);
        let value = *known.get(body.u32()? as usize)?;
        let key = stable_key(&body.u32s(words.into())?)?;
        all.push(value.map(|value| (key, TableEntry { value: value.id(), verdict, log2_work })));
    }
    // The most expensive come last, so that they are not replaced. The file is in
    // the order of hashes, which would fill a small table unevenly: entries of
    // equal work are shuffled by the lower bits of the hash.
    all.sort_by_key(|one| one.as_ref().map(|(key, entry)| (entry.log2_work, key.hash() as u32)));
    // A comparison that does not fit the memory costs one verdict.
    for (key, entry) in all.iter().flatten() {
        let _ = table.restore(values, key, *entry);
    }
    let mut holds = |(key, entry): &&(WordKey, TableEntry)| table.holds(values, key, *entry).unwrap_or(false);
    let kept = all.iter().flatten().filter(&mut holds).count();
    Some(Resumed { known: all.len(), kept })
}
