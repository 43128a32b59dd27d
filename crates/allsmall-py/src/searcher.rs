//! Persistent solver: many positions of one board, one at a time.
//!
//! The transposition table of one position serves the next, so a worker of a
//! search campaign keeps one solver for as long as it lives. A verdict never
//! depends on what was asked before; only the work does. A solver that runs out
//! of memory is dropped, and the next question creates another.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use allsmall::notation::read_board;
use allsmall::{Budget, ComponentMove, Player, Position, Solver, Stop, move_name};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{bad_text, unfit};
use crate::run::{Limits, run};
use allsmall::internal::normal_form::{children, normal_form as form_of};

/// Solves positions of one board, Left to move.
#[pyclass(frozen)]
pub(crate) struct Searcher {
    start: Position,
    memory: Option<u64>,
    threads: usize,
    solver: Mutex<Option<Solver>>,
}

/// Whether Left wins, her winning move, nodes, seconds, and the limit that
/// stopped the search.
type SolveResult = (Option<bool>, Option<String>, u64, f64, Option<String>);

/// Result of one search.
struct SearchResult {
    won: Option<bool>,
    mv: Option<String>,
    nodes: u64,
    stopped: Option<Stop>,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (board, memory=None, threads=1))]
    fn new(py: Python<'_>, board: &str, memory: Option<u64>, threads: usize) -> PyResult<Searcher> {
        let start = read_board(board).map_err(|error| bad_text(py, &error))?;
        Ok(Searcher { start, memory, threads, solver: Mutex::new(None) })
    }

    /// Who wins a position of the same board when Left moves first.
    #[pyo3(signature = (board, nodes=None, time=None))]
    fn solve(&self, py: Python<'_>, board: &str, nodes: Option<u64>, time: Option<f64>) -> PyResult<SolveResult> {
        let position = self.position(py, board)?;
        let limits = Limits { time, memory: self.memory, threads: self.threads, progress: None };
        let started = Instant::now();
        let asked = run(py, &limits, |budget| self.ask(&position, nodes, budget))?;
        let stopped = asked.stopped.map(|stop| stop.to_string());
        Ok((asked.won, asked.mv, asked.nodes, started.elapsed().as_secs_f64(), stopped))
    }

    /// Estimates the nodes of a proof that Left, who is to move, wins, and of a
    /// proof that she loses.
    fn forecast(&self, py: Python<'_>, board: &str) -> PyResult<Option<(f64, f64)>> {
        let position = self.position(py, board)?;
        let limits = Limits { time: None, memory: self.memory, threads: self.threads, progress: None };
        let forecast = run(py, &limits, |budget| self.with(&position, budget, |solver| solver.forecast(Player::Left)))?;
        // Capped: such a search is out of reach anyway.
        let nodes = |logarithm: f64| logarithm.min(60.0).exp();
        Ok(forecast.ok().map(|forecast| (nodes(forecast.proof), nodes(forecast.disproof))))
    }
}

impl Searcher {
    fn position(&self, py: Python<'_>, board: &str) -> PyResult<Position> {
        let position = read_board(board).map_err(|error| bad_text(py, &error))?;
        if position.board() != self.start.board() {
            return Err(unfit(py, format!("{board} is not on the board of {}", self.start)));
        }
        Ok(position)
    }

    /// Asks the solver, which is created if there is none.
    fn with<T>(
        &self,
        position: &Position,
        budget: &Budget,
        question: impl FnOnce(&mut Solver) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut slot = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        // A question that panics leaves no solver behind.
        let mut solver = match slot.take() {
            Some(solver) => solver,
            None => Solver::for_position(&self.start, budget)?,
        };
        solver.set_budget(budget);
        solver.set_position(position);
        let answer = question(&mut solver);
        if !matches!(answer, Err(Stop::Memory)) {
            *slot = Some(solver);
        }
        answer
    }

    fn ask(&self, position: &Position, nodes: Option<u64>, budget: &Budget) -> SearchResult {
        let mut used = 0;
        let found = self.with(position, budget, |solver| {
            let before = solver.nodes();
            solver.set_node_limit(nodes);
            let found = solver.winning_move(Player::Left);
            solver.set_node_limit(None);
            used = solver.nodes() - before;
            Ok(found?.map(|first| first.mv))
        });
        match found {
            Ok(winning) => {
                // The solver is of a board, so its moves are moves of stones.
                let mv = winning.as_ref().and_then(|step| match step {
                    ComponentMove::Stone(mv) => Some(move_name(position.board(), *mv)),
                    ComponentMove::Option(_) => None,
                });
                SearchResult { won: Some(winning.is_some()), mv, nodes: used, stopped: None }
            }
            Err(stop) => SearchResult { won: None, mv: None, nodes: used, stopped: Some(stop) },
        }
    }
}

/// The normal form of a position with Left to move, as an expression.
#[pyfunction]
pub(crate) fn normal_form(board: &Board) -> String {
    form_of(&board.position)
}

/// What Left's moves leave, Left to move again: the move, the normal form, the
/// board and its stones.
#[pyfunction]
pub(crate) fn after_moves(board: &Board) -> Vec<(String, String, String, usize)> {
    let row = |(mv, key, next): (String, String, Position)| (mv, key, next.to_string(), next.stones());
    children(&board.position).into_iter().map(row).collect()
}
