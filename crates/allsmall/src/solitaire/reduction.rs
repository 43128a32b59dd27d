//! What is asked of solitaire and what comes back.

use serde::de::{Deserialize, Deserializer, Error};

use crate::{Move, Player, Position, Stop};

/// What to find out about a position.
///
/// ```
/// use allsmall::{Budget, End, Options, reduce};
/// let last = Options { end: Some(End { vertex: 0, colour: None }), ..Options::free() };
/// let found = reduce(&"xoxo".parse()?, &last, &Budget::new())?;
/// assert_eq!(found.value(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which stone may move when.
    pub rule: Rule,
    /// Whether to leave few stones or many.
    pub goal: Goal,
    /// A stone that must be among those left.
    pub end: Option<End>,
    /// Whether to give a play and not only the number.
    pub play: bool,
}

/// Which stone may move when.
///
/// ```
/// use allsmall::{Budget, First, Options, Rule, reduce};
/// let rule = Rule::Alternate(First::Any);
/// let found = reduce(&"xoxoxo".parse()?, &Options { rule, ..Options::free() }, &Budget::new())?;
/// assert!(found.optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Either colour at every move (impartial solitaire).
    Free,
    /// The colours of the moves alternate (partisan solitaire); play stops
    /// when the colour to move is stuck.
    Alternate(First),
}

/// The colour of the first move under the alternating rule: `left`, `right`
/// or `any`.
///
/// ```
/// use allsmall::{Budget, First, Options, Player, reduce};
/// let right = Options::alternate(First::Only(Player::Right));
/// assert_eq!(reduce(&"xoo".parse()?, &right, &Budget::new())?.first, Some(Player::Right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// A stone of this player.
    Only(Player),
    /// Whichever is better.
    #[default]
    Any,
}

/// What the lone player wants.
///
/// ```
/// use allsmall::{Budget, Goal, Options, reduce};
/// let most = Options { goal: Goal::Most, ..Options::free() };
/// assert_eq!(reduce(&"xoxoxo".parse()?, &most, &Budget::new())?.value(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// As few stones as possible at the end.
    Fewest,
    /// As many stones as possible when stuck: the shortest game.
    Most,
}

/// A stone that must be left at the end.
///
/// ```
/// use allsmall::{Budget, End, Options, Refused, reduce};
/// let ends = |vertex| Options { end: Some(End { vertex, colour: None }), ..Options::free() };
/// assert_eq!(reduce(&"xo.".parse()?, &ends(1), &Budget::new())?.value(), Some(1));
/// assert_eq!(reduce(&"xo.".parse()?, &ends(2), &Budget::new()), Err(Refused::NoSuchEnd));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Where it stands.
    pub vertex: usize,
    /// Its colour, if that matters.
    pub colour: Option<Player>,
}

/// How far a position can be reduced, as far as known.
///
/// The true number `k` obeys `lower <= k <= upper`, and `play`, when present,
/// has been found for the reachable bound: it leaves `upper` stones
/// ([`Goal::Fewest`]) or is stuck at `lower` stones ([`Goal::Most`]).
///
/// ```
/// use allsmall::{Budget, Options, reduce};
/// let found = reduce(&"xoxxo".parse()?, &Options::free(), &Budget::new())?;
/// assert_eq!((found.lower, found.upper, found.stopped), (1, 1, None));
/// assert_eq!(found.play.map(|play| play.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// No play leaves fewer stones (with [`Goal::Most`]: some play leaves so many).
    pub lower: usize,
    /// Some play leaves so few stones (with [`Goal::Most`]: no play leaves more).
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
/// use allsmall::{Budget, End, Goal, Options, Refused, reduce};
/// let end = Some(End { vertex: 0, colour: None });
/// let odd = Options { goal: Goal::Most, end, ..Options::free() };
/// assert!(matches!(reduce(&"xo".parse()?, &odd, &Budget::new()), Err(Refused::Unsupported(_))));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is proved that no play leaves the stone asked for.
    NoSuchEnd,
    /// No play with the stone asked for was found before this limit.
    NotFound(Stop),
    /// No method takes this combination of options; the text says which.
    Unsupported(&'static str),
}

impl Options {
    /// The free rule, fewest stones, with a play.
    #[must_use]
    pub fn free() -> Options {
        Options { rule: Rule::Free, goal: Goal::Fewest, end: None, play: true }
    }

    /// The alternating rule, fewest stones, with a play.
    #[must_use]
    pub fn alternate(first: First) -> Options {
        Options { rule: Rule::Alternate(first), ..Options::free() }
    }

    /// The same question without the play.
    #[must_use]
    pub fn without_play(self) -> Options {
        Options { play: false, ..self }
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

impl First {
    /// The first movers to try, in order.
    pub fn players(self) -> impl Iterator<Item = Player> {
        Player::BOTH.into_iter().filter(move |&p| self == First::Any || self == First::Only(p))
    }
}

impl std::str::FromStr for First {
    type Err = String;

    fn from_str(name: &str) -> Result<First, String> {
        match name {
            "left" => Ok(First::Only(Player::Left)),
            "right" => Ok(First::Only(Player::Right)),
            "any" => Ok(First::Any),
            _ => Err(format!("expected left, right or any; found {name:?}")),
        }
    }
}

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<First, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(|_| D::Error::unknown_variant(&name, &["left", "right", "any"]))
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::NoSuchEnd => f.write_str("no play leaves that stone"),
            Refused::NotFound(stop) => write!(f, "no play that leaves that stone was found: {stop}"),
            Refused::Unsupported(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Refused {}
