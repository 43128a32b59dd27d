//! The documents: what they say about the sources is true, their links resolve,
//! and the guide keeps to the rules of CONTRIBUTING.md, "Words".

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

/// All files below a folder.
fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let skipped = ["target", ".git", "node_modules", "__pycache__"];
        if skipped.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        found.push(format!("{}{}", path.display(), if path.is_dir() { "/" } else { "" }));
        if path.is_dir() {
            files_below(&path, found);
        }
    }
}

/// A printed page, with margins.
const PAGE: usize = 66;

/// ARCHITECTURE.md is one page; the folders that it lists are there, and all are listed.
#[test]
fn architecture_is_a_page_that_lists_all_folders() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    assert!(text.lines().count() <= PAGE && text.lines().all(|line| line.len() <= 110), "more than a page");
    let listed: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("crates/"))
        .take_while(|line| !line.starts_with("```"))
        .flat_map(|line| line.split("  ").next().unwrap_or("").split(' ').filter(|name| name.contains('/')))
        .collect();
    let folders = |below: &str| {
        let entries = fs::read_dir(root().join(below)).expect("a folder of the project");
        let paths = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
        paths.map(|path| format!("{below}{}", path.file_name().expect("a name").display())).collect::<Vec<_>>()
    };
    let is_listed =
        |name: &str| listed.iter().any(|listed| listed.trim_end_matches('/').split(' ').next() == Some(name));
    let made = ["target", "crates", "node_modules"];
    let kept = folders("").into_iter().filter(|name| !name.starts_with('.') && !made.contains(&name.as_str()));
    let missing: Vec<String> = kept.chain(folders("crates/")).filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not list {missing:?}");
    let gone: Vec<_> =
        listed.iter().filter(|name| !root().join(name.split(' ').next().unwrap_or("")).is_dir()).collect();
    assert!(listed.len() > 15 && gone.is_empty(), "{listed:?}: {gone:?}");
}

/// Where to add something: the files named in CONTRIBUTING.md exist.
#[test]
fn files_named_for_contributors_exist() {
    let mut there = Vec::new();
    files_below(&root(), &mut there);
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("it is there");
    let from = text.find("## To add something").expect("the section");
    let section = &text[from..text.find("## More tests").expect("the section behind it")];
    let quoted = section.split('`').skip(1).step_by(2);
    let endings = [".rs", ".js", ".py", ".md", ".json", "/"];
    let named: Vec<&str> = quoted.filter(|name| endings.iter().any(|ending| name.ends_with(ending))).collect();
    assert!(named.len() > 25, "{}", named.len());
    let missing: Vec<_> =
        named.iter().filter(|name| !there.iter().any(|path| path.ends_with(&format!("/{name}")))).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md names {missing:?}");
}

/// The Markdown files of a folder, by name.
fn markdown(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the project");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    found.sort();
    found
}

/// The chapters for users: the guide without the lab book.
fn chapters() -> Vec<PathBuf> {
    let found = markdown("docs");
    assert!(found.len() > 20, "{}", found.len());
    found
}

/// The lines of a file outside of code blocks, each with its number.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut code = false;
    let mut kept = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            code = !code;
            // A code block ends a paragraph and parts two tables.
            kept.push((at + 1, "#"));
        } else if !code {
            kept.push((at + 1, line));
        }
    }
    kept
}

fn begins_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("> ") || (number.len() < line.len() && number.starts_with(". "))
}

/// The paragraphs and items of lists: their first lines and numbers of words.
fn paragraphs(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut inside = false;
    for (at, line) in prose(text) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '|']) {
            inside = false;
            continue;
        }
        if !inside || begins_item(line) {
            found.push((at, 0));
        }
        inside = true;
        found.last_mut().expect("a paragraph was begun").1 += line.split_whitespace().count();
    }
    found
}

#[test]
fn paragraphs_are_counted() {
    let text = "# A title\n\nOne two\nthree.\n\n- four\n- five six\n1. seven\n\n| a | b |\n```\ncode\n```\neight\n";
    assert_eq!(paragraphs(text), [(3, 3), (6, 2), (7, 3), (8, 2), (14, 1)]);
}

/// Maximum number of words of a paragraph in a chapter for users.
const MOST_WORDS: usize = 100;

#[test]
fn paragraphs_of_the_guide_are_short() {
    let mut long = Vec::new();
    for path in chapters() {
        // `allsmall claims --markdown` prints this one, remarks included.
        if path.ends_with("results.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a chapter");
        let found = paragraphs(&text).into_iter().filter(|&(_, words)| words > MOST_WORDS);
        long.extend(found.map(|(line, words)| format!("{}:{line}: {words} words", path.display())));
    }
    assert!(long.is_empty(), "at most {MOST_WORDS} words a paragraph:\n{}", long.join("\n"));
}

#[test]
fn the_guide_names_no_source_files() {
    let mut named = Vec::new();
    for path in chapters() {
        let text = fs::read_to_string(&path).expect("a chapter");
        for (at, line) in text.lines().enumerate() {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
            if words.any(|word| word.trim_end_matches('.').ends_with(".rs")) {
                named.push(format!("{}:{}", path.display(), at + 1));
            }
        }
    }
    assert!(named.is_empty(), "source files belong into docs/lab:\n{}", named.join("\n"));
}

#[test]
fn tables_of_the_guide_do_not_run_together() {
    let mut close = Vec::new();
    for path in chapters().into_iter().chain(markdown("docs/lab")) {
        let text = fs::read_to_string(&path).expect("a chapter");
        let lines = prose(&text);
        for (before, after) in lines.iter().zip(lines.iter().skip(1)) {
            let is_row = |line: &str| line.starts_with('|');
            if is_row(before.1) != is_row(after.1) && !before.1.trim().is_empty() && !after.1.trim().is_empty() {
                close.push(format!("{}:{}: a table without a blank line around it", path.display(), after.0));
            }
        }
        let mut after_table = false;
        for (before, after) in lines.iter().zip(lines.iter().skip(1)) {
            if after.1.starts_with('|') && !before.1.starts_with('|') && after_table {
                close.push(format!("{}:{}: nothing stands between two tables", path.display(), after.0));
            }
            if !after.1.trim().is_empty() {
                after_table = after.1.starts_with('|');
            }
        }
    }
    assert!(close.is_empty(), "{}", close.join("\n"));
}

/// The targets of the links and pictures of a line.
fn targets(line: &str) -> Vec<&str> {
    let parts = line.split("](").skip(1);
    parts.filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

/// The anchor of a heading, as GitHub and mdbook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(path: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(path).expect("a linked file");
    let headings = prose(&text).into_iter().filter(|(_, line)| line.starts_with("# ") || line.starts_with("##"));
    headings.into_iter().any(|(_, line)| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn links_between_documents_resolve() {
    assert_eq!(anchor(" (xo)^n: the critical calculus"), "xon-the-critical-calculus");
    let mut files = chapters();
    for folder in [".", "docs/lab", "campaigns/6x6", "testdata"] {
        files.extend(markdown(folder));
    }
    let mut broken = Vec::new();
    let mut count = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a document");
        for (line, words) in prose(&text) {
            for target in targets(words) {
                if target.contains("://") {
                    continue;
                }
                count += 1;
                let (file, wanted) = target.split_once('#').unwrap_or((target, ""));
                let there = path.parent().expect("a folder").join(file);
                let there = if file.is_empty() { path.clone() } else { there };
                if !there.exists() || (!wanted.is_empty() && !has_anchor(&there, wanted)) {
                    broken.push(format!("{}:{line}: {target}", path.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 200, "{count}");
}

#[test]
fn every_page_of_the_guide_is_in_the_summary() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    for (folder, before) in [("docs", ""), ("docs/lab", "lab/")] {
        for path in markdown(folder) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let listed = name == "SUMMARY.md" || summary.contains(&format!("({before}{name})"));
            assert!(listed, "docs/SUMMARY.md does not list {before}{name}");
        }
    }
    let first = fs::read_to_string(root().join("docs/README.md")).expect("the first page");
    for path in chapters() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let listed = ["README.md", "SUMMARY.md"].contains(&name.as_str()) || first.contains(&format!("({name}"));
        assert!(listed, "docs/README.md does not list {name}");
    }
}
