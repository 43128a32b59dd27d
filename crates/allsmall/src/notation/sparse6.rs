//! The sparse6 format: `:`, the number of vertices as in graph6, then pairs
//! of one bit and a vertex number.
//!
//! ```text
//! :Fa@x^    b x: if b, go on to the next vertex v; if x > v, go on to x,
//!           otherwise there is an edge x-v; what is left over pads
//! ```

use crate::Graph;
use crate::ParseError;

/// Reads a line in sparse6.
///
/// # Errors
/// Where it is wrong, and what was expected there.
pub fn read_sparse6(text: &str) -> Result<Graph, ParseError> {
    let Some(body) = text.strip_prefix(':') else {
        return Err(ParseError::new(text, 0, "expected : at the start of a sparse6 line"));
    };
    if let Some(bad) = body.bytes().position(|b| !(63..=126).contains(&b)) {
        return Err(ParseError::new(text, 1 + bad, "not a sparse6 character; expected one from ? to ~"));
    }
    let sixes: Vec<u64> = body.bytes().map(|b| u64::from(b - 63)).collect();
    let number = |from: usize, count: usize| {
        sixes.get(from..from + count).map(|digits| digits.iter().fold(0, |sum, six| sum << 6 | six))
    };
    let header = match sixes[..] {
        [63, 63, ..] => number(2, 6).map(|n| (n, 8)),
        [63, ..] => number(1, 3).map(|n| (n, 4)),
        _ => number(0, 1).map(|n| (n, 1)),
    };
    let Some((vertices, head)) = header else {
        return Err(ParseError::new(text, text.len(), "the sparse6 text ends inside its number of vertices"));
    };
    let vertices = usize::try_from(vertices).unwrap_or(usize::MAX);
    if vertices > 1 << 20 {
        return Err(ParseError::new(text, 1, format!("expected at most {} vertices, not {vertices}", 1 << 20)));
    }
    let width = usize::BITS - vertices.saturating_sub(1).leading_zeros();
    let bits: Vec<bool> = sixes[head..].iter().flat_map(|six| (0..6).rev().map(move |i| six >> i & 1 == 1)).collect();
    let mut edges = Vec::new();
    let (mut v, mut at) = (0usize, 0usize);
    while at + 1 + width as usize <= bits.len() {
        v += usize::from(bits[at]);
        let x = bits[at + 1..at + 1 + width as usize].iter().fold(0, |sum, &bit| sum << 1 | usize::from(bit));
        at += 1 + width as usize;
        if x >= vertices || v >= vertices {
            break;
        }
        if x > v {
            v = x;
        } else if x == v {
            return Err(ParseError::new(text, 1 + head, format!("vertex {v} is joined to itself")));
        } else {
            edges.push((x, v));
        }
    }
    if bits.len() - at.min(bits.len()) >= 6 && width > 0 {
        let place = 1 + head + at / 6;
        return Err(ParseError::new(text, place, "expected the end of the sparse6 text: no vertex is left"));
    }
    Ok(Graph::new(vertices, &edges))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the format's description, and the path of 4 vertices.
    #[test]
    fn known_lines_are_read() {
        let graph = read_sparse6(":Fa@x^").unwrap();
        assert_eq!(graph.vertices(), 7);
        let edges: Vec<_> = (0..7).flat_map(|v| graph.neighbours(v).iter().map(move |&u| (v, u as usize))).collect();
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a < b).collect();
        assert_eq!(edges, [(0, 1), (0, 2), (1, 2), (5, 6)]);
        assert_eq!(read_sparse6(":A").unwrap().vertices(), 2);
    }

    #[test]
    fn faults_are_placed() {
        assert_eq!(read_sparse6("Fa").unwrap_err().at(), 0);
        assert_eq!(read_sparse6(":F a").unwrap_err().at(), 2);
        assert_eq!(read_sparse6(":").unwrap_err().at(), 1);
        assert!(read_sparse6(":A???").is_err());
    }
}
