//! The questions that can be asked over HTTP, in one table.

use allsmall::answer::{
    AnyQuestion, CompareQuestion, NimberQuestion, PhutballQuestion, ReduceQuestion, ReplyQuestion, ShowQuestion,
    SolveQuestion, ValueQuestion,
};
use allsmall_proofs::ProofQuestion;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

/// A question with its options read.
pub(crate) type Asked = Box<dyn AnyQuestion + Send>;

/// The name of a question and how its options are read.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) read: fn(Value) -> Result<Asked, Error>,
}

/// All questions.
pub(crate) const QUESTIONS: &[Entry] = &[
    Entry { name: "solve", read: options::<SolveQuestion> },
    Entry { name: "value", read: options::<ValueQuestion> },
    Entry { name: "compare", read: options::<CompareQuestion> },
    Entry { name: "nimber", read: options::<NimberQuestion> },
    Entry { name: "reduce", read: options::<ReduceQuestion> },
    Entry { name: "phutball", read: options::<PhutballQuestion> },
    Entry { name: "reply", read: options::<ReplyQuestion> },
    Entry { name: "proof", read: options::<ProofQuestion> },
    Entry { name: "show", read: options::<ShowQuestion> },
];

/// The entry with this name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    QUESTIONS.iter().find(|entry| entry.name == name)
}

fn options<Q: AnyQuestion + DeserializeOwned + Send + 'static>(options: Value) -> Result<Asked, Error> {
    serde_json::from_value::<Q>(options).map(|question| Box::new(question) as Asked)
}
