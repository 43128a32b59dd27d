//! Pictures for the page.

use allsmall::answer::Failure;
use allsmall::draw;
use allsmall::notation::read_board_within;
use allsmall::phutball::{read_oddish_within, read_position_within};
use serde_json::{Map, Value, json};

/// Returns the picture that `GET /api/v1/draw` sends, as `{"svg": ...}`.
pub(crate) fn draw(members: Map<String, Value>) -> Result<Value, Failure> {
    let Some(board) = members.get("board").and_then(Value::as_str) else {
        return Err(Failure::Unfit(
            "there is no \"board\"; expected an object such as {\"board\": \"xoxo\"}".to_owned(),
        ));
    };
    let options = draw::DrawOptions::default();
    let picture = match members.get("game").and_then(Value::as_str) {
        Some("phutball") => draw::phutball(&read_position_within(board, draw::MAX_CELLS)?, options),
        Some("oddish") => draw::oddish(&read_oddish_within(board, draw::MAX_CELLS)?, options),
        _ => draw::position(&read_board_within(board, draw::MAX_CELLS)?, options, [&[], &[]]),
    };
    picture.map(|scene| json!({ "svg": scene.svg() })).map_err(|error| Failure::Unfit(error.to_string()))
}
