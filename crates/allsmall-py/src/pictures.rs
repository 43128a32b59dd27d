//! Pictures, each as SVG and as TikZ.

use allsmall::draw::{self, DrawOptions, PlayError, Scene};
use allsmall::notation::{move_name, read_move};
use allsmall::phutball::{read_oddish, read_position};
use allsmall::{Move, Position};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{bad_text, unfit};
use crate::run::catch_panic;

/// The SVG document, and the TikZ picture.
pub(crate) type Drawn = (String, String);

fn drawn(scene: &Scene, title: Option<&str>) -> Drawn {
    let titled = title.map(|title| scene.clone().with_title(title));
    let scene = titled.as_ref().unwrap_or(scene);
    (scene.svg(), scene.tikz())
}

/// An SVG document as PNG or PDF.
#[pyfunction]
pub(crate) fn render(py: Python<'_>, svg: &str, ending: &str) -> PyResult<Vec<u8>> {
    let made = py.detach(|| match ending {
        ".png" => Ok(allsmall_figures::png(svg)),
        ".pdf" => Ok(allsmall_figures::pdf(svg)),
        _ => Err(PyValueError::new_err(format!("{ending:?}: expected .png or .pdf"))),
    })?;
    made.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn read_moves(py: Python<'_>, position: &Position, moves: &[String]) -> PyResult<Vec<Move>> {
    moves.iter().map(|word| read_move(position.board(), word).map_err(|error| bad_text(py, &error))).collect()
}

/// A board with these moves of Left and Right marked, or a sum of boards.
#[pyfunction]
pub(crate) fn draw_boards(
    py: Python<'_>,
    boards: Vec<PyRef<'_, Board>>,
    left: Vec<String>,
    right: Vec<String>,
    labels: bool,
    bw: bool,
    title: Option<&str>,
) -> PyResult<Drawn> {
    catch_panic(|| {
        let options = DrawOptions { labels, bw };
        let scene = if let [board] = &boards[..] {
            let [left, right] = [left, right].map(|moves| read_moves(py, &board.position, &moves));
            draw::position(&board.position, options, [&left?, &right?])
        } else {
            let terms: Vec<_> = boards.iter().map(|board| (false, Ok(board.position.clone()))).collect();
            draw::sum(&terms, options)
        };
        scene.map(|scene| drawn(&scene, title)).map_err(|error| unfit(py, error.to_string()))
    })
}

/// Turns the error of a play into an exception.
fn bad_play(py: Python<'_>, position: &Position, error: PlayError) -> PyErr {
    match error {
        PlayError::Illegal(fault) => {
            let name = move_name(position.board(), fault.mv);
            unfit(py, format!("move {}, {name}: {}", fault.at + 1, fault.refusal))
        }
        PlayError::TooLarge(error) => unfit(py, error.to_string()),
    }
}

/// A play as one frame a move.
#[pyfunction]
pub(crate) fn draw_frames(py: Python<'_>, board: &Board, moves: Vec<String>) -> PyResult<Drawn> {
    catch_panic(|| {
        let position = &board.position;
        let play = read_moves(py, position, &moves)?;
        let scene = draw::frames(position, &play, DrawOptions::default());
        scene.map(|scene| drawn(&scene, None)).map_err(|error| bad_play(py, position, error))
    })
}

/// A play as one picture that moves; SVG only.
#[pyfunction]
pub(crate) fn draw_animation(py: Python<'_>, board: &Board, moves: Vec<String>) -> PyResult<String> {
    catch_panic(|| {
        let position = &board.position;
        let play = read_moves(py, position, &moves)?;
        draw::animation(position, &play).map_err(|error| bad_play(py, position, error))
    })
}

/// A Phutball board, full or Oddish.
#[pyfunction]
pub(crate) fn draw_phutball(py: Python<'_>, text: &str, oddish: bool) -> PyResult<Drawn> {
    catch_panic(|| {
        let picture = if oddish {
            draw::oddish(&read_oddish(text).map_err(|error| bad_text(py, &error))?, DrawOptions::default())
        } else {
            draw::phutball(&read_position(text).map_err(|error| bad_text(py, &error))?, DrawOptions::default())
        };
        picture.map(|scene| drawn(&scene, None)).map_err(|error| unfit(py, error.to_string()))
    })
}
