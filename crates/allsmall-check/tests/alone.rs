//! The checker stays alone: it depends on nothing, uses no unsafe code and
//! stays small enough to be read in one sitting.

use std::fs;
use std::path::Path;

#[test]
fn it_depends_on_nothing() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    for section in manifest.split("\n[").filter(|section| section.contains("dependencies")) {
        let entries = section.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        assert_eq!(entries.count(), 0, "{section}");
    }
    for file in sources() {
        assert!(!file.contains("allsmall::"), "the checker must not use the library");
    }
}

#[test]
fn it_is_small_and_safe() {
    let all = sources();
    assert!(all.iter().any(|file| file.contains("#![forbid(unsafe_code)]")));
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines: usize = all.iter().map(|file| file.lines().filter(is_code).count()).sum();
    assert!(lines <= 2000, "{lines} lines of code");
}

fn sources() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    files.map(|path| fs::read_to_string(path).expect("text")).collect()
}
