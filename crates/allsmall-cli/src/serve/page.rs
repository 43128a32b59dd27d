//! Static files of the page, embedded in the program, with entity tags.
//!
//! `build.rs` lists them in twenty lines. The crates for it do not fit:
//! include_dir also embeds the page's tests and does not notice a new file;
//! rust-embed brings thirteen crates, among them a second syn and SHA-256, for
//! tags that the standard library's hash makes as well.

use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Component, Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::api::{Refusal, Server};

/// Every file of the page: name and content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page, embedded or read from a directory at each request.
#[derive(Clone)]
pub(crate) struct Page(Arc<PageSource>);

enum PageSource {
    /// Name, content, and tag of every file.
    Embedded(Vec<(&'static str, &'static [u8], String)>),
    Directory(PathBuf),
}

impl Page {
    pub(crate) fn new(directory: Option<&FilePath>) -> Result<Page, String> {
        let source = match directory {
            None => PageSource::Embedded(FILES.iter().map(|&(name, bytes)| (name, bytes, tag(bytes))).collect()),
            Some(path) if path.join("index.html").is_file() => PageSource::Directory(path.to_owned()),
            Some(path) => return Err(format!("there is no index.html in {}", path.display())),
        };
        Ok(Page(Arc::new(source)))
    }

    /// Returns the content of a file and its tag.
    fn get(&self, name: &str) -> Option<(Bytes, String)> {
        match &*self.0 {
            PageSource::Embedded(files) => files
                .iter()
                .find(|(own, ..)| *own == name)
                .map(|(_, bytes, tag)| (Bytes::from_static(bytes), tag.clone())),
            PageSource::Directory(path) => {
                let plain = FilePath::new(name).components().eq([Component::Normal(OsStr::new(name))]);
                let bytes = (plain && kind(name).is_some()).then(|| std::fs::read(path.join(name)).ok())??;
                let tag = tag(&bytes);
                Some((bytes.into(), tag))
            }
        }
    }
}

pub(crate) async fn index(server: State<Server>, headers: HeaderMap) -> Response {
    file(server, Path("index.html".to_owned()), headers).await
}

/// Sends a file, or 304 if the client has it.
pub(crate) async fn file(State(server): State<Server>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((bytes, tag)) = server.page.get(&name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let same = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if same {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = kind(&name).expect("the page has files of these kinds only");
    (about, [(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// Returns the content type of a file with this name.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

/// Computes the entity tag of a content: its length and a hash.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{}-{:016x}\"", bytes.len(), hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded_and_nothing_else() {
        assert!(FILES.iter().any(|(name, _)| *name == "index.html"));
        let index = std::str::from_utf8(FILES.iter().find(|(name, _)| *name == "index.html").unwrap().1).unwrap();
        let named = index.split('"').filter(|part| kind(part).is_some());
        for name in named.map(|name| name.trim_start_matches(['.', '/'])) {
            assert!(FILES.iter().any(|(own, _)| *own == name), "{name} is not embedded");
        }
        assert!(FILES.iter().all(|(name, _)| kind(name).is_some() && !name.contains('/')));
    }

    #[test]
    fn only_files_of_the_page_are_read_from_a_directory() {
        let directory = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let page = Page::new(Some(&directory)).unwrap();
        let embedded = Page::new(None).unwrap();
        for (name, bytes) in FILES {
            assert_eq!(page.get(name).unwrap().1, tag(bytes));
            assert_eq!(embedded.get(name).unwrap(), page.get(name).unwrap());
        }
        for name in ["../Cargo.toml", "tests", "", ".", "/etc/hosts", "tests/../index.html", "/index.html", "tests/run"]
        {
            assert!(page.get(name).is_none(), "{name}");
        }
        assert!(Page::new(Some(FilePath::new("/nowhere"))).is_err());
    }

    #[test]
    fn a_changed_byte_changes_the_entity_tag() {
        assert_ne!(tag(b"one"), tag(b"onf"));
        assert_ne!(tag(b""), tag(b"\0"));
    }
}
