//! Who wins two-player Clobber.

use std::fmt;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Answer, Failure, Question, heading};
use crate::notation::{Expr, Summand, move_name, read_expr_within};
use crate::{Budget, Move, Outcome, Player, Position, Stop, judge};

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
#[derive(Clone, Debug, Serialize)]
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

/// The judge is asked only up to this many stones.
const JUDGE_STONES: usize = 24;

impl Question for SolveQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let expr = read_expr_within(text, budget.cells())?;
        let started = Instant::now();
        let board = expr.to_string();
        let mut answer = SolveAnswer {
            board: (board.len() <= super::ECHO).then_some(board),
            outcome: None,
            left_first: None,
            right_first: None,
            left_move: None,
            right_move: None,
            left_moves: None,
            right_moves: None,
            stats: Stats::default(),
            stopped: None,
        };
        let union = expr.as_union(1 << 16).filter(|union| union.stones() <= JUDGE_STONES);
        match union {
            None => answer.stopped = Some(Stop::Size),
            Some(union) => {
                for player in Player::BOTH {
                    if self.first.is_none_or(|first| first == player)
                        && let Err(stop) = self.half(&expr, &union, player, budget, &mut answer)
                    {
                        answer.stopped = Some(stop);
                    }
                }
            }
        }
        answer.outcome = answer.left_first.zip(answer.right_first).map(|(l, r)| Outcome::of_winners(l, r));
        answer.stats.seconds = started.elapsed().as_secs_f64();
        Ok(Answer::Solve(answer))
    }
}

impl SolveQuestion {
    /// Solves the half in which `player` starts.
    fn half(
        &self,
        expr: &Expr,
        union: &Position,
        player: Player,
        budget: &Budget,
        answer: &mut SolveAnswer,
    ) -> Result<(), Stop> {
        let mut winning = Vec::new();
        for mv in union.moves(player) {
            let next = union.after(player, mv).expect("a listed move is legal");
            answer.stats.nodes += 1;
            if !judge::wins(&next, player.opponent(), budget)? {
                winning.push(move_in_sum(expr, mv));
                if !self.moves {
                    break;
                }
            }
        }
        let winner = if winning.is_empty() { player.opponent() } else { player };
        let first = winning.first().cloned();
        let all = self.moves.then_some(winning);
        match player {
            Player::Left => (answer.left_first, answer.left_move, answer.left_moves) = (Some(winner), first, all),
            Player::Right => (answer.right_first, answer.right_move, answer.right_moves) = (Some(winner), first, all),
        }
        Ok(())
    }
}

/// The name of a move in [`Expr::as_union`]: in a sum of several summands it
/// carries the number of its summand, counted from 1: `2:3-4`.
fn move_in_sum(expr: &Expr, mv: Move) -> String {
    let mut base = 0;
    let mut number = 0;
    for term in &expr.terms {
        for _ in 0..term.times.unsigned_abs() {
            number += 1;
            let cells = match &term.what {
                Summand::Board(position) => position.cells().len(),
                Summand::Nimber(size) => 2 * *size as usize,
                _ => 3,
            };
            if (base..base + cells).contains(&mv.from) {
                let mv = Move { from: mv.from - base, to: mv.to - base };
                let name = match &term.what {
                    Summand::Board(position) => move_name(position.board(), mv),
                    _ => format!("{}-{}", mv.from + 1, mv.to + 1),
                };
                return if expr.as_board().is_some() { name } else { format!("{number}:{name}") };
            }
            base += cells;
        }
    }
    unreachable!("a move of the union is a move of a summand")
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
