//! The user's cache folder, for what the program has computed and may lose.

use std::path::PathBuf;

/// The path of a file in the folder `allsmall` of XDG_CACHE_HOME, otherwise of
/// ~/.cache; `None` if there is neither.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(cache.join("allsmall").join(name))
}
