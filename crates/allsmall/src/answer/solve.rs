//! Who wins two-player Clobber.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Answer, Failure, Question, echo_expr, heading};
use crate::notation::{Expr, read_expr_in};
use crate::solve::{PartReport, Rule, Solver};
use crate::value::ValueError;
use crate::{Budget, Outcome, Player, Stop};

/// How to answer `solve`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolveQuestion {
    /// List all winning first moves, not only one.
    pub moves: bool,
    /// Solve only for this player moving first.
    pub first: Option<Player>,
    /// Say what settled it, and what is known about each part; with `moves`
    /// also who wins after each move.
    pub explain: bool,
    /// Write what the search knows to this file now and then. Not for
    /// questions from the net, like the next one.
    #[serde(skip)]
    pub save: Option<Save>,
    /// Go on from this file.
    #[serde(skip)]
    pub resume: Option<PathBuf>,
}

/// Where the search is saved, and how often.
#[derive(Clone, Debug)]
pub struct Save {
    /// The file.
    pub path: PathBuf,
    /// The time between two savings.
    pub every: Duration,
}

/// What keeps a question from being answered.
enum Trouble {
    Value(ValueError),
    File(String),
}

impl<E: Into<ValueError>> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        Trouble::Value(error.into())
    }
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
    /// What settled it, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
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

/// What settled a question, and what is known about the parts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Explanation {
    /// What settled the half in which Left starts.
    pub left_first: Option<Rule>,
    /// What settled the half in which Right starts.
    pub right_first: Option<Rule>,
    /// The different parts of the board.
    pub parts: Vec<PartReport>,
    /// Every first move with the outcome class it leaves, when moves are asked
    /// for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionReport>,
}

/// A first move and the outcome class it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct OptionReport {
    /// Who moves.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The class of what it leaves.
    pub outcome: Outcome,
}

/// One half of the question: who wins, by which moves, and why.
struct Half {
    winner: Player,
    winning: Vec<String>,
    rule: Rule,
}

impl Question for SolveQuestion {
    fn ask(&self, text: &str, budget: &Budget) -> Result<Answer, Failure> {
        let expr = read_expr_in(text, budget)?;
        let started = Instant::now();
        let mut answer = SolveAnswer { board: echo_expr(&expr), ..SolveAnswer::default() };
        match self.solve(&expr, text, budget, &mut answer) {
            Ok(()) => {}
            Err(Trouble::Value(ValueError::Text(error))) => return Err(error.into()),
            Err(Trouble::Value(ValueError::Stop(stop))) => answer.stopped = Some(stop),
            Err(Trouble::File(message)) => return Err(Failure::Unfit(message)),
        }
        answer.outcome = answer.left_first.zip(answer.right_first).map(|(l, r)| Outcome::of_winners(l, r));
        answer.stats.seconds = started.elapsed().as_secs_f64();
        Ok(Answer::Solve(answer))
    }

    fn unknown(&self, stop: Stop) -> Answer {
        Answer::Solve(SolveAnswer { stopped: Some(stop), ..SolveAnswer::default() })
    }
}

impl SolveQuestion {
    /// Fills in the answer as far as the budget goes.
    fn solve(&self, expr: &Expr, text: &str, budget: &Budget, answer: &mut SolveAnswer) -> Result<(), Trouble> {
        let mut solver = Solver::new(expr, text, budget)?;
        self.files(&mut solver, &expr.to_string())?;
        let mut stopped = Ok(());
        for player in Player::BOTH {
            if self.first.is_none_or(|first| first == player) {
                match self.half(&mut solver, player) {
                    Ok(half) => self.fill(answer, player, half),
                    Err(stop) => stopped = Err(stop),
                }
            }
        }
        if self.explain && stopped.is_ok() {
            stopped = self.report(&mut solver, answer);
        }
        answer.stats.nodes = solver.nodes();
        Ok(stopped?)
    }

    /// Goes on from a file and saves to one, as wanted.
    fn files(&self, solver: &mut Solver, board: &str) -> Result<(), Trouble> {
        if let Some(path) = &self.resume {
            let unfit = |error| Trouble::File(format!("cannot resume from {}: {error}", path.display()));
            solver.resume(path, board).map_err(unfit)?;
        }
        if let Some(Save { path, every }) = &self.save {
            let unfit = |error| Trouble::File(format!("cannot write {}: {error}", path.display()));
            solver.save(path, board, *every).map_err(unfit)?;
        }
        Ok(())
    }

    fn half(&self, solver: &mut Solver, player: Player) -> Result<Half, Stop> {
        let (found, rule) = solver.settle(player)?;
        let winner = if found.is_some() { player } else { player.opponent() };
        let mut winning = Vec::new();
        if self.moves && found.is_some() {
            for mv in solver.moves(player)? {
                if solver.wins_by(player, &mv)? {
                    winning.push(mv.name);
                }
            }
        } else {
            winning.extend(found.map(|mv| mv.name));
        }
        Ok(Half { winner, winning, rule })
    }

    fn fill(&self, answer: &mut SolveAnswer, player: Player, Half { winner, winning, rule }: Half) {
        let first = winning.first().cloned();
        let all = self.moves.then_some(winning);
        match player {
            Player::Left => (answer.left_first, answer.left_move, answer.left_moves) = (Some(winner), first, all),
            Player::Right => (answer.right_first, answer.right_move, answer.right_moves) = (Some(winner), first, all),
        }
        if self.explain {
            let explain = answer.explain.get_or_insert_default();
            match player {
                Player::Left => explain.left_first = Some(rule),
                Player::Right => explain.right_first = Some(rule),
            }
        }
    }

    /// What is known about the parts and, if wanted, who wins after each move.
    fn report(&self, solver: &mut Solver, answer: &mut SolveAnswer) -> Result<(), Stop> {
        let explain = answer.explain.get_or_insert_default();
        explain.parts = solver.parts()?;
        if self.moves {
            for player in Player::BOTH {
                for mv in solver.moves(player)? {
                    let outcome = solver.outcome_after(&mv)?;
                    explain.options.push(OptionReport { player, mv: mv.name, outcome });
                }
            }
        }
        Ok(())
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
        if let Some(explain) = &self.explain {
            explain.fmt(f)?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, rule) in [(Player::Left, self.left_first), (Player::Right, self.right_first)] {
            if let Some(rule) = rule {
                write!(f, "\n  {player} first was settled by {rule}")?;
            }
        }
        for part in &self.parts {
            write!(f, "\n  part {part}")?;
        }
        for OptionReport { player, mv, outcome } in &self.options {
            write!(f, "\n  {player} {mv}: leaves {outcome}")?;
        }
        Ok(())
    }
}
