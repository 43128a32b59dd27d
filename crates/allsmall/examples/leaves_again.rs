//! Solves the leaves of a search campaign again, each by a fresh solver
//! without the learned order and with little memory, and compares; where a
//! winning move is printed, it is played and the rest is solved:
//! `zcat campaigns/6x6/known.jsonl.gz | cargo run --release -p allsmall --example leaves_again -- 2 0`
//! takes every second leaf, beginning with number 0.

use std::io::{BufRead, stdin};
use std::process::ExitCode;

use allsmall::internal::training;
use allsmall::solve::Solver;
use allsmall::{Budget, Expr, Player, Position, read_move};
use serde_json::Value;

const MEMORY: usize = 512 << 20;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (step, from): (usize, usize) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(0));
    let rows = stdin().lock().lines().map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"));
    let leaves: Vec<Value> = rows.filter(|row: &Value| row["won"].is_boolean() && row["inner"].is_null()).collect();
    let (mut nodes, mut solved, mut wrong) = (0, 0, 0);
    for leaf in leaves.iter().skip(from).step_by(step) {
        let text = leaf["position"].as_str().expect("a position");
        let (sum, mover) = match (leaf["board"].as_str(), leaf["move"].as_str()) {
            (Some(board), Some(name)) => (Expr::board(after(board, name)), Player::Right),
            _ => (text.parse().expect("a sum of boards"), Player::Left),
        };
        let mut solver = Solver::for_sum(&sum, &Budget::new().with_memory(MEMORY)).expect("it fits");
        training::set_order(&mut solver, None);
        let won = solver.wins(mover).expect("there is no limit of time") == (mover == Player::Left);
        nodes += solver.nodes();
        solved += 1;
        if Some(won) != leaf["won"].as_bool() {
            wrong += 1;
            println!("{text}: now {}", if won { "won" } else { "lost" });
        }
        if solved % 100 == 0 {
            eprintln!("{solved} leaves, {nodes} nodes");
        }
    }
    println!("{solved} of {} leaves solved again with {nodes} nodes: {wrong} differ", leaves.len());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The board after a move of Left's.
fn after(board: &str, name: &str) -> Position {
    let board: Position = board.parse().expect("a board");
    let mv = read_move(board.board(), name).expect("a move");
    board.after(Player::Left, mv).expect("a legal move")
}
