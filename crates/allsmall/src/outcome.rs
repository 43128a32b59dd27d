//! The four outcome classes: who wins under best play, for either start.

use serde::{Deserialize, Serialize};

use crate::Player;

/// Who wins, whoever starts.
///
/// ```text
///                    Right first: R wins   Right first: L wins
/// Left first: L wins         N                     L
/// Left first: R wins         R                     P
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// Left wins whoever starts: the game is positive.
    L,
    /// Right wins whoever starts: the game is negative.
    R,
    /// The player who starts wins: the game is confused with zero.
    N,
    /// The player who does not start wins: the game is zero.
    P,
}

impl Outcome {
    /// The class in which these players win, when Left and when Right starts.
    #[must_use]
    pub fn of_winners(left_first: Player, right_first: Player) -> Outcome {
        match (left_first, right_first) {
            (Player::Left, Player::Left) => Outcome::L,
            (Player::Right, Player::Right) => Outcome::R,
            (Player::Left, Player::Right) => Outcome::N,
            (Player::Right, Player::Left) => Outcome::P,
        }
    }

    /// Who wins when `first` starts.
    #[must_use]
    pub fn winner(self, first: Player) -> Player {
        match self {
            Outcome::L => Player::Left,
            Outcome::R => Player::Right,
            Outcome::N => first,
            Outcome::P => first.opponent(),
        }
    }

    /// The class of the negative game: Left and Right trade places.
    #[must_use]
    pub fn negated(self) -> Outcome {
        match self {
            Outcome::L => Outcome::R,
            Outcome::R => Outcome::L,
            same => same,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_and_classes_are_two_spellings_of_one_thing() {
        for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
            let [left_first, right_first] = Player::BOTH.map(|first| outcome.winner(first));
            assert_eq!(Outcome::of_winners(left_first, right_first), outcome);
            let negated = Outcome::of_winners(right_first.opponent(), left_first.opponent());
            assert_eq!(outcome.negated(), negated);
            assert_eq!(serde_json::to_string(&outcome).unwrap(), format!("\"{outcome}\""));
        }
    }
}
