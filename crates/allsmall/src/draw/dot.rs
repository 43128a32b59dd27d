//! Boards as DOT, for Graphviz and for every program that reads it; the parser of
//! boards reads it back.
//!
//! The places are those of our pictures: `neato -n` keeps them.

use std::fmt::Write;

use super::TooLarge;
use super::layout::BoardLayout;
use crate::{Player, Position};

/// Points of Graphviz per side of a cell.
const POINTS: f64 = 36.0;

/// The position as an undirected DOT graph with a stone at every node.
///
/// ```
/// let position = "edges:0-1:xo".parse().unwrap();
/// assert!(allsmall::draw::dot(&position).unwrap().contains("0 -- 1;"));
/// ```
///
/// # Errors
/// [`TooLarge`] if there are too many cells or edges.
pub fn dot(position: &Position) -> Result<String, TooLarge> {
    let layout = BoardLayout::of(position.board())?;
    let mut out = "graph {\n  node [shape=circle, style=filled, width=0.4, fixedsize=true];\n".to_owned();
    for (v, cell) in position.cells().iter().enumerate() {
        let look = match cell {
            Some(Player::Left) => "stone=x, fillcolor=black, fontcolor=white",
            Some(Player::Right) => "stone=o, fillcolor=white",
            None => "stone=\".\", fillcolor=white, style=dotted",
        };
        let place = layout.places[v];
        // Upwards is positive there.
        let (x, y) = (POINTS * place.x, POINTS * (layout.size().y - place.y));
        writeln!(out, "  {v} [{look}, pos=\"{x:.1},{y:.1}\"];").expect("a text takes everything");
    }
    for (a, b) in position.board().edges() {
        writeln!(out, "  {a} -- {b};").expect("a text takes everything");
    }
    out += "}\n";
    Ok(out)
}

#[cfg(test)]
mod tests {
    use crate::notation::read_board;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["xo.x/oxox", "petersen:(xo)^5", "cycle:xox.o", "edges::x.", "complete:4:xoxo", "torus:3x3:x^9"] {
            let position = read_board(text).unwrap();
            let again = read_board(&super::dot(&position).unwrap()).unwrap();
            assert_eq!(again.cells(), position.cells(), "{text}");
            assert_eq!(again.board().edges(), position.board().edges(), "{text}");
        }
    }
}
