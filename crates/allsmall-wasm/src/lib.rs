//! WebAssembly module for the page without a server.
//!
//! [`ask`] takes the name of a question and its JSON, as HTTP does, and returns
//! the same JSON. `host` is the interface to the browser: a few plain functions
//! on the linear memory, so that neither side needs generated code.

#[cfg(target_family = "wasm")]
mod host;
mod questions;

use std::time::Duration;

use allsmall::Budget;
use allsmall::answer::Failure;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Default time of a question.
const TIME: Duration = Duration::from_secs(10);
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
    let Ok(Value::Object(mut members)) = serde_json::from_str(body) else {
        return Err(unfit("the body is not a JSON object; expected one such as {\"board\": \"xoxo\"}"));
    };
    let Some(Value::String(text)) = members.remove("board") else {
        return Err(unfit("there is no \"board\"; expected an object such as {\"board\": \"xoxo\"}"));
    };
    let budget = budget(&mut members)?.with_watch(watch);
    if name == "draw" {
        return Ok(as_json(&questions::draw(&text, &members)?));
    }
    let question = questions::read(name, Value::Object(members)).map_err(|error| unfit(&error))?;
    Ok(as_json(&question.ask_any(&text, &budget)?))
}

/// The limits that the question names, within ours.
fn budget(members: &mut Map<String, Value>) -> Result<Budget, Failure> {
    let time = match members.remove("time") {
        None => TIME,
        Some(time) => time
            .as_f64()
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .ok_or_else(|| unfit("\"time\": expected seconds"))?,
    };
    let memory = match members.remove("memory") {
        None => MEMORY,
        Some(Value::String(size)) => size
            .strip_suffix('M')
            .and_then(|size| size.parse::<usize>().ok())
            .map(|size| size.saturating_mul(1 << 20).min(MOST_MEMORY))
            .ok_or_else(|| unfit("\"memory\": expected a text such as \"64M\""))?,
        Some(_) => return Err(unfit("\"memory\": expected a text such as \"64M\"")),
    };
    Ok(Budget::new().with_time(time).with_memory(memory).with_cells(CELLS))
}

fn as_json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("our answers are JSON")
}

fn unfit(message: &str) -> Failure {
    Failure::Unfit(message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, body: &str) -> Value {
        serde_json::from_str(&ask(name, body, |_| ())).expect("an answer is JSON")
    }

    #[test]
    fn questions_are_answered_as_over_http() {
        assert_eq!(asked("solve", r#"{"board": "xoxo", "moves": true}"#)["left_moves"], json!(["1-2", "3-2"]));
        assert_eq!(asked("value", r#"{"board": "xxo", "time": 2, "memory": "16M"}"#)["value"], "^");
        assert_eq!(asked("proof", r#"{"board": "xoxoxo", "first": "L"}"#)["winner"], "R");
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
            ("solve", r#"{"board": "xo", "colour": 1}"#),
            ("solve", r#"{"board": "xo", "time": -1}"#),
            ("solve", r#"{"board": "xo", "memory": 5}"#),
        ] {
            assert!(asked(name, body)["error"]["message"].is_string(), "{name} {body}");
        }
    }
}
