//! No module imports upwards: the order is the one drawn in ARCHITECTURE.md.
//!
//! The picture lists the modules of the library, the highest first. A module
//! may use those below it; those on one line may use each other. Tests may use
//! whatever they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The height of each module: 0 is the lowest line of the picture.
fn heights(picture: &str) -> BTreeMap<String, usize> {
    let lines = picture.lines().skip_while(|line| *line != "crates/allsmall/src").skip(1);
    let modules = lines.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    let names = |line: &str| -> Vec<String> {
        let column = line.trim().split("  ").next().unwrap_or("");
        column.split(' ').map(|name| name.trim_end_matches('/').to_owned()).collect()
    };
    let mut lines: Vec<_> = modules.map(names).collect();
    lines.reverse();
    lines
        .into_iter()
        .enumerate()
        .flat_map(|(height, names)| names.into_iter().map(move |name| (name, height)))
        .collect()
}

/// Which module a name of the crate's root comes from, by the lines
/// `pub use module::...` and `pub(crate) use module::...` of `lib.rs`.
fn homes(lib: &str) -> BTreeMap<String, String> {
    let mut homes = BTreeMap::new();
    for line in code(lib).replace("pub(crate) use ", "pub use ").split(';') {
        let Some(path) = line.trim_start().strip_prefix("pub use ").or_else(|| line.split("\npub use ").nth(1)) else {
            continue;
        };
        let (module, names) = path.rsplit_once("::{").unwrap_or_else(|| path.rsplit_once("::").expect("a path"));
        let module = module.split("::").next().expect("a module").trim();
        // The module `internal` hands out what has its home elsewhere.
        if module == "crate" {
            continue;
        }
        for name in names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            homes.insert(name.to_owned(), module.to_owned());
        }
    }
    homes
}

/// A file without comments and without its test module.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// What a text takes from the crate's root: the first names behind `crate::`.
fn taken(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let first =
        |path: &str| -> String { path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(first(rest));
            continue;
        };
        let (mut depth, mut item) = (0, String::new());
        for c in list.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    names.insert(first(&std::mem::take(&mut item)));
                    continue;
                }
                _ => {}
            }
            item.push(c);
        }
        names.insert(first(&item));
    }
    names.remove("");
    names
}

/// The files of a folder, each with the module it belongs to.
fn files(src: &Path) -> Vec<(String, PathBuf)> {
    let (mut found, mut open) = (Vec::new(), vec![src.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of ours") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" && name != "lib.rs" {
                let own = path.strip_prefix(src).expect("inside").components().next().expect("a name");
                let module = own.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
                found.push((module, path));
            }
        }
    }
    found.sort();
    found
}

/// The imports of a text of `module` that go up, or nowhere.
fn upward(
    module: &str,
    text: &str,
    heights: &BTreeMap<String, usize>,
    homes: &BTreeMap<String, String>,
) -> Vec<String> {
    let Some(own) = heights.get(module) else { return vec![format!("{module} is not in the picture")] };
    let above = |name: &String| {
        let home = homes.get(name).filter(|_| !heights.contains_key(name)).unwrap_or(name);
        match heights.get(home) {
            Some(height) if height <= own => None,
            Some(_) => Some(format!("{module} uses {name} of {home}, which stands above it")),
            None => Some(format!("{module} uses {name}, which is not in the picture")),
        }
    };
    taken(&code(text)).iter().filter_map(above).collect()
}

#[test]
fn no_module_imports_upwards() {
    let picture = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the picture");
    let src = root().join("crates/allsmall/src");
    let (heights, homes) = (heights(&picture), homes(&fs::read_to_string(src.join("lib.rs")).expect("the root")));
    assert!(heights.len() > 15 && homes.len() > 20, "{heights:?} {homes:?}");
    let files = files(&src);
    let mut wrong = Vec::new();
    for (module, path) in &files {
        let text = fs::read_to_string(path).expect("a file of ours");
        let place = path.strip_prefix(&src).expect("inside").display();
        wrong.extend(upward(module, &text, &heights, &homes).into_iter().map(|fault| format!("{place}: {fault}")));
    }
    let drawn: BTreeSet<_> = heights.keys().collect();
    let there: BTreeSet<_> = files.iter().map(|(module, _)| module).collect();
    wrong.extend(drawn.difference(&there).map(|module| format!("ARCHITECTURE.md draws {module}, which is not there")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_upward_import_is_noticed() {
    let heights =
        heights("text\ncrates/allsmall/src\n  top/   x\n    part  y\n  mid low_one   z\n  base/  b\nother/ o\n");
    assert_eq!(heights.len(), 4);
    let homes = homes("mod base;\npub use base::budget::{Budget, Stop};\npub use top::thing;\n");
    assert_eq!(homes.len(), 3);
    let faults = |module: &str, text: &str| upward(module, text, &heights, &homes).len();
    assert_eq!(faults("top", "use crate::{Budget, mid::{A, top}, low_one};"), 0);
    assert_eq!(faults("mid", "use crate::low_one::X;\nuse crate::Stop;"), 0);
    assert_eq!(faults("mid", "use crate::{\n    Stop,\n    top::X,\n};"), 1);
    assert_eq!(faults("mid", "fn f() { crate::top::g() }"), 1);
    assert_eq!(faults("base", "use crate::{thing, mid};"), 2);
    assert_eq!(faults("base", "use crate::nowhere;"), 1);
    assert_eq!(faults("base", "// use crate::top;\n#[cfg(test)]\nmod tests {\n    use crate::top;\n}\n"), 0);
    assert_eq!(faults("new", ""), 1);
}
