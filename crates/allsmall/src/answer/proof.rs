//! What a proof of who wins says at one position: a form that the writer of
//! proofs fills in.

use std::fmt;

use serde::Serialize;

use super::heading;
use crate::{Player, Stop};

/// The answer to `proof`: who wins, proved and checked, and what the proof
/// says of the moves from here.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ProofAnswer {
    /// The expression in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What was proved, in words.
    pub statement: Option<String>,
    /// Whether the proof was written and checked.
    pub certified: bool,
    /// Lines of the proof.
    pub lines: usize,
    /// Its bytes.
    pub bytes: usize,
    /// Who moves first.
    pub first: Option<Player>,
    /// Who wins then.
    pub winner: Option<Player>,
    /// What the winner plays, who moves first.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Why that wins, or why the winner wins moving second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The loser's moves, who moves first, and what is played against each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<ProofReply>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// A move of the loser's and what is played against it.
#[derive(Clone, Debug, Serialize)]
pub struct ProofReply {
    /// The loser's move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The winner's move.
    pub reply: String,
    /// Why that wins.
    pub because: String,
}

impl fmt::Display for ProofAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let statement = self.statement.as_deref().unwrap_or("not proved");
        write!(f, "{}{statement}", heading(self.board.as_deref()))?;
        if let (Some(mv), Some(because)) = (&self.mv, &self.because) {
            write!(f, "\n  {mv}: {because}")?;
        }
        for ProofReply { mv, reply, because } in &self.replies {
            write!(f, "\n  {mv} is answered by {reply}: {because}")?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}
