//! Who wins two-player Clobber.

use std::fmt;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Answer, Failure, Question, echo_expr, heading};
use crate::notation::{Expr, Summand, Term, read_expr_within};
use crate::valuation::{MoveValue, ValueError, Valuer};
use crate::{Board, Budget, Outcome, Player, Stop};

/// How to answer `solve`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolveQuestion {
    /// List all winning first moves, not only one.
    pub moves: bool,
    /// Solve only for this player moving first.
    pub first: Option<Player>,
}

/// The answer to `solve`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SolveAnswer {
    /// The expression in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The outcome class, when both halves are solved.
    pub outcome: Option<Outcome>,
    /// Who wins when Left starts.
    pub left_first: Option<Player>,
    /// Who wins when Right starts.
    pub right_first: Option<Player>,
    /// A winning first move of Left.
    pub left_move: Option<String>,
    /// A winning first move of Right.
    pub right_move: Option<String>,
    /// All winning first moves of Left, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_moves: Option<Vec<String>>,
    /// All winning first moves of Right, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_moves: Option<Vec<String>>,
    /// What it cost.
    pub stats: Stats,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Stats {
    /// Positions looked at.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Question for SolveQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let expr = read_expr_within(text, budget.cells())?;
        let started = Instant::now();
        let mut answer = SolveAnswer { board: echo_expr(&expr), ..SolveAnswer::default() };
        let mut valuer = Valuer::new(budget);
        match self.by_value(&mut valuer, &expr, text, &mut answer) {
            Ok(()) => {}
            Err(ValueError::Text(error)) => return Err(error.into()),
            Err(ValueError::Stop(stop)) => answer.stopped = Some(stop),
        }
        answer.stats = Stats { nodes: valuer.values().len() as u64, seconds: started.elapsed().as_secs_f64() };
        Ok(Answer::Solve(answer))
    }
}

impl SolveQuestion {
    /// The exact value says who wins, the values of the moves which of them do.
    fn by_value(
        &self,
        valuer: &mut Valuer,
        expr: &Expr,
        text: &str,
        answer: &mut SolveAnswer,
    ) -> Result<(), ValueError> {
        if expr.terms.iter().any(beyond_values) {
            return Err(Stop::Size.into());
        }
        let value = valuer.expr(expr, text)?;
        let outcome = valuer.values().outcome(value);
        let moves = valuer.moves(expr, text, value)?;
        for (player, moves) in Player::BOTH.into_iter().zip(moves) {
            if self.first.is_some_and(|first| first != player) {
                continue;
            }
            let wins = |mv: &&MoveValue| valuer.values().outcome(mv.value).winner(player.opponent()) == player;
            let winning: Vec<String> = moves.iter().filter(wins).map(|mv| mv.name.clone()).collect();
            let (winner, one) = (Some(outcome.winner(player)), winning.first().cloned());
            let all = self.moves.then_some(winning);
            match player {
                Player::Left => (answer.left_first, answer.left_move, answer.left_moves) = (winner, one, all),
                Player::Right => (answer.right_first, answer.right_move, answer.right_moves) = (winner, one, all),
            }
        }
        answer.outcome = self.first.is_none().then_some(outcome);
        Ok(())
    }
}

/// Off the strips, exact values of more stones than this are out of reach.
const MOST_STONES: usize = 36;

/// Whether a term is a board whose exact value cannot be had.
fn beyond_values(term: &Term) -> bool {
    match &term.what {
        Summand::Board(position) => !matches!(position.board(), Board::Strip { .. }) && position.stones() > MOST_STONES,
        _ => false,
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.outcome {
            Some(Outcome::L) => "L, Left (x) wins whoever starts",
            Some(Outcome::R) => "R, Right (o) wins whoever starts",
            Some(Outcome::N) => "N, the first player wins",
            Some(Outcome::P) => "P, the second player wins",
            None => "not settled for both starts",
        };
        write!(f, "{}{verdict}", heading(self.board.as_deref()))?;
        let halves = [
            (Player::Left, self.left_first, &self.left_move, &self.left_moves),
            (Player::Right, self.right_first, &self.right_move, &self.right_moves),
        ];
        for (first, winner, one, all) in halves {
            let Some(winner) = winner else { continue };
            write!(f, "\n  {first} first: {winner} wins")?;
            match (all, one) {
                (Some(all), Some(_)) => write!(f, ", by {}", all.join(" "))?,
                (None, Some(one)) => write!(f, ", for example by {one}")?,
                _ => {}
            }
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}
