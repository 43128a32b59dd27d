//! Pictures that need more than a board.

use allsmall::draw::{self, Options, PlayError};
use allsmall::notation::{move_name, read_move};
use allsmall::phutball::{read_oddish, read_position};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{bad_text, unfit};

/// A play as frames, or as one picture that moves.
#[pyfunction]
pub(crate) fn draw_play(py: Python<'_>, board: &Board, moves: Vec<String>, animate: bool) -> PyResult<String> {
    let position = &board.position;
    let read = |word: &String| read_move(position.board(), word).map_err(|error| bad_text(py, &error));
    let play = moves.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    let picture = if animate {
        draw::animation(position, &play)
    } else {
        draw::frames(position, &play, Options::default()).map(|scene| scene.svg())
    };
    picture.map_err(|error| match error {
        PlayError::Illegal(fault) => {
            let name = move_name(position.board(), fault.mv);
            unfit(py, format!("move {}, {name}: {}", fault.at + 1, fault.refusal))
        }
        PlayError::TooLarge(error) => unfit(py, error.to_string()),
    })
}

/// A Phutball board, full or Oddish.
#[pyfunction]
pub(crate) fn draw_phutball(py: Python<'_>, text: &str, oddish: bool) -> PyResult<String> {
    let picture = if oddish {
        draw::oddish(&read_oddish(text).map_err(|error| bad_text(py, &error))?, Options::default())
    } else {
        draw::phutball(&read_position(text).map_err(|error| bad_text(py, &error))?, Options::default())
    };
    picture.map(|scene| scene.svg()).map_err(|error| unfit(py, error.to_string()))
}
