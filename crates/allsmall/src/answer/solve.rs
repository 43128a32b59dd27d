//! Who wins two-player Clobber.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::names::step_name;
use super::{Failure, Kept, Question, echo_expr, heading};
use crate::base::clock::Instant;
use crate::notation::{Expr, read_expr_in};
use crate::solve::{FirstMove, Known, PartReport, Resumed, Rule, Solver};
use crate::{Budget, Outcome, Player, Stop, is_fault_of_path};

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
    /// First moves of Left that were not judged before the limit, when all
    /// winning ones were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_open: Vec<String>,
    /// First moves of Right that were not judged before the limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right_open: Vec<String>,
    /// What settled it, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
    /// What a saved search held, when one was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
    /// Why the search could not be saved in the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<String>,
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

impl Question for SolveQuestion {
    type Answer = SolveAnswer;

    fn ask(&self, text: &str, budget: &Budget) -> Result<SolveAnswer, Failure> {
        self.ask_and_keep(text, budget).map(|(answer, _)| answer)
    }

    fn ask_keeping(&self, text: &str, budget: &Budget, kept: &mut Kept) -> Result<SolveAnswer, Failure> {
        let expr = read_expr_in(text, budget)?;
        kept.with_known(|known| {
            let (answer, solver) = self.ask_from(&expr, budget, known)?;
            let full = answer.stopped == Some(Stop::Memory);
            Ok((answer, solver.and_then(Solver::into_known), full))
        })
    }

    fn unknown(&self, stop: Stop) -> Option<SolveAnswer> {
        Some(SolveAnswer { stopped: Some(stop), ..SolveAnswer::default() })
    }
}

/// What an answer says about one starter.
struct Half<'a> {
    winner: &'a mut Option<Player>,
    one: &'a mut Option<String>,
    all: &'a mut Option<Vec<String>>,
    open: &'a mut Vec<String>,
}

impl Half<'_> {
    /// Finds out which of these moves win; those that a limit leaves open are
    /// listed as such.
    fn judge(&mut self, solver: &mut Solver, player: Player, moves: &[FirstMove]) -> Result<(), Stop> {
        let mut winning = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            match solver.wins_by(player, mv) {
                Ok(true) => winning.push(name(solver, mv)),
                Ok(false) => {}
                Err(stop) => {
                    let open = moves[i..].iter().map(|mv| name(solver, mv));
                    let (known, open) = open.partition(|name| self.one.as_ref() == Some(name));
                    winning.extend::<Vec<_>>(known);
                    (*self.all, *self.open) = (Some(winning), open);
                    return Err(stop);
                }
            }
        }
        *self.one = winning.first().cloned();
        *self.all = Some(winning);
        Ok(())
    }
}

impl SolveQuestion {
    /// The answer, and the solver with all that it knows: a proof starts from
    /// there.
    ///
    /// # Errors
    /// What is wrong with the text or a file.
    #[doc(hidden)]
    pub fn ask_and_keep(&self, text: &str, budget: &Budget) -> Result<(SolveAnswer, Option<Solver>), Failure> {
        self.ask_from(&read_expr_in(text, budget)?, budget, None)
    }

    /// The same, going on from what an earlier question found.
    fn ask_from(
        &self,
        expr: &Expr,
        budget: &Budget,
        known: Option<Known>,
    ) -> Result<(SolveAnswer, Option<Solver>), Failure> {
        let started = Instant::now();
        let mut answer = SolveAnswer { board: echo_expr(expr), ..SolveAnswer::default() };
        let mut solver = None;
        match Solver::going_on(expr, budget, known) {
            Ok(mut new) => {
                answer.resumed = self.files(&mut new, expr)?;
                answer.stopped = self.fill(&mut new, &mut answer).err();
                answer.unsaved = new.save_failure().map(str::to_owned);
                answer.stats.nodes = new.nodes();
                solver = Some(new);
            }
            Err(stop) => answer.stopped = Some(stop),
        }
        answer.outcome = answer.left_first.zip(answer.right_first).map(|(l, r)| Outcome::of_winners(l, r));
        answer.stats.seconds = started.elapsed().as_secs_f64();
        Ok((answer, solver))
    }

    /// Goes on from a file and saves to one, as wanted.
    fn files(&self, solver: &mut Solver, expr: &Expr) -> Result<Option<Resumed>, Failure> {
        let mut resumed = None;
        if let Some(path) = &self.resume {
            let unfit = |error| Failure::Unfit(format!("cannot resume from {}: {error}", path.display()));
            resumed = Some(solver.resume(path, &expr.to_string()).map_err(unfit)?);
        }
        if let Some(Save { path, every }) = &self.save {
            let unwritten = |error: std::io::Error| {
                let message = format!("cannot write {}: {error}", path.display());
                if is_fault_of_path(&error) { Failure::Unfit(message) } else { Failure::Unwritten(message) }
            };
            solver.save(path, &expr.to_string(), *every).map_err(unwritten)?;
        }
        Ok(resumed)
    }

    /// Fills in the answer as far as the budget goes: who wins comes first,
    /// then the moves, so that a limit on the way leaves what is known.
    fn fill(&self, solver: &mut Solver, answer: &mut SolveAnswer) -> Result<(), Stop> {
        let players = Player::BOTH.into_iter().filter(|&player| self.first.is_none_or(|first| first == player));
        let halves = players.clone().map(|player| self.winner(solver, player, answer)).collect::<Vec<_>>();
        let moves = match self.moves {
            true => players.map(|player| self.all_moves(solver, player, answer)).collect(),
            false => Vec::new(),
        };
        halves.into_iter().chain(moves).collect::<Result<(), Stop>>()?;
        if self.explain { self.report(solver, answer) } else { Ok(()) }
    }

    /// Who wins when this player starts, and by which move.
    fn winner(&self, solver: &mut Solver, player: Player, answer: &mut SolveAnswer) -> Result<(), Stop> {
        let (found, rule) = solver.settle(player)?;
        let half = answer.half(player);
        *half.winner = Some(if found.is_some() { player } else { player.opponent() });
        *half.one = found.map(|mv| name(solver, &mv));
        if self.explain {
            let explain = answer.explain.get_or_insert_default();
            match player {
                Player::Left => explain.left_first = Some(rule),
                Player::Right => explain.right_first = Some(rule),
            }
        }
        Ok(())
    }

    /// All winning moves of a player, the first of them in the place of the
    /// one that was found before.
    fn all_moves(&self, solver: &mut Solver, player: Player, answer: &mut SolveAnswer) -> Result<(), Stop> {
        let mut half = answer.half(player);
        match *half.winner {
            Some(winner) if winner == player => {
                let moves = solver.moves(player)?;
                half.judge(solver, player, &moves)
            }
            Some(_) => {
                *half.all = Some(Vec::new());
                Ok(())
            }
            None => Ok(()),
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
                    explain.options.push(OptionReport { player, mv: name(solver, &mv), outcome });
                }
            }
        }
        Ok(())
    }
}

/// A first move as users write it.
fn name(solver: &Solver, mv: &FirstMove) -> String {
    step_name(solver.game(), solver.values(), mv.summand, mv.mv)
}

impl SolveAnswer {
    fn half(&mut self, first: Player) -> Half<'_> {
        match first {
            Player::Left => Half {
                winner: &mut self.left_first,
                one: &mut self.left_move,
                all: &mut self.left_moves,
                open: &mut self.left_open,
            },
            Player::Right => Half {
                winner: &mut self.right_first,
                one: &mut self.right_move,
                all: &mut self.right_moves,
                open: &mut self.right_open,
            },
        }
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.outcome {
            Some(Outcome::L) => "L, Left (x) wins whoever starts",
            Some(Outcome::R) => "R, Right (o) wins whoever starts",
            Some(Outcome::N) => "N, the first player wins",
            Some(Outcome::P) => "P, the second player wins",
            None if self.stopped.is_none() => "asked for one start only",
            None => "not settled for both starts",
        };
        write!(f, "{}{verdict}", heading(self.board.as_deref()))?;
        let halves = [
            (Player::Left, self.left_first, &self.left_move, &self.left_moves, &self.left_open),
            (Player::Right, self.right_first, &self.right_move, &self.right_moves, &self.right_open),
        ];
        for (first, winner, one, all, open) in halves {
            let Some(winner) = winner else { continue };
            write!(f, "\n  {first} first: {winner} wins")?;
            match (all, one) {
                (Some(all), Some(_)) if !all.is_empty() => write!(f, ", by {}", all.join(" "))?,
                (_, Some(one)) => write!(f, ", for example by {one}")?,
                _ => {}
            }
            if !open.is_empty() {
                write!(f, "; not judged: {}", open.join(" "))?;
            }
        }
        if let Some(explain) = &self.explain {
            explain.fmt(f)?;
        }
        if let Some(Resumed { known, kept }) = self.resumed.filter(|resumed| resumed.kept < resumed.known) {
            write!(f, "\n  resumed with {kept} of {known} verdicts: there is not enough memory for all")?;
        }
        if let Some(reason) = &self.unsaved {
            write!(f, "\n  the search could not be saved at the end: {reason}")?;
        }
        match self.stopped {
            Some(stop) if self.outcome.is_some() => write!(f, "\n  the rest is unknown: {stop}"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_expr;

    #[test]
    fn a_list_of_moves_that_hits_a_limit_keeps_the_verdict() {
        let question = SolveQuestion { moves: true, ..SolveQuestion::default() };
        let whole = question.ask("checker:4x4", &Budget::new()).expect("a board");
        let all = whole.left_moves.expect("asked for");
        let mut solver = Solver::new(&read_expr("checker:4x4").expect("a board"), &Budget::new()).expect("small");
        let mut answer = SolveAnswer::default();
        question.winner(&mut solver, Player::Left, &mut answer).expect("small");
        assert_eq!(answer.left_first, Some(Player::Left));
        let one = answer.left_move.clone().expect("he wins");
        let moves = solver.moves(Player::Left).expect("small");
        solver.set_budget(&Budget::new().with_time(Duration::ZERO));
        assert_eq!(answer.half(Player::Left).judge(&mut solver, Player::Left, &moves), Err(Stop::Time));
        answer.stopped = Some(Stop::Time);
        let found = answer.left_moves.clone().expect("as far as known");
        assert!(found.contains(&one) && found.iter().all(|mv| all.contains(mv)), "{found:?} of {all:?}");
        assert!(!answer.left_open.is_empty() && !answer.left_open.contains(&one));
        assert!(all.iter().all(|mv| found.contains(mv) || answer.left_open.contains(mv)));
        let text = answer.to_string();
        assert!(text.contains(&format!("by {}", found.join(" "))) && text.contains("; not judged: "), "{text}");
    }
}
