//! `allsmall --cite`: how to cite the program, as BibTeX.

/// The entry, with the version of the program; the data are those of `CITATION.cff`.
pub(crate) fn bibtex() -> String {
    format!(
        "\
@software{{allsmall,
  author  = {{{{The allsmall developers}}}},
  title   = {{{{allsmall}}: exact answers about {{Clobber}}, {{Solitaire Clobber}} and one-dimensional {{Phutball}}}},
  version = {{{version}}},
  year    = {{{YEAR}}},
  note    = {{Program and library in Rust, with Python bindings}}
}}
",
        version = env!("CARGO_PKG_VERSION")
    )
}

/// The year of the release.
const YEAR: u16 = 2026;

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the project.
    fn read(name: &str) -> String {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_entry_has_the_data_of_the_citation_file() {
        let file = read("CITATION.cff");
        let field = |name: &str| {
            let line = file.lines().find_map(|line| line.strip_prefix(name)).expect("a field");
            line.trim_start_matches(':').trim().trim_matches('"').to_owned()
        };
        let entry = bibtex().replace(['{', '}'], "");
        for text in [field("title"), field("version"), field("date-released")[..4].to_owned(), field("  - name")] {
            assert!(entry.contains(&text), "{text}: {entry}");
        }
    }
}
