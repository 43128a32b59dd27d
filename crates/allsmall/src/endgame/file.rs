//! A database on disk: written whole, read whole.
//!
//! The header says how long the file is, so a file of another length is
//! refused before memory is taken for it. Every byte is checked when it is
//! read, and read once. A memory map was tried in 0.2: it needs `unsafe`, and
//! the system ends the program if the file is cut short meanwhile. Reading
//! costs 5 ms more for the 25 MB of length 16.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::format::{HEADER, Layout};
use super::{Database, DatabaseError};

impl Database {
    /// Writes the database under a temporary name in the folder of `path`, then renames
    /// it: whoever opens `path` sees the old file or the new one.
    ///
    /// # Errors
    /// What the file system said. The file at `path` is then as it was.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        crate::base::atomic_write::write_atomically(path, &self.bytes)
    }

    /// Opens a database and checks all of it.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        let mut file = File::open(path)?;
        // A pipe or a device may have no end.
        if !file.metadata()?.is_file() {
            return Err(DatabaseError::Foreign);
        }
        let mut bytes = Vec::new();
        file.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let layout = Layout::read(&bytes)?;
        layout.check_length(file.metadata()?.len())?;
        bytes
            .try_reserve_exact(layout.file_len() as usize - HEADER)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // One byte more than expected shows that it has grown meanwhile.
        file.take(layout.file_len() - HEADER as u64 + 1).read_to_end(&mut bytes)?;
        Database::check(bytes)
    }
}
