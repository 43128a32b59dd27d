//! One board with its stones: rules and notation, nothing that needs a search.

use allsmall::notation::{Summand, graph6, move_name, read_board, read_expr, read_move};
use allsmall::{Board as Shape, Graph, Outcome, Player, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{bad_text, panicked, unfit};
use crate::game::quick_outcome;
use crate::run::{catch_panic, catch_panic_payload};

/// Stones on a board. Never changes.
#[pyclass(frozen, module = "allsmall._allsmall")]
pub(crate) struct Board {
    pub(crate) position: Position,
}

/// Maximum number of copies of a board in a sum.
const MOST_BOARDS: i64 = 10_000;

/// Reads a sum as a list of boards; subtracted ones are negated.
#[pyfunction]
pub(crate) fn read_boards(py: Python<'_>, text: &str) -> PyResult<Vec<Board>> {
    catch_panic(|| boards_of(py, text))
}

fn boards_of(py: Python<'_>, text: &str) -> PyResult<Vec<Board>> {
    let expr = read_expr(text).map_err(|error| bad_text(py, &error))?;
    let mut boards = Vec::new();
    for term in expr.terms {
        let Summand::Board(position) = term.what else {
            return Err(unfit(
                py,
                "a position is a sum of boards; allsmall.value(...) and allsmall.solve(...) take values too",
            ));
        };
        if term.times.saturating_abs() > MOST_BOARDS {
            return Err(unfit(py, format!("a position holds at most {MOST_BOARDS} copies of a board")));
        }
        let position = if term.times < 0 { position.negated() } else { position };
        boards.extend((0..term.times.abs()).map(|_| Board { position: position.clone() }));
    }
    Ok(boards)
}

/// Reads the name of a player.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    match name.to_ascii_lowercase().as_str() {
        "left" | "l" | "x" => Ok(Player::Left),
        "right" | "r" | "o" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!("a player is \"left\" or \"right\", not {name:?}"))),
    }
}

#[pymethods]
impl Board {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Board> {
        catch_panic(|| read_board(text).map(|position| Board { position }).map_err(|error| bad_text(py, &error)))
    }

    fn __str__(&self) -> PyResult<String> {
        catch_panic(|| Ok(self.position.to_string()))
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.position == other.position
    }

    /// `x`, `o` or `.` per vertex.
    fn cells(&self) -> String {
        let letter = |cell: &Option<Player>| match cell {
            Some(Player::Left) => 'x',
            Some(Player::Right) => 'o',
            None => '.',
        };
        self.position.cells().iter().map(letter).collect()
    }

    /// Rows and columns, if it is a strip or a grid.
    fn shape(&self) -> Option<(usize, usize)> {
        match *self.position.board() {
            Shape::Strip { cells } => Some((1, cells)),
            Shape::Grid { rows, cols } => Some((rows, cols)),
            _ => None,
        }
    }

    /// Pairs of adjacent vertices.
    fn edges(&self, py: Python<'_>) -> PyResult<Vec<(usize, usize)>> {
        const MOST: usize = 10_000_000;
        catch_panic(|| {
            let board = self.position.board();
            let mut pairs = 0;
            let few = (0..board.vertices()).all(|v| {
                board.for_each_neighbour(v, |_| pairs += 1);
                pairs <= 2 * MOST
            });
            if few { Ok(board.edges()) } else { Err(unfit(py, format!("the board has more than {MOST} edges"))) }
        })
    }

    /// The graph of the board in graph6.
    fn graph6(&self, py: Python<'_>) -> PyResult<String> {
        const MOST: usize = 10_000;
        let board = self.position.board();
        if board.vertices() > MOST {
            return Err(unfit(py, format!("the board has more than {MOST} vertices; graph6 would be too long")));
        }
        catch_panic(|| Ok(graph6(&Graph::new(board.vertices(), &board.edges()))))
    }

    /// The legal moves of a player, of either without a name.
    #[pyo3(signature = (name=None))]
    fn moves(&self, name: Option<&str>) -> PyResult<Vec<String>> {
        catch_panic(|| {
            let moves = match name {
                Some(name) => self.position.moves(player(name)?),
                None => self.position.any_moves(),
            };
            Ok(moves.into_iter().map(|mv| move_name(self.position.board(), mv)).collect())
        })
    }

    /// The board after a move of this player, of either without a name.
    #[pyo3(signature = (mv, name=None))]
    fn play(&self, py: Python<'_>, mv: &str, name: Option<&str>) -> PyResult<Board> {
        catch_panic(|| self.after(py, mv, name))
    }

    fn negated(&self) -> PyResult<Board> {
        catch_panic(|| Ok(Board { position: self.position.negated() }))
    }

    /// The connected groups of stones, each on the whole board.
    fn parts(&self) -> PyResult<Vec<Board>> {
        let position = &self.position;
        let only = |part: Vec<usize>| {
            let mut cells = vec![None; position.cells().len()];
            for v in part {
                cells[v] = position.cells()[v];
            }
            Board { position: Position::new(position.shared_board(), cells) }
        };
        catch_panic(|| Ok(position.parts().into_iter().map(only).collect()))
    }

    fn stones(&self) -> usize {
        self.position.stones()
    }

    /// Returns the outcome class of a small board, if it is found at once.
    fn quick_outcome(&self) -> PyResult<Option<&'static str>> {
        let found = catch_panic_payload(|| quick_outcome(&self.position)).map_err(|cause| panicked(&*cause))?;
        Ok(found.map(|outcome| match outcome {
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::N => "N",
            Outcome::P => "P",
        }))
    }
}

impl Board {
    /// The board after a move of this player, of either without a name.
    fn after(&self, py: Python<'_>, mv: &str, name: Option<&str>) -> PyResult<Board> {
        let position = &self.position;
        let mv = read_move(position.board(), mv).map_err(|error| bad_text(py, &error))?;
        let mover = match name {
            Some(name) => Ok(player(name)?),
            None => position.mover(mv),
        };
        let next = mover.and_then(|mover| position.after(mover, mv));
        next.map(|position| Board { position })
            .map_err(|refusal| unfit(py, format!("{}: {refusal}", move_name(position.board(), mv))))
    }
}
