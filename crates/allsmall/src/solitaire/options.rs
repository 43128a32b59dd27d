//! The options of a solitaire question: rule, first mover, goal, end stone.
//!
//! The enums are the ones that the command line, JSON and Python name:
//! `Display`, `FromStr` and serde agree on one lower-case name each.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Player;

/// What to compute about a position.
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
    /// The colour of the first move under the alternating rule;
    /// [`FirstMover::Any`] under the free rule.
    pub first: FirstMover,
    /// Whether to leave few stones or many.
    pub goal: SolitaireGoal,
    /// A stone that must be among those left.
    pub end: Option<EndStone>,
    /// Whether to give a play and not only the number.
    pub play: bool,
}

/// Which stone may move when: `free` or `alternate`.
///
/// ```
/// use allsmall::SolitaireRule;
/// assert_eq!("alternate".parse(), Ok(SolitaireRule::Alternate));
/// assert_eq!("both".parse::<SolitaireRule>(), Err("expected free or alternate; found \"both\"".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolitaireRule {
    /// Either colour at every move (impartial solitaire).
    #[default]
    Free,
    /// The colours of the moves alternate (partisan solitaire); play stops
    /// when the colour to move is stuck.
    Alternate,
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

/// Whether the lone player wants few stones or many: `fewest` or `most`.
///
/// ```
/// use allsmall::{Budget, SolitaireGoal, SolitaireOptions, reduce};
/// let most = SolitaireOptions { goal: SolitaireGoal::Most, ..SolitaireOptions::free() };
/// assert_eq!(reduce(&"xoxoxo".parse()?, &most, &Budget::new())?.value(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolitaireGoal {
    /// As few stones as possible at the end.
    #[default]
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

impl SolitaireOptions {
    /// The free rule, fewest stones, with a play.
    #[must_use]
    pub fn free() -> SolitaireOptions {
        SolitaireOptions {
            rule: SolitaireRule::Free,
            first: FirstMover::Any,
            goal: SolitaireGoal::Fewest,
            end: None,
            play: true,
        }
    }

    /// The alternating rule, fewest stones, with a play.
    #[must_use]
    pub fn alternate(first: FirstMover) -> SolitaireOptions {
        SolitaireOptions { rule: SolitaireRule::Alternate, first, ..SolitaireOptions::free() }
    }

    /// These options without the play.
    #[must_use]
    pub fn without_play(self) -> SolitaireOptions {
        SolitaireOptions { play: false, ..self }
    }
}

impl SolitaireRule {
    /// Both rules, the default first.
    pub const ALL: [SolitaireRule; 2] = [SolitaireRule::Free, SolitaireRule::Alternate];

    /// Returns its name: `free` or `alternate`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SolitaireRule::Free => "free",
            SolitaireRule::Alternate => "alternate",
        }
    }
}

impl SolitaireGoal {
    /// Both goals, the default first.
    pub const ALL: [SolitaireGoal; 2] = [SolitaireGoal::Fewest, SolitaireGoal::Most];

    /// Returns its name: `fewest` or `most`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SolitaireGoal::Fewest => "fewest",
            SolitaireGoal::Most => "most",
        }
    }
}

impl FirstMover {
    /// All first movers, the default last.
    pub const ALL: [FirstMover; 3] = [FirstMover::Only(Player::Left), FirstMover::Only(Player::Right), FirstMover::Any];

    /// Returns its name: `left`, `right` or `any`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FirstMover::Only(Player::Left) => "left",
            FirstMover::Only(Player::Right) => "right",
            FirstMover::Any => "any",
        }
    }

    /// The first movers to try, in order.
    pub fn players(self) -> impl Iterator<Item = Player> {
        Player::BOTH.into_iter().filter(move |&p| self == FirstMover::Any || self == FirstMover::Only(p))
    }
}

/// Finds the option with this name, or says which names there are.
fn by_name<T: Copy>(all: &[T], name_of: impl Fn(T) -> &'static str, name: &str) -> Result<T, String> {
    all.iter().copied().find(|&option| name_of(option) == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&option| name_of(option)).collect();
        let (last, others) = names.split_last().expect("an option has names");
        format!("expected {} or {last}; found {name:?}", others.join(", "))
    })
}

impl FromStr for SolitaireRule {
    type Err = String;

    fn from_str(name: &str) -> Result<SolitaireRule, String> {
        by_name(&SolitaireRule::ALL, SolitaireRule::name, name)
    }
}

impl FromStr for SolitaireGoal {
    type Err = String;

    fn from_str(name: &str) -> Result<SolitaireGoal, String> {
        by_name(&SolitaireGoal::ALL, SolitaireGoal::name, name)
    }
}

impl FromStr for FirstMover {
    type Err = String;

    fn from_str(name: &str) -> Result<FirstMover, String> {
        by_name(&FirstMover::ALL, FirstMover::name, name)
    }
}

impl fmt::Display for SolitaireRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for SolitaireGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for FirstMover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for FirstMover {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for FirstMover {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<FirstMover, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(|_| serde::de::Error::unknown_variant(&name, &["left", "right", "any"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn round_trip<T>(all: &[T])
    where
        T: Copy + Debug + PartialEq + fmt::Display + FromStr<Err = String> + Serialize + for<'de> Deserialize<'de>,
    {
        for &option in all {
            let name = option.to_string();
            assert_eq!(name.parse(), Ok(option));
            let json = serde_json::to_string(&option).expect("a name");
            assert_eq!(json, format!("{name:?}"));
            assert_eq!(serde_json::from_str::<T>(&json).expect("a name"), option);
        }
        assert!("".parse::<T>().expect_err("not a name").starts_with("expected "));
        assert!(serde_json::from_str::<T>("\"x\"").is_err());
    }

    #[test]
    fn text_and_json_agree_on_the_names() {
        round_trip(&SolitaireRule::ALL);
        round_trip(&SolitaireGoal::ALL);
        round_trip(&FirstMover::ALL);
        let error = "both".parse::<FirstMover>().expect_err("not a name");
        assert_eq!(error, "expected left, right or any; found \"both\"");
    }
}
