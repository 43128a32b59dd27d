//! Which file of part values the searches of this process use: none, unless the
//! program names one. The file is opened when the first search wants it, and all
//! threads share it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::{PartFileError, PartValueFile};

/// Called with the path and the fault of a file that cannot be used.
type FaultHandler = fn(&Path, &PartFileError);

/// A file that is opened when it is first needed.
struct Source {
    path: PathBuf,
    on_fault: FaultHandler,
    file: OnceLock<Option<Arc<PartValueFile>>>,
}

static SOURCE: OnceLock<Source> = OnceLock::new();

/// Makes all searches of this process use a file of part values. The file is opened
/// when a search first wants it; if it cannot be used, `on_fault` is called once, and
/// the searches go on without it. Returns whether it was the first call: later ones
/// change nothing.
///
/// ```
/// use allsmall::value::use_part_values;
/// assert!(use_part_values("missing.values".into(), |_, _| ()));
/// assert!(!use_part_values("other.values".into(), |_, _| ()));
/// ```
pub fn use_part_values(path: PathBuf, on_fault: FaultHandler) -> bool {
    SOURCE.set(Source { path, on_fault, file: OnceLock::new() }).is_ok()
}

/// The file that [`use_part_values`] named, if it can be used.
#[must_use]
pub fn shared_part_values() -> Option<Arc<PartValueFile>> {
    let source = SOURCE.get()?;
    let open = || match PartValueFile::open(&source.path) {
        Ok(file) => Some(Arc::new(file)),
        Err(error) => {
            (source.on_fault)(&source.path, &error);
            None
        }
    };
    source.file.get_or_init(open).clone()
}
