//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file in one step: whoever reads it sees the old one or the new
/// one, even after a crash.
///
/// # Errors
/// What the file system said. The file at `path`, if there was one, is then
/// as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        // A pipe or a device takes bytes; it must not be replaced by a file.
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let mut draft = Draft::new(path)?;
    draft.file.write_all(bytes)?;
    draft.finish(path)
}

/// A file that takes its final name only when it is complete, and vanishes
/// otherwise.
pub(crate) struct Draft {
    pub(crate) file: File,
    path: Option<PathBuf>,
}

impl Draft {
    /// An empty file beside `path`.
    pub(crate) fn new(path: &Path) -> io::Result<Draft> {
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let mut attempt = 0;
        loop {
            let mut name = name.to_owned();
            name.push(format!(".{}-{attempt}.part", std::process::id()));
            let path = path.with_file_name(name);
            match File::options().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Draft { file, path: Some(path) }),
                // Left behind by a killed program that had our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        if let Some(draft) = &self.path {
            fs::rename(draft, path)?;
        }
        self.path = None;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Nothing is lost if it stays: the next draft has another name.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_leaves_nothing_behind() {
        let dir = std::env::temp_dir().join(format!("allsmall-whole-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a temporary directory");
        let path = dir.join("file");
        write_whole(&path, b"old").expect("writable");
        drop(Draft::new(&path).expect("writable"));
        assert_eq!(fs::read(&path).expect("readable"), b"old");
        let twice = (Draft::new(&path).expect("writable"), Draft::new(&path).expect("under another name"));
        drop(twice);
        write_whole(&path, b"new").expect("writable");
        assert_eq!(fs::read(&path).expect("readable"), b"new");
        assert_eq!(fs::read_dir(&dir).expect("readable").count(), 1);
        assert!(write_whole(&dir, b"").is_err());
        fs::remove_dir_all(&dir).expect("ours");
    }
}
