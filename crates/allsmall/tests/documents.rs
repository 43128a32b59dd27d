//! What the documents for developers say about the sources is so.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust sources of the project's crates.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_with_unsafe_code_is_listed_with_its_reason() {
    let root = root();
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files);
    assert!(files.len() > 200, "{}", files.len());
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("it is there");
    let listed: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("| `crates/")?.split('`').next()).collect();
    // In two halves, so that this file is not among them.
    let lint = ["expect(unsafe", "_code"].concat();
    let mut with: Vec<String> = files
        .iter()
        .filter(|path| fs::read_to_string(path).expect("a source").contains(&lint))
        .map(|path| path.strip_prefix(root.join("crates")).expect("below it").display().to_string())
        .collect();
    with.sort();
    assert_eq!(with, listed, "in the order of the alphabet");
}
