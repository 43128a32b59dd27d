//! What a perfect opponent plays.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::engine::is_false;
use super::solve::{unless, with_book};
use super::{BatchCache, Failure, Question, Subject, echo, heading};
use crate::notation::move_name;
use crate::opponent::Opponent;
use crate::phutball::{self, Next, StripGame, TableCache, read_oddish_in, read_position_in};
use crate::{Budget, Player, Stop};

/// How to answer `reply`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyQuestion {
    /// Who is to move.
    pub player: Player,
    /// Which game is played.
    #[serde(default)]
    pub game: GameName,
    /// Take results from the opening book. Over JSON it is on unless `no_book` is true.
    #[serde(rename = "no_book", default = "with_book", deserialize_with = "unless")]
    pub book: bool,
}

/// The games that have an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// Two-player Clobber.
    #[default]
    Clobber,
    /// One-dimensional Phutball.
    Phutball,
    /// Oddish Phutball.
    Oddish,
}

/// The answer to `reply`.
#[derive(Clone, Debug, Serialize)]
pub struct ReplyAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Who is to move.
    pub player: Player,
    /// The move; none when there is none, and the player has lost.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who wins from here under best play; none when it is not known.
    pub winner: Option<Player>,
    /// Estimated chance of the player to win, from 0 to 1, where the winner is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// How many plies the game still takes, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The board after the move, unless it is long or the move wins at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The limit that was hit, if any: then the move is the engine's, by its estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Whether the winner is that of the opening book.
    #[serde(skip_serializing_if = "is_false")]
    pub book: bool,
}

impl Question for ReplyQuestion {
    type Answer = ReplyAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _cache: &mut BatchCache) -> Result<ReplyAnswer, Failure> {
        match self.game {
            GameName::Clobber => self.clobber(subject, budget),
            GameName::Phutball => {
                let position = read_position_in(subject.text("a Phutball position")?, budget)?;
                Ok(self.ball(&position, phutball::reply(&position, self.player, &TableCache::default(), budget)))
            }
            GameName::Oddish => {
                let position = read_oddish_in(subject.text("an Oddish Phutball position")?, budget)?;
                Ok(self.ball(&position, phutball::reply_oddish(&position, self.player, &TableCache::default(), budget)))
            }
        }
    }

    fn unknown(&self, stop: Stop) -> Option<ReplyAnswer> {
        let (board, mv, winner, chance, plies, after, book) = (None, None, None, None, None, None, false);
        Some(ReplyAnswer { board, player: self.player, mv, winner, chance, plies, after, stopped: Some(stop), book })
    }
}

impl ReplyQuestion {
    fn ball<G: StripGame>(&self, position: &G, found: phutball::PhutballReply) -> ReplyAnswer {
        let after = match position.after(found.mv).expect("a reply is legal") {
            Next::Goes(next) => Some(next.to_string()),
            Next::Won(_) => None,
        };
        let short = |text: &String| text.len() <= super::ECHO;
        ReplyAnswer {
            board: Some(position.to_string()).filter(short),
            player: self.player,
            mv: Some(found.mv.to_string()),
            winner: found.winner,
            chance: None,
            plies: found.plies,
            after: after.filter(short),
            stopped: None,
            book: false,
        }
    }

    fn clobber(&self, subject: Subject<'_>, budget: &Budget) -> Result<ReplyAnswer, Failure> {
        let position = subject.position(budget)?;
        let opponent = Opponent::new();
        let mut opponent = if self.book { opponent.with_book() } else { opponent };
        let found = opponent.reply(&position, self.player, budget);
        let after = found.mv.map(|mv| position.after(self.player, mv).expect("a reply is legal"));
        Ok(ReplyAnswer {
            board: echo(&position),
            player: self.player,
            mv: found.mv.map(|mv| move_name(position.board(), mv)),
            winner: found.winner,
            chance: found.chance.map(|chance| (1000.0 * chance).round() / 1000.0),
            plies: None,
            after: after.and_then(|after| echo(&after)),
            stopped: found.stopped,
            book: found.book,
        })
    }
}

impl fmt::Display for ReplyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        match &self.mv {
            Some(mv) => write!(f, "{} plays {mv}", self.player)?,
            None => write!(f, "{} has no move", self.player)?,
        }
        match (self.winner, self.stopped) {
            (Some(winner), _) if self.book => write!(f, "; {winner} wins (opening book)"),
            (Some(winner), _) => write!(f, "; {winner} wins"),
            (None, Some(stop)) => match self.chance {
                Some(chance) => write!(f, "; estimated chance to win {:.0} %: {stop}", 100.0 * chance),
                None => write!(f, "; who wins is unknown: {stop}"),
            },
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phutball_is_won_in_as_many_plies_as_were_announced() {
        let budget = Budget::new();
        for (game, board) in [(GameName::Phutball, "..o@...."), (GameName::Oddish, "..o|...")] {
            let (mut text, mut player, mut left) = (board.to_owned(), Player::Left, None);
            loop {
                let answer = (ReplyQuestion { player, game, book: false }).ask(&text, &budget).expect("a board");
                assert!(left.is_none_or(|left| answer.plies == Some(left)), "{text}");
                left = answer.plies.and_then(|plies| plies.checked_sub(1));
                match answer.after {
                    Some(after) => (text, player) = (after, player.opponent()),
                    None => break,
                }
            }
            assert_eq!(left, Some(0), "{board}");
        }
    }
}
