//! The Grundy value of impartial Clobber.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BatchCache, Failure, Question, Subject, echo, heading};
use crate::{Budget, Stop, nimber};

/// How to answer `nimber`: there is nothing to choose.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NimberQuestion {}

/// The answer to `nimber`.
#[derive(Clone, Debug, Serialize)]
pub struct NimberAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The Grundy value; none when a limit was hit.
    pub nimber: Option<u32>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl Question for NimberQuestion {
    type Answer = NimberAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let position = subject.position(budget)?;
        let found = nimber::nimber(&position, budget);
        Ok(NimberAnswer { board: echo(&position), nimber: found.ok(), stopped: found.err() })
    }

    fn unknown(&self, stop: Stop) -> Option<NimberAnswer> {
        Some(NimberAnswer { board: None, nimber: None, stopped: Some(stop) })
    }
}

impl fmt::Display for NimberAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        match (self.nimber, self.stopped) {
            (Some(nimber), _) => write!(f, "nimber {nimber}"),
            (None, Some(stop)) => write!(f, "unknown: {stop}"),
            (None, None) => f.write_str("unknown"),
        }
    }
}
