//! How two expressions compare.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Asked, BatchCache, Failure, Question, Subject, echo_expr};
use crate::cgt::Relation;
use crate::notation::{Expr, read_expr_in};
use crate::solve::compare;
use crate::{Budget, ParseError, Stop};

/// How to answer `compare`: with what.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareQuestion {
    /// The expression on the right-hand side.
    pub other: String,
}

/// The answer to `compare`.
#[derive(Clone, Debug, Serialize)]
pub struct CompareAnswer {
    /// The left-hand side in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The right-hand side in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// `"="`, `"<"`, `">"` or `"||"`; none when it is not settled.
    pub relation: Option<Relation>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// `compare` about a text with both sides: `xxo ; up`, parted by a semicolon
/// or a tab.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComparePair;

impl ComparePair {
    /// The two sides of a text; none if nothing parts them.
    #[must_use]
    pub fn sides(text: &str) -> Option<(&str, &str)> {
        text.split_once([';', '\t'])
    }
}

impl Question for ComparePair {
    type Answer = CompareAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let text = subject.text("two expressions with ; or a tab between them")?;
        let Some((left, right)) = ComparePair::sides(text) else {
            let message = "expected two expressions with ; or a tab between them";
            return Err(ParseError::new(text, text.len(), message).into());
        };
        let left = read_expr_in(left, budget)?;
        let right = read_expr_in(right, budget).map_err(|error| error.shifted(text, text.len() - right.len()))?;
        Ok(CompareAnswer::of(&left, &right, budget))
    }

    fn unknown(&self, stop: Stop) -> Option<CompareAnswer> {
        CompareQuestion::default().unknown(stop)
    }
}

impl Question for CompareQuestion {
    type Answer = CompareAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let (left, right) = (subject.sum(budget)?, read_expr_in(&self.other, budget)?);
        Ok(CompareAnswer::of(&left, &right, budget))
    }

    /// Both sides, as a line of a batch has them.
    fn asked(&self, text: &str) -> Asked {
        Asked::about(&format!("{text} ; {}", self.other))
    }

    fn unknown(&self, stop: Stop) -> Option<CompareAnswer> {
        Some(CompareAnswer { board: None, other: None, relation: None, stopped: Some(stop) })
    }
}

impl CompareAnswer {
    /// Compares two sums.
    #[must_use]
    pub fn of(left: &Expr, right: &Expr, budget: &Budget) -> CompareAnswer {
        let found = compare(left, right, budget);
        let (board, other) = (echo_expr(left), echo_expr(right));
        CompareAnswer { board, other, relation: found.ok(), stopped: found.err() }
    }
}

impl fmt::Display for CompareAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] =
            [(&self.board, "the first"), (&self.other, "the second")].map(|(b, long)| b.as_deref().unwrap_or(long));
        match (self.relation, self.stopped) {
            (Some(relation), _) => write!(f, "{left} {relation} {right}"),
            (None, Some(stop)) => write!(f, "{left} ? {right}\n  unknown: {stop}"),
            (None, None) => write!(f, "{left} ? {right}"),
        }
    }
}
