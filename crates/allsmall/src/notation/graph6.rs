//! The graph6 format: a graph as printable characters, six bits each.
//!
//! ```text
//! Dhc      D = 63 + 5 vertices, then the upper triangle column by column:
//!          01, 02 12, 03 13 23, ...; the bits padded with 0 to a multiple of 6
//! ```
//! Vertex counts of 63 and more take `~` and three characters, of 258048 and
//! more `~~` and six (B. McKay, *Description of graph6, sparse6 and digraph6
//! encodings*).
//!
//! Ours, not petgraph's: that one panics on a bad text, cannot say where the
//! fault is, and reads no sparse6.

use super::sparse6;
use crate::{Graph, ParseError};

/// Reads a graph as `geng` and its like print it: graph6, or sparse6 if the
/// text begins with a colon; a header such as `>>graph6<<` is passed over.
///
/// ```
/// let triangle = allsmall::notation::read_graph("Bw", 100).unwrap();
/// assert_eq!(triangle.vertices(), 3);
/// assert_eq!(allsmall::notation::read_graph(":Bc", 100).unwrap().vertices(), 3);
/// ```
///
/// # Errors
/// Where the text is wrong and what was expected there; also when the graph
/// has more than `max_vertices` vertices, before it takes memory.
pub fn read_graph(text: &str, max_vertices: usize) -> Result<Graph, ParseError> {
    let to = text.trim_end().len();
    let blank = text[..to].len() - text[..to].trim_start().len();
    let header = [">>graph6<<", ">>sparse6<<"].into_iter().find(|header| text[blank..to].starts_with(header));
    let from = blank + header.map_or(0, str::len);
    if text[from..to].starts_with(':') {
        return sparse6::read(text, from + 1, to, max_vertices);
    }
    let bytes = sextets(text, from, to)?;
    match vertices(&bytes) {
        Some((vertices, _)) if vertices > max_vertices as u64 => Err(too_many(text, from, max_vertices)),
        _ => read(text, from, to),
    }
}

/// Reads the graph6 text at `text[from..to]`.
pub(super) fn read(text: &str, from: usize, to: usize) -> Result<Graph, ParseError> {
    let six = sextets(text, from, to)?;
    let Some((vertices, head)) = vertices(&six) else { return Err(cut_short(text, to)) };
    if vertices == 0 {
        return Err(ParseError::new(text, from, "a graph has at least one vertex"));
    }
    let wanted = vertices.checked_mul(vertices - 1).map(|twice| (twice / 2).div_ceil(6).saturating_add(head as u64));
    if wanted != Some(six.len() as u64) {
        let message = match wanted {
            Some(wanted) => {
                format!("a graph6 text with {vertices} vertices has {wanted} characters, this one {}", six.len())
            }
            None => format!("a graph6 text with {vertices} vertices is too large"),
        };
        return Err(ParseError::new(text, from, message));
    }
    // The text is as long as the triangle, so the count is small.
    let vertices = vertices as usize;
    let mut edges = Vec::new();
    let mut bit = 0;
    for b in 1..vertices {
        for a in 0..b {
            if six[head + bit / 6] >> (5 - bit % 6) & 1 == 1 {
                edges.push((a, b));
            }
            bit += 1;
        }
    }
    Ok(Graph::new(vertices, &edges))
}

/// How many bytes from the start on are letters of graph6.
pub(super) fn length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| (63..=126).contains(*byte)).count()
}

/// The six bits of each character at `text[from..to]`.
pub(super) fn sextets(text: &str, from: usize, to: usize) -> Result<Vec<u8>, ParseError> {
    let bytes = &text.as_bytes()[from..to];
    match length(bytes) {
        all if all == bytes.len() => Ok(bytes.iter().map(|byte| byte - 63).collect()),
        bad => {
            let message = "not a graph6 character; expected one from ? to ~";
            Err(ParseError::new(text, from + bad, message))
        }
    }
}

/// The number of vertices and how many characters say it.
pub(super) fn vertices(six: &[u8]) -> Option<(u64, usize)> {
    let number = |digits: &[u8]| digits.iter().fold(0, |sum, &six| sum << 6 | u64::from(six));
    match six {
        [63, 63, rest @ ..] => rest.get(..6).map(|digits| (number(digits), 8)),
        [63, rest @ ..] => rest.get(..3).map(|digits| (number(digits), 4)),
        [n, ..] => Some((u64::from(*n), 1)),
        [] => None,
    }
}

/// The text ends inside its number of vertices.
pub(super) fn cut_short(text: &str, to: usize) -> ParseError {
    ParseError::new(text, to, "the text ends inside its number of vertices")
}

/// The graph is larger than the reader takes.
pub(super) fn too_many(text: &str, at: usize, max_vertices: usize) -> ParseError {
    ParseError::new(text, at, format!("the graph has more than {max_vertices} vertices, the limit here"))
}

/// The graph6 text of a graph.
#[must_use]
pub fn graph6(graph: &Graph) -> String {
    let n = graph.vertices();
    let (digits, mark) = match n {
        0..63 => (1, ""),
        63..258_048 => (3, "~"),
        _ => (6, "~~"),
    };
    let mut out = mark.as_bytes().to_vec();
    out.extend((0..digits).rev().map(|i| 63 + (n as u64 >> (6 * i) & 63) as u8));
    let (mut sextet, mut filled) = (0u8, 0);
    for b in 1..n {
        for a in 0..b {
            let joined = graph.neighbours(b).binary_search(&u32::try_from(a).expect("a vertex fits 32 bits")).is_ok();
            sextet = sextet << 1 | u8::from(joined);
            filled += 1;
            if filled == 6 {
                out.push(63 + sextet);
                (sextet, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        out.push(63 + (sextet << (6 - filled)));
    }
    String::from_utf8(out).expect("graph6 is ASCII")
}
