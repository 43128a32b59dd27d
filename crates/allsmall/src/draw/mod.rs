//! Pictures of positions, plays, game trees, options, thermographs and
//! sequences: layout, then a scene of shapes, then SVG or TikZ.
//!
//! A picture reads in black and white: Left's stones are black discs with a
//! cross, Right's are white rings. Cells carry the names that moves use.

mod board;
mod diagram;
mod dot;
mod layout;
mod phutball;
mod play;
mod plot;
mod rotation;
mod scene;
mod stress;
mod svg;
mod thermograph;
mod tikz;
mod trees;

use std::fmt;

pub use board::{position, sum};
pub use dot::dot;
pub use layout::{BoardLayout, Point};
pub use phutball::{oddish, phutball};
pub use play::{PlayError, animation, frames};
pub use plot::{Axes, plot};
pub use scene::{DrawOptions, Scene};
pub use thermograph::thermograph;
pub use trees::{MAX_BOXES, Note, game_tree, option_tree, short_name};

/// Maximum number of cells of a picture.
pub const MAX_CELLS: usize = 10_000;
/// Maximum number of edges of a picture.
pub const MAX_EDGES: usize = 30_000;

/// The board is too large to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its number of cells or edges.
    pub count: usize,
    /// What is counted: cells, edges, ...
    pub what: &'static str,
    /// The maximum.
    pub limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the board has {} {}; a picture holds at most {}", self.count, self.what, self.limit)
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::DrawOptions;
    use crate::notation::read_board;

    #[test]
    fn every_kind_of_board_is_drawn_with_all_its_stones() {
        let boards = [
            "xoxxo.ox",
            "checker:5x6",
            "cycle:xoxoox",
            "tree:0,0,1,1:xoxox",
            "complete:5:xxoox",
            "kpartite:4,2,1:xoxoxox",
            "hamming:3,3,2:(xo)^9",
            "cube:4:(xo)^8",
            "edges:0-1,1-2,2-0:xox",
            "edges::xo",
            "petersen:(xo)^5",
            "star:5:xoxox",
            "wheel:6:(xo)^3",
            "circulant:8:1,3:(xo)^4",
            "torus:3x4:(xo)^6",
            "king:3x3:xoxoxoxox",
        ];
        for text in boards {
            let position = read_board(text).unwrap();
            let scene = super::position(&position, DrawOptions::default(), [&[], &[]]).unwrap();
            let (picture, tikz) = (scene.svg(), scene.tikz());
            assert_eq!(tikz.matches("fill=black] (").count(), position.stones_of(crate::Player::Left), "{text}");
            assert_eq!(tikz.matches('{').count(), tikz.matches('}').count(), "{text}");
            assert_eq!(picture.matches("#left\"").count(), position.stones_of(crate::Player::Left), "{text}");
            assert_eq!(picture.matches("#right\"").count(), position.stones_of(crate::Player::Right), "{text}");
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{text}");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{text}");
        }
    }

    #[test]
    fn a_huge_board_is_refused() {
        let error =
            super::position(&read_board("(xo)^10000").unwrap(), DrawOptions::default(), [&[], &[]]).unwrap_err();
        assert_eq!(error.to_string(), "the board has 20000 cells; a picture holds at most 10000");
        assert!(
            super::position(&read_board("complete:1000:x^1000").unwrap(), DrawOptions::default(), [&[], &[]]).is_err()
        );
    }
}
