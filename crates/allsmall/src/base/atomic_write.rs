//! Atomic file writes: a temporary file, then a rename.
//!
//! The temporary file `NAME.PID-N.part` is in the same folder and is locked while it
//! is written. One that is not locked was left behind by a killed process, and the
//! next write to the same name removes it. A pipe or a device is never replaced by a
//! file: the bytes are written to it. A symbolic link stays one: its target is
//! written, and created if it does not exist.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Writes a file in one step: readers see the old one or the new one, even after a
/// crash.
///
/// # Errors
/// What the file system said. The file at `path`, if there was one, is then
/// as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let mut temporary = TemporaryFile::new(path)?;
    temporary.file.write_all(bytes)?;
    temporary.finish()
}

/// Returns whether a file could not be written because of its path, which the
/// user chose, rather than because of a disk that is full or broken.
#[must_use]
pub fn is_fault_of_path(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::NotFound
            | Kind::PermissionDenied
            | Kind::AlreadyExists
            | Kind::NotADirectory
            | Kind::IsADirectory
            | Kind::ReadOnlyFilesystem
            | Kind::InvalidFilename
            | Kind::InvalidInput
    )
}

/// Maximum number of symbolic links on the way to a file, as on Linux.
const MAX_LINKS: usize = 40;

/// Returns the path of the file that a write to `path` creates or replaces: symbolic
/// links are followed, even if the target of the last one does not exist.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..=MAX_LINKS {
        if let Ok(found) = fs::canonicalize(&path) {
            return Ok(found);
        }
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().map_or(next.clone(), |folder| folder.join(&next)),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "there are too many symbolic links on the way to it"))
}

/// Returns whether the path is a pipe, a device or a socket.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// The temporary files of this process, for [`remove_temporary_files`].
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all temporary files of this process, which is about to exit.
pub fn remove_temporary_files() {
    if let Ok(files) = TEMPORARY_FILES.lock() {
        files.iter().for_each(|path| drop(fs::remove_file(path)));
    }
}

/// A file that takes its final name only when it is complete, and vanishes
/// otherwise.
pub(crate) struct TemporaryFile {
    pub(crate) file: File,
    /// Where it is written.
    temporary: PathBuf,
    /// Where it goes.
    path: PathBuf,
}

impl TemporaryFile {
    /// Creates an empty file in the folder of `path`; for a pipe or a device in the
    /// system's temporary folder.
    pub(crate) fn new(path: &Path) -> io::Result<TemporaryFile> {
        let path = behind_links(path)?;
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let beside = if is_special(&path) { std::env::temp_dir().join(name) } else { path.clone() };
        remove_abandoned(&beside);
        for attempt in 0..ATTEMPTS {
            let mut part = name.to_owned();
            part.push(format!(".{}-{attempt}{PART}", std::process::id()));
            let temporary = beside.with_file_name(part);
            let file = match File::options().read(true).write(true).create_new(true).open(&temporary) {
                Ok(file) => file,
                // Of another thread, or of a killed process with the same id.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Before it was locked another process may have removed it as abandoned.
            // On a file system without locks none is removed.
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && temporary.exists() {
                if let Ok(mut files) = TEMPORARY_FILES.lock() {
                    files.push(temporary.clone());
                }
                return Ok(TemporaryFile { file, temporary, path });
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "there are too many unfinished files beside it"))
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if is_special(&self.path) {
            self.file.seek(SeekFrom::Start(0))?;
            let mut device = File::options().write(true).open(&self.path)?;
            return io::copy(&mut self.file, &mut device).map(drop);
        }
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Ok(mut files) = TEMPORARY_FILES.lock() {
            files.retain(|temporary| temporary != &self.temporary);
        }
        // A finished one has been renamed already.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Suffix of temporary files, and maximum number of them per process and name.
const PART: &str = ".part";
const ATTEMPTS: usize = 100;

/// Removes abandoned temporary files for this path.
fn remove_abandoned(path: &Path) {
    let (Some(name), Some(folder)) = (path.file_name().and_then(|name| name.to_str()), path.parent()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_draft = entry.file_name().to_str().is_some_and(|entry| is_draft_of(entry, name));
        if !is_draft || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether this is `NAME.PID-N.part`.
fn is_draft_of(entry: &str, name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    entry
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(PART)?.split_once('-'))
        .is_some_and(|(process, attempt)| number(process) && number(attempt))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("allsmall-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a temporary directory");
            Folder(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("readable").flatten();
            let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_draft_leaves_nothing_behind() {
        let folder = Folder::new("whole");
        let path = folder.0.join("file");
        write_atomically(&path, b"old").expect("writable");
        drop(TemporaryFile::new(&path).expect("writable"));
        assert_eq!(fs::read(&path).expect("readable"), b"old");
        let twice =
            (TemporaryFile::new(&path).expect("writable"), TemporaryFile::new(&path).expect("under another name"));
        assert_eq!(folder.names().len(), 3, "a temporary file that is being written is not abandoned");
        drop(twice);
        write_atomically(&path, b"new").expect("writable");
        assert_eq!(fs::read(&path).expect("readable"), b"new");
        assert_eq!(folder.names(), ["file"]);
        assert!(write_atomically(&folder.0, b"").is_err());
    }

    #[test]
    fn abandoned_drafts_are_removed_and_nothing_else() {
        let folder = Folder::new("abandoned");
        let others = ["file.7-0.part.txt", "file.7.part", "file.x-0.part", "other.7-0.part", "file2.7-0.part"];
        for name in others.into_iter().chain(["file.7-0.part", "file.99999-12.part"]) {
            fs::write(folder.0.join(name), b"half").expect("writable");
        }
        write_atomically(&folder.0.join("file"), b"whole").expect("writable");
        let mut left: Vec<&str> = others.to_vec();
        left.push("file");
        left.sort_unstable();
        assert_eq!(folder.names(), left);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = Folder::new("link");
        let (path, link) = (folder.0.join("file"), folder.0.join("link"));
        fs::write(&path, b"old").expect("writable");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write_atomically(&link, b"new").expect("writable");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read(&path).expect("readable"), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_written_through() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("dangling");
        fs::create_dir(folder.0.join("inner")).expect("writable");
        symlink("inner/second", folder.0.join("first")).expect("a link");
        symlink("../file", folder.0.join("inner/second")).expect("a link");
        write_atomically(&folder.0.join("first"), b"new").expect("writable");
        assert_eq!(fs::read(folder.0.join("file")).expect("it was made"), b"new");
        for link in ["first", "inner/second"] {
            assert!(fs::symlink_metadata(folder.0.join(link)).expect("it is there").is_symlink(), "{link}");
        }
        assert_eq!(folder.names(), ["file", "first", "inner"]);
        // Into a folder that is not there, and round in a circle.
        symlink("missing/file", folder.0.join("lost")).expect("a link");
        symlink("circle", folder.0.join("circle")).expect("a link");
        for link in ["lost", "circle"] {
            let error = write_atomically(&folder.0.join(link), b"new").expect_err("no file can be there");
            assert!(is_fault_of_path(&error), "{link}: {error}");
            assert!(fs::symlink_metadata(folder.0.join(link)).expect("it is there").is_symlink(), "{link}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_takes_the_bytes_and_stays() {
        let device = Path::new("/dev/null");
        write_atomically(device, b"bytes").expect("it takes all");
        let mut temporary = TemporaryFile::new(device).expect("among the temporary files");
        temporary.file.write_all(b"bytes").expect("writable");
        temporary.finish().expect("it takes all");
        assert!(is_special(device));
    }
}
