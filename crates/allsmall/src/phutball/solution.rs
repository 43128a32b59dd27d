//! Solving one board by the method that fits it: a retrograde table of all
//! boards of its length, proof-number search, or the theorem of Oddish Phutball.

use serde::{Deserialize, Serialize};

use super::exact::{Analysis, Lane, memory_needed};
use super::oddish::{self, Oddish, Theory, strategy};
use super::rules::{PhutballMove, PhutballPosition};
use super::table::{TableError, TableFile};
use super::{TableCache, search};
use crate::{Budget, Outcome, Player, Stop};

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

/// The winners, as far as they are known.
///
/// ```
/// use allsmall::phutball::{Method, Solution, read_position};
/// use allsmall::{Budget, Player};
/// let board = read_position("o@o.o.o....")?;
/// let found = Solution::of(&board, Method::Auto, None, &Budget::new());
/// assert_eq!(found.half(Player::Left).winner, Some(Player::Left));
/// assert_eq!(found.half(Player::Left).plies, Some(13));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// For Left and for Right as the one who starts.
    halves: [StartResult; 2],
    /// The name of the method.
    pub method: &'static str,
    /// Positions searched.
    pub nodes: u64,
    /// The limit that ended the search, if any.
    pub stopped: Option<Stop>,
}

/// What is known when one player starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartResult {
    /// The winner; `None` for a draw or if unknown.
    pub winner: Option<Player>,
    /// Length of the game in plies.
    pub plies: Option<u32>,
    /// A winning first move.
    pub one: Option<PhutballMove>,
    /// All winning first moves.
    pub all: Option<Vec<PhutballMove>>,
}

/// Why a table file does not answer.
#[derive(Debug)]
pub enum LookUpError {
    /// It is for boards of another length.
    OtherLength {
        /// Squares of its boards.
        table: usize,
        /// Squares of the board that was asked about.
        board: usize,
    },
    /// It cannot be read.
    Table(TableError),
}

/// Maximum number of squares of a board that is solved by a table without a search.
const TABLE_AT_ONCE: usize = 20;
/// Maximum number of squares of a table that is made without being asked for.
const TABLE_MOST: usize = 28;
/// Node limit of the short search.
const SHORT_SEARCH: u64 = 1 << 13;
/// Maximum number of squares of an Oddish board that is solved by a table, for its plies.
const ODDISH_PLIES: usize = 20;
/// Maximum number of squares of an Oddish board whose winning moves are all listed.
const ODDISH_MOVES: usize = 10_000;

impl Solution {
    /// Solves a full board; a cache keeps its table for the next boards.
    #[must_use]
    pub fn of(
        position: &PhutballPosition,
        method: Method,
        cache: Option<&TableCache<PhutballPosition>>,
        budget: &Budget,
    ) -> Solution {
        let n = position.squares();
        let fits = || memory_needed(&Lane::phutball(n)) <= budget.memory();
        let (search, table) = match method {
            Method::Search => (Some(u64::MAX), false),
            Method::Table => (None, true),
            Method::Auto if n > TABLE_MOST || !fits() => (Some(u64::MAX), false),
            Method::Auto => ((n > TABLE_AT_ONCE).then_some(SHORT_SEARCH), true),
        };
        let mut found = Solution::default();
        if let Some(most_nodes) = search {
            found.search(position, most_nodes, budget);
        }
        if table && found.stopped.is_none() {
            let analysis = match cache {
                Some(cache) => cache.analysis(position, budget),
                None => Analysis::solve(position, budget),
            };
            match analysis {
                Ok(analysis) => found.set(&analysis, "retrograde table"),
                // The short search may have settled it already.
                Err(stop) => found.stopped = (!found.is_settled()).then_some(stop),
            }
        }
        found
    }

    /// Solves an Oddish board by its theorem, and by a table for the plies of
    /// a short one.
    #[must_use]
    pub fn of_oddish(position: &Oddish, cache: Option<&TableCache<Oddish>>, budget: &Budget) -> Solution {
        let mut found = Solution::default();
        let analysis = (position.squares() <= ODDISH_PLIES).then(|| match cache {
            Some(cache) => cache.analysis(position, budget),
            None => Analysis::solve(position, budget),
        });
        // Only the plies need a table: without it the theorem knows the rest.
        if let Some(Ok(analysis)) = &analysis {
            found.set(analysis, "");
        }
        found.method = "Theorem 1 of Oddish Phutball";
        let favourite = oddish::potentials(position).favourite();
        let theory = (position.squares() <= ODDISH_MOVES).then(|| Theory::new(position));
        for first in Player::BOTH {
            let winner = favourite.unwrap_or(first);
            let half = &mut found.halves[first as usize];
            half.winner = Some(winner);
            half.one = (winner == first).then(|| strategy(position, first));
            half.all = theory.as_ref().map(|theory| theory.winning_moves(first));
        }
        found
    }

    /// Looks a board up in a table file.
    ///
    /// # Errors
    /// Why the file does not answer.
    pub fn look_up(position: &PhutballPosition, table: &TableFile) -> Result<Solution, LookUpError> {
        if table.squares() != position.squares() {
            return Err(LookUpError::OtherLength { table: table.squares(), board: position.squares() });
        }
        let mut found = Solution::default();
        found.set(&Analysis::look_up(position, table).map_err(LookUpError::Table)?, "table file");
        Ok(found)
    }

    /// What is known when this player starts.
    #[must_use]
    pub fn half(&self, first: Player) -> &StartResult {
        &self.halves[first as usize]
    }

    /// The outcome class, when there is a winner for either start.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let [left, right] = &self.halves;
        left.winner.zip(right.winner).map(|(left, right)| Outcome::of_winners(left, right))
    }

    fn is_settled(&self) -> bool {
        self.outcome().is_some()
    }

    fn set(&mut self, analysis: &Analysis, method: &'static str) {
        self.method = method;
        self.halves = Player::BOTH.map(|first| {
            let verdict = analysis.verdict(first);
            StartResult {
                winner: verdict.winner(),
                plies: verdict.plies(),
                one: (verdict.winner() == Some(first)).then(|| analysis.best_move(first)),
                all: Some(analysis.winning_moves(first)),
            }
        });
    }

    fn search(&mut self, position: &PhutballPosition, most_nodes: u64, budget: &Budget) {
        self.method = "proof-number search";
        for first in Player::BOTH {
            match search::prove(position, first, most_nodes, budget) {
                Ok(Some(proof)) => {
                    self.nodes += proof.nodes;
                    self.halves[first as usize] = StartResult {
                        winner: Some(proof.winner),
                        plies: None,
                        one: proof.winning_move,
                        // The loser has no winning move.
                        all: (proof.winner != first).then(Vec::new),
                    };
                }
                Ok(None) => {}
                Err(stop) => self.stopped = Some(stop),
            }
        }
    }
}

impl std::fmt::Display for LookUpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LookUpError::OtherLength { table, board } => {
                write!(f, "the table is for boards of {table} squares; this board has {board}")
            }
            LookUpError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LookUpError {}
