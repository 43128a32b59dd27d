//! What an opening book says about itself.

use std::fmt;

use serde::Serialize;

use crate::book::{OpeningBook, SectionCounts, VERSION};

/// A description of an opening book.
#[derive(Clone, Debug, Serialize)]
pub struct BookAnswer {
    /// The version of its format.
    pub version: u32,
    /// Bytes of the file.
    pub bytes: usize,
    /// CRC-32 of the file, in hexadecimal digits.
    pub checksum: String,
    /// How many positions of each board it knows.
    pub boards: Vec<SectionCounts>,
}

impl BookAnswer {
    /// Describes a book.
    #[must_use]
    pub fn of(book: &OpeningBook) -> BookAnswer {
        let checksum = format!("{:08x}", book.checksum());
        BookAnswer { version: VERSION, bytes: book.file_len(), checksum, boards: book.counts() }
    }
}

impl fmt::Display for BookAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookAnswer { version, bytes, checksum, boards } = self;
        write!(f, "opening book, version {version}, {bytes} bytes, checksum {checksum}")?;
        for SectionCounts { rows, cols, by_ply, others } in boards {
            let counts: Vec<_> = by_ply.iter().map(u64::to_string).collect();
            write!(f, "\n  {rows}x{cols}: positions after 0, 1, 2, ... moves: {}", counts.join(", "))?;
            if *others > 0 {
                write!(f, "; with the other player to move: {others}")?;
            }
        }
        Ok(())
    }
}
