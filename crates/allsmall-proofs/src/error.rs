//! Why there is no proof.

use std::fmt;

use allsmall::answer;
use allsmall::{ParseError, ReadError, Stop};

/// What keeps a proof from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit of the budget was hit.
    Stop(Stop),
    /// The text is wrong.
    Text(ParseError),
    /// No rule of the checker reaches so far.
    Unfit(String),
    /// A proof that was read does not hold.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Stop(stop) => write!(f, "the proof was not finished: {stop}"),
            Failure::Text(error) => write!(f, "{error}"),
            Failure::Unfit(why) => write!(f, "there is no proof of this: {why}"),
            Failure::Refused(why) => write!(f, "refused: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl From<answer::Failure> for Failure {
    fn from(failure: answer::Failure) -> Failure {
        match failure {
            answer::Failure::Input(error) => Failure::Text(error),
            answer::Failure::Unfit(why) | answer::Failure::Unwritten(why) => Failure::Unfit(why),
            answer::Failure::Stopped(stop) => Failure::Stop(stop),
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Text(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Stop(stop) => Failure::Stop(stop),
            ReadError::Text(error) => Failure::Text(error),
        }
    }
}

/// The checker's faults are texts.
impl From<String> for Failure {
    fn from(why: String) -> Failure {
        Failure::Unfit(why)
    }
}
