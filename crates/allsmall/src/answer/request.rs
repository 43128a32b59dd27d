//! Requests as JSON, for HTTP, WebAssembly and Python: which question, about
//! which board, within which limits.
//!
//! ```text
//! {"board": "xoxo", "time": "2s", "memory": "64M", "moves": true}
//!   the board        the limits                     options of the question
//! ```

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::limit_text::{read_memory, read_time};
use super::{
    AnalyseQuestion, AnyQuestion, CompareQuestion, Failure, FamilyQuestion, MoveQuestion, NimberQuestion,
    PhutballQuestion, ReduceQuestion, ReplyQuestion, ShowQuestion, SolveQuestion, ValueQuestion,
};

/// A question whose options have been read.
pub type BoxedQuestion = Box<dyn AnyQuestion + Send>;

/// The questions that can be asked by name.
///
/// ```
/// use allsmall::{Budget, answer::Registry};
/// let request = Registry::standard().request("solve", br#"{"board": "xoxoxo", "time": "2s"}"#)?;
/// let answer = request.question.ask_any(request.board.as_str().into(), &Budget::new())?;
/// assert_eq!(answer.to_string().lines().next(), Some("xoxoxo: P, the second player wins"));
/// # Ok::<(), allsmall::answer::Failure>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    entries: Vec<Entry>,
}

/// A question's name and the reader of its options.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    read: fn(Value) -> serde_json::Result<BoxedQuestion>,
}

/// A question, its subject and the limits that it names.
pub struct Request {
    /// The question with its options.
    pub question: BoxedQuestion,
    /// The board or sum, not yet read.
    pub board: String,
    /// The time, if one is named.
    pub time: Option<Duration>,
    /// The memory in bytes, if some is named.
    pub memory: Option<usize>,
}

impl Registry {
    /// Returns the registry of this crate's questions.
    #[must_use]
    pub fn standard() -> Registry {
        Registry { entries: Vec::new() }
            .with::<SolveQuestion>("solve")
            .with::<ValueQuestion>("value")
            .with::<CompareQuestion>("compare")
            .with::<NimberQuestion>("nimber")
            .with::<ReduceQuestion>("reduce")
            .with::<PhutballQuestion>("phutball")
            .with::<FamilyQuestion>("family")
            .with::<ReplyQuestion>("reply")
            .with::<MoveQuestion>("move")
            .with::<AnalyseQuestion>("analyse")
            .with::<ShowQuestion>("show")
    }

    /// Adds a question.
    #[must_use]
    pub fn with<Q: AnyQuestion + DeserializeOwned + Send + 'static>(mut self, name: &'static str) -> Registry {
        let read = |options| serde_json::from_value::<Q>(options).map(|question| Box::new(question) as BoxedQuestion);
        self.entries.push(Entry { name, read });
        self
    }

    /// Returns the names of the questions.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|entry| entry.name)
    }

    /// Reads the options of a question.
    ///
    /// # Errors
    /// An unknown question or option.
    pub fn question(&self, name: &str, options: Map<String, Value>) -> Result<BoxedQuestion, Failure> {
        (self.find(name)?.read)(Value::Object(options)).map_err(|error| unfit(error.to_string()))
    }

    /// Finds the question with this name.
    ///
    /// # Errors
    /// There is none; the message lists the names.
    pub fn find(&self, name: &str) -> Result<&Entry, Failure> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let names: Vec<_> = self.names().collect();
            unfit(format!("there is no question {name:?}; expected one of {}", names.join(", ")))
        })
    }

    /// Reads a request from a JSON text.
    ///
    /// # Errors
    /// What is missing, wrong or unknown.
    pub fn request(&self, name: &str, body: &[u8]) -> Result<Request, Failure> {
        self.request_of(name, read_members(body)?)
    }

    /// Reads a request from the members of a JSON object.
    ///
    /// # Errors
    /// What is missing, wrong or unknown.
    pub fn request_of(&self, name: &str, mut members: Map<String, Value>) -> Result<Request, Failure> {
        let board = match members.remove("board") {
            Some(Value::String(board)) => board,
            Some(_) => return Err(unfit("\"board\" is not a text; expected a board such as \"xoxo\"")),
            None => return Err(unfit("there is no \"board\"; expected an object such as {\"board\": \"xoxo\"}")),
        };
        let time = members.remove("time").map(time).transpose()?;
        let memory = members.remove("memory").map(memory).transpose()?;
        Ok(Request { question: self.question(name, members)?, board, time, memory })
    }
}

/// Reads the members of a JSON object. A whole number may be written `7.0`, as
/// JSON Schema has it.
///
/// # Errors
/// The text is not a JSON object.
pub fn read_members(body: &[u8]) -> Result<Map<String, Value>, Failure> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(mut members)) => {
            members.values_mut().for_each(write_whole);
            Ok(members)
        }
        Ok(_) => Err(unfit("the body is not a JSON object; expected one such as {\"board\": \"xoxo\"}")),
        Err(error) => Err(unfit(format!("the body is not JSON: {error}"))),
    }
}

/// Replaces a number such as 7.0 by 7.
fn write_whole(value: &mut Value) {
    const EXACT: f64 = (1u64 << 53) as f64;
    let whole =
        value.as_f64().filter(|number| value.is_f64() && number.fract() == 0.0 && (0.0..EXACT).contains(number));
    if let Some(whole) = whole {
        *value = Value::from(whole as u64);
    }
}

fn time(value: Value) -> Result<Duration, Failure> {
    match value {
        Value::Number(seconds) => seconds
            .as_f64()
            .filter(|&seconds| seconds >= 0.0)
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
            .ok_or_else(|| unfit("\"time\" is negative; expected seconds, or a text such as \"2s\"")),
        Value::String(time) => read_time(&time).map_err(|error| unfit(format!("\"time\": {error}"))),
        _ => Err(unfit("\"time\": expected seconds, or a text such as \"2s\"")),
    }
}

fn memory(value: Value) -> Result<usize, Failure> {
    match value {
        Value::String(size) => read_memory(&size).map_err(|error| unfit(format!("\"memory\": {error}"))),
        _ => Err(unfit("\"memory\": expected a text such as \"64M\"")),
    }
}

fn unfit(message: impl Into<String>) -> Failure {
    Failure::Unfit(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_its_board_and_its_limits() {
        let registry = Registry::standard();
        let request = registry.request("solve", br#"{"board": "xo", "time": "2m", "memory": "2G", "moves": true}"#);
        let request = request.expect("a request");
        assert_eq!((request.board.as_str(), request.time), ("xo", Some(Duration::from_secs(120))));
        assert_eq!(request.memory, Some(2 << 30));
        let bare = registry.request("family", br#"{"board": "(xo)^n", "time": 0.5}"#).expect("a request");
        assert_eq!((bare.time, bare.memory), (Some(Duration::from_millis(500)), None));
    }

    #[test]
    fn a_whole_number_may_have_a_point() {
        let registry = Registry::standard();
        let is_read = |longest: &str| {
            let body = format!(r#"{{"board": "(xo)^n", "longest": {longest}, "time": 2.0}}"#);
            registry.request("family", body.as_bytes()).is_ok()
        };
        assert!(["777", "777.0", "0.0", "7e2"].into_iter().all(is_read));
        assert!(!["777.5", "-1.0", "1e300", "-7"].into_iter().any(is_read));
    }

    #[test]
    fn a_request_that_cannot_be_read_is_refused_with_the_reason() {
        let registry = Registry::standard();
        for (name, body, reason) in [
            ("solve", "", "the body is not JSON"),
            ("solve", "[]", "the body is not a JSON object"),
            ("solve", "{}", "there is no \"board\""),
            ("solve", r#"{"board": 3}"#, "\"board\" is not a text"),
            ("solve", r#"{"board": "xo", "time": -1}"#, "\"time\" is negative"),
            ("solve", r#"{"board": "xo", "time": "2 years"}"#, "\"time\": unknown unit"),
            ("solve", r#"{"board": "xo", "time": true}"#, "\"time\": expected seconds"),
            ("solve", r#"{"board": "xo", "memory": 5}"#, "\"memory\": expected a text"),
            ("solve", r#"{"board": "xo", "colour": 1}"#, "unknown field `colour`"),
            ("win", r#"{"board": "xo"}"#, "there is no question \"win\"; expected one of solve, value"),
        ] {
            let failure = registry.request(name, body.as_bytes()).err().expect("not a request");
            assert!(failure.to_string().starts_with(reason), "{name} {body}: {failure}");
        }
    }
}
