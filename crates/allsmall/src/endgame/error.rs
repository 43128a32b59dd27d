//! Why a database cannot be read.

use std::io;

use super::format::VERSION;

/// Why a database cannot be read.
#[derive(Debug)]
pub enum DatabaseError {
    /// An error of the file system.
    Io(io::Error),
    /// The file is something else.
    Foreign,
    /// The file has an unknown version.
    Version(u32),
    /// The file is damaged.
    Damaged(&'static str),
}

impl From<io::Error> for DatabaseError {
    fn from(error: io::Error) -> DatabaseError {
        DatabaseError::Io(error)
    }
}

impl std::fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DatabaseError::Io(error) => error.fmt(f),
            DatabaseError::Foreign => f.write_str("not an endgame database; expected a file made by `endgame build`"),
            DatabaseError::Version(version) => write!(
                f,
                "an endgame database of version {version}; this program reads version {VERSION}: build it again"
            ),
            DatabaseError::Damaged(how) => write!(f, "the endgame database is damaged ({how}): build it again"),
        }
    }
}

impl std::error::Error for DatabaseError {}
