//! Errors about the names of board families.

use crate::ParseError;

/// Examples of the families, which begin with their names.
const FAMILIES: [&str; 17] = [
    "checker:5x6",
    "random:50:7",
    "cycle:xoxoxo",
    "tree:0,0,1,1:xoxox",
    "complete:5:xxoox",
    "kpartite:4,2,1:xoxoxox",
    "hamming:3,3:xoxoxoxox",
    "cube:3:xoxoxoxo",
    "graph6:Dhc:xoxox",
    "edges:0-1,1-2:xox",
    "petersen:xoxoxoxoxo",
    "path:5:xoxox",
    "star:5:xoooo",
    "wheel:6:xoxoxo",
    "circulant:7:1,2:xoxoxox",
    "torus:3x4:xoxoxoxoxoxo",
    "king:3x3:xoxoxoxox",
];

/// The error of a text that is the name of a family and nothing else.
pub(super) fn name_alone(text: &str, from: usize) -> Option<ParseError> {
    let word = text[from..].trim_end();
    let example = FAMILIES.iter().find(|example| example.split_once(':').is_some_and(|(name, _)| name == word))?;
    Some(ParseError::new(text, from + word.len(), format!("expected a colon here, as in {example}")))
}

/// The error of a name before a colon that is not a family.
pub(super) fn unknown(text: &str, from: usize, name: &str) -> ParseError {
    let message = format!(
        "unknown family {name:?}; expected strip, checker, cycle, tree, complete, kpartite, hamming, cube, edges, graph6, random, petersen, path, star, wheel, circulant, torus or king"
    );
    ParseError::new(text, from, message)
}
