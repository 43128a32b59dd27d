//! What is asked of solitaire and what comes back.

use serde::de::{Deserialize, Deserializer, Error};

use crate::{Move, Player, Position, Stop};

/// What to find out about a position.
///
/// ```
/// use allsmall::{Budget, EndStone, SolitaireOptions, reduce};
/// let last = SolitaireOptions { end: Some(EndStone { vertex: 0, colour: None }), ..SolitaireOptions::free() };
/// let found = reduce(&"xoxo".parse()?, &last, &Budget::new())?;
/// assert_eq!(found.value(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolitaireOptions {
    /// Which stone may move when.
    pub rule: SolitaireRule,
    /// Whether to leave few stones or many.
    pub goal: SolitaireGoal,
    /// A stone that must be among those left.
    pub end: Option<EndStone>,
    /// Whether to give a play and not only the number.
    pub play: bool,
}

/// Which stone may move when.
///
/// ```
/// use allsmall::{Budget, FirstMover, SolitaireOptions, SolitaireRule, reduce};
/// let rule = SolitaireRule::Alternate(FirstMover::Any);
/// let found = reduce(&"xoxoxo".parse()?, &SolitaireOptions { rule, ..SolitaireOptions::free() }, &Budget::new())?;
/// assert!(found.optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolitaireRule {
    /// Either colour at every move (impartial solitaire).
    Free,
    /// The colours of the moves alternate (partisan solitaire); play stops
    /// when the colour to move is stuck.
    Alternate(FirstMover),
}

/// The colour of the first move under the alternating rule: `left`, `right`
/// or `any`.
///
/// ```
/// use allsmall::{Budget, FirstMover, SolitaireOptions, Player, reduce};
/// let right = SolitaireOptions::alternate(FirstMover::Only(Player::Right));
/// assert_eq!(reduce(&"xoo".parse()?, &right, &Budget::new())?.first, Some(Player::Right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMover {
    /// A stone of this player.
    Only(Player),
    /// Whichever is better.
    #[default]
    Any,
}

/// What the lone player wants.
///
/// ```
/// use allsmall::{Budget, SolitaireGoal, SolitaireOptions, reduce};
/// let most = SolitaireOptions { goal: SolitaireGoal::Most, ..SolitaireOptions::free() };
/// assert_eq!(reduce(&"xoxoxo".parse()?, &most, &Budget::new())?.value(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolitaireGoal {
    /// As few stones as possible at the end.
    Fewest,
    /// As many stones as possible when stuck: the shortest game.
    Most,
}

/// A stone that must be left at the end.
///
/// ```
/// use allsmall::{Budget, EndStone, SolitaireOptions, ReduceError, reduce};
/// let ends = |vertex| SolitaireOptions { end: Some(EndStone { vertex, colour: None }), ..SolitaireOptions::free() };
/// assert_eq!(reduce(&"xo.".parse()?, &ends(1), &Budget::new())?.value(), Some(1));
/// assert_eq!(reduce(&"xo.".parse()?, &ends(2), &Budget::new()), Err(ReduceError::NoSuchEnd));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndStone {
    /// Where it stands.
    pub vertex: usize,
    /// Its colour, if that matters.
    pub colour: Option<Player>,
}

/// How far a position can be reduced, as far as known.
///
/// The true number `k` obeys `lower <= k <= upper`, and `play`, when present,
/// has been found for the reachable bound: it leaves `upper` stones
/// ([`SolitaireGoal::Fewest`]) or is stuck at `lower` stones ([`SolitaireGoal::Most`]).
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
    /// No play leaves fewer stones (with [`SolitaireGoal::Most`]: some play leaves so many).
    pub lower: usize,
    /// Some play leaves so few stones (with [`SolitaireGoal::Most`]: no play leaves more).
    pub upper: usize,
    /// The theorem or the search behind the answer, in words.
    pub method: String,
    /// A play that shows the reachable bound, if one was asked for and found.
    pub play: Option<Vec<Move>>,
    /// Under the alternating rule: whose stone moves first in that play.
    pub first: Option<Player>,
    /// The limit that kept the bounds apart.
    pub stopped: Option<Stop>,
}

/// Why there is no reduction to report.
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
    /// It is proved that no play leaves the stone asked for.
    NoSuchEnd,
    /// No play with the stone asked for was found before this limit.
    NotFound(Stop),
    /// No method takes this combination of options; the text says which.
    Unsupported(&'static str),
}

impl SolitaireOptions {
    /// The free rule, fewest stones, with a play.
    #[must_use]
    pub fn free() -> SolitaireOptions {
        SolitaireOptions { rule: SolitaireRule::Free, goal: SolitaireGoal::Fewest, end: None, play: true }
    }

    /// The alternating rule, fewest stones, with a play.
    #[must_use]
    pub fn alternate(first: FirstMover) -> SolitaireOptions {
        SolitaireOptions { rule: SolitaireRule::Alternate(first), ..SolitaireOptions::free() }
    }

    /// The same question without the play.
    #[must_use]
    pub fn without_play(self) -> SolitaireOptions {
        SolitaireOptions { play: false, ..self }
    }
}

impl Reduction {
    /// A settled value under the free rule.
    #[must_use]
    pub fn exact(value: usize, method: impl Into<String>, play: Option<Vec<Move>>) -> Reduction {
        Reduction { lower: value, upper: value, method: method.into(), play, first: None, stopped: None }
    }

    /// What is known before anything was found out under the free rule: one
    /// stone stays at least, and nobody need move.
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

    /// Whether the bounds meet.
    #[must_use]
    pub fn optimal(&self) -> bool {
        self.lower == self.upper
    }

    /// The number of stones, when it is settled.
    #[must_use]
    pub fn value(&self) -> Option<usize> {
        self.optimal().then_some(self.upper)
    }
}

impl FirstMover {
    /// The first movers to try, in order.
    pub fn players(self) -> impl Iterator<Item = Player> {
        Player::BOTH.into_iter().filter(move |&p| self == FirstMover::Any || self == FirstMover::Only(p))
    }
}

impl std::str::FromStr for FirstMover {
    type Err = String;

    fn from_str(name: &str) -> Result<FirstMover, String> {
        match name {
            "left" => Ok(FirstMover::Only(Player::Left)),
            "right" => Ok(FirstMover::Only(Player::Right)),
            "any" => Ok(FirstMover::Any),
            _ => Err(format!("expected left, right or any; found {name:?}")),
        }
    }
}

impl<'de> Deserialize<'de> for FirstMover {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FirstMover, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(|_| D::Error::unknown_variant(&name, &["left", "right", "any"]))
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
