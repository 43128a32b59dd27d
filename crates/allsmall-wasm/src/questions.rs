//! The questions that the page asks, by name.

use allsmall::answer::{
    AnyQuestion, CompareQuestion, Failure, NimberQuestion, PhutballQuestion, ReduceQuestion, ReplyQuestion,
    ShowQuestion, SolveQuestion, ValueQuestion,
};
use allsmall::draw;
use allsmall::notation::read_board_within;
use allsmall::phutball::{read_oddish_within, read_position_within};
use allsmall_proofs::ProofQuestion;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Reads the options of the question with this name.
pub(crate) fn read(name: &str, members: Value) -> Result<Box<dyn AnyQuestion>, String> {
    let read = match name {
        "solve" => options::<SolveQuestion>,
        "value" => options::<ValueQuestion>,
        "compare" => options::<CompareQuestion>,
        "nimber" => options::<NimberQuestion>,
        "reduce" => options::<ReduceQuestion>,
        "phutball" => options::<PhutballQuestion>,
        "reply" => options::<ReplyQuestion>,
        "proof" => options::<ProofQuestion>,
        "show" => options::<ShowQuestion>,
        _ => return Err(format!("there is no question {name:?}")),
    };
    read(members).map_err(|error| error.to_string())
}

fn options<Q: AnyQuestion + DeserializeOwned + 'static>(
    members: Value,
) -> Result<Box<dyn AnyQuestion>, serde_json::Error> {
    serde_json::from_value::<Q>(members).map(|question| Box::new(question) as Box<dyn AnyQuestion>)
}

/// The picture that `GET /api/v1/draw` sends, as `{"svg": ...}`.
pub(crate) fn draw(board: &str, members: &Map<String, Value>) -> Result<Value, Failure> {
    let options = draw::DrawOptions::default();
    let picture = match members.get("game").and_then(Value::as_str) {
        Some("phutball") => draw::phutball(&read_position_within(board, draw::MAX_CELLS)?, options),
        Some("oddish") => draw::oddish(&read_oddish_within(board, draw::MAX_CELLS)?, options),
        _ => draw::position(&read_board_within(board, draw::MAX_CELLS)?, options, [&[], &[]]),
    };
    picture.map(|scene| json!({ "svg": scene.svg() })).map_err(|error| Failure::Unfit(error.to_string()))
}
