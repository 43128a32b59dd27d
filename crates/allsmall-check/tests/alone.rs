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

/// Writers of proofs may take values for granted; no line of a file is checked
/// so.
#[test]
fn it_assumes_nothing() {
    let called = |file: &&String| file.contains(".assume(");
    assert_eq!(sources().iter().filter(called).count(), 0);
}

/// The rules about one board; those about all n come on top of them.
#[test]
fn it_is_small_and_safe() {
    let lines = |all: &[String]| -> usize {
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        let code = |file: &String| {
            file.split("#[cfg(test)]\nmod tests {").next().map_or(0, |code| code.lines().filter(is_code).count())
        };
        all.iter().map(code).sum()
    };
    let (all, families, plain) = (sources(), below("src/families"), below("src/plain"));
    let (runs, strips) = (below("src/families/runs"), below("src/strips"));
    assert!(all.iter().any(|file| file.contains("#![forbid(unsafe_code)]")));
    let core = lines(&all) - lines(&families) - lines(&plain) - lines(&strips);
    assert!(core <= 3100, "{core} lines of code");
    let one_length = lines(&families) - lines(&runs);
    assert!(one_length <= 2100, "{one_length} lines of code");
    assert!(lines(&runs) <= 850, "{} lines of code", lines(&runs));
    assert!(lines(&strips) <= 1650, "{} lines of code", lines(&strips));
    assert!(lines(&plain) <= 720, "{} lines of code", lines(&plain));
}

fn sources() -> Vec<String> {
    below("src")
}

/// Files that are there for tests alone.
const TESTS: [&str; 3] = ["tests.rs", "reference.rs", "plain.rs"];

/// The files of a folder and of those in it, but for tests.
fn below(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut all = Vec::new();
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
        if TESTS.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if path.is_file() {
            all.push(fs::read_to_string(path).expect("text"));
        } else {
            all.extend(below(path.to_str().expect("a name")));
        }
    }
    all
}
