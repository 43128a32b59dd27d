//! How far one player alone can reduce a position.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{BatchCache, Failure, Question, Subject, echo};
use crate::notation::{cell_name, graph_name, move_name, push_move, read_cell};
use crate::solitaire::{self, EndStone, FirstMover, ReduceError, SolitaireGoal, SolitaireOptions, SolitaireRule};
use crate::{Budget, Move, Player, Position, Stop};

/// How to answer `reduce`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceQuestion {
    /// Which stone may move when.
    pub rule: SolitaireRule,
    /// The colour of the first move under the alternating rule.
    pub first: FirstMover,
    /// Leave the play out.
    pub no_play: bool,
    /// Leave few stones or many.
    pub goal: SolitaireGoal,
    /// The cell of a stone that must be left.
    pub end: Option<String>,
    /// Its colour, if that matters.
    pub colour: Option<Player>,
    /// Say why the answer is what it is.
    pub explain: bool,
}

/// A play that is written with the names of the cells, a move at a time.
#[derive(Clone, Debug)]
pub struct NamedPlay {
    position: Position,
    moves: Vec<Move>,
}

impl NamedPlay {
    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves by name.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.moves.iter().map(|&mv| move_name(self.position.board(), mv))
    }
}

impl NamedPlay {
    /// Writes the names with a space before each, many at a time.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for moves in self.moves.chunks(1000) {
            text.clear();
            for &mv in moves {
                text.push(' ');
                push_move(&mut text, self.position.board(), mv);
            }
            f.write_str(&text)?;
        }
        Ok(())
    }
}

impl Serialize for NamedPlay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
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
    pub rule: SolitaireRule,
    /// The fewest stones; none when it is not settled.
    pub value: Option<usize>,
    /// No play leaves fewer.
    pub lower: usize,
    /// Some play leaves this number of stones; `None` if no play that leaves the stone
    /// asked for is known.
    pub upper: Option<usize>,
    /// Whether the bounds meet.
    pub optimal: bool,
    /// The theorem or search behind it.
    pub method: String,
    /// Under the alternating rule, whose stone moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Player>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<NamedPlay>,
    /// The board that the play leaves, unless it is long.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Why, if that was asked: lines of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<String>>,
}

impl ReduceQuestion {
    /// The question about a position, as the solitaire engines take it.
    ///
    /// # Errors
    /// The cell for the end is not on the board, or a colour is given without
    /// a cell.
    pub fn options(&self, position: &Position) -> Result<SolitaireOptions, Failure> {
        let unfit = |message: &str| Err(Failure::Unfit(message.to_owned()));
        let Some(options) = self.options_without_end() else {
            return unfit("who moves first matters only with the alternating rule");
        };
        let Some(name) = &self.end else {
            let unused = self.colour.is_some();
            return if unused { unfit("a colour for the end needs a cell for the end") } else { Ok(options) };
        };
        let board = position.board();
        let vertex = read_cell(board, name).ok_or_else(|| {
            let last = board.vertices().checked_sub(1).map(|last| cell_name(board, last));
            let hint = last.map_or_else(|| "it has none".to_owned(), |last| format!("{last} is one"));
            Failure::Unfit(format!("the end {name:?} is not a cell of this board; {hint}"))
        })?;
        Ok(SolitaireOptions { end: Some(EndStone { vertex, colour: self.colour }), ..options })
    }

    /// The question about any board; none if it names a cell or is unfit.
    pub(super) fn options_without_board(&self) -> Option<SolitaireOptions> {
        self.options_without_end().filter(|_| self.end.is_none() && self.colour.is_none())
    }

    fn options_without_end(&self) -> Option<SolitaireOptions> {
        let unused = self.rule == SolitaireRule::Free && self.first != FirstMover::Any;
        let ReduceQuestion { rule, first, goal, .. } = *self;
        (!unused).then_some(SolitaireOptions { rule, first, goal, end: None, play: !self.no_play })
    }
}

/// What is kept back for the explanation.
const FOR_EXPLANATION: Duration = Duration::from_millis(500);

impl ReduceQuestion {
    /// What is known when no play with the stone asked for was found. The
    /// stone as it stands is left if nobody moves.
    fn not_found(&self, position: &Position, stop: Stop) -> ReduceAnswer {
        let stones = position.stones();
        ReduceAnswer {
            board: echo(position),
            graph: graph_name(position.board()),
            lower: stones.min(1),
            upper: self.stays(position).then_some(stones),
            method: "no play that leaves that stone was found".to_owned(),
            ..self.unread(stop)
        }
    }

    /// The answer when a limit was hit while the board was read.
    fn unread(&self, stop: Stop) -> ReduceAnswer {
        ReduceAnswer {
            board: None,
            graph: "unread".to_owned(),
            rule: self.rule,
            value: None,
            lower: 0,
            upper: None,
            optimal: false,
            method: "no method was asked".to_owned(),
            first: None,
            play: None,
            last: None,
            stopped: Some(stop),
            explain: None,
        }
    }

    /// Whether the stone asked for stands there already.
    fn stays(&self, position: &Position) -> bool {
        let there = self.end.as_ref().and_then(|name| read_cell(position.board(), name));
        let stone = there.and_then(|vertex| position.cells()[vertex]);
        stone.is_some_and(|stone| self.colour.is_none_or(|colour| colour == stone))
    }
}

impl Question for ReduceQuestion {
    type Answer = ReduceAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let position = subject.position(budget)?;
        let options = self.options(&position)?;
        // The explanation has its share of the time.
        let share = if self.explain { budget.clone().keeping_back(FOR_EXPLANATION) } else { budget.clone() };
        let found = match solitaire::reduce(&position, &options, &share) {
            Ok(found) => found,
            Err(ReduceError::NotFound(stop)) => return Ok(self.not_found(&position, stop)),
            Err(refused) => return Err(Failure::Unfit(refused.to_string())),
        };
        let last = match &found.play {
            // A board that is not echoed need not be played to its end again.
            Some(play) if echo(&position).is_some() => {
                let left = solitaire::replay(&position, play).expect("the plain rules accept the play");
                echo(&left)
            }
            _ => None,
        };
        Ok(ReduceAnswer {
            board: echo(&position),
            graph: graph_name(position.board()),
            rule: self.rule,
            value: found.value(),
            lower: found.lower,
            upper: Some(found.upper),
            optimal: found.optimal(),
            method: found.method,
            first: found.first,
            explain: self.explain.then(|| solitaire::explain(&position, budget)),
            play: found.play.map(|moves| NamedPlay { position: position.into_owned(), moves }),
            last,
            stopped: found.stopped,
        })
    }

    fn unknown(&self, stop: Stop) -> Option<ReduceAnswer> {
        Some(self.unread(stop))
    }
}

impl fmt::Display for ReduceAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::heading(self.board.as_deref()))?;
        match self.value {
            Some(1) => f.write_str("1 stone")?,
            Some(value) => write!(f, "{value} stones")?,
            None => match self.upper {
                Some(upper) => write!(f, "{} to {upper} stones", self.lower)?,
                None => write!(f, "{} stones or more", self.lower)?,
            },
        }
        write!(f, " ({}, {}", self.graph, self.method)?;
        match self.first {
            Some(first) => write!(f, ", {first} moves first)")?,
            None => f.write_str(")")?,
        }
        if let Some(play) = &self.play {
            f.write_str("\n  play: ")?;
            play.write(f)?;
        }
        if let Some(last) = &self.last {
            write!(f, "\n  leaves {last}")?;
        }
        if let Some(stop) = self.stopped {
            let what = if self.value.is_some() { "the rest is unknown" } else { "unknown" };
            write!(f, "\n  {what}: {stop}")?;
        }
        self.explain.iter().flatten().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
