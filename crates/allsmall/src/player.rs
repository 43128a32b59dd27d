//! The two players, who are also the two colours.

use serde::{Deserialize, Serialize};

use crate::base::random::SplitMix64;

/// Left plays the black stones (`x`), Right the white ones (`o`).
///
/// ```
/// use allsmall::Player;
/// assert_eq!((Player::Left.stone(), Player::Left.opponent()), ('x', Player::Right));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// Left, black, `x`.
    #[serde(rename = "L", alias = "left", alias = "Left", alias = "x")]
    Left,
    /// Right, white, `o`.
    #[serde(rename = "R", alias = "right", alias = "Right", alias = "o")]
    Right,
}

impl Player {
    /// Left, then Right.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// The letter of this player's stones in our notation: `x` or `o`.
    #[must_use]
    pub fn stone(self) -> char {
        match self {
            Player::Left => 'x',
            Player::Right => 'o',
        }
    }

    /// +1 for Left, -1 for Right: the colours as the solitaire theory adds them.
    #[must_use]
    pub fn sign(self) -> i8 {
        match self {
            Player::Left => 1,
            Player::Right => -1,
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

impl SplitMix64 {
    /// A stone of either colour: the highest bit of the next output.
    pub fn stone(&mut self) -> Player {
        if self.next_u64() >> 63 == 0 { Player::Left } else { Player::Right }
    }
}
