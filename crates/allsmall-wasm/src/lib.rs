//! WebAssembly module for the page without a server.
//!
//! [`ask`] takes the name of a question and its JSON, as HTTP does, and returns
//! the same JSON. `host` is the interface to the browser: a few plain functions
//! on the linear memory, so that neither side needs generated code.

#[cfg(target_family = "wasm")]
mod host;

use std::time::Duration;

use allsmall::Budget;
use allsmall::answer::{Failure, Request, picture, read_members};
use allsmall::draw::MAX_CELLS;
use serde::Serialize;
use serde_json::json;

/// Default time of a question.
const TIME: Duration = Duration::from_secs(10);
/// Maximum time of a question.
const MOST_TIME: Duration = Duration::from_secs(3600);
/// Default memory of a question, in bytes: what a phone can spare.
const MEMORY: usize = 256 << 20;
/// Maximum memory of a question, in bytes: WebAssembly addresses 4 GB in all.
const MOST_MEMORY: usize = 1 << 30;
/// Maximum number of cells of a board, as on the server.
const CELLS: usize = 10_000;

/// Asks a question; `watch` is called with its progress. Returns what
/// `POST /api/v1/name` sends, errors included: `{"error": {...}}`.
#[must_use]
pub fn ask(name: &str, body: &str, watch: impl Fn(&str) + Send + Sync + 'static) -> String {
    match answer(name, body, watch) {
        Ok(answer) => answer,
        Err(failure) => json!({ "error": failure }).to_string(),
    }
}

fn answer(name: &str, body: &str, watch: impl Fn(&str) + Send + Sync + 'static) -> Result<String, Failure> {
    if name == "draw" {
        let members = read_members(body.as_bytes())?;
        let text = |name: &str| members.get(name).and_then(serde_json::Value::as_str);
        let no_board = || "there is no \"board\"; expected an object such as {\"board\": \"xoxo\"}".to_owned();
        let board = text("board").ok_or_else(|| Failure::Unfit(no_board()))?;
        return Ok(as_json(&json!({ "svg": picture(board, text("game").unwrap_or(""), MAX_CELLS)? })));
    }
    let Request { question, board, time, memory } = allsmall_proofs::registry().request(name, body.as_bytes())?;
    let budget = Budget::new()
        .with_time(time.unwrap_or(TIME).min(MOST_TIME))
        .with_memory(memory.unwrap_or(MEMORY).min(MOST_MEMORY))
        .with_cells(CELLS)
        .with_watch(watch);
    let answer = question.ask_any((&board).into(), &budget)?;
    Ok(as_json(&question.asked_any(&board).with(&answer)))
}

fn as_json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("our answers are JSON")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn asked(name: &str, body: &str) -> Value {
        serde_json::from_str(&ask(name, body, |_| ())).expect("an answer is JSON")
    }

    #[test]
    fn questions_are_answered_as_over_http() {
        assert_eq!(asked("solve", r#"{"board": "xoxo", "moves": true}"#)["left_moves"], json!(["1-2", "3-2"]));
        assert_eq!(asked("value", r#"{"board": "xxo", "time": 2, "memory": "2G"}"#)["value"], "^");
        assert_eq!(asked("proof", r#"{"board": "xoxoxo", "first": "L"}"#)["winner"], "R");
        assert_eq!(asked("reply", r#"{"board": "xoxo", "player": "L"}"#)["winner"], "L");
        assert_eq!(asked("family", r#"{"board": "(xo)^n", "time": "1s"}"#)["pattern"], "(xo)^n");
        assert_eq!(asked("show", r#"{"board": "xo/ox"}"#)["row"], 2);
        let picture = asked("draw", r#"{"board": "o@..", "game": "phutball"}"#);
        assert!(picture["svg"].as_str().expect("a text").starts_with("<svg"));
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(asked("solve", r#"{"board": "xoz"}"#)["error"]["at"], 2);
        for (name, body) in [
            ("solve", "xo"),
            ("solve", "{}"),
            ("nothing", r#"{"board": "xo"}"#),
            ("draw", "{}"),
            ("solve", r#"{"board": "xo", "colour": 1}"#),
            ("solve", r#"{"board": "xo", "time": -1}"#),
            ("solve", r#"{"board": "xo", "memory": 5}"#),
        ] {
            assert!(asked(name, body)["error"]["message"].is_string(), "{name} {body}");
        }
    }
}
