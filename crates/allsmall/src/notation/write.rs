//! The printer of positions and moves.

use std::fmt::{self, Display, Write};

use super::graph6;
use crate::board::GraphNotation;
use crate::{Board, Move, NamedGraph, Player, Position};

/// The normal notation of the position, which [`super::read_board`] reads back.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_graph(f, self.board())?;
        let cols = match self.board() {
            Board::Grid { cols, .. } => *cols,
            _ => usize::MAX,
        };
        for (v, cell) in self.cells().iter().enumerate() {
            if v > 0 && v % cols == 0 {
                f.write_char('/')?;
            }
            f.write_char(cell.map_or('.', Player::stone))?;
        }
        Ok(())
    }
}

/// The family and its numbers, up to the colon before the stones.
fn write_graph(f: &mut impl Write, board: &Board) -> fmt::Result {
    match board {
        Board::Strip { .. } | Board::Grid { .. } => Ok(()),
        Board::Cycle { .. } => f.write_str("cycle:"),
        Board::Tree(tree) => write!(f, "tree:{}:", list(tree.parents())),
        Board::Multipartite { parts } => write!(f, "kpartite:{}:", list(parts)),
        Board::Hamming { sides } => match sides[..] {
            [n] => write!(f, "complete:{n}:"),
            _ if sides.iter().all(|&side| side == 2) => write!(f, "cube:{}:", sides.len()),
            _ => write!(f, "hamming:{}:", list(sides)),
        },
        Board::Named(graph) => match graph {
            NamedGraph::Petersen => f.write_str("petersen:"),
            NamedGraph::Star { vertices } => write!(f, "star:{vertices}:"),
            NamedGraph::Wheel { vertices } => write!(f, "wheel:{vertices}:"),
            NamedGraph::Circulant { vertices, jumps } => write!(f, "circulant:{vertices}:{}:", list(jumps)),
            NamedGraph::Torus { rows, cols } => write!(f, "torus:{rows}x{cols}:"),
            NamedGraph::King { rows, cols } => write!(f, "king:{rows}x{cols}:"),
        },
        Board::Graph(graph) if graph.notation() == GraphNotation::Graph6 => write!(f, "graph6:{}:", graph6(graph)),
        Board::Graph(_) => {
            let edges: Vec<_> = board.edges().iter().map(|(a, b)| format!("{a}-{b}")).collect();
            write!(f, "edges:{}:", edges.join(","))
        }
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

/// A short description of the kind of graph.
#[must_use]
pub fn graph_name(board: &Board) -> String {
    match board {
        Board::Strip { cells } => format!("strip 1x{cells}"),
        Board::Cycle { cells } => format!("cycle {cells}"),
        Board::Grid { rows, cols } => format!("grid {rows}x{cols}"),
        Board::Tree(tree) => format!("tree {}", tree.parents().len() + 1),
        Board::Multipartite { parts } => format!("complete multipartite {}", list(parts)),
        Board::Hamming { sides } => match sides[..] {
            [n] => format!("complete {n}"),
            _ if sides.iter().all(|&side| side == 2) => format!("cube {}", sides.len()),
            _ => format!("hamming {}", list(sides)),
        },
        Board::Named(graph) => match graph {
            NamedGraph::Petersen => "Petersen graph".to_owned(),
            NamedGraph::Star { vertices } => format!("star {vertices}"),
            NamedGraph::Wheel { vertices } => format!("wheel {vertices}"),
            NamedGraph::Circulant { vertices, jumps } => format!("circulant {vertices}:{}", list(jumps)),
            NamedGraph::Torus { rows, cols } => format!("torus {rows}x{cols}"),
            NamedGraph::King { rows, cols } => format!("king {rows}x{cols}"),
        },
        Board::Graph(graph) => format!("graph {}", graph.vertices()),
    }
}

/// The name of a cell: `7` on a strip or a cycle (from 1), `b3` on a grid
/// (columns a, b, ... z, aa from the left, rows from 1 at the bottom), the
/// vertex number (from 0) on any other graph.
///
/// ```
/// use allsmall::{Board, cell_name};
/// assert_eq!(cell_name(&Board::Strip { cells: 5 }, 0), "1");
/// assert_eq!(cell_name(&Board::Grid { rows: 3, cols: 3 }, 0), "a3");
/// ```
#[must_use]
pub fn cell_name(board: &Board, v: usize) -> String {
    let mut name = String::new();
    push_cell(&mut name, board, v);
    name
}

/// The name of a move: `12-13` or `b3-c3`.
///
/// ```
/// use allsmall::{Board, Move, move_name};
/// assert_eq!(move_name(&Board::Strip { cells: 5 }, Move { from: 2, to: 3 }), "3-4");
/// ```
#[must_use]
pub fn move_name(board: &Board, mv: Move) -> String {
    let mut name = String::new();
    push_move(&mut name, board, mv);
    name
}

/// Appends the name of a move to a text, without allocation.
pub(crate) fn push_move(text: &mut String, board: &Board, mv: Move) {
    push_cell(text, board, mv.from);
    text.push('-');
    push_cell(text, board, mv.to);
}

fn push_cell(text: &mut String, board: &Board, v: usize) {
    match board {
        Board::Strip { .. } | Board::Cycle { .. } => push_number(text, v + 1),
        Board::Grid { rows, cols } => {
            text.push_str(&column_name(v % cols));
            push_number(text, rows - v / cols);
        }
        _ => push_number(text, v),
    }
}

pub(crate) fn push_number(text: &mut String, number: usize) {
    text.push_str(std::str::from_utf8(digits(number, &mut [0; 20])).expect("digits are ASCII"));
}

/// The digits of a number, at the end of a buffer.
fn digits(mut number: usize, buffer: &mut [u8; 20]) -> &[u8] {
    let mut first = buffer.len();
    loop {
        first -= 1;
        buffer[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &buffer[first..];
        }
    }
}

/// a, b, ... z, aa, ab, ...
fn column_name(mut col: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (col % 26) as u8);
        match (col / 26).checked_sub(1) {
            Some(next) => col = next,
            None => break,
        }
    }
    letters.reverse();
    String::from_utf8(letters).expect("letters are ASCII")
}
