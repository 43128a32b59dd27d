//! The search table in a file, so that a long search survives its process.
//!
//! Only positions made of long parts are kept: their keys mean the same in
//! every run on the same board, while values are numbered as they come. The
//! others are found again quickly. All numbers are little-endian.
//!
//! ```text
//! "allsmall search 1\n"
//! n:u32  the board in normal notation, n bytes
//! then for each position   words:u8  win:u16  lose:u16  its key, words * u32
//! CRC-32 of all that:u32
//! ```
//!
//! A file is written beside its name and renamed when it is complete: who is
//! killed while writing leaves the one before.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, io};

use crate::base::clock::Instant;
use crate::base::whole_file::write_whole;
use crate::solve::shared_table::Store;

const MAGIC: &[u8] = b"allsmall search 1\n";

/// Positions with less work behind them than this are not worth a line.
const WORTH: u32 = 4;

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
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Unread(error) => write!(f, "it cannot be read: {error}"),
            ResumeError::Foreign => f.write_str("it is no saved search of this version"),
            ResumeError::Damaged => f.write_str("it is damaged: its checksum is wrong"),
            ResumeError::OtherBoard(board) => write!(f, "it is about another board: {board}"),
        }
    }
}

impl std::error::Error for ResumeError {}

/// Writes the table now and then.
pub(super) struct Keeper {
    path: PathBuf,
    board: String,
    every: Duration,
    last: Instant,
}

impl Keeper {
    /// Writes to `path`, and does so once at once: a path that cannot be
    /// written is found out before the work begins.
    pub(super) fn new(path: &Path, board: &str, every: Duration, table: &Store) -> io::Result<Keeper> {
        let mut keeper = Keeper { path: path.to_owned(), board: board.to_owned(), every, last: Instant::now() };
        keeper.write(table)?;
        Ok(keeper)
    }

    /// Writes the table if it is time. A failure costs nothing but this
    /// writing: the file before is still there, and the next may succeed.
    pub(super) fn write_if_due(&mut self, table: &Store) {
        if self.last.elapsed() >= self.every {
            let _ = self.write(table);
        }
    }

    /// Writes the table.
    pub(super) fn write(&mut self, table: &Store) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.board.len() as u32).to_le_bytes());
        bytes.extend(self.board.as_bytes());
        table.for_each_lasting(WORTH, |words, win, lose| {
            bytes.push(words.len() as u8);
            bytes.extend(win.to_le_bytes());
            bytes.extend(lose.to_le_bytes());
            words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        });
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(&self.path, &bytes)?;
        self.last = Instant::now();
        Ok(())
    }
}

/// Enters what a file knows into the table; the number of positions.
pub(super) fn read(path: &Path, board: &str, table: &mut Store) -> Result<usize, ResumeError> {
    let bytes = fs::read(path).map_err(ResumeError::Unread)?;
    let body = bytes.strip_prefix(MAGIC).ok_or(ResumeError::Foreign)?;
    let Some((body, sum)) = body.split_last_chunk() else { return Err(ResumeError::Damaged) };
    if crc32fast::hash(&bytes[..bytes.len() - sum.len()]) != u32::from_le_bytes(*sum) {
        return Err(ResumeError::Damaged);
    }
    let entries = (|| {
        let (length, rest) = body.split_first_chunk()?;
        rest.split_at_checked(u32::from_le_bytes(*length) as usize)
    })();
    let (name, mut rest) = entries.ok_or(ResumeError::Damaged)?;
    if name != board.as_bytes() {
        return Err(ResumeError::OtherBoard(String::from_utf8_lossy(name).into_owned()));
    }
    let mut count = 0;
    while let Some((head, tail)) = rest.split_first_chunk::<5>() {
        let (key, tail) = tail.split_at_checked(4 * usize::from(head[0])).ok_or(ResumeError::Damaged)?;
        let words: Vec<u32> = key.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        table.enter(&words, u16::from_le_bytes([head[1], head[2]]), u16::from_le_bytes([head[3], head[4]]));
        (rest, count) = (tail, count + 1);
    }
    Ok(count)
}
