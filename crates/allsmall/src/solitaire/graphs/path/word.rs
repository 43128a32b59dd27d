//! Games on a line as words (Blondel, Hendrickx, Jungers).
//!
//! Each separation between two neighbouring stones gets a letter: `a` if their
//! colours differ at the start, `s` if they are the same; and a mark: crossed
//! to the right, crossed to the left, or never crossed. The stones removed are
//! the crossings.
//!
//! ```text
//!   x   x   o   o   x       o takes left twice, the other o takes right
//!    <s  <a  -s  >a         leaves two stones: one bar
//! ```
//!
//! Theorem 3: among the games in which no stone that has not moved takes one
//! that has, a word belongs to a game exactly if it avoids the patterns
//! (1)-(7), a bar being put at both ends. Theorem 10: for the fewest stones
//! the shorter patterns (6') and (7') do instead of (6) and (7).

use std::fmt;

use crate::solitaire::play::forest::{Forest, ForestError};
use crate::solitaire::play::replay::ReplayError;
use crate::{Move, Position};

/// How a separation is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Not at all.
    Bar,
    /// By a stone that moves right.
    Right,
    /// By a stone that moves left.
    Left,
}

/// One separation: `differs` is the paper's `a`, otherwise it is `s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// Whether the two stones differ in colour at the start.
    pub differs: bool,
    /// How it is crossed.
    pub mark: Mark,
}

/// A game on a line of `letters + 1` stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameWord(pub Vec<Letter>);

/// Which of the paper's two lists of forbidden patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patterns {
    /// (1)-(7) of Theorem 3: the words of all games that keep its rule.
    Theorem3,
    /// (1)-(5), (6'), (7') of Theorem 10: enough of them to hold an optimal one.
    Theorem10,
}

/// One letter of a pattern: a mark, over `a`, `s` or either (`x`).
type PatternLetter = (char, Mark);

use Mark::{Bar, Left, Right};

const COMMON: &[&[PatternLetter]] = &[
    &[('x', Left), ('x', Right)],                // (1)
    &[('s', Right), ('s', Left)],                // (2)
    &[('x', Bar), ('s', Right)],                 // (3)
    &[('s', Left), ('x', Bar)],                  //
    &[('x', Right), ('a', Right), ('x', Right)], // (4)
    &[('x', Right), ('a', Right), ('x', Bar)],   //
    &[('x', Left), ('a', Left), ('x', Left)],    //
    &[('x', Bar), ('a', Left), ('x', Left)],     //
    &[('x', Bar), ('a', Right), ('s', Left)],    // (5)
    &[('s', Right), ('a', Left), ('x', Bar)],    //
];

const THEOREM_3: &[&[PatternLetter]] = &[
    &[('x', Right), ('a', Right), ('a', Left), ('x', Left)], // (6)
    &[('x', Bar), ('a', Right), ('a', Left), ('x', Bar)],    // (7)
];

const THEOREM_10: &[&[PatternLetter]] = &[
    &[('x', Right), ('a', Right), ('a', Left)], // (6')
    &[('a', Right), ('a', Left), ('x', Bar)],   // (7')
];

impl Patterns {
    /// The forbidden patterns.
    fn list(self) -> impl Iterator<Item = &'static [PatternLetter]> {
        let own = match self {
            Patterns::Theorem3 => THEOREM_3,
            Patterns::Theorem10 => THEOREM_10,
        };
        COMMON.iter().chain(own).copied()
    }

    /// Returns whether a forbidden pattern ends with the last of these letters.
    pub(super) fn forbid_end(self, letters: &[Letter]) -> bool {
        self.list().any(|pattern| {
            letters.len() >= pattern.len()
                && pattern
                    .iter()
                    .zip(&letters[letters.len() - pattern.len()..])
                    .all(|(slot, letter)| letter.fits(*slot))
        })
    }
}

impl Letter {
    /// A separation that is never crossed; its kind does not matter.
    pub const BAR: Letter = Letter { differs: false, mark: Mark::Bar };

    fn fits(self, (kind, mark): PatternLetter) -> bool {
        self.mark == mark && (kind == 'x' || self.differs == (kind == 'a'))
    }
}

impl GameWord {
    /// The word of a legal play on a full row.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn of_play(row: &Position, play: &[Move]) -> Result<GameWord, ReplayError> {
        let forest = Forest::of_play(row, play)?;
        let mark = |i: usize| match (forest.arrow(i), forest.arrow(i + 1)) {
            (Some(to), _) if to == i + 1 => Mark::Right,
            (_, Some(to)) if to == i => Mark::Left,
            _ => Mark::Bar,
        };
        let cells = row.cells();
        let letters = (1..cells.len()).map(|i| Letter { differs: cells[i - 1] != cells[i], mark: mark(i - 1) });
        Ok(GameWord(letters.collect()))
    }

    /// The moves of this word on a full row, in a legal order.
    ///
    /// # Errors
    /// Why the word belongs to no game. A stone that would leave twice is reported
    /// as [`ForestError::Unbalanced`].
    pub fn play(&self, row: &Position) -> Result<Vec<Move>, ForestError> {
        if self.0.len() + 1 != row.cells().len() {
            return Err(ForestError::WrongSize);
        }
        let mut forest = Forest::still(row.cells().len());
        for (i, letter) in self.0.iter().enumerate() {
            match letter.mark {
                Mark::Bar => {}
                Mark::Left => forest.point(i + 1, i),
                Mark::Right if forest.arrow(i).is_some() => return Err(ForestError::Unbalanced(i)),
                Mark::Right => forest.point(i, i + 1),
            }
        }
        forest.order(row)
    }

    /// Returns whether no forbidden pattern occurs in it, with bars put at both
    /// ends.
    #[must_use]
    pub fn avoids(&self, patterns: Patterns) -> bool {
        let bars = std::iter::repeat_n(Letter::BAR, 2);
        let padded: Vec<Letter> = bars.clone().chain(self.0.iter().copied()).chain(bars).collect();
        (1..=padded.len()).all(|end| !patterns.forbid_end(&padded[..end]))
    }

    /// Number of bars, which is the number of stones left less one.
    #[must_use]
    pub fn bars(&self) -> usize {
        self.0.iter().filter(|letter| letter.mark == Mark::Bar).count()
    }
}

impl fmt::Display for GameWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, letter) in self.0.iter().enumerate() {
            let mark = match letter.mark {
                Mark::Bar => '-',
                Mark::Right => '>',
                Mark::Left => '<',
            };
            let space = if i > 0 { " " } else { "" };
            write!(f, "{space}{mark}{}", if letter.differs { 'a' } else { 's' })?;
        }
        Ok(())
    }
}
