//! Requests: the board, the limits, and the question's options, read from JSON or a query.
//!
//! ```text
//! {"board": "xoxo", "time": "2s", "memory": "64M", "moves": true}
//!   the board        the limits, never above the server's   the options
//! ```

use std::time::Duration;

use allsmall::notation::read_expr_within;
use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::api::Refusal;
use super::limits::Limits;
use super::questions::{Asked, Entry};
use crate::common;

/// A request that has been read and checked.
pub(crate) struct Task {
    pub(crate) question: Asked,
    pub(crate) text: String,
    pub(crate) time: Duration,
    pub(crate) memory: usize,
    /// Whether it belongs in the lane of small boards.
    pub(crate) small: bool,
}

impl Task {
    /// Reads a task from the members of a JSON object.
    pub(crate) fn read(entry: &Entry, mut members: Map<String, Value>, limits: &Limits) -> Result<Task, Refusal> {
        let text = match members.remove("board") {
            Some(Value::String(text)) => text,
            Some(_) => return Err(bad("\"board\" is not a text; expected a board such as \"xoxo\"")),
            None => return Err(bad("there is no \"board\"; expected an object such as {\"board\": \"xoxo\"}")),
        };
        let time = match members.remove("time") {
            None => limits.time,
            // More seconds than a `Duration` holds are more than the server grants.
            Some(Value::Number(seconds)) => seconds
                .as_f64()
                .filter(|&seconds| seconds >= 0.0)
                .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
                .ok_or_else(|| bad("\"time\" is negative; expected seconds, or a text such as \"2s\""))?,
            Some(Value::String(time)) => common::time(&time).map_err(|error| bad(&format!("\"time\": {error}")))?,
            Some(_) => return Err(bad("\"time\": expected seconds, or a text such as \"2s\"")),
        };
        let asked = match members.remove("memory") {
            None => None,
            Some(Value::String(size)) => {
                Some(common::memory(&size).map_err(|error| bad(&format!("\"memory\": {error}")))?)
            }
            Some(_) => return Err(bad("\"memory\": expected a text such as \"64M\"")),
        };
        // A small board whose request asks for much memory belongs in the large lane.
        let small = is_small(&text) && asked.is_none_or(|asked| asked <= Limits::SMALL_MEMORY);
        let most = if small { Limits::SMALL_MEMORY.min(limits.memory) } else { limits.memory };
        let memory = asked.unwrap_or(most).min(most);
        let question = (entry.read)(Value::Object(members)).map_err(|error| bad(&error.to_string()))?;
        Ok(Task { question, text, time: time.min(limits.longest), memory, small })
    }

    /// Reads the members from a JSON text.
    pub(crate) fn members(body: &[u8]) -> Result<Map<String, Value>, Refusal> {
        match serde_json::from_slice(body) {
            Ok(Value::Object(members)) => Ok(members),
            Ok(_) => Err(bad("the body is not a JSON object; expected one such as {\"board\": \"xoxo\"}")),
            Err(error) => Err(bad(&format!("the body is not JSON: {error}"))),
        }
    }

    /// Reads the members from a query: `board=xoxo&moves=true`.
    pub(crate) fn query(pairs: Vec<(String, String)>) -> Map<String, Value> {
        let value = |key: &str, text: String| match text.as_str() {
            "true" | "false" if key != "board" => Value::Bool(text == "true"),
            number if key == "time" => number.parse::<f64>().map_or_else(|_| text.into(), Value::from),
            _ => Value::String(text),
        };
        pairs.into_iter().map(|(key, text)| (key.clone(), value(&key, text))).collect()
    }
}

/// Returns whether the board is small, or the text too short for an error in it
/// to take long.
fn is_small(text: &str) -> bool {
    let plain = text.len() <= Limits::SMALL && !text.contains(['^', ':', '*']);
    plain
        || text.len() <= 20 * Limits::SMALL
            && read_expr_within(text, Limits::SMALL)
                .is_ok_and(|expr| expr.terms.iter().all(|term| term.times.abs() <= 2))
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_distinguished_from_large_ones_by_their_cells() {
        for text in ["xoxo", "(xo)^12", "checker:4x6", "xo/ox", "edges:0-1,1-2:xox", "nonsense", "2*xxo + star"] {
            assert!(is_small(text), "{text}");
        }
        for text in ["(xo)^13", "checker:5x5", "cube:5:x^32", "99*xo", "((x)^9)^9"] {
            assert!(!is_small(text), "{text}");
        }
    }

    #[test]
    fn a_request_never_gets_more_than_the_server_grants() {
        let limits = Limits::new(Some(Duration::from_secs(5)), 100 << 20, 1000, Some(2));
        let entry = super::super::questions::find("solve").expect("solve is a question");
        let read = |text: &str| Task::read(entry, Task::members(text.as_bytes())?, &limits);
        let task = read(r#"{"board": "(xo)^50", "time": "99h", "memory": "99G", "moves": true}"#).ok().expect("fit");
        assert_eq!((task.time, task.memory, task.small), (limits.time, limits.memory, false));
        let task = read(r#"{"board": "xo", "time": 0.5}"#).ok().expect("fit");
        assert_eq!((task.time, task.memory, task.small), (Duration::from_millis(500), Limits::SMALL_MEMORY, true));
        let task = read(r#"{"board": "xo", "memory": "99G"}"#).ok().expect("fit");
        assert_eq!((task.memory, task.small), (limits.memory, false));
        for text in
            ["", "[]", "{}", "{\"board\": 3}", r#"{"board": "xo", "time": -1}"#, r#"{"board": "xo", "colour": 1}"#]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn any_number_of_seconds_is_a_time() {
        let limits = Limits::new(Some(Duration::from_secs(5)), 100 << 20, 1000, Some(2));
        let entry = super::super::questions::find("solve").expect("solve is a question");
        let query = |time: &str| {
            let pairs = vec![("board".to_owned(), "xo".to_owned()), ("time".to_owned(), time.to_owned())];
            Task::read(entry, Task::query(pairs), &limits).ok().map(|task| task.time)
        };
        let longest = Some(limits.longest);
        for (time, granted) in [
            ("0", Some(Duration::ZERO)),
            ("1e-9", Some(Duration::from_nanos(1))),
            ("2e0", Some(Duration::from_secs(2))),
            ("1e300", longest),
            ("99h", longest),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("soon", None),
        ] {
            assert_eq!(query(time), granted, "{time}");
        }
    }

    #[test]
    fn damaged_bodies_are_refused_or_stay_within_the_limits() {
        let limits = Limits::new(Some(Duration::from_secs(5)), 100 << 20, 1000, Some(2));
        let seeds = [
            r#"{"board": "(xo)^50", "time": "99h", "memory": "99G", "moves": true}"#,
            r#"{"board": "xo", "time": 0.5, "memory": "1.5M"}"#,
            r#"{"board": "o@o", "oddish": false, "time": 1e999}"#,
        ];
        let (mut fit, mut unfit) = (0, 0);
        let mut random = allsmall::SplitMix64::new(7);
        for turn in 0..6000 {
            let mut body = seeds[turn % seeds.len()].as_bytes().to_vec();
            for _ in 0..random.below(4) {
                let at = random.below(body.len().max(1) as u64) as usize;
                match random.below(3) {
                    _ if body.is_empty() => body.push(b'{'),
                    0 => body[at] = b"0123456789eE.-+\"{}[],: xsmhKMG\xff"[random.below(31) as usize],
                    1 => drop(body.remove(at)),
                    _ => body.truncate(at + 1),
                }
            }
            let entry = &super::super::questions::QUESTIONS[turn % super::super::questions::QUESTIONS.len()];
            match Task::members(&body).and_then(|members| Task::read(entry, members, &limits)) {
                Ok(task) => {
                    assert!(task.time <= limits.time && task.memory <= limits.memory);
                    fit += 1;
                }
                Err(_) => unfit += 1,
            }
        }
        assert!(fit > 100 && unfit > 100, "{fit} fit, {unfit} not");
    }
}
