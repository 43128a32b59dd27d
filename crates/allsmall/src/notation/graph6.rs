//! The graph6 format: a graph as printable characters, six bits each.
//!
//! ```text
//! Dhc      D = 63 + 5 vertices, then the upper triangle column by column:
//!          01, 02 12, 03 13 23, ...; the bits padded with 0 to a multiple of 6
//! ```
//! Vertex counts of 63 and more take `~` and three characters, of 258048 and
//! more `~~` and six.

use crate::Graph;
use crate::ParseError;

/// Reads the graph6 text at `text[from..to]`.
pub(super) fn read(text: &str, from: usize, to: usize) -> Result<Graph, ParseError> {
    let bytes = &text.as_bytes()[from..to];
    if let Some(bad) = bytes.iter().position(|b| !(63..=126).contains(b)) {
        return Err(ParseError::new(text, from + bad, "not a graph6 character; expected one from ? to ~"));
    }
    let six = |i: usize| bytes.get(i).map(|b| usize::from(b - 63));
    let number = |first: usize, count: usize| (first..first + count).try_fold(0, |sum, i| Some(sum << 6 | six(i)?));
    let header = match bytes {
        [b'~', b'~', ..] => number(2, 6).map(|n| (n, 8)),
        [b'~', ..] => number(1, 3).map(|n| (n, 4)),
        _ => six(0).map(|n| (n, 1)),
    };
    let Some((vertices, head)) = header else {
        return Err(ParseError::new(text, to, "the graph6 text ends inside its number of vertices"));
    };
    let bits = vertices.checked_mul(vertices.saturating_sub(1)).map(|twice| twice / 2);
    let wanted = bits.map(|bits| head + bits.div_ceil(6));
    if wanted != Some(bytes.len()) {
        let message = match wanted {
            Some(wanted) => {
                format!("a graph6 text with {vertices} vertices has {wanted} characters, this one {}", bytes.len())
            }
            None => format!("a graph6 text with {vertices} vertices is too large"),
        };
        return Err(ParseError::new(text, from, message));
    }
    let mut edges = Vec::new();
    let mut bit = 0;
    for b in 1..vertices {
        for a in 0..b {
            if six(head + bit / 6).expect("the length was checked") >> (5 - bit % 6) & 1 == 1 {
                edges.push((a, b));
            }
            bit += 1;
        }
    }
    Ok(Graph::new(vertices, &edges))
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
    out.extend((0..digits).rev().map(|i| 63 + (n >> (6 * i) & 63) as u8));
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

/// Reads a line in graph6.
///
/// # Errors
/// Where it is wrong, and what was expected there.
pub fn read_graph6(line: &str) -> Result<Graph, ParseError> {
    read(line, 0, line.len())
}
