//! What a board looks like: its cells, their names and places, its edges.
//!
//! Front ends that draw take the places from here; the text form is what the
//! terminal shows.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use super::engine::mover;
use super::{BatchCache, Failure, Question, Subject, echo};
use crate::draw::BoardLayout;
use crate::notation::{cell_name, graph_name, write_fen};
use crate::{Board, Budget, Player, Position};

/// How to answer `show`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShowQuestion {
    /// As text, show the FEN and nothing else.
    pub fen: bool,
    /// Who is to move in the FEN; by default the player that a FEN names, otherwise
    /// Left.
    pub player: Option<Player>,
}

/// The answer to `show`.
#[derive(Clone, Debug, Serialize)]
pub struct ShowAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What kind of graph it is.
    pub graph: String,
    /// The notation up to the first stone, such as `cycle:`.
    pub prefix: String,
    /// Cells in each written row.
    pub row: usize,
    /// What stands on each vertex: x, o or a dot.
    pub cells: String,
    /// The name of each vertex, as moves use it.
    pub names: Vec<String>,
    /// Where each vertex lies: to the right and down, one unit a cell.
    pub places: Vec<(f64, f64)>,
    /// Whether cells are drawn as squares, without edges.
    pub squares: bool,
    /// Whether edges may run over other vertices and are drawn bent.
    pub bent: bool,
    /// The pairs of adjacent vertices, counted from 0.
    pub edges: Vec<(usize, usize)>,
    /// The FEN; none if the board is not a strip or a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Whether the text is the FEN alone.
    #[serde(skip)]
    pub as_fen: bool,
}

impl Question for ShowQuestion {
    type Answer = ShowAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _cache: &mut BatchCache) -> Result<ShowAnswer, Failure> {
        let player = mover(self.player, subject);
        let position = subject.position(budget)?;
        let fen = write_fen(&position, player);
        if self.fen && fen.is_none() {
            return Err(Failure::Unfit("expected a strip or a grid: other graphs have no FEN".to_owned()));
        }
        Ok(ShowAnswer { fen, as_fen: self.fen, ..ShowAnswer::of(&position)? })
    }
}

impl ShowAnswer {
    /// What this position looks like.
    ///
    /// # Errors
    /// When it has too many cells or edges to be seen.
    pub fn of(position: &Position) -> Result<ShowAnswer, Failure> {
        let board = position.board();
        let layout = BoardLayout::of(board).map_err(|error| Failure::Unfit(error.to_string()))?;
        let count = board.vertices();
        let row = if let Board::Grid { cols, .. } = board { *cols } else { count };
        let round = |z: f64| (1000.0 * z).round() / 1000.0;
        let whole = position.to_string();
        let rows = count.div_ceil(row.max(1)).max(1);
        let prefix = whole[..whole.len() + 1 - count - rows].to_owned();
        Ok(ShowAnswer {
            board: echo(position),
            graph: graph_name(board),
            prefix,
            row,
            cells: position.cells().iter().map(|cell| cell.map_or('.', Player::stone)).collect(),
            names: (0..count).map(|v| cell_name(board, v)).collect(),
            places: layout.places.iter().map(|p| (round(p.x), round(p.y))).collect(),
            squares: layout.squares,
            bent: layout.bent,
            edges: board.edges(),
            fen: write_fen(position, Player::Left),
            as_fen: false,
        })
    }

    /// Rows with their numbers on the left and the columns' names below.
    fn write_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.cells.len().div_ceil(self.row.max(1));
        let column = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let columns: Vec<String> = match rows {
            1 => self.names.clone(),
            _ => self.names.iter().take(self.row).map(|name| column(name)).collect(),
        };
        let width = columns.last().map_or(1, String::len) + 1;
        let margin = if rows > 1 { rows.to_string().len() + 1 } else { 0 };
        // A long strip goes on below: 72 characters are one line of a terminal.
        let across = (72 / width).max(1);
        for from in (0..self.row).step_by(across) {
            let to = (from + across).min(self.row);
            for row in 0..rows {
                if rows > 1 {
                    write!(f, "{:>width$} ", rows - row, width = margin - 1)?;
                }
                for cell in &self.cells.as_bytes()[row * self.row + from..row * self.row + to] {
                    write!(f, "{:>width$}", char::from(*cell))?;
                }
                f.write_char('\n')?;
            }
            write!(f, "{:margin$}", "")?;
            for name in &columns[from..to] {
                write!(f, "{name:>width$}")?;
            }
            if to < self.row {
                f.write_str("\n\n")?;
            }
        }
        Ok(())
    }

    /// Each vertex with its neighbours.
    fn write_graph(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut beside = vec![Vec::new(); self.names.len()];
        for &(a, b) in &self.edges {
            beside[a].push(b);
            beside[b].push(a);
        }
        let width = self.names.last().map_or(1, String::len);
        for (v, cell) in self.cells.chars().enumerate() {
            if v > 0 {
                f.write_char('\n')?;
            }
            write!(f, "{:>width$} {cell}  beside", self.names[v])?;
            for &u in &beside[v] {
                write!(f, " {}", self.names[u])?;
            }
        }
        Ok(())
    }
}

/// The stones and their names as text.
impl fmt::Display for ShowAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fen) = self.fen.as_ref().filter(|_| self.as_fen) {
            return f.write_str(fen);
        }
        match (self.squares, self.prefix.as_str()) {
            (true, _) => self.write_rows(f),
            (_, "cycle:") => {
                self.write_rows(f)?;
                write!(f, "  (and {} is beside 1)", self.row)
            }
            _ => self.write_graph(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    fn show(text: &str) -> ShowAnswer {
        ShowAnswer::of(&read_board(text).unwrap()).unwrap()
    }

    #[test]
    fn prefix_and_rows_write_the_board_again() {
        let boards = [
            "xoxxo.ox",
            "xox/oxo",
            "cycle:xoxo",
            "tree:0,0,1:xo.x",
            "kpartite:2,1:xox",
            "edges:0-1:xo",
            "cube:0:x",
            "x/o/x",
        ];
        for text in boards {
            let shown = show(text);
            let rows: Vec<&str> =
                shown.cells.as_bytes().chunks(shown.row).map(|row| std::str::from_utf8(row).unwrap()).collect();
            assert_eq!(format!("{}{}", shown.prefix, rows.join("/")), text);
            assert_eq!(shown.names.len(), shown.places.len(), "{text}");
        }
    }

    #[test]
    fn boards_as_the_terminal_shows_them() {
        assert_eq!(show("xo.x").to_string(), " x o . x\n 1 2 3 4");
        assert_eq!(show("xox/oxo").to_string(), "2  x o x\n1  o x o\n   a b c");
        assert_eq!(show("cycle:xoo").to_string(), " x o o\n 1 2 3  (and 3 is beside 1)");
        assert_eq!(show("edges:0-1,1-2:xox").to_string(), "0 x  beside 1\n1 o  beside 0 2\n2 x  beside 1");
        assert!(show("(xo)^40").to_string().lines().all(|line| line.len() <= 80));
    }

    #[test]
    fn boards_are_shown_as_fen() {
        let ask = |text: &str, player| ShowQuestion { fen: true, player }.ask(text, &Budget::new());
        let shown = |text: &str, player| ask(text, player).unwrap().to_string();
        assert_eq!(shown("oxo/x.x", None), "PpP/p1p b - - 0 1");
        assert_eq!(shown("oxo/x.x", Some(Player::Right)), "PpP/p1p w - - 0 1");
        assert_eq!(shown("PpP/p1p w", None), "PpP/p1p w - - 0 1");
        assert_eq!(shown("xxo", None), "ppP b - - 0 1");
        assert!(matches!(ask("cycle:xoo", None), Err(Failure::Unfit(_))));
        assert_eq!(show("cycle:xoo").fen, None);
    }

    #[test]
    fn nothing_is_shown_as_nothing() {
        let nothing = Position::new(Board::Graph(crate::Graph::new(0, &[])), Vec::new());
        let shown = ShowAnswer::of(&nothing).unwrap();
        assert_eq!((shown.prefix.as_str(), shown.cells.as_str()), ("edges::", ""));
        assert_eq!(shown.to_string(), "");
    }

    #[test]
    fn too_large_a_board_is_refused() {
        let position = read_board("(xo)^10000").unwrap();
        assert!(matches!(ShowAnswer::of(&position), Err(Failure::Unfit(_))));
    }
}
