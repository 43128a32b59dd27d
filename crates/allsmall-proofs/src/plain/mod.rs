//! Writes plain proofs of who wins, of values and of comparisons: rules 1 to 3, and equations of strips and their values,
//! with hints, for the checker in `formal/` and for `allsmall-check`.

mod prover;
mod terms;
mod values;

use std::io::Write;

use allsmall::notation::{Expr, read_expr_in};
use allsmall::solve::Solver;
use allsmall::value::Valuer;
use allsmall::{Budget, Outcome, Player};
use allsmall_check::plain::{ALL_TABLES, CELLS, HEADER, LONGEST_TABLE, MOST_TABLES, STONES, Written};

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::oracle::Oracle;
use crate::statement::{Goal, enter};
use prover::PlainProver;
use terms::PlainTerms;

/// Writes a plain proof of who wins an expression; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_outcome(text: &str, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let expr = read_expr_in(text, budget)?;
    prove_outcome(Solver::for_sum(&expr, budget)?, goal, budget, out)
}

/// Writes a plain proof with the solver of the expression, which may know who
/// wins.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_outcome_known(mut solver: Solver, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    solver.set_budget(budget);
    prove_outcome(solver, goal, budget, out)
}

/// Writes a plain proof that an expression equals its canonical form; the
/// number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_value(text: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let expr = read_expr_in(text, budget)?;
    let mut valuer = Valuer::new(budget);
    let value = valuer.expr(&expr)?;
    let solver = Solver::for_sum(&expr, budget)?;
    let (mut terms, oracle) = PlainTerms::new(solver, &[(expr.terms.len(), false)])?;
    let game = enter(&mut terms.sums.games, valuer.values(), value)?;
    let number = terms.list.number(&terms.sums.games, game, &mut terms.tables);
    terms.sum.push(Written::Value { negated: true, number });
    terms.texts.push(if number == 0 { "0".to_owned() } else { format!("#{number}") });
    prove_relation(PlainWork::new(terms, oracle, budget)?, out)
}

/// Writes a plain proof of how two expressions compare; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_compare(left: &str, right: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let [one, other] = [read_expr_in(left, budget)?, read_expr_in(right, budget)?];
    let counts = [(one.terms.len(), false), (other.terms.len(), true)];
    let joint = Expr { terms: one.terms.into_iter().chain(other.terms).collect() };
    let (terms, oracle) = PlainTerms::new(Solver::for_sum(&joint, budget)?, &counts)?;
    prove_relation(PlainWork::new(terms, oracle, budget)?, out)
}

/// Half of a statement: who starts, and who wins.
struct Half {
    starts: Player,
    winner: Player,
}

/// A sum whose winners are to be proved.
struct PlainWork {
    prover: PlainProver,
    /// The expressions as the statement writes them.
    texts: Vec<String>,
    sum: Vec<Written>,
    /// Number of games that the statement names.
    stated: usize,
}

impl PlainWork {
    fn new(terms: PlainTerms, oracle: Oracle, budget: &Budget) -> Result<PlainWork, Failure> {
        let (sum, texts) = (terms.sum.clone(), terms.texts.clone());
        let stated = terms.list.listed.len();
        check_limits(&terms.graphs, &texts.join(" || "), &sum)?;
        Ok(PlainWork { prover: PlainProver::new(terms, oracle, budget), texts, sum, stated })
    }

    /// The sum as a player sees it who has Left's stones.
    fn side(&self, player: Player) -> Vec<Written> {
        let own = |term: &Written| if player == Player::Left { term.clone() } else { term.negative() };
        self.sum.iter().map(own).collect()
    }

    fn halves(&mut self, goal: Goal) -> Result<Vec<Half>, Failure> {
        let players = match goal {
            Goal::Both => Player::BOTH.to_vec(),
            Goal::First(player) => vec![player],
        };
        let mut halves = Vec::new();
        for starts in players {
            let won = self.prover.wins(&self.side(starts), false)?;
            halves.push(Half { starts, winner: if won { starts } else { starts.opponent() } });
        }
        Ok(halves)
    }

    /// Proves the halves and writes it all; the number of lines.
    fn write(mut self, halves: &[Half], statement: &str, out: impl Write) -> Result<usize, Failure> {
        let (mut roots, mut equations) = (Vec::new(), Vec::new());
        for half in halves {
            let (root, own) = self.prover.prove(&self.side(half.winner), half.starts != half.winner)?;
            roots.push(root);
            equations.extend(own);
        }
        let (header, numbers) = self.prover.header(&roots, &equations, self.stated)?;
        check_limits(&header, statement, &self.sum)?;
        let mut writer = Writer::with_header(out, HEADER).map_err(io)?;
        for line in header.iter().map(String::as_str).chain([statement]) {
            writer.put(line).map_err(io)?;
        }
        self.prover.write(&mut writer, &roots, &equations, &numbers).map_err(io)
    }
}

fn prove_outcome(solver: Solver, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let count = solver.game().components.len();
    let (terms, oracle) = PlainTerms::new(solver, &[(count, false)])?;
    let mut work = PlainWork::new(terms, oracle, budget)?;
    let halves = work.halves(goal)?;
    let head = match &halves[..] {
        [half] if half.starts == half.winner => format!("first {}", letter(half.winner)),
        [half] => format!("second {}", letter(half.winner)),
        halves => format!("outcome {:?}", class(halves)),
    };
    let statement = format!("{head} {}", work.texts[0]);
    work.write(&halves, &statement, out)
}

/// Proves how two expressions compare, by who wins their difference.
fn prove_relation(mut work: PlainWork, out: impl Write) -> Result<usize, Failure> {
    let halves = work.halves(Goal::Both)?;
    let relation = match class(&halves) {
        Outcome::P => "=",
        Outcome::L => ">",
        Outcome::R => "<",
        Outcome::N => "||",
    };
    let statement = format!("compare {} {relation} {}", work.texts[0], work.texts[1]);
    work.write(&halves, &statement, out)
}

/// Bytes before the sum of a statement.
const HEAD: usize = "outcome N ".len();

/// Refuses to write what no checker would read.
fn check_limits(header: &[String], statement: &str, sum: &[Written]) -> Result<(), Failure> {
    let boards = sum.iter().filter_map(|term| match term {
        Written::Board { cells, .. } => Some(cells),
        Written::Value { .. } => None,
    });
    let values = sum.iter().filter(|term| matches!(term, Written::Value { .. })).count();
    let cells: Vec<u8> = boards.flatten().copied().collect();
    let stones = cells.iter().filter(|&&cell| cell != b'.').count();
    let size: usize = header.iter().map(String::len).sum();
    let fits = |line: &str| line.len() + HEAD <= LONGEST_TABLE;
    if header.len() + 1 > MOST_TABLES
        || size > ALL_TABLES
        || cells.len() + values > CELLS
        || stones > STONES
        || !header.iter().map(String::as_str).chain([statement]).all(fits)
    {
        return Err(Failure::Unfit("it is too large for the format of plain proofs".to_owned()));
    }
    Ok(())
}

fn letter(player: Player) -> char {
    if player == Player::Left { 'L' } else { 'R' }
}

fn class(halves: &[Half]) -> Outcome {
    match (halves[0].winner, halves[1].winner) {
        (Player::Left, Player::Right) => Outcome::N,
        (Player::Left, Player::Left) => Outcome::L,
        (Player::Right, Player::Right) => Outcome::R,
        (Player::Right, Player::Left) => Outcome::P,
    }
}
