//! The integration tests of the library, in one program that is compiled and linked
//! once; `limits.rs`, which measures memory, is one of its own. The tests of one file:
//! `cargo test -p allsmall --test all golden::`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::Path;

mod differential;
mod documents;
mod endgame;
mod engine;
mod golden;
mod grids;
mod laws;
mod layers;
mod names;
mod phutball;
mod pictures;
mod short_games;
mod solitaire_families;
mod solitaire_free;
mod tables;
mod values;
mod words;

/// In a crate whose tests are one program, Cargo no longer finds a new file by itself.
#[test]
fn every_test_file_of_every_crate_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut forgotten, mut seen) = (Vec::new(), 0);
    for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let main = fs::read_to_string(folder.join("tests/main.rs")).unwrap();
        for path in fs::read_dir(folder.join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
            let Some(name) = path.file_name().unwrap().to_str().unwrap().strip_suffix(".rs") else { continue };
            let alone = format!("[[test]]\nname = \"{name}\"\n");
            let module = main.lines().any(|line| line == format!("mod {name};"));
            seen += 1;
            if name != "main" && !module && !manifest.contains(&alone) {
                forgotten.push(format!("{}: add `mod {name};` to main.rs beside it", path.display()));
            }
        }
    }
    assert!(seen > 40 && forgotten.is_empty(), "{}", forgotten.join("\n"));
}
