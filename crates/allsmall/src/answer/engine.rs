//! What the engine plays, and what it thinks of every move.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::solve::{unless, with_book};
use super::{BatchCache, Failure, Question, Subject, echo, heading};
use crate::notation::{fen_player, move_name};
use crate::{Budget, Engine, EngineLimits, Move, Player, Position};

/// Time limit of a question that names none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How to answer `move`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MoveQuestion {
    /// Who is to move; by default the player that a FEN names, otherwise Left.
    pub player: Option<Player>,
    /// Take results from the opening book. Over JSON it is on unless `no_book` is true.
    #[serde(rename = "no_book", default = "with_book", deserialize_with = "unless")]
    pub book: bool,
}

/// How to answer `analyse`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalyseQuestion {
    /// Who is to move; by default the player that a FEN names, otherwise Left.
    pub player: Option<Player>,
    /// Take results from the opening book. Over JSON it is on unless `no_book` is true.
    #[serde(rename = "no_book", default = "with_book", deserialize_with = "unless")]
    pub book: bool,
}

/// What is proved about a move, or about a position: then for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvedResult {
    /// The player who moves wins.
    Win,
    /// The player who moves loses.
    Loss,
}

/// The answer to `move`.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The move; none when there is none, and the player has lost.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who is to move.
    pub player: Player,
    /// What is proved about the position; none if the chance is an estimate.
    pub proved: Option<ProvedResult>,
    /// Estimated chance to win, from 0 to 1; none where the result is proved.
    pub chance: Option<f64>,
    /// The expected line, the move first.
    pub line: Vec<String>,
    /// Whether the result is that of the opening book.
    #[serde(skip_serializing_if = "is_false")]
    pub book: bool,
}

/// A move with what is known about it.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is proved about it.
    pub proved: Option<ProvedResult>,
    /// Estimated chance to win, from 0 to 1; none where the result is proved.
    pub chance: Option<f64>,
    /// Whether the result is that of the opening book.
    #[serde(skip_serializing_if = "is_false")]
    pub book: bool,
}

/// The answer to `analyse`.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyseAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Who is to move.
    pub player: Player,
    /// Every move, best first.
    pub moves: Vec<AnalysedMove>,
}

impl ProvedResult {
    fn of(wins: bool) -> ProvedResult {
        if wins { ProvedResult::Win } else { ProvedResult::Loss }
    }
}

/// Who is to move.
pub(super) fn mover(player: Option<Player>, subject: Subject<'_>) -> Player {
    let named = || match subject {
        Subject::Text(text) => fen_player(text),
        _ => None,
    };
    player.or_else(named).unwrap_or(Player::Left)
}

/// An engine for one question.
fn engine(budget: &Budget, book: bool) -> Engine {
    let engine = Engine::new(budget);
    if book { engine.with_book() } else { engine }
}

/// Returns whether a member is left out of the JSON.
pub(super) fn is_false(member: &bool) -> bool {
    !member
}

/// The budget with a time limit.
fn limited(budget: &Budget) -> Budget {
    if budget.time_left().is_some() { budget.clone() } else { budget.clone().with_time(DEFAULT_TIME) }
}

/// A chance to three places: more are not meant.
fn rounded(chance: f64) -> f64 {
    (1000.0 * chance).round() / 1000.0
}

impl Question for MoveQuestion {
    type Answer = MoveAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _cache: &mut BatchCache) -> Result<MoveAnswer, Failure> {
        let (player, budget) = (mover(self.player, subject), limited(budget));
        let position = subject.position(&budget)?;
        let name = |mv: Move| move_name(position.board(), mv);
        let chosen = engine(&budget, self.book).choose(&position, player, EngineLimits::default(), &budget, |so_far| {
            let best = so_far.mv.map_or_else(String::new, &name);
            budget.report(|| format!("depth {}: {best}, {}", so_far.depth, in_words(so_far.proved, so_far.chance)));
        });
        Ok(MoveAnswer {
            board: echo(&position),
            mv: chosen.mv.map(name),
            player,
            proved: chosen.proved.map(ProvedResult::of),
            chance: chosen.chance.map(rounded),
            line: chosen.line.into_iter().map(name).collect(),
            book: chosen.book,
        })
    }
}

impl Question for AnalyseQuestion {
    type Answer = AnalyseAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let (player, budget) = (mover(self.player, subject), limited(budget));
        let position: &Position = &*subject.position(&budget)?;
        let name = |mv: Move| move_name(position.board(), mv);
        let assessed =
            engine(&budget, self.book).assess(position, player, EngineLimits::default(), &budget, |so_far| {
                budget.report(|| {
                    let best = so_far.iter().take(5);
                    let texts = best.map(|one| format!("{} {}", name(one.mv), in_words(one.proved, one.chance)));
                    texts.collect::<Vec<_>>().join(", ")
                });
            });
        let moves = assessed.into_iter().map(|one| AnalysedMove {
            mv: name(one.mv),
            proved: one.proved.map(ProvedResult::of),
            chance: one.chance.map(rounded),
            book: one.book,
        });
        Ok(AnalyseAnswer { board: echo(position), player, moves: moves.collect() })
    }
}

fn in_words(proved: Option<bool>, chance: Option<f64>) -> String {
    shown(proved.map(ProvedResult::of), chance)
}

/// Where a result comes from, in words.
fn source(book: bool) -> &'static str {
    if book { "opening book" } else { "proved" }
}

/// What is known, in words: a proof, or a chance as an estimate.
fn shown(proved: Option<ProvedResult>, chance: Option<f64>) -> String {
    match (proved, chance) {
        (Some(ProvedResult::Win), _) => "wins".to_owned(),
        (Some(ProvedResult::Loss), _) => "loses".to_owned(),
        (None, Some(chance)) => format!("about {:.0} %", 100.0 * chance),
        (None, None) => "not judged".to_owned(),
    }
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        let Some(mv) = &self.mv else {
            return write!(f, "{} has no move and loses", self.player);
        };
        write!(f, "{} plays {mv}", self.player)?;
        match (self.proved, self.chance) {
            (Some(ProvedResult::Win), _) => write!(f, " and wins ({})", source(self.book))?,
            (Some(ProvedResult::Loss), _) => write!(f, "; every move loses ({})", source(self.book))?,
            (None, Some(chance)) => write!(f, "; estimated chance to win {:.0} %", 100.0 * chance)?,
            (None, None) => f.write_str("; not judged")?,
        }
        if self.line.len() > 1 {
            write!(f, "\n  expected line: {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for AnalyseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        if self.moves.is_empty() {
            return write!(f, "{} has no move and loses", self.player);
        }
        write!(f, "{} to move", self.player)?;
        for one in &self.moves {
            let from_book = if one.book { " (opening book)" } else { "" };
            write!(f, "\n  {} {}{from_book}", one.mv, shown(one.proved, one.chance))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_names_the_player_unless_the_question_does() {
        let budget = Budget::new();
        for (text, player, mover) in [
            ("Pp/pP w", None, Player::Right),
            ("Pp/pP b", None, Player::Left),
            ("Pp/pP", None, Player::Left),
            ("Pp/pP w", Some(Player::Left), Player::Left),
            ("ox/xo", Some(Player::Right), Player::Right),
        ] {
            let answer = MoveQuestion { player, book: false }.ask(text, &budget).expect("a board");
            assert_eq!(answer.player, mover, "{text}");
            assert_eq!(
                AnalyseQuestion { player, book: false }.ask(text, &budget).expect("a board").player,
                mover,
                "{text}"
            );
        }
    }

    #[test]
    fn answers_in_words_and_json() {
        let budget = Budget::new();
        let answer = MoveQuestion::default().ask("xxo", &budget).expect("a board");
        assert_eq!(answer.to_string(), "xxo: Left plays 2-3 and wins (proved)");
        let json = serde_json::to_string(&answer).expect("JSON");
        assert_eq!(json, r#"{"board":"xxo","move":"2-3","player":"L","proved":"win","chance":null,"line":["2-3"]}"#);
        let none = MoveQuestion::default().ask("xx", &budget).expect("a board");
        assert_eq!(none.to_string(), "xx: Left has no move and loses");
        let answer = AnalyseQuestion::default().ask("xoxo", &budget).expect("a board");
        assert_eq!(answer.to_string(), "xoxo: Left to move\n  3-2 wins\n  1-2 wins\n  3-4 loses");
    }
}
