//! Who wins a Phutball or Oddish Phutball position.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::answer::{BatchCache, ECHO, Failure, Question, Stats, Subject, heading, verdict};
use crate::base::clock::Instant;
use crate::phutball::oddish::{self, Oddish};
use crate::phutball::table::TableFile;
use crate::phutball::{
    Method, PhutballPosition, Potentials, Solution, StartResult, TableCache, potentials, read_oddish_in,
    read_position_in,
};
use crate::{Budget, Outcome, Player, Stop};

/// How to answer `phutball`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PhutballQuestion {
    /// Play Oddish Phutball.
    pub oddish: bool,
    /// How to find out.
    pub method: Method,
    /// Look the board up in this table.
    #[serde(skip)]
    pub table: Option<TableFile>,
    /// Keep tables in memory for the next boards.
    #[serde(skip)]
    pub shelves: Option<Shelves>,
}

/// Tables of both games, kept in memory.
#[derive(Debug, Default)]
pub struct Shelves {
    full: TableCache<PhutballPosition>,
    oddish: TableCache<Oddish>,
}

/// The answer to `phutball`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PhutballAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The outcome class, when both halves are solved.
    pub outcome: Option<Outcome>,
    /// Who wins when Left starts; none for a draw or when it is open.
    pub left_first: Option<Player>,
    /// Who wins when Right starts.
    pub right_first: Option<Player>,
    /// How long the game takes.
    pub plies: Plies,
    /// A winning first move of Left.
    pub left_move: Option<String>,
    /// A winning first move of Right.
    pub right_move: Option<String>,
    /// All winning first moves of Left, if they are known.
    pub left_moves: Option<Vec<String>>,
    /// All winning first moves of Right, if they are known.
    pub right_moves: Option<Vec<String>>,
    /// The potentials of the game that was asked about.
    pub potential: Option<Potentials>,
    /// Whether all stones are at an odd distance from the ball.
    pub oddish: bool,
    /// The Oddish potentials, if it is.
    pub oddish_potential: Option<Potentials>,
    /// How it was found out.
    pub method: String,
    /// What it cost.
    pub stats: Stats,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// The length of the game under best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Plies {
    /// When Left starts.
    pub left: Option<u32>,
    /// When Right starts.
    pub right: Option<u32>,
}

impl Question for PhutballQuestion {
    type Answer = PhutballAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let text = subject.text("a Phutball position")?;
        let started = Instant::now();
        let (mut answer, found) = if self.oddish { self.oddish(text, budget)? } else { self.full(text, budget)? };
        answer.outcome = found.outcome();
        let moves = |moves: &Vec<_>| moves.iter().map(ToString::to_string).collect();
        let half = |StartResult { winner, plies, one, all }: &StartResult| {
            (*winner, *plies, one.map(|mv| mv.to_string()), all.as_ref().map(moves))
        };
        (answer.left_first, answer.plies.left, answer.left_move, answer.left_moves) = half(found.half(Player::Left));
        (answer.right_first, answer.plies.right, answer.right_move, answer.right_moves) =
            half(found.half(Player::Right));
        found.method.clone_into(&mut answer.method);
        answer.stopped = found.stopped;
        answer.stats = Stats { nodes: found.nodes, seconds: started.elapsed().as_secs_f64() };
        Ok(answer)
    }

    fn unknown(&self, stop: Stop) -> Option<PhutballAnswer> {
        Some(PhutballAnswer { stopped: Some(stop), ..PhutballAnswer::default() })
    }
}

impl PhutballQuestion {
    fn full(&self, text: &str, budget: &Budget) -> Result<(PhutballAnswer, Solution), Failure> {
        let position = read_position_in(text, budget)?;
        let oddish_form = Oddish::from_position(&position);
        let answer = PhutballAnswer {
            board: (position.squares() <= ECHO).then(|| position.to_string()),
            potential: Some(potentials(&position)),
            oddish: oddish_form.is_some(),
            oddish_potential: oddish_form.as_ref().map(oddish::potentials),
            ..PhutballAnswer::default()
        };
        let found = match &self.table {
            Some(table) => Solution::look_up(&position, table).map_err(|error| Failure::Unfit(error.to_string()))?,
            None => Solution::of(&position, self.method, self.shelves.as_ref().map(|shelves| &shelves.full), budget),
        };
        Ok((answer, found))
    }

    fn oddish(&self, text: &str, budget: &Budget) -> Result<(PhutballAnswer, Solution), Failure> {
        if self.table.is_some() {
            return Err(Failure::Unfit("tables are for full boards; Oddish boards need none".to_owned()));
        }
        let position = read_any_oddish(text, budget)?;
        let both = oddish::potentials(&position);
        let answer = PhutballAnswer {
            board: (position.squares() <= ECHO).then(|| position.to_string()),
            potential: Some(both),
            oddish: true,
            oddish_potential: Some(both),
            ..PhutballAnswer::default()
        };
        let shelf = self.shelves.as_ref().map(|shelves| &shelves.oddish);
        Ok((answer, Solution::of_oddish(&position, shelf, budget)))
    }
}

/// An Oddish board, or a full one that has an Oddish form.
fn read_any_oddish(text: &str, budget: &Budget) -> Result<Oddish, Failure> {
    if text.contains(['@', 'B', 'b', '●']) && !text.contains(['|', '↓']) {
        let position = read_position_in(text, budget)?;
        let even = (1..=position.squares()).find(|&s| position.has_stone(s) && s.abs_diff(position.ball()) % 2 == 0);
        return Oddish::from_position(&position).ok_or_else(|| {
            let square = even.map_or_else(String::new, |square| format!(" {square}"));
            Failure::Unfit(format!(
                "this board has no Oddish form: the stone on square{square} is at an even distance from the ball"
            ))
        });
    }
    Ok(read_oddish_in(text, budget)?)
}

impl fmt::Display for PhutballAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draw = self.outcome.is_none() && self.stopped.is_none();
        let verdict = if draw { "a draw for some starter" } else { verdict(self.outcome) };
        write!(f, "{}{verdict}", heading(self.board.as_deref()))?;
        let halves = [
            (Player::Left, self.left_first, self.plies.left, &self.left_move, &self.left_moves),
            (Player::Right, self.right_first, self.plies.right, &self.right_move, &self.right_moves),
        ];
        for (first, winner, plies, one, all) in halves {
            match (winner, draw) {
                (Some(winner), _) => write!(f, "\n  {first} first: {winner} wins")?,
                (None, true) => write!(f, "\n  {first} first: a draw")?,
                (None, false) => continue,
            }
            match plies {
                Some(1) => write!(f, " in 1 ply")?,
                Some(plies) => write!(f, " in {plies} plies")?,
                None => {}
            }
            let Some(one) = one else { continue };
            match all.as_deref() {
                None => write!(f, ", for example by {one}")?,
                Some([_]) => write!(f, ", only by {one}")?,
                Some(all) => {
                    let others: Vec<_> = all.iter().filter(|&mv| mv != one).map(String::as_str).collect();
                    write!(f, ", by {one} (also by {})", others.join(" "))?;
                }
            }
        }
        if let Some(Potentials { left, right }) = self.potential {
            let kind = if self.oddish { "Oddish potential" } else { "potential" };
            write!(f, "\n  {kind}: Left {left}, Right {right}")?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}
