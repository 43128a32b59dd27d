//! Pictures for the page, over HTTP and in WebAssembly.

use super::Failure;
use crate::Budget;
use crate::draw::{self, DrawOptions};
use crate::notation::read_board_in;
use crate::phutball::{read_oddish_in, read_position_in};

/// Draws a board of at most `max_cells` cells as SVG. `game` is `phutball`, `oddish`
/// or, for Clobber, anything else.
///
/// # Errors
/// What is wrong with the board, or that it is too large for a picture.
pub fn picture(board: &str, game: &str, max_cells: usize) -> Result<String, Failure> {
    let (budget, options) = (Budget::new().with_cells(max_cells), DrawOptions::default());
    let picture = match game {
        "phutball" => draw::phutball(&read_position_in(board, &budget)?, options),
        "oddish" => draw::oddish(&read_oddish_in(board, &budget)?, options),
        _ => draw::position(&read_board_in(board, &budget)?, options, [&[], &[]]),
    };
    picture.map(|scene| scene.svg()).map_err(|error| Failure::Unfit(error.to_string()))
}
