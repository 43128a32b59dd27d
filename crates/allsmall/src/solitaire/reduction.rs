//! The result of a solitaire question: bounds on the stones left, and a play.

use crate::{Move, Player, Position, Stop};

/// How far a position can be reduced, as far as known.
///
/// The true number `k` obeys `lower <= k <= upper`, and `play`, when present,
/// attains one of the bounds: it leaves `upper` stones under
/// [`SolitaireGoal::Fewest`](super::SolitaireGoal::Fewest) and is stuck with
/// `lower` stones under [`SolitaireGoal::Most`](super::SolitaireGoal::Most).
///
/// ```
/// use allsmall::{Budget, SolitaireOptions, reduce};
/// let found = reduce(&"xoxxo".parse()?, &SolitaireOptions::free(), &Budget::new())?;
/// assert_eq!((found.lower, found.upper, found.stopped), (1, 1, None));
/// assert_eq!(found.play.map(|play| play.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Lower bound on the number of stones left.
    pub lower: usize,
    /// Upper bound on the number of stones left.
    pub upper: usize,
    /// The theorem or the search behind the answer, in words.
    pub method: String,
    /// A play that attains the bound, if one was asked for and found.
    pub play: Option<Vec<Move>>,
    /// Under the alternating rule: whose stone moves first in that play.
    pub first: Option<Player>,
    /// The limit that kept the bounds apart.
    pub stopped: Option<Stop>,
}

/// Why [`reduce`](super::reduce) has no result.
///
/// ```
/// use allsmall::{Budget, EndStone, SolitaireGoal, SolitaireOptions, ReduceError, reduce};
/// let end = Some(EndStone { vertex: 0, colour: None });
/// let odd = SolitaireOptions { goal: SolitaireGoal::Most, end, ..SolitaireOptions::free() };
/// assert!(matches!(reduce(&"xo".parse()?, &odd, &Budget::new()), Err(ReduceError::Unsupported(_))));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReduceError {
    /// Proved: no play leaves the stone asked for.
    NoSuchEnd,
    /// No play with the stone asked for was found before this limit.
    NotFound(Stop),
    /// No method takes this combination of options; the text says which.
    Unsupported(&'static str),
}

impl Reduction {
    /// A proved value under the free rule.
    #[must_use]
    pub fn exact(value: usize, method: impl Into<String>, play: Option<Vec<Move>>) -> Reduction {
        Reduction { lower: value, upper: value, method: method.into(), play, first: None, stopped: None }
    }

    /// The trivial bounds under the free rule, when a method was stopped: at
    /// least one stone is left, and the empty play leaves all.
    #[must_use]
    pub fn unknown(position: &Position, stop: Stop, play: bool) -> Reduction {
        let stones = position.stones();
        let method = "no method came to an end";
        Reduction {
            lower: stones.min(1),
            upper: stones,
            stopped: Some(stop).filter(|_| stones > 1),
            ..Reduction::exact(stones, method, play.then(Vec::new))
        }
    }

    /// Returns whether the bounds meet.
    #[must_use]
    pub fn optimal(&self) -> bool {
        self.lower == self.upper
    }

    /// The number of stones left, if the bounds meet.
    #[must_use]
    pub fn value(&self) -> Option<usize> {
        self.optimal().then_some(self.upper)
    }
}

impl std::fmt::Display for ReduceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReduceError::NoSuchEnd => f.write_str("no play leaves that stone"),
            ReduceError::NotFound(stop) => write!(f, "no play that leaves that stone was found: {stop}"),
            ReduceError::Unsupported(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ReduceError {}
