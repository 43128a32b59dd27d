//! Names and comments keep to the rules of CONTRIBUTING.md, "Words".

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Rust sources below a folder, with their texts.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

/// The sources of each crate.
fn by_crate() -> Vec<Vec<(PathBuf, String)>> {
    let folders = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let all: Vec<_> = folders
        .filter(|folder| folder.is_dir())
        .map(|folder| {
            let mut found = Vec::new();
            sources(&folder, &mut found);
            found
        })
        .collect();
    assert!(all.len() >= 6 && all.iter().map(Vec::len).sum::<usize>() > 200);
    all
}

/// The comment of a line, if it has one.
fn comment(line: &str) -> Option<&str> {
    let at = line.find("//")?;
    // Not an address, and not inside a text.
    let before = &line[..at];
    (!before.ends_with(':') && before.matches('"').count().is_multiple_of(2))
        .then(|| line[at..].trim_start_matches(['/', '!']).trim())
}

/// Turns of phrase that a reader has to read twice, with what to write.
const WORST: [(&str, &str); 9] = [
    ("so many", "the number"),
    ("so much", "the amount"),
    ("by turns", "alternately, or one at a time"),
    ("at a look", "at once"),
    ("The same for", "what the item does"),
    ("The limit that was hit.", "which limit, or a link to `Stop`"),
    ("Kept for its memory", "scratch buffer"),
    ("in vain", "without a result"),
    ("Who reads", "the reader"),
];

#[test]
fn comments_avoid_the_phrases_that_are_read_twice() {
    let mut found = Vec::new();
    for (path, text) in by_crate().into_iter().flatten() {
        for (line, comment) in text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, comment(line)?))) {
            for (phrase, better) in WORST {
                let whole = |at: usize| !comment[..at].ends_with(char::is_alphabetic);
                if comment.match_indices(phrase).any(|(at, _)| whole(at)) {
                    found.push(format!("{}:{line}: {phrase:?}: write {better}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The name of the type that a line declares, and whether it is private.
fn declared(line: &str) -> Option<(&str, bool)> {
    let public = line.strip_prefix("pub").map(|rest| match rest.strip_prefix('(') {
        Some(inside) => inside.split_once(')').map_or("", |(_, rest)| rest),
        None => rest,
    });
    let (rest, private) = (public.map_or(line, str::trim_start), public.is_none());
    let (word, rest) = rest.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (["struct", "enum", "trait", "type", "union"].contains(&word) && !name.is_empty()).then_some((name, private))
}

#[test]
fn declarations_are_recognised() {
    assert_eq!(declared("pub(in crate::solve) struct Frame<W> {"), Some(("Frame", false)));
    assert_eq!(declared("pub enum Stop {"), Some(("Stop", false)));
    assert_eq!(declared("struct Line {"), Some(("Line", true)));
    assert_eq!(declared("    type Answer = SolveAnswer;"), None, "an associated type is indented");
    assert_eq!(declared("pub fn type_of() {"), None);
}

/// A name may stand for several types only if each is private to its file.
#[test]
fn a_type_has_a_name_of_its_own_in_its_crate() {
    let mut doubled = Vec::new();
    for files in by_crate() {
        let mut homes: BTreeMap<&str, Vec<(&Path, bool)>> = BTreeMap::new();
        for (path, text) in &files {
            for (name, private) in text.lines().filter_map(declared) {
                homes.entry(name).or_default().push((path, private));
            }
        }
        for (name, homes) in homes {
            if homes.len() > 1 && homes.iter().any(|&(_, private)| !private) {
                let places: Vec<_> = homes.iter().map(|(path, _)| path.display().to_string()).collect();
                doubled.push(format!("{name}: {}", places.join(", ")));
            }
        }
    }
    assert!(doubled.is_empty(), "{}", doubled.join("\n"));
}
