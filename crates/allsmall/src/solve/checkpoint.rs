//! Verdicts in a file, so that a long search survives its process.
//!
//! Positions made of long parts and at most one value are kept: keys of parts
//! mean the same in every run on the same board, and the values are written
//! down as canonical forms. The few others are found again quickly. All
//! numbers are little-endian.
//!
//! ```text
//! "allsmall search 2\n"
//! n:u32  the board in normal notation, n bytes
//! n:u32  then n values     lefts:u16  rights:u16  the numbers of its options, u32 each
//! then for each verdict    words:u8  won:u8  work:u8  value:u32  its key, words * u32
//! CRC-32 of all that:u32
//! ```
//!
//! Value 0 is zero; the others are numbered as they come, and options come
//! first. `work` is the logarithm of the nodes the verdict took, in quarters
//! of a doubling: a search with less memory keeps the most valuable ones.
//!
//! A file is written beside its name and renamed when it is complete: who is
//! killed while writing leaves the one before.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, io};

use serde::Serialize;

use super::transposition::{Store, stable_key};
use crate::Stop;
use crate::base::atomic_write::write_atomically;
use crate::base::clock::Instant;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::transposition::{Key, TableEntry};

const MAGIC: &[u8] = b"allsmall search 2\n";

/// Why a search cannot go on from a file.
#[derive(Debug)]
pub enum ResumeError {
    /// It cannot be read.
    Unread(io::Error),
    /// It is no saved search, or of another version.
    Foreign,
    /// It is damaged.
    Damaged,
    /// It is about another board.
    OtherBoard(String),
    /// Somebody asked to stop before all was read.
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
    /// TranspositionTable in the file.
    pub known: usize,
    /// Those that found room, the most valuable ones.
    pub kept: usize,
}

/// Writes the verdicts now and then.
pub(super) struct Checkpointer {
    path: PathBuf,
    board: String,
    every: Duration,
    last: Instant,
    /// Why the last writing failed.
    pub(super) failure: Option<String>,
}

impl Checkpointer {
    /// Writes to `path`, and does so once at once: a path that cannot be
    /// written is found out before the work begins.
    pub(super) fn new(
        path: &Path,
        board: &str,
        every: Duration,
        store: &Store,
        values: &Values,
    ) -> io::Result<Checkpointer> {
        let (path, board) = (path.to_owned(), board.to_owned());
        let checkpointer = Checkpointer { path, board, every, last: Instant::now(), failure: None };
        checkpointer.write(store, values)?;
        Ok(checkpointer)
    }

    /// Writes the verdicts if it is time.
    pub(super) fn write_if_due(&mut self, store: &Store, values: &Values) {
        if self.last.elapsed() >= self.every {
            self.write_or_record_failure(store, values);
            // Half of the time at most is spent on writing.
            self.every = self.every.max(self.last.elapsed() - self.every);
            self.last = Instant::now();
        }
    }

    /// Writes the verdicts. A failure costs nothing but this writing: the file
    /// before is still there, and the next may succeed.
    pub(super) fn write_or_record_failure(&mut self, store: &Store, values: &Values) {
        self.failure = self.write(store, values).err().map(|error| error.to_string());
    }

    /// Writes the verdicts.
    pub(super) fn write(&self, store: &Store, values: &Values) -> io::Result<()> {
        let (mut verdicts, mut forms) = (Vec::new(), Forms::default());
        store.for_each_stable(|key, value, verdict| {
            let number = forms.number(values, value);
            verdicts.extend([key.words().len() as u8, verdict.won.into(), verdict.log2_work]);
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

/// Values as they are written.
#[derive(Default)]
struct Forms {
    numbers: HashMap<Value, u32, Mixed>,
    count: u32,
    bytes: Vec<u8>,
}

impl Forms {
    /// The number of a value, which is written behind its options. The list of
    /// open ones is our own: deep values cannot overflow the stack.
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
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
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

/// Enters what a file knows into the store.
pub(super) fn read(path: &Path, board: &str, store: &mut Store, values: &mut Values) -> Result<Resumed, ResumeError> {
    let bytes = fs::read(path).map_err(ResumeError::Unread)?;
    let body = bytes.strip_prefix(MAGIC).ok_or(ResumeError::Foreign)?;
    let Some((body, sum)) = body.split_last_chunk() else { return Err(ResumeError::Damaged) };
    if crc32fast::hash(&bytes[..bytes.len() - sum.len()]) != u32::from_le_bytes(*sum) {
        return Err(ResumeError::Damaged);
    }
    let mut body = Reader(body);
    let length = body.u32().ok_or(ResumeError::Damaged)? as usize;
    let (name, rest) = body.0.split_at_checked(length).ok_or(ResumeError::Damaged)?;
    if name != board.as_bytes() {
        return Err(ResumeError::OtherBoard(String::from_utf8_lossy(name).into_owned()));
    }
    let mut body = Reader(rest);
    let known = read_values(&mut body, values).ok_or(ResumeError::Damaged)?;
    let resumed = read_verdicts(body, &known, store, values).ok_or(ResumeError::Damaged)?;
    match values.check() {
        Err(Stop::Interrupted) => Err(ResumeError::Interrupted),
        _ => Ok(resumed),
    }
}

/// The values in the order of their numbers; none where one does not fit the
/// memory any more.
fn read_values(body: &mut Reader<'_>, values: &mut Values) -> Option<Vec<Option<Value>>> {
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
        let value = whole(lefts).zip(whole(rights)).and_then(|(lefts, rights)| values.make(&lefts, &rights).ok());
        known.push(value);
    }
    Some(known)
}

fn read_verdicts(
    mut body: Reader<'_>,
    known: &[Option<Value>],
    store: &mut Store,
    values: &mut Values,
) -> Option<Resumed> {
    let mut all = Vec::new();
    while !body.0.is_empty() {
        let [words, won, log2_work] = body.take()?;
        let value = *known.get(body.u32()? as usize)?;
        let key = stable_key(&body.u32s(words.into())?)?;
        all.push(value.map(|value| (key, TableEntry { value: value.id(), won: won == 1, log2_work })));
    }
    // The most valuable come last, so that they are not the ones to give way.
    // The file is in the order of hashes: those of one worth are mixed, or they
    // would crowd a table that has not grown yet.
    all.sort_by_key(|one| one.as_ref().map(|(key, verdict)| (verdict.log2_work, key.hash() as u32)));
    // A comparison that does not fit the memory costs one verdict.
    for (key, verdict) in all.iter().flatten() {
        let _ = store.enter(values, key, *verdict);
    }
    let mut knows = |(key, verdict): &&(Key, TableEntry)| store.knows(values, key, *verdict).unwrap_or(false);
    let kept = all.iter().flatten().filter(&mut knows).count();
    Some(Resumed { known: all.len(), kept })
}
