//! The file of the book. All numbers are little-endian.
//!
//! ```text
//! 0       16  magic
//! 16       4  version
//! 20       4  number of sections
//! 24          sections, each: 1 rows, 1 columns, 2 zero, 4 number of positions,
//!             then the positions, 2 bytes each (`section.rs`)
//! last 4  CRC-32 of all bytes before it
//! ```

use std::fmt;
use std::sync::OnceLock;

use super::section::{BookSection, SectionCounts};
use crate::{Board, Position};

/// The version we write and read.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 16] = *b"allsmall/book\r\n\x1a";
const HEADER: usize = 24;
const SECTION_HEADER: usize = 8;
const CHECKSUM: usize = 4;

/// Maximum number of sections.
const MAX_SECTIONS: u32 = 64;

/// An opening book.
///
/// ```
/// use allsmall::book::{BookError, OpeningBook};
/// assert!(OpeningBook::shipped().counts().len() >= 2);
/// assert_eq!(OpeningBook::read(b"something else").err(), Some(BookError::Foreign));
/// ```
pub struct OpeningBook {
    sections: Vec<LazySection>,
    checksum: u32,
    bytes: usize,
}

/// A section that is read when a position of its board is looked up.
struct LazySection {
    rows: usize,
    cols: usize,
    codes: Vec<u8>,
    section: OnceLock<BookSection>,
}

/// Why a file is not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// Something else.
    Foreign,
    /// A book of another version.
    Version(u32),
    /// A book that was damaged.
    Damaged(&'static str),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Foreign => write!(f, "not an opening book; expected a file made by `book build`"),
            BookError::Version(version) => write!(f, "the book has version {version}; expected version {VERSION}"),
            BookError::Damaged(why) => write!(f, "the book is damaged: {why}"),
        }
    }
}

impl std::error::Error for BookError {}

impl OpeningBook {
    /// Reads a book and checks all of it.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<OpeningBook, BookError> {
        let book = OpeningBook::trusted(bytes)?;
        for lazy in &book.sections {
            let section = BookSection::read(lazy.rows, lazy.cols, &lazy.codes)?;
            let _ = lazy.section.set(section);
        }
        Ok(book)
    }

    /// Reads a book whose sections were checked when it was made: each is read when it is
    /// first needed.
    pub(super) fn trusted(bytes: &[u8]) -> Result<OpeningBook, BookError> {
        if bytes.len() < HEADER + CHECKSUM || bytes[..16] != MAGIC {
            return Err(BookError::Foreign);
        }
        let version = word(bytes, 16);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let checksum = word(checksum, 0);
        if crc32fast::hash(body) != checksum {
            return Err(BookError::Damaged("its checksum is wrong"));
        }
        let count = word(bytes, 20);
        if count > MAX_SECTIONS {
            return Err(BookError::Damaged("it has too many sections"));
        }
        let mut rest = &body[HEADER..];
        let mut sections = Vec::new();
        for _ in 0..count {
            let (section, left) = LazySection::split(rest)?;
            sections.push(section);
            rest = left;
        }
        if !rest.is_empty() {
            return Err(BookError::Damaged("it is too long"));
        }
        Ok(OpeningBook { sections, checksum, bytes: bytes.len() })
    }

    /// The file with these sections: rows, columns and codes of each.
    pub(super) fn file(sections: &[(usize, usize, Vec<u8>)]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let put = |bytes: &mut Vec<u8>, word: u32| bytes.extend(word.to_le_bytes());
        put(&mut bytes, VERSION);
        put(&mut bytes, sections.len() as u32);
        for (rows, cols, codes) in sections {
            bytes.extend([*rows as u8, *cols as u8, 0, 0]);
            put(&mut bytes, (codes.len() / 2) as u32);
            bytes.extend(codes);
        }
        let checksum = crc32fast::hash(&bytes);
        put(&mut bytes, checksum);
        bytes
    }

    pub(super) fn sections(&self) -> impl Iterator<Item = &BookSection> {
        self.sections.iter().map(LazySection::get)
    }

    /// The sections of the board of a position.
    pub(super) fn sections_for(&self, position: &Position) -> impl Iterator<Item = &BookSection> {
        let size = match *position.board() {
            Board::Grid { rows, cols } => [rows.min(cols), rows.max(cols)],
            _ => [0, 0],
        };
        let fits = move |lazy: &&LazySection| [lazy.rows.min(lazy.cols), lazy.rows.max(lazy.cols)] == size;
        self.sections.iter().filter(fits).map(LazySection::get)
    }

    /// How many positions of each board are in the book.
    #[must_use]
    pub fn counts(&self) -> Vec<SectionCounts> {
        self.sections().map(BookSection::counts).collect()
    }

    /// The checksum of the file.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Length of the file in bytes.
    #[must_use]
    pub fn file_len(&self) -> usize {
        self.bytes
    }
}

impl LazySection {
    /// The first section of these bytes, and what follows it.
    fn split(bytes: &[u8]) -> Result<(LazySection, &[u8]), BookError> {
        let short = BookError::Damaged("it ends too soon");
        let (header, rest) = bytes.split_at_checked(SECTION_HEADER).ok_or(short)?;
        let length = (word(header, 4) as usize).checked_mul(2).ok_or(short)?;
        let (codes, rest) = rest.split_at_checked(length).ok_or(short)?;
        if header[2..4] != [0, 0] {
            return Err(BookError::Damaged("the header of a section makes no sense"));
        }
        let [rows, cols] = [header[0].into(), header[1].into()];
        Ok((LazySection { rows, cols, codes: codes.to_vec(), section: OnceLock::new() }, rest))
    }

    fn get(&self) -> &BookSection {
        self.section.get_or_init(|| BookSection::read(self.rows, self.cols, &self.codes).expect("it was checked"))
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}
