//! Requests: the board, the limits, and the question's options, read from JSON or a query.
//!
//! ```text
//! {"board": "xoxo", "time": "2s", "memory": "64M", "moves": true}
//!   the board        the limits, never above the server's   the options
//! ```

use std::time::Duration;

use allsmall::Budget;
use allsmall::answer::{BoxedQuestion, Registry, Request};
use allsmall::notation::read_expr_in;
use serde_json::{Map, Value};

use super::api::Refusal;
use super::limits::Limits;

/// A request that has been read and checked.
pub(crate) struct Task {
    pub(crate) question: BoxedQuestion,
    pub(crate) text: String,
    pub(crate) time: Duration,
    pub(crate) memory: usize,
    /// Whether it belongs in the lane of small boards.
    pub(crate) small: bool,
}

impl Task {
    /// Reads a task from the members of a JSON object.
    pub(crate) fn read(
        registry: &Registry,
        name: &str,
        members: Map<String, Value>,
        limits: &Limits,
    ) -> Result<Task, Refusal> {
        let Request { question, board, time, memory } = registry.request_of(name, members)?;
        // A small board whose request asks for much memory belongs in the large lane.
        let small = is_small(&board) && memory.is_none_or(|asked| asked <= Limits::SMALL_MEMORY);
        let most = if small { Limits::SMALL_MEMORY.min(limits.memory) } else { limits.memory };
        let time = time.unwrap_or(limits.time).min(limits.longest);
        Ok(Task { question, text: board, time, memory: memory.map_or(most, |asked| asked.min(most)), small })
    }

    /// Reads the members from a query: `board=xoxo&moves=true`.
    pub(crate) fn query(pairs: Vec<(String, String)>) -> Map<String, Value> {
        let value = |key: &str, text: String| match text.as_str() {
            "true" | "false" if key != "board" => Value::Bool(text == "true"),
            number if key == "time" => number.parse::<f64>().map_or_else(|_| text.into(), Value::from),
            number if NUMBERS.contains(&key) => number.parse::<u64>().map_or_else(|_| text.into(), Value::from),
            _ => Value::String(text),
        };
        pairs.into_iter().map(|(key, text)| (key.clone(), value(&key, text))).collect()
    }
}

/// Options that are whole numbers.
const NUMBERS: [&str; 3] = ["period", "longest", "most_values"];

/// Returns whether the board is small, or the text too short for an error in it
/// to take long.
fn is_small(text: &str) -> bool {
    let plain = text.len() <= Limits::SMALL && !text.contains(['^', ':', '*']);
    plain
        || text.len() <= 20 * Limits::SMALL
            && read_expr_in(text, &Budget::new().with_cells(Limits::SMALL))
                .is_ok_and(|expr| expr.terms.iter().all(|term| term.times.abs() <= 2))
}

#[cfg(test)]
mod tests {
    use allsmall::answer::read_members;

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
        let registry = allsmall_proofs::registry();
        let read = |text: &str| Task::read(&registry, "solve", read_members(text.as_bytes())?, &limits);
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
        let registry = allsmall_proofs::registry();
        let query = |time: &str| {
            let pairs = vec![("board".to_owned(), "xo".to_owned()), ("time".to_owned(), time.to_owned())];
            Task::read(&registry, "solve", Task::query(pairs), &limits).ok().map(|task| task.time)
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
        let registry = allsmall_proofs::registry();
        let names: Vec<_> = registry.names().collect();
        let (mut fit, mut unfit) = (0, 0);
        let mut random = allsmall::internal::SplitMix64::new(7);
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
            let name = names[turn % names.len()];
            let members = read_members(&body).map_err(Refusal::from);
            match members.and_then(|members| Task::read(&registry, name, members, &limits)) {
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
