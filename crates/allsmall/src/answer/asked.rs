//! The head of an answer in JSON: the input as given, and its line in a batch.
//!
//! ```text
//! {"line": 3, "input": "checker:2x2", "board": "xo/ox", ...}
//!   of a batch   as given               in normal notation
//! ```

use serde::Serialize;

/// Maximum number of characters of an input that is repeated in full.
const MAX_INPUT: usize = 10_000;
/// Number of characters of a longer one that are repeated.
const SHORTENED: usize = 100;

/// What was asked about: every answer in JSON begins with it.
///
/// ```
/// use allsmall::{Budget, answer::{Asked, NimberQuestion, Question}};
/// let answer = NimberQuestion {}.ask("checker:2x2", &Budget::new())?;
/// let json = serde_json::to_string(&Asked::about("checker:2x2").with(&answer)).expect("plain data");
/// assert_eq!(json, r#"{"input":"checker:2x2","board":"xo/ox","nimber":0}"#);
/// # Ok::<(), allsmall::answer::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The number of the line in a batch, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The input; of a long one the beginning and the length.
    input: String,
}

/// Something serialized as a JSON object, after its input.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WithInput<'a, A> {
    #[serde(flatten)]
    asked: &'a Asked,
    #[serde(flatten)]
    answer: &'a A,
}

impl Asked {
    /// Names the input of a question.
    #[must_use]
    pub fn about(input: &str) -> Asked {
        let input = match input.char_indices().nth(MAX_INPUT) {
            None => input.to_owned(),
            Some(_) => {
                let beginning: String = input.chars().take(SHORTENED).collect();
                format!("{beginning}... ({} characters)", input.chars().count())
            }
        };
        Asked { line: None, input }
    }

    /// Names the line of a batch, counted from 1, as well.
    #[must_use]
    pub fn in_line(self, line: u64) -> Asked {
        Asked { line: Some(line), ..self }
    }

    /// Puts the input before an answer.
    pub fn with<'a, A: Serialize>(&'a self, answer: &'a A) -> WithInput<'a, A> {
        WithInput { asked: self, answer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{AnyQuestion, CompareQuestion, Failure, NimberQuestion, ReduceQuestion, SolveQuestion};
    use crate::{Budget, Stop};

    #[test]
    fn a_long_input_is_named_by_its_beginning_and_its_length() {
        let json = |input: &str| serde_json::to_value(Asked::about(input)).expect("plain data")["input"].clone();
        let (short, long) = ("xo".repeat(5_000), "xo●".repeat(5_000));
        assert_eq!(json(&short), short);
        let cut = json(&long);
        let cut = cut.as_str().expect("a text");
        assert!(cut.starts_with("xo●xo●") && cut.ends_with("... (15000 characters)"), "{cut}");
        assert!(cut.len() < 300);
    }

    #[test]
    fn every_answer_has_the_same_first_members() {
        let first = |answer: &dyn erased::Json| {
            let value = answer.value();
            let object = value.as_object().expect("an object");
            object.keys().take(2).cloned().collect::<Vec<_>>()
        };
        let asked = Asked::about("xo").in_line(7);
        let questions: [&dyn AnyQuestion; 4] = [
            &SolveQuestion::default(),
            &NimberQuestion {},
            &ReduceQuestion::default(),
            &CompareQuestion { other: "*".to_owned() },
        ];
        for question in questions {
            let answer = question.ask_any("xo".into(), &Budget::new()).expect("a board");
            assert_eq!(first(&asked.with(&answer)), ["line", "input"]);
            assert_eq!(first(&asked.with(&question.unknown_any(Stop::Time))), ["line", "input"]);
        }
        let failure = serde_json::json!({ "error": Failure::Unfit("no".to_owned()) });
        assert_eq!(first(&asked.with(&failure)), ["line", "input"]);
    }

    /// Answers of different types in one closure.
    mod erased {
        use serde::Serialize;

        pub(super) trait Json {
            fn value(&self) -> serde_json::Value;
        }

        impl<T: Serialize> Json for T {
            fn value(&self) -> serde_json::Value {
                serde_json::to_value(self).expect("plain data")
            }
        }
    }
}
