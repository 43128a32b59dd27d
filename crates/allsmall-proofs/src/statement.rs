//! What is to be proved: who wins, what a sum is worth, how two sums stand.

use std::io::Write;

use allsmall::answer::Subject;
use allsmall::cgt::{Relation, Value, Values};
use allsmall::internal::proof_queries;
use allsmall::notation::{Expr, read_expr_in};
use allsmall::solve::Solver;
use allsmall::value::ComponentKind;
use allsmall::{Board, Budget, Outcome, Player, Position, Stop};
use allsmall_check::boards::Part;
use allsmall_check::games::{Game, Games};
use allsmall_check::sums::{Limits, Sum, Sums};

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::oracle::Oracle;
use crate::prover::Prover;

/// Which part of the question `outcome` is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Who wins, whoever starts.
    Both,
    /// Who wins when this player starts.
    First(Player),
}

/// Steps of the checker's arithmetic: proofs may take long, checks may not.
const STEPS: u64 = u64::MAX / 2;
/// Copies of a component.
const COPIES: u64 = 1 << 12;
/// Edges of a graph that is written down.
const EDGES: usize = 1 << 20;

/// An expression in the checker's terms.
struct Terms {
    /// As the file writes it; `{}` stands for a game.
    text: Vec<Term>,
    games: Vec<Game>,
    parts: Vec<Part>,
}

#[derive(Clone)]
enum Term {
    Board(String),
    Game(Game),
}

/// Everything a proof about expressions needs.
struct Work {
    prover: Prover,
    graphs: Vec<String>,
    terms: Vec<(Terms, bool)>,
}

impl Work {
    /// For some expressions, which are signed.
    fn new(exprs: &[(&Expr, bool)], budget: &Budget, all_values: bool) -> Result<Work, Failure> {
        // One solver for all: the sum of the expressions.
        let mut joint = Expr { terms: Vec::new() };
        for (expr, _) in exprs {
            joint.terms.extend(expr.terms.iter().cloned());
        }
        Work::with(Solver::for_sum(&joint, budget)?, exprs, budget, all_values)
    }

    /// With the solver of the sum of the expressions.
    fn with(solver: Solver, exprs: &[(&Expr, bool)], budget: &Budget, all_values: bool) -> Result<Work, Failure> {
        let (strip, other, merge) = proof_queries::valued(&solver);
        let mut sums = Sums::new(STEPS);
        let most = |limit: usize| if all_values { 128 } else { limit.min(128) };
        let merge = if all_values { 600 } else { merge };
        sums.set_limits(Limits { strip: most(strip), other: most(other), merge })?;
        let (mut graphs, mut roots, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        let mut components = solver.game().components.iter().zip(proof_queries::root_values(&solver));
        for &(expr, negated) in exprs {
            let mut own = Terms { text: Vec::new(), games: Vec::new(), parts: Vec::new() };
            for (component, value) in components.by_ref().take(expr.terms.len()) {
                let (parts, games, term) = match (&component.what, value) {
                    (ComponentKind::Board(position), _) => {
                        let (board, graph) = board(position, &mut sums, &mut graphs)?;
                        roots.push((position.clone(), graph));
                        (sums.board(&board, false)?, Vec::new(), Term::Board(board))
                    }
                    (ComponentKind::Value { .. }, value) => {
                        let value = value.ok_or(Stop::Unsupported)?;
                        let game = enter(&mut sums.games, solver.values(), value)?;
                        (Vec::new(), vec![game], Term::Game(game))
                    }
                };
                if component.times > COPIES {
                    return Err(Stop::Unsupported.into());
                }
                for _ in 0..component.times {
                    own.parts.extend(parts.iter().cloned());
                    own.games.extend(&games);
                    own.text.push(term.clone());
                }
            }
            terms.push((own, negated));
        }
        let mut oracle = Oracle::new(solver, roots);
        if !all_values {
            for part in terms.iter().flat_map(|(own, _): &(Terms, bool)| &own.parts) {
                oracle.tell_values(&mut sums, part)?;
            }
        }
        Ok(Work { prover: Prover::new(sums, oracle, budget), graphs, terms })
    }

    /// An expression as a sum.
    fn sum(&mut self, i: usize) -> Result<Sum, Failure> {
        let (terms, negated) = &self.terms[i];
        let sum = self.prover.sums.sum(terms.games.clone(), terms.parts.clone())?;
        Ok(if *negated { self.prover.sums.negative(&sum)? } else { sum })
    }

    /// The sum of all expressions.
    fn total(&mut self) -> Result<Sum, Failure> {
        let mut total = Sum::default();
        for i in 0..self.terms.len() {
            let one = self.sum(i)?;
            total = self.prover.sums.plus(&total, &one)?;
        }
        Ok(total)
    }

    fn wins(&mut self, sum: &Sum, second: bool) -> Result<bool, Failure> {
        let (oracle, sums) = self.prover.oracle();
        oracle.wins(&sums.games, sum, second)
    }

    /// Proves the claims and writes it all.
    fn write(
        mut self,
        claims: &[(Sum, bool)],
        statement: impl FnOnce(&mut dyn FnMut(usize) -> String) -> Vec<WrittenPiece>,
        out: impl Write,
    ) -> Result<usize, Failure> {
        let mut roots = Vec::new();
        for (sum, second) in claims {
            roots.extend(self.prover.prove(sum, *second)?);
        }
        let mut writer = Writer::new(out).map_err(io)?;
        let Limits { strip, other, merge } = self.prover.sums.limits();
        writer.put(&format!("limits {strip} {other} {merge}")).map_err(io)?;
        for graph in &self.graphs {
            writer.put(graph).map_err(io)?;
        }
        let mut texts = Vec::new();
        for (terms, _) in &self.terms {
            let mut pieces = Vec::new();
            for term in &terms.text {
                pieces.push(match term {
                    Term::Board(text) => text.clone(),
                    Term::Game(game) => writer.game(&self.prover.sums.games, *game).map_err(io)?,
                });
            }
            texts.push(if pieces.is_empty() { "0".to_owned() } else { pieces.join("+") });
        }
        let mut line = String::new();
        for piece in statement(&mut |i| texts[i].clone()) {
            match piece {
                WrittenPiece::Text(text) => line.push_str(&text),
                WrittenPiece::Game(game) => line.push_str(&writer.game(&self.prover.sums.games, game).map_err(io)?),
            }
        }
        writer.put(&line).map_err(io)?;
        writer.lines(&self.prover.sums, &self.prover.lines, &roots).map_err(io)?;
        writer.end().map_err(io)
    }
}

/// A piece of the statement.
enum WrittenPiece {
    Text(String),
    Game(Game),
}

/// Writes a proof of who wins an expression; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn outcome<'a>(
    subject: impl Into<Subject<'a>>,
    goal: Goal,
    budget: &Budget,
    out: impl Write,
) -> Result<usize, Failure> {
    let expr = subject.into().sum(budget)?;
    prove_outcome(Work::new(&[(&expr, false)], budget, false)?, goal, out)
}

/// Writes the proof with the solver of the expression, which may know who wins: then
/// what it has found is written down, and only what it has forgotten is
/// searched again.
///
/// # Errors
/// What keeps the proof from being written.
pub fn outcome_known<'a>(
    mut solver: Solver,
    subject: impl Into<Subject<'a>>,
    goal: Goal,
    budget: &Budget,
    out: impl Write,
) -> Result<usize, Failure> {
    let expr = subject.into().sum(budget)?;
    solver.set_budget(budget);
    prove_outcome(Work::with(solver, &[(&expr, false)], budget, false)?, goal, out)
}

fn prove_outcome(mut work: Work, goal: Goal, out: impl Write) -> Result<usize, Failure> {
    let sum = work.total()?;
    let minus = work.prover.sums.negative(&sum)?;
    // Who moves first, seen from both sides.
    let [left, right] = [&sum, &minus];
    let winner = |work: &mut Work, player: Player| -> Result<bool, Failure> {
        work.wins(if player == Player::Left { left } else { right }, false)
    };
    let (claims, head) = match goal {
        Goal::Both => {
            let won = [winner(&mut work, Player::Left)?, winner(&mut work, Player::Right)?];
            let claim =
                |i: usize| if won[i] { ([left, right][i].clone(), false) } else { ([right, left][i].clone(), true) };
            let class = match won {
                [true, true] => Outcome::N,
                [true, false] => Outcome::L,
                [false, true] => Outcome::R,
                [false, false] => Outcome::P,
            };
            (vec![claim(0), claim(1)], format!("outcome {class:?}"))
        }
        Goal::First(player) => {
            let won = winner(&mut work, player)?;
            let own = if player == Player::Left { left } else { right };
            let other = if player == Player::Left { right } else { left };
            let name = |player: Player| if player == Player::Left { 'L' } else { 'R' };
            if won {
                (vec![(own.clone(), false)], format!("first {}", name(player)))
            } else {
                (vec![(other.clone(), true)], format!("second {}", name(player.opponent())))
            }
        }
    };
    work.write(&claims, |text| vec![WrittenPiece::Text(format!("{head} {}", text(0)))], out)
}

/// Writes a proof of the value of an expression; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn value(text: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let expr = read_expr_in(text, budget)?;
    let mut work = Work::new(&[(&expr, false)], budget, true)?;
    let sum = work.total()?;
    let [game] = sum.games[..] else {
        if sum == Sum::default() {
            return work.write(&[], |text| vec![WrittenPiece::Text(format!("value {} #0", text(0)))], out);
        }
        return Err(Failure::Unfit("the parts are too large to be valued".to_owned()));
    };
    work.write(&[], |text| vec![WrittenPiece::Text(format!("value {} ", text(0))), WrittenPiece::Game(game)], out)
}

/// Writes a proof of how two expressions stand to each other; the number of
/// lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn compare(left: &str, right: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let [a, b] = [read_expr_in(left, budget)?, read_expr_in(right, budget)?];
    let mut work = Work::new(&[(&a, false), (&b, true)], budget, false)?;
    let sum = work.total()?;
    let minus = work.prover.sums.negative(&sum)?;
    let (claims, relation) = match (work.wins(&sum, false)?, work.wins(&minus, false)?) {
        (true, true) => (vec![(sum, false), (minus, false)], Relation::Confused),
        (true, false) => (vec![(sum.clone(), false), (sum, true)], Relation::Greater),
        (false, true) => (vec![(minus.clone(), false), (minus, true)], Relation::Less),
        (false, false) => (vec![(sum, true), (minus, true)], Relation::Equal),
    };
    work.write(&claims, |text| vec![WrittenPiece::Text(format!("compare {} {relation} {}", text(0), text(1)))], out)
}

/// A board as the checker reads it, and the number of its graph if it is one.
pub(crate) fn board(
    position: &Position,
    sums: &mut Sums,
    graphs: &mut Vec<String>,
) -> Result<(String, Option<u32>), Failure> {
    let symbol = |cell: &Option<Player>| match cell {
        Some(Player::Left) => 'x',
        Some(Player::Right) => 'o',
        None => '.',
    };
    let cells: String = position.cells().iter().map(symbol).collect();
    match position.board() {
        _ if cells.is_empty() => Ok((".".to_owned(), None)),
        Board::Strip { .. } => Ok((cells, None)),
        Board::Grid { cols, .. } => {
            let rows: Vec<&str> = (0..cells.len() / cols).map(|i| &cells[i * cols..(i + 1) * cols]).collect();
            Ok((rows.join("/"), None))
        }
        graph => {
            let edges = graph.edges();
            if edges.len() > EDGES {
                return Err(Failure::Unfit("the graph has more than a million edges".to_owned()));
            }
            sums.boards.graph(cells.len(), &edges)?;
            let list: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            let number = graphs.len();
            graphs.push(format!("graph {} {}", cells.len(), list.join(",")));
            Ok((format!("@{number}:{cells}"), Some(number as u32)))
        }
    }
}

/// A value of the library as one of the checker's games.
pub(crate) fn enter(games: &mut Games, values: &Values, value: Value) -> Result<Game, Failure> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for &option in values.options(value, player) {
            side.push(enter(games, values, option)?);
        }
    }
    let [lefts, rights] = sides;
    Ok(games.make(lefts, rights)?)
}
