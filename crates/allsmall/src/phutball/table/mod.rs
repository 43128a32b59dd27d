//! Table files: every position of one board length, on disk.
//!
//! The format is described in `docs/lab/phutball.md`. A table is written under a
//! temporary name and renamed when it is complete, so a partial table is never
//! visible. Every block has a checksum, which readers verify.

mod build;
mod format;
mod read;

use std::io;

pub use build::build;
pub use read::TableFile;

use crate::Stop;

/// Why a table cannot be made or read.
#[derive(Debug)]
pub enum TableError {
    /// The file system said no.
    Io(io::Error),
    /// A limit was hit.
    Stop(Stop),
    /// The file is something else.
    Foreign,
    /// The file has an unknown version.
    Version(u32),
    /// The file is not as it was written.
    Damaged(&'static str),
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::Damaged("it ends too soon"),
            _ => TableError::Io(error),
        }
    }
}

impl From<Stop> for TableError {
    fn from(stop: Stop) -> TableError {
        TableError::Stop(stop)
    }
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableError::Io(error) => error.fmt(f),
            TableError::Stop(stop) => stop.fmt(f),
            TableError::Foreign => f.write_str("not a Phutball table; expected a file made by `phutball table build`"),
            TableError::Version(version) => write!(
                f,
                "a Phutball table of version {version}; this program reads version {}: build it again",
                format::VERSION
            ),
            TableError::Damaged(how) => write!(f, "the Phutball table is damaged ({how}): build it again"),
        }
    }
}

impl std::error::Error for TableError {}

#[cfg(test)]
mod tests;
