//! What a perfect opponent plays.
//!
//! In Clobber it plays a winning move when it has one. When it has none, it
//! plays the move after which the fewest replies win, so that the other side
//! must find them. In Phutball it hurries when it wins and delays when it
//! loses.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, Failure, Question, SolveAnswer, SolveQuestion, echo, heading};
use crate::notation::{move_name, read_board_in, read_move};
use crate::phutball::{self, Game, Next, Shelf, read_oddish_in, read_position_in};
use crate::{Budget, Move, Player, Position, Stop};

/// How to answer `reply`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyQuestion {
    /// Who is to move.
    pub player: Player,
    /// Which game is played.
    #[serde(default)]
    pub game: GameName,
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
    /// How many plies the game still takes, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The board after the move, unless it is long or the move wins at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The limit that was hit, if any: then the move is only a legal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// A move and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; none when the player has none.
    pub mv: Option<Move>,
    /// Who wins from here, when it is known.
    pub winner: Option<Player>,
    /// The limit that was hit, if any.
    pub stopped: Option<Stop>,
}

impl Question for ReplyQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        match self.game {
            GameName::Clobber => self.clobber(text, budget),
            GameName::Phutball => {
                let position = read_position_in(text, budget)?;
                Ok(self.ball(&position, phutball::reply(&position, self.player, &Shelf::default(), budget)))
            }
            GameName::Oddish => {
                let position = read_oddish_in(text, budget)?;
                Ok(self.ball(&position, phutball::reply_oddish(&position, self.player, &Shelf::default(), budget)))
            }
        }
    }

    fn unknown(&self, stop: Stop) -> Answer {
        Answer::Reply(self.nothing_known(stop))
    }
}

impl ReplyQuestion {
    fn nothing_known(self, stop: Stop) -> ReplyAnswer {
        let (board, mv, winner, plies, after) = (None, None, None, None, None);
        ReplyAnswer { board, player: self.player, mv, winner, plies, after, stopped: Some(stop) }
    }

    fn ball<G: Game>(&self, position: &G, found: phutball::Reply) -> Answer {
        let after = match position.after(found.mv).expect("a reply is legal") {
            Next::Goes(next) => Some(next.to_string()),
            Next::Won(_) => None,
        };
        let short = |text: &String| text.len() <= super::ECHO;
        Answer::Reply(ReplyAnswer {
            board: Some(position.to_string()).filter(short),
            player: self.player,
            mv: Some(found.mv.to_string()),
            winner: found.winner,
            plies: found.plies,
            after: after.filter(short),
            stopped: None,
        })
    }

    fn clobber(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let position = read_board_in(text, budget)?;
        let found = reply(&position, self.player, budget);
        let after = found.mv.map(|mv| position.after(self.player, mv).expect("a reply is legal"));
        Ok(Answer::Reply(ReplyAnswer {
            board: echo(&position),
            player: self.player,
            mv: found.mv.map(|mv| move_name(position.board(), mv)),
            winner: found.winner,
            plies: None,
            after: after.and_then(|after| echo(&after)),
            stopped: found.stopped,
        }))
    }
}

/// The move that `player` should make here.
#[must_use]
pub fn reply(position: &Position, player: Player, budget: &Budget) -> Reply {
    let Some(first) = position.first_move(player) else {
        return Reply { mv: None, winner: Some(player.opponent()), stopped: None };
    };
    match winning(position, player, false, budget) {
        Err(stop) => Reply { mv: Some(first), winner: None, stopped: Some(stop) },
        Ok(found) => match found.first() {
            Some(&mv) => Reply { mv: Some(mv), winner: Some(player), stopped: None },
            None => Reply {
                mv: Some(hardest(position, player, budget).unwrap_or(first)),
                winner: Some(player.opponent()),
                stopped: None,
            },
        },
    }
}

/// Of lost moves, the first that leaves the opponent the fewest winning
/// replies, as far as the budget lets us look.
fn hardest(position: &Position, player: Player, budget: &Budget) -> Option<Move> {
    let mut best: Option<(usize, Move)> = None;
    for mv in position.moves(player) {
        let next = position.after(player, mv).expect("a listed move is legal");
        let Ok(replies) = winning(&next, player.opponent(), true, budget) else { break };
        if best.is_none_or(|(fewest, _)| replies.len() < fewest) {
            best = Some((replies.len(), mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// The winning moves of `player`, or only one of them.
fn winning(position: &Position, player: Player, all: bool, budget: &Budget) -> Result<Vec<Move>, Stop> {
    let question = SolveQuestion { moves: all, first: Some(player), ..SolveQuestion::default() };
    let Ok(Answer::Solve(answer)) = question.ask(&position.to_string(), budget) else {
        return Err(Stop::Size);
    };
    let SolveAnswer { left_move, right_move, left_moves, right_moves, stopped, .. } = answer;
    let (one, many) = match player {
        Player::Left => (left_move, left_moves),
        Player::Right => (right_move, right_moves),
    };
    match stopped {
        Some(stop) => Err(stop),
        None => Ok(many
            .unwrap_or_else(|| one.into_iter().collect())
            .iter()
            .map(|name| read_move(position.board(), name).expect("an answer names moves of its board"))
            .collect()),
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
            (Some(winner), _) => write!(f, "; {winner} wins"),
            (None, Some(stop)) => write!(f, "; who wins is unknown: {stop}"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;
    use crate::notation::read_board;

    #[test]
    fn the_reply_wins_whenever_a_move_wins() {
        let budget = Budget::new();
        for text in ["xo", "xxo", "xoxoxo", "xoxo/oxox", "cycle:xoxoo", "xxoox.oxx", "tree:0,0,1,1:xoxox"] {
            let position = read_board(text).unwrap();
            for player in Player::BOTH {
                let found = reply(&position, player, &budget);
                let wins = judge::wins(&position, player, &budget).unwrap();
                assert_eq!(found.winner, Some(if wins { player } else { player.opponent() }), "{text}");
                assert_eq!(found.mv.is_some(), !position.moves(player).is_empty(), "{text}");
                if let (true, Some(mv)) = (wins, found.mv) {
                    let next = position.after(player, mv).unwrap();
                    assert_eq!(judge::wins(&next, player.opponent(), &budget), Ok(false), "{text}");
                }
            }
        }
    }

    #[test]
    fn phutball_is_won_in_as_many_plies_as_were_announced() {
        let budget = Budget::new();
        for (game, board) in [(GameName::Phutball, "..o@...."), (GameName::Oddish, "..o|...")] {
            let (mut text, mut player, mut left) = (board.to_owned(), Player::Left, None);
            loop {
                let Ok(Answer::Reply(answer)) = (ReplyQuestion { player, game }).ask(&text, &budget) else {
                    panic!("{text} is a board");
                };
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

    #[test]
    fn a_lost_player_leaves_the_fewest_winning_replies() {
        let budget = Budget::new();
        let position = read_board("xxoxoxo").unwrap();
        for player in Player::BOTH.into_iter().filter(|&p| !judge::wins(&position, p, &budget).unwrap()) {
            let count =
                |mv| winning(&position.after(player, mv).unwrap(), player.opponent(), true, &budget).unwrap().len();
            let fewest = position.moves(player).into_iter().map(count).min().unwrap();
            assert_eq!(count(reply(&position, player, &budget).mv.unwrap()), fewest);
        }
    }

    #[test]
    fn without_time_the_reply_is_still_legal() {
        let budget = Budget::new().with_time(std::time::Duration::ZERO);
        let position = read_board("checker:4x6").unwrap();
        let found = reply(&position, Player::Left, &budget);
        assert!(found.stopped.is_some() && found.winner.is_none());
        assert!(position.after(Player::Left, found.mv.unwrap()).is_ok());
    }
}
