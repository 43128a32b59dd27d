//! Lists the files of the page, so that the program can hold them, and says
//! which commit is built, for `--version`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Endings of files that browsers load; the rest of the folder is tests.
const ENDINGS: [&str; 4] = ["html", "css", "js", "svg"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=ALLSMALL_VERSION={}", version());
    let page = page();
    println!("cargo:rerun-if-changed={}", page.display());
    let mut names: Vec<String> = fs::read_dir(&page)
        .expect("the folder of the page is there")
        .map(|entry| entry.expect("it can be listed").file_name().into_string().expect("a plain name"))
        .filter(|name| name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending)))
        .collect();
    names.sort();
    let entry = |name: &String| format!("({name:?}, include_bytes!({:?}) as &[u8]),\n", page.join(name));
    let list = format!("&[\n{}]", names.iter().map(entry).collect::<String>());
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo says where")).join("page.rs");
    fs::write(out, list).expect("cargo's folder takes files");
}

/// The page's folder: in a clone the real one; in a package what the link
/// `web` was packed as. (A clone on Windows may have a text in the link's
/// place.)
fn page() -> PathBuf {
    let here = manifest_dir();
    let clone = here.join("../../web");
    if clone.join("index.html").is_file() { clone } else { here.join("web") }
}

/// The folder of this crate, asked at run time: in a copied target folder the
/// compiled script would remember the folder that it was built in.
fn manifest_dir() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where").into()
}

/// The version, with the commit if this is a clone and git is there. Builds
/// for tests have none, so that not every commit builds the program anew.
fn version() -> String {
    let number = env!("CARGO_PKG_VERSION");
    let root = manifest_dir().join("../..");
    // A package may lie inside somebody else's clone.
    let ours = root.join("crates/allsmall-cli").is_dir();
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if ours && release { commit(&root) } else { None };
    commit.map_or(number.to_owned(), |(hash, day)| format!("{number} ({hash} {day})"))
}

/// The short name and the day of the commit that is checked out; changes of
/// HEAD build the program anew.
fn commit(root: &Path) -> Option<(String, String)> {
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(&["rev-parse", "--git-path", file])?);
        if path.is_file() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    let line = git(&["log", "-1", "--format=%h %cs"])?;
    let (hash, day) = line.split_once(' ')?;
    Some((hash.to_owned(), day.to_owned()))
}
