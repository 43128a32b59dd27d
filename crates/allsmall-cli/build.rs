//! Lists the files of the page, so that the program can hold them.

use std::path::Path;
use std::{env, fs};

/// Endings of files that browsers load; the rest of the folder is tests.
const ENDINGS: [&str; 4] = ["html", "css", "js", "svg"];

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed=build.rs");
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
