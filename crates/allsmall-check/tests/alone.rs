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

/// The rules about one board; those about all n come on top of them.
#[test]
fn it_is_small_and_safe() {
    let lines = |all: &[String]| -> usize {
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        all.iter().map(|file| file.lines().filter(is_code).count()).sum()
    };
    let (core, families) = (in_folder("src"), in_folder("src/families"));
    assert!(core.iter().any(|file| file.contains("#![forbid(unsafe_code)]")));
    assert!(lines(&core) <= 2150, "{} lines of code", lines(&core));
    assert!(lines(&families) <= 1600, "{} lines of code", lines(&families));
}

fn sources() -> Vec<String> {
    [in_folder("src"), in_folder("src/families")].concat()
}

/// The files of a folder.
fn in_folder(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).expect("text")).collect()
}
