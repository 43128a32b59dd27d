//! How far one player alone can reduce a position.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, Failure, Question, echo};
use crate::notation::{graph_name, move_name, read_board_within};
use crate::solitaire::{self, First, Goal, Options, Reduction, Refused, Rule};
use crate::{Budget, Move, Player, Position, Stop, judge};

/// How to answer `reduce`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceQuestion {
    /// Which stone may move when.
    pub rule: RuleName,
    /// The colour of the first move under the alternating rule.
    pub first: FirstName,
    /// Leave the play out.
    pub no_play: bool,
}

/// The names of the two rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleName {
    /// Either colour at every move.
    #[default]
    Free,
    /// The colours of the moves alternate.
    Alternate,
}

/// Whose stone moves first under the alternating rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstName {
    /// Left's, `x`.
    Left,
    /// Right's, `o`.
    Right,
    /// Whichever leaves fewer stones.
    #[default]
    Any,
}

/// The answer to `reduce`.
#[derive(Clone, Debug, Serialize)]
pub struct ReduceAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What kind of graph it is.
    pub graph: String,
    /// The rule that was played.
    pub rule: RuleName,
    /// The fewest stones; none when it is not settled.
    pub value: Option<usize>,
    /// No play leaves fewer.
    pub lower: usize,
    /// Some play leaves so few.
    pub upper: usize,
    /// Whether the bounds meet.
    pub optimal: bool,
    /// The theorem or search behind it.
    pub method: String,
    /// Under the alternating rule, whose stone moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Player>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<String>>,
    /// The board that the play leaves, unless it is long.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl ReduceQuestion {
    /// The question as the solitaire engines take it.
    #[must_use]
    pub fn options(&self) -> Options {
        let rule = match self.rule {
            RuleName::Free => Rule::Free,
            RuleName::Alternate => Rule::Alternate(match self.first {
                FirstName::Left => First::Only(Player::Left),
                FirstName::Right => First::Only(Player::Right),
                FirstName::Any => First::Any,
            }),
        };
        Options { rule, play: !self.no_play, ..Options::free() }
    }
}

impl Question for ReduceQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let position = read_board_within(text, budget.cells())?;
        let options = self.options();
        let found = by_judge(&position, &options, budget).map_err(|refused| Failure::Unfit(refused.to_string()))?;
        let last = found.play.as_ref().map(|play| {
            let replayed = match (options.rule, found.first) {
                (Rule::Alternate(_), Some(first)) => solitaire::replay_alternate(&position, first, play),
                _ => solitaire::replay(&position, play),
            };
            replayed.expect("the plain rules accept the play")
        });
        Ok(Answer::Reduce(ReduceAnswer {
            board: echo(&position),
            graph: graph_name(position.board()),
            rule: self.rule,
            value: found.value(),
            lower: found.lower,
            upper: found.upper,
            optimal: found.optimal(),
            method: found.method,
            first: found.first,
            play: found.play.map(|play| play.iter().map(|&mv| move_name(position.board(), mv)).collect()),
            last: last.and_then(|last| echo(&last)),
            stopped: found.stopped,
        }))
    }
}

/// The judge is asked only up to this many stones.
const JUDGE_STONES: usize = 18;

/// The fewest stones by brute force; beyond its size, what is plain to see.
fn by_judge(position: &Position, options: &Options, budget: &Budget) -> Result<Reduction, Refused> {
    if options.goal != Goal::Fewest || options.end.is_some() {
        return Err(Refused::Unsupported("brute force looks for the fewest stones only"));
    }
    let value = |position: &Position, player: Option<Player>| match player {
        None => judge::free(position, budget),
        Some(player) => judge::alternate(position, player, budget),
    };
    let starts: Vec<_> = match options.rule {
        Rule::Free => vec![None],
        Rule::Alternate(first) => first.players().map(Some).collect(),
    };
    let stuck = |stop| Reduction {
        lower: position.parts().len(),
        upper: position.stones(),
        method: "brute force".to_owned(),
        play: None,
        first: None,
        stopped: Some(stop),
    };
    if position.stones() > JUDGE_STONES {
        return Ok(stuck(Stop::Size));
    }
    let mut best: Option<(usize, Option<Player>)> = None;
    for start in starts {
        match value(position, start) {
            Ok(left) if best.is_none_or(|(least, _)| left < least) => best = Some((left, start)),
            Ok(_) => {}
            Err(stop) => return Ok(stuck(stop)),
        }
    }
    let (least, first) = best.expect("there is a first mover");
    let mut found = Reduction { first, ..Reduction::exact(least, "brute force", None) };
    if options.play {
        let (mut now, mut turn, mut play) = (position.clone(), first, Vec::new());
        while now.stones() > least {
            let step: Option<(Move, Position)> = now.any_moves().into_iter().find_map(|mv| {
                let mut next = now.clone();
                let mover = next.play(mv).expect("a listed move is legal");
                let good =
                    turn.is_none_or(|turn| turn == mover) && value(&next, turn.map(Player::opponent)) == Ok(least);
                good.then_some((mv, next))
            });
            let Some((mv, next)) = step else { return Ok(stuck(Stop::Time)) };
            play.push(mv);
            (now, turn) = (next, turn.map(Player::opponent));
        }
        found.play = Some(play);
    }
    Ok(found)
}

impl fmt::Display for ReduceAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::heading(self.board.as_deref()))?;
        match self.value {
            Some(1) => f.write_str("1 stone")?,
            Some(value) => write!(f, "{value} stones")?,
            None => write!(f, "{} to {} stones", self.lower, self.upper)?,
        }
        write!(f, " ({}, {}", self.graph, self.method)?;
        match self.first {
            Some(first) => write!(f, ", {first} moves first)")?,
            None => f.write_str(")")?,
        }
        if let Some(play) = &self.play {
            write!(f, "\n  play:  {}", play.join(" "))?;
        }
        if let Some(last) = &self.last {
            write!(f, "\n  leaves {last}")?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}
