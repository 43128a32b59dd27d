//! Runs one case of a test file.

use std::collections::BTreeSet;

use super::{Ask, Case, ForeignSum, ForeignTerm};
use crate::nimber::nimber;
use crate::notation::{Expr, move_name, read_board_in, read_expr_in};
use crate::solve::{Solver, ValueCache};
use crate::value::ComponentMove;
use crate::{Board, Budget, Move, Player, Position, ReadError, Stop};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseResult {
    /// The answer is the expected one.
    Passed,
    /// The answer is not the expected one.
    Failed {
        /// The answer in the file.
        expected: String,
        /// The answer computed.
        found: String,
    },
    /// It was not run, for this reason.
    Skipped(String),
    /// It was not settled within the limits.
    Stopped(Stop),
    /// The sum cannot be read, for this reason.
    Bad(String),
}

/// Runs cases, each with the values that the one before has left.
#[derive(Default)]
pub struct CaseRunner {
    cache: Option<ValueCache>,
}

impl CaseRunner {
    /// Answers the question of a case and compares.
    pub fn run(&mut self, case: &Case, budget: &Budget) -> CaseResult {
        if let Some(section) = &case.sum.unknown {
            return CaseResult::Skipped(format!("games of [{section}]"));
        }
        if !case.ask.is_expecting() && !matches!(case.ask, Ask::Other(_)) {
            return CaseResult::Skipped("no expected result".to_owned());
        }
        self.verdict(case, budget).unwrap_or_else(|end| match end {
            CaseEnd::Bad(message) => CaseResult::Bad(message),
            CaseEnd::Stopped(stop) => CaseResult::Stopped(stop),
            CaseEnd::Skipped(reason) => CaseResult::Skipped(reason.to_owned()),
        })
    }

    fn verdict(&mut self, case: &Case, budget: &Budget) -> Result<CaseResult, CaseEnd> {
        let impartial = case.sum.games.iter().any(|game| matches!(game, ForeignTerm::Board { impartial: true, .. }));
        Ok(match &case.ask {
            Ask::Winner { first, expected } => {
                let winner = match impartial {
                    true if impartial_nimber(&case.sum, budget)? == 0 => first.opponent(),
                    true => *first,
                    false if self.wins(&expr(&case.sum, budget)?, *first, budget)? => *first,
                    false => first.opponent(),
                };
                compare(expected.as_ref(), &winner, |player| format!("{player} wins"))
            }
            Ask::Nimber { expected } => {
                compare(expected.as_ref(), &impartial_nimber(&case.sum, budget)?, u32::to_string)
            }
            Ask::Moves { first, expected } => {
                let boards = boards(&case.sum, budget)?;
                let written = expected.as_ref().map(|moves| read_moves(moves, &boards)).transpose()?;
                let found = match (impartial, first) {
                    (true, _) => impartial_moves(&case.sum, &boards, budget)?,
                    (false, Some(first)) => two_player_moves(&case.sum, *first, budget)?,
                    (false, None) => return Err(CaseEnd::Skipped("a question about impartial games only")),
                };
                compare(written.as_ref(), &found, |moves| list(moves, &boards))
            }
            Ask::Other(command) => CaseResult::Skipped(format!("the command {command}")),
        })
    }

    /// Returns whether `first`, to move, wins; without the cached values if there is
    /// no room besides them.
    fn wins(&mut self, expr: &Expr, first: Player, budget: &Budget) -> Result<bool, Stop> {
        let cache = self.cache.take();
        let had_some = cache.is_some();
        match self.search(expr, first, budget, cache) {
            Err(Stop::Memory) if had_some => self.search(expr, first, budget, None),
            won => won,
        }
    }

    fn search(&mut self, expr: &Expr, first: Player, budget: &Budget, cache: Option<ValueCache>) -> Result<bool, Stop> {
        let mut solver = Solver::with_cache(expr, budget, cache)?;
        let won = solver.wins(first)?;
        self.cache = solver.into_value_cache();
        Ok(won)
    }
}

/// Why a case was neither passed nor failed.
enum CaseEnd {
    Bad(String),
    Stopped(Stop),
    Skipped(&'static str),
}

impl From<ReadError> for CaseEnd {
    fn from(error: ReadError) -> CaseEnd {
        match error {
            ReadError::Text(error) => CaseEnd::Bad(error.to_string()),
            ReadError::Stop(stop) => stop.into(),
        }
    }
}

impl From<Stop> for CaseEnd {
    fn from(stop: Stop) -> CaseEnd {
        CaseEnd::Stopped(stop)
    }
}

fn compare<T: PartialEq>(expected: Option<&T>, found: &T, show: impl Fn(&T) -> String) -> CaseResult {
    match expected {
        Some(expected) if expected != found => CaseResult::Failed { expected: show(expected), found: show(found) },
        _ => CaseResult::Passed,
    }
}

/// The sum of two-player games as an expression.
fn expr(sum: &ForeignSum, budget: &Budget) -> Result<Expr, CaseEnd> {
    let mut terms = Vec::new();
    for game in &sum.games {
        match game {
            ForeignTerm::Board { text, .. } => terms.extend(Expr::board(read_board_in(text, budget)?).terms),
            ForeignTerm::Value(name) => terms.extend(read_expr_in(name, budget)?.terms),
        }
    }
    Ok(Expr { terms })
}

/// The nimber of a sum of impartial games.
fn impartial_nimber(sum: &ForeignSum, budget: &Budget) -> Result<u32, CaseEnd> {
    let mut total = 0;
    for game in &sum.games {
        total ^= match game {
            ForeignTerm::Board { text, impartial: true } => nimber(&read_board_in(text, budget)?, budget)?,
            ForeignTerm::Value(name) => match name.strip_prefix('*').and_then(|size| size.parse::<u32>().ok()) {
                Some(size) => size,
                None => return Err(CaseEnd::Skipped("a sum of impartial and other games")),
            },
            ForeignTerm::Board { .. } => return Err(CaseEnd::Skipped("a sum of impartial and other games")),
        };
    }
    Ok(total)
}

/// The boards of a sum of boards alone.
fn boards(sum: &ForeignSum, budget: &Budget) -> Result<Vec<Position>, CaseEnd> {
    let read = |game: &ForeignTerm| match game {
        ForeignTerm::Board { text, .. } => Ok(read_board_in(text, budget)?),
        ForeignTerm::Value(_) => Err(CaseEnd::Skipped("moves in values")),
    };
    sum.games.iter().map(read).collect()
}

/// Moves with the numbers of their boards, from 0.
type NumberedMoves = BTreeSet<(usize, Move)>;

/// The winning moves of a two-player sum of boards.
fn two_player_moves(sum: &ForeignSum, first: Player, budget: &Budget) -> Result<NumberedMoves, CaseEnd> {
    let mut solver = Solver::for_sum(&expr(sum, budget)?, budget)?;
    let mut winning = NumberedMoves::new();
    if solver.wins(first)? {
        for mv in solver.moves(first)? {
            if let ComponentMove::Stone(stone) = mv.mv
                && solver.wins_by(first, &mv)?
            {
                winning.insert((mv.summand, stone));
            }
        }
    }
    Ok(winning)
}

/// The winning moves of an impartial sum: those that leave nimber 0.
fn impartial_moves(sum: &ForeignSum, boards: &[Position], budget: &Budget) -> Result<NumberedMoves, CaseEnd> {
    let total = impartial_nimber(sum, budget)?;
    let mut winning = NumberedMoves::new();
    for (number, position) in boards.iter().enumerate() {
        let rest = total ^ nimber(position, budget)?;
        for mv in position.any_moves() {
            let mut next = position.clone();
            next.play(mv).expect("a listed move is legal");
            if nimber(&next, budget)? == rest {
                winning.insert((number, mv));
            }
        }
    }
    Ok(winning)
}

/// Reads moves as MCGS writes them: `4-5`, `a1-b1` with row 1 on top, and
/// `0:4-5` where there are several boards.
fn read_moves(moves: &[String], boards: &[Position]) -> Result<NumberedMoves, CaseEnd> {
    let read = |text: &String| {
        let (number, name) = text.split_once(':').unwrap_or(("0", text));
        let number = number.parse::<usize>().ok()?;
        let (from, to) = name.split_once('-')?;
        let cell = |name: &str| mcgs_cell(boards.get(number)?.board(), name);
        Some((number, Move { from: cell(from)?, to: cell(to)? }))
    };
    let unfit = |text: &String| CaseEnd::Bad(format!("{text:?} is not a move on these boards"));
    moves.iter().map(|text| read(text).ok_or_else(|| unfit(text))).collect()
}

/// The cell with this name in MCGS files.
fn mcgs_cell(board: &Board, name: &str) -> Option<usize> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = name.split_at(letters);
    let number = row.parse::<usize>().ok()?.checked_sub(1)?;
    let column =
        column.bytes().try_fold(0usize, |n, letter| n.checked_mul(26)?.checked_add(usize::from(letter - b'a') + 1));
    let cell = match (board, column?.checked_sub(1)) {
        (_, None) => number,
        (Board::Grid { rows, cols }, Some(column)) if number < *rows && column < *cols => number * cols + column,
        (Board::Strip { .. }, Some(column)) if number == 0 => column,
        _ => return None,
    };
    (cell < board.vertices()).then_some(cell)
}

/// Moves in the notation of `docs/notation.md`, or `none`.
fn list(moves: &NumberedMoves, boards: &[Position]) -> String {
    let name = |(number, mv): &(usize, Move)| {
        let name = move_name(boards[*number].board(), *mv);
        if boards.len() > 1 { format!("{}:{name}", number + 1) } else { name }
    };
    let names: Vec<_> = moves.iter().map(name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}
