//! The files of the page, inside the program.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::api::{Refusal, Server};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../../web/", $name)) as &[u8])),*]
    };
}

/// Every file of the page.
const FILES: &[(&str, &[u8])] = files![
    "index.html",
    "analysis.js",
    "api.js",
    "app.js",
    "board.js",
    "cards.js",
    "clobber.js",
    "dom.js",
    "editor.js",
    "football.js",
    "game.js",
    "icon.svg",
    "ladder.js",
    "lane.js",
    "line.js",
    "local.js",
    "make.js",
    "names.js",
    "opponent.js",
    "phutball.js",
    "picture.js",
    "presets.js",
    "puzzles.js",
    "refused.js",
    "server.js",
    "settings.js",
    "share.js",
    "solitaire.js",
    "stage.js",
    "state.js",
    "stones.js",
    "streak.js",
    "style.css",
    "tree.js",
    "typeset.js",
    "values.js",
    "words.js",
    "worker.js",
    "wrap.js",
    "zoom.js",
];

/// The page, embedded or read from a directory at each request.
#[derive(Clone)]
pub(crate) struct Page(Arc<Source>);

enum Source {
    /// Name, content, and tag of every file.
    Embedded(Vec<(&'static str, &'static [u8], String)>),
    Directory(PathBuf),
}

impl Page {
    pub(crate) fn new(directory: Option<&FilePath>) -> Result<Page, String> {
        let source = match directory {
            None => Source::Embedded(FILES.iter().map(|&(name, bytes)| (name, bytes, tag(bytes))).collect()),
            Some(path) if path.join("index.html").is_file() => Source::Directory(path.to_owned()),
            Some(path) => return Err(format!("there is no index.html in {}", path.display())),
        };
        Ok(Page(Arc::new(source)))
    }

    /// The content of a file and its tag.
    fn get(&self, name: &str) -> Option<(Bytes, String)> {
        match &*self.0 {
            Source::Embedded(files) => files
                .iter()
                .find(|(own, ..)| *own == name)
                .map(|(_, bytes, tag)| (Bytes::from_static(bytes), tag.clone())),
            Source::Directory(path) => {
                let known = FILES.iter().any(|(own, _)| *own == name);
                let bytes = known.then(|| std::fs::read(path.join(name)).ok())??;
                let tag = tag(&bytes);
                Some((bytes.into(), tag))
            }
        }
    }
}

pub(crate) async fn index(server: State<Server>, headers: HeaderMap) -> Response {
    file(server, Path("index.html".to_owned()), headers).await
}

/// Sends a file, or word that the client's copy is still good.
pub(crate) async fn file(State(server): State<Server>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((bytes, tag)) = server.page.get(&name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let same = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if same {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, kind(&name))], bytes).into_response()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// A name for this content: its length and 64-bit FNV-1a hash.
fn tag(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("\"{}-{hash:016x}\"", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded_with_a_known_kind() {
        let directory = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        for entry in std::fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_file() {
                assert!(FILES.iter().any(|(own, _)| *own == name), "{name} is not embedded");
                assert_ne!(kind(&name), "application/octet-stream", "{name}");
            }
        }
    }

    #[test]
    fn only_files_of_the_page_are_read_from_a_directory() {
        let directory = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let page = Page::new(Some(&directory)).unwrap();
        assert_eq!(page.get("index.html").unwrap().1, tag(FILES[0].1));
        for name in ["../Cargo.toml", "tests", "", ".", "/etc/hosts"] {
            assert!(page.get(name).is_none(), "{name}");
        }
        assert!(Page::new(Some(FilePath::new("/nowhere"))).is_err());
    }
}
