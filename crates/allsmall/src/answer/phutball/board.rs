//! Who wins a Phutball or Oddish Phutball position.

use std::fmt;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::answer::{Answer, ECHO, Failure, Question, Stats, heading, verdict};
use crate::phutball::exact::{Analysis, Lane, memory_needed};
use crate::phutball::oddish::{self, Oddish, Theory, strategy};
use crate::phutball::table::Table;
use crate::phutball::{Position, Potentials, Shelf, potentials, read_oddish_in, read_position_in, search};
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
    pub table: Option<Table>,
    /// Keep tables in memory for the next boards.
    #[serde(skip)]
    pub shelves: Option<Shelves>,
}

/// How a winner is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// By a table as long as that is quick, with a short search before it on
    /// longer boards; by search alone where no table fits.
    #[default]
    Auto,
    /// By solving every board of that length.
    Table,
    /// By proof-number search: the winners and a move, no plies.
    Search,
}

/// Tables of both games, kept in memory.
#[derive(Debug, Default)]
pub struct Shelves {
    full: Shelf<Position>,
    oddish: Shelf<Oddish>,
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

/// Up to this length a board is solved by a table straight away.
const TABLE_AT_ONCE: usize = 20;
/// Beyond this length no table is made unless it is asked for.
const TABLE_MOST: usize = 28;
/// Positions of the short search.
const SHORT_SEARCH: u64 = 1 << 13;
/// Up to this length an Oddish board is solved by a table, for its plies.
const ODDISH_PLIES: usize = 20;

impl Question for PhutballQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let started = Instant::now();
        let mut answer = if self.oddish { self.oddish(text, budget)? } else { self.full(text, budget)? };
        answer.outcome = answer.left_first.zip(answer.right_first).map(|(l, r)| Outcome::of_winners(l, r));
        answer.stats.seconds = started.elapsed().as_secs_f64();
        Ok(Answer::Phutball(answer))
    }

    fn unknown(&self, stop: Stop) -> Answer {
        Answer::Phutball(PhutballAnswer { stopped: Some(stop), ..PhutballAnswer::default() })
    }
}

impl PhutballQuestion {
    fn full(&self, text: &str, budget: &Budget) -> Result<PhutballAnswer, Failure> {
        let position = read_position_in(text, budget)?;
        let oddish_form = Oddish::from_position(&position);
        let mut answer = PhutballAnswer {
            board: (position.squares() <= ECHO).then(|| position.to_string()),
            potential: Some(potentials(&position)),
            oddish: oddish_form.is_some(),
            oddish_potential: oddish_form.as_ref().map(oddish::potentials),
            ..PhutballAnswer::default()
        };
        match &self.table {
            Some(table) => answer.set_analysis(&from_file(table, &position)?, "table file"),
            None => self.solve(&position, budget, &mut answer),
        }
        Ok(answer)
    }

    fn solve(&self, position: &Position, budget: &Budget, answer: &mut PhutballAnswer) {
        let n = position.squares();
        let fits = || memory_needed(&Lane::phutball(n)) <= budget.memory();
        let (search, table) = match self.method {
            Method::Search => (Some(u64::MAX), false),
            Method::Table => (None, true),
            Method::Auto if n > TABLE_MOST || !fits() => (Some(u64::MAX), false),
            Method::Auto => ((n > TABLE_AT_ONCE).then_some(SHORT_SEARCH), true),
        };
        if let Some(most_nodes) = search {
            answer.set_search(position, most_nodes, budget);
        }
        if table && answer.stopped.is_none() {
            let found = match &self.shelves {
                Some(shelves) => shelves.full.analysis(position, budget),
                None => Analysis::solve(position, budget),
            };
            match found {
                Ok(analysis) => answer.set_analysis(&analysis, "retrograde table"),
                // The short search may have settled it all the same.
                Err(stop) => answer.stopped = (!answer.settled()).then_some(stop),
            }
        }
    }

    fn oddish(&self, text: &str, budget: &Budget) -> Result<PhutballAnswer, Failure> {
        if self.table.is_some() {
            return Err(Failure::Unfit("tables are for full boards; Oddish boards need none".to_owned()));
        }
        let position = read_any_oddish(text, budget)?;
        let both = oddish::potentials(&position);
        let mut answer = PhutballAnswer {
            board: (position.squares() <= ECHO).then(|| position.to_string()),
            potential: Some(both),
            oddish: true,
            oddish_potential: Some(both),
            ..PhutballAnswer::default()
        };
        let short = position.squares() <= ODDISH_PLIES;
        let analysis = short.then(|| match &self.shelves {
            Some(shelves) => shelves.oddish.analysis(&position, budget),
            None => Analysis::solve(&position, budget),
        });
        // Only the plies need a table: without it the theorem knows the rest.
        if let Some(Ok(analysis)) = &analysis {
            answer.set_analysis(analysis, "");
        }
        "Theorem 1 of Oddish Phutball".clone_into(&mut answer.method);
        let theory = (position.squares() <= ECHO).then(|| Theory::new(&position));
        for first in Player::BOTH {
            let half = answer.half(first);
            let winner = both.favourite().unwrap_or(first);
            *half.winner = Some(winner);
            *half.one = (winner == first).then(|| strategy(&position, first).to_string());
            let names = |theory: &Theory| theory.winning_moves(first).iter().map(ToString::to_string).collect();
            *half.all = theory.as_ref().map(names);
        }
        Ok(answer)
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

fn from_file(table: &Table, position: &Position) -> Result<Analysis, Failure> {
    if table.squares() != position.squares() {
        let (has, wants) = (table.squares(), position.squares());
        return Err(Failure::Unfit(format!("the table is for boards of {has} squares; this board has {wants}")));
    }
    Analysis::look_up(position, table).map_err(|error| Failure::Unfit(error.to_string()))
}

/// What an answer says about one starter.
struct Half<'a> {
    winner: &'a mut Option<Player>,
    plies: &'a mut Option<u32>,
    one: &'a mut Option<String>,
    all: &'a mut Option<Vec<String>>,
}

impl PhutballAnswer {
    fn half(&mut self, first: Player) -> Half<'_> {
        match first {
            Player::Left => Half {
                winner: &mut self.left_first,
                plies: &mut self.plies.left,
                one: &mut self.left_move,
                all: &mut self.left_moves,
            },
            Player::Right => Half {
                winner: &mut self.right_first,
                plies: &mut self.plies.right,
                one: &mut self.right_move,
                all: &mut self.right_moves,
            },
        }
    }

    fn settled(&self) -> bool {
        self.left_first.is_some() && self.right_first.is_some()
    }

    fn set_analysis(&mut self, analysis: &Analysis, method: &str) {
        method.clone_into(&mut self.method);
        for first in Player::BOTH {
            let verdict = analysis.verdict(first);
            let half = self.half(first);
            *half.winner = verdict.winner();
            *half.plies = verdict.plies();
            *half.one = (verdict.winner() == Some(first)).then(|| analysis.best_move(first).to_string());
            *half.all = Some(analysis.winning_moves(first).iter().map(ToString::to_string).collect());
        }
    }

    fn set_search(&mut self, position: &Position, most_nodes: u64, budget: &Budget) {
        "proof-number search".clone_into(&mut self.method);
        for first in Player::BOTH {
            match search::prove(position, first, most_nodes, budget) {
                Ok(Some(proof)) => {
                    self.stats.nodes += proof.nodes;
                    let half = self.half(first);
                    *half.winner = Some(proof.winner);
                    *half.one = proof.winning_move.map(|mv| mv.to_string());
                    // Whoever loses has no winning move.
                    *half.all = (proof.winner != first).then(Vec::new);
                }
                Ok(None) => {}
                Err(stop) => self.stopped = Some(stop),
            }
        }
    }
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
