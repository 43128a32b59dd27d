//! Writes plain proofs: rules 1 to 3, and equations of strips and their values,
//! with hints, for the checker in `formal/` and for `allsmall-check`.

mod prover;
mod terms;
mod values;

use std::io::Write;

use allsmall::notation::read_expr_within;
use allsmall::solve::Solver;
use allsmall::{Budget, Outcome, Player};
use allsmall_check::plain::{ALL_TABLES, CELLS, HEADER, LONGEST_TABLE, MOST_TABLES, STONES, Written};

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::statement::Goal;
use prover::PlainProver;
use terms::PlainTerms;

/// Writes a plain proof of who wins an expression; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_outcome(text: &str, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let expr = read_expr_within(text, budget.cells())?;
    prove(Solver::for_sum(&expr, budget)?, goal, budget, out)
}

/// Writes a plain proof with the solver of the expression, which may know who
/// wins.
///
/// # Errors
/// What keeps the proof from being written.
pub fn plain_outcome_known(mut solver: Solver, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    solver.set_budget(budget);
    prove(solver, goal, budget, out)
}

/// Half of a statement: who starts, and who wins.
struct Half {
    starts: Player,
    winner: Player,
}

fn prove(solver: Solver, goal: Goal, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let (terms, oracle) = PlainTerms::new(solver)?;
    let sum = terms.sum.clone();
    let (statement, stated) = (terms.text.clone(), terms.list.listed.len());
    check_limits(&terms.graphs, &statement, &sum)?;
    let mut prover = PlainProver::new(terms, oracle, budget);
    let side = |player: Player| -> Vec<Written> {
        let own = |term: &Written| if player == Player::Left { term.clone() } else { term.negative() };
        sum.iter().map(own).collect()
    };
    let players = match goal {
        Goal::Both => Player::BOTH.to_vec(),
        Goal::First(player) => vec![player],
    };
    let mut halves = Vec::new();
    for starts in players {
        let won = prover.wins(&side(starts), false)?;
        halves.push(Half { starts, winner: if won { starts } else { starts.opponent() } });
    }
    let (mut roots, mut equations) = (Vec::new(), Vec::new());
    for half in &halves {
        let (root, own) = prover.prove(&side(half.winner), half.starts != half.winner)?;
        roots.push(root);
        equations.extend(own);
    }
    let (header, numbers) = prover.header(&roots, &equations, stated)?;
    check_limits(&header, &statement, &sum)?;
    let head = match &halves[..] {
        [half] if half.starts == half.winner => format!("first {}", letter(half.winner)),
        [half] => format!("second {}", letter(half.winner)),
        halves => format!("outcome {:?}", class(halves)),
    };
    let statement = format!("{head} {statement}");
    let mut writer = Writer::with_header(out, HEADER).map_err(io)?;
    for line in header.iter().chain([&statement]) {
        writer.put(line).map_err(io)?;
    }
    prover.write(&mut writer, &roots, &equations, &numbers).map_err(io)
}

/// Bytes before the sum of a statement.
const HEAD: usize = "outcome N ".len();

/// Refuses to write what no checker would read.
fn check_limits(header: &[String], statement: &String, sum: &[Written]) -> Result<(), Failure> {
    let boards = sum.iter().filter_map(|term| match term {
        Written::Board { cells, .. } => Some(cells),
        Written::Value { .. } => None,
    });
    let cells: Vec<u8> = boards.flatten().copied().collect();
    let stones = cells.iter().filter(|&&cell| cell != b'.').count();
    let size: usize = header.iter().map(String::len).sum();
    let fits = |line: &String| line.len() + HEAD <= LONGEST_TABLE;
    if header.len() + 1 > MOST_TABLES
        || size > ALL_TABLES
        || cells.len() > CELLS
        || stones > STONES
        || !header.iter().chain([statement]).all(fits)
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
