//! The sparse6 format: the edges of a sparse graph, six bits a character.
//!
//! ```text
//! :Fa@x^   F = 63 + 7 vertices, then pairs of a bit b and a number x of k
//!          bits, where k bits hold every vertex. v starts at 0; b = 1 adds 1
//!          to v; then x > v makes v = x, and any other x is an edge v - x.
//! ```
//! The last character is padded with bits that make no edge. Edges given twice
//! count once; loops are refused.

use super::graph6::{cut_short, sextets, too_many, vertices};
use crate::{Graph, ParseError};

/// Reads the sparse6 text at `text[from..to]`, behind its colon.
pub(super) fn read(text: &str, from: usize, to: usize, max_vertices: usize) -> Result<Graph, ParseError> {
    let six = sextets(text, from, to)?;
    let Some((count, head)) = vertices(&six) else { return Err(cut_short(text, to)) };
    if count == 0 {
        return Err(ParseError::new(text, from, "a graph has at least one vertex"));
    }
    if count > max_vertices as u64 {
        return Err(too_many(text, from, max_vertices));
    }
    let count = count as usize;
    let width = (usize::BITS - (count - 1).leading_zeros()) as usize;
    let all = 6 * (six.len() - head);
    let bit = |at: usize| usize::from(six[head + at / 6] >> (5 - at % 6) & 1);
    let (mut edges, mut v, mut at) = (Vec::new(), 0, 0);
    while at + 1 + width <= all {
        v += bit(at);
        let x = (at + 1..=at + width).fold(0, |x, at| x << 1 | bit(at));
        if x >= count || v >= count {
            break;
        }
        if x > v {
            v = x;
        } else if x == v {
            let message = format!("vertex {v} is joined to itself; expected a graph without loops");
            return Err(ParseError::new(text, from + head + at / 6, message));
        } else {
            edges.push((x, v));
        }
        at += 1 + width;
    }
    Ok(Graph::new(count, &edges))
}
