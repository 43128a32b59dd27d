//! The inverse of `value`: the smallest board with a given value, or for
//! which a condition holds.
//!
//! Boards are enumerated by their number of cells, and within one size in the
//! order of a table; the first that fits is the answer. The outcome is tested
//! first, since it is cheap on small boards.

use std::ops::ControlFlow;

use super::board_set::{BoardSet, BoardSetError, Colours};
use super::by_search::is_large;
use super::condition::{Condition, Sign};

use super::enumeration::{Colouring, Enumeration};
use super::run::{RowEvent, TableSummary, run};
use super::source::BoardSource;
use super::{TableCell, TableColumn};
use crate::cgt::Value;
use crate::notation::read_expr_in;
use crate::value::Valuer;
use crate::{Board, Budget, Outcome, ParseError, ReadError, solve};

/// The boards that are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchSpace {
    /// Strips of at most this many cells, some of which may be empty.
    Strips(usize),
    /// Grids of at most this many rows and columns.
    Grid(usize, usize),
    /// The graphs of a file, every vertex with a stone.
    Graphs(String),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBoard {
    /// The board, if there is one.
    pub board: Option<String>,
    /// Its value.
    pub value: Option<String>,
    /// Number of boards, and the limit that ended the search, if any.
    pub summary: TableSummary,
}

/// Maximum number of cells of a strip.
const MOST_STRIP: usize = 20;
/// Maximum number of cells of a grid.
const MOST_CELLS: usize = 20;

impl SearchSpace {
    /// Reads `strips:12`, `grid:3x4` or `graphs:FILE`.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    pub fn read(text: &str) -> Result<SearchSpace, ParseError> {
        let fault = |at: usize, message: String| ParseError::new(text, at, message);
        if let Some(path) = text.strip_prefix("graphs:").filter(|path| !path.is_empty()) {
            return Ok(SearchSpace::Graphs(path.to_owned()));
        }
        let number = |from: usize, digits: &str, most: usize| match digits.parse::<usize>() {
            Ok(n) if (1..=most).contains(&n) => Ok(n),
            _ => Err(fault(from, format!("expected a number from 1 to {most}"))),
        };
        if let Some(cells) = text.strip_prefix("strips:") {
            return Ok(SearchSpace::Strips(number(7, cells, MOST_STRIP)?));
        }
        if let Some((rows, cols)) = text.strip_prefix("grid:").and_then(|size| size.split_once('x')) {
            let at = 5 + rows.len() + 1;
            let (rows, cols) = (number(5, rows, MOST_CELLS)?, number(at, cols, MOST_CELLS)?);
            if rows * cols > MOST_CELLS {
                return Err(fault(5, format!("expected at most {MOST_CELLS} cells, not {}", rows * cols)));
            }
            return Ok(SearchSpace::Grid(rows, cols));
        }
        Err(fault(0, "expected strips:12, grid:3x4 or graphs:FILE".to_owned()))
    }

    /// What it is called in a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            SearchSpace::Strips(cells) => format!("no strip of at most {cells} cells"),
            SearchSpace::Grid(rows, cols) => format!("no grid of at most {rows}x{cols} cells"),
            SearchSpace::Graphs(path) => format!("no graph of {path}"),
        }
    }

    /// The boards of one size each, smaller ones first.
    fn boards(&self) -> Vec<Board> {
        match self {
            SearchSpace::Strips(cells) => (1..=*cells).map(|cells| Board::Strip { cells }).collect(),
            SearchSpace::Grid(rows, cols) => {
                let (rows, cols) = (*rows.min(cols), *rows.max(cols));
                let mut sizes: Vec<(usize, usize)> = (1..=rows).flat_map(|r| (r..=cols).map(move |c| (r, c))).collect();
                sizes.sort_by_key(|&(r, c)| (r * c, r));
                let board = |(rows, cols)| match rows {
                    1 => Board::Strip { cells: cols },
                    _ => Board::Grid { rows, cols },
                };
                sizes.into_iter().map(board).collect()
            }
            SearchSpace::Graphs(_) => Vec::new(),
        }
    }
}

/// A condition that holds for the boards equal to this value or expression.
#[must_use]
pub fn equal_to(text: &str, outcome: Option<Outcome>) -> Condition {
    let same = Condition::Compare { column: TableColumn::Value, sign: Sign::Equal, literal: text.to_owned() };
    match outcome {
        None => same,
        Some(outcome) => {
            let literal = outcome.to_string();
            let wins = Condition::Compare { column: TableColumn::Outcome, sign: Sign::Equal, literal };
            Condition::And(Box::new(wins), Box::new(same))
        }
    }
}

/// The condition of boards that are equal to an expression, and its value. A sum with many
/// stones has no value here: its outcome is searched for.
///
/// # Errors
/// The expression cannot be read, or a limit was hit.
pub fn equal_to_sum(text: &str, valuer: &mut Valuer, budget: &Budget) -> Result<(Condition, Option<Value>), ReadError> {
    let expr = read_expr_in(text, budget)?;
    if is_large(&expr) {
        return Ok((equal_to(text, Some(solve::outcome_of_sum(&expr, budget)?)), None));
    }
    let value = valuer.expr(&expr)?;
    Ok((equal_to(text, Some(valuer.values().outcome(value))), Some(value)))
}

/// The smallest board for which the condition holds.
///
/// # Errors
/// A file that cannot be read.
pub fn find(place: &SearchSpace, condition: &Condition, budget: &Budget) -> Result<FoundBoard, BoardSetError> {
    let mut found = FoundBoard { board: None, value: None, summary: TableSummary::default() };
    if let SearchSpace::Graphs(path) = place {
        let mut fewest = usize::MAX;
        let mut source = BoardSet::Graphs(path.into()).source(true, Colours::All)?;
        let columns = [TableColumn::Board, TableColumn::Value, TableColumn::Count];
        // Every graph may be smaller than the best so far.
        let summary = run(&mut source, &columns, Some(condition), budget, &mut |row| {
            if let RowEvent::Cells(cells) = row
                && let [TableCell::Text(board), value, TableCell::Number(count)] = &cells[..]
                && (*count as usize) < fewest
            {
                fewest = *count as usize;
                (found.board, found.value) = (Some(board.clone()), Some(value.to_string()));
            }
            Ok(ControlFlow::Continue(()))
        });
        found.summary = summary.expect("no row is refused");
        return Ok(found);
    }
    for board in place.boards() {
        let trimmed = matches!(board, Board::Strip { .. });
        let mut all = Enumeration::new(board, Colouring::Gaps);
        if trimmed {
            all = all.with_stones_at_both_ends();
        }
        let mut hit = None;
        let columns = [TableColumn::Board, TableColumn::Value];
        let ended = run(&mut BoardSource::of(all), &columns, Some(condition), budget, &mut |row| match row {
            RowEvent::Cells(cells) => {
                hit = Some((cells[0].to_string(), cells[1].to_string()));
                Ok(ControlFlow::Break(()))
            }
            RowEvent::Bad { .. } => Ok(ControlFlow::Continue(())),
        });
        if let Some((board, value)) = hit {
            (found.board, found.value) = (Some(board), Some(value));
            return Ok(found);
        }
        let summary = ended.expect("no row is refused");
        found.summary.boards += summary.boards;
        found.summary.unsettled += summary.unsettled;
        found.summary.stopped = summary.stopped;
        if summary.stopped.is_some() {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    #[test]
    fn the_smallest_strip_has_the_value_and_no_smaller_one_has() {
        let budget = Budget::new();
        for (text, board) in [("0", "x"), ("*", "xo"), ("^", "xxo"), ("±{*,^}", "xoxo"), ("v2", "oox.oox")] {
            let found = find(&SearchSpace::Strips(9), &equal_to(text, None), &budget).unwrap();
            let mut valuer = Valuer::new(&budget);
            let name = found.board.unwrap();
            let v = valuer.text(&name).unwrap();
            assert_eq!(valuer.values_mut().parse(text), Ok(v), "{text}: {name}");
            assert!(name.len() <= board.len(), "{text}: {name}");
            for cells in 1..name.len() {
                let all = Enumeration::new(Board::Strip { cells }, Colouring::Gaps);
                for number in 0..all.count().unwrap() {
                    let smaller = all.position(number).unwrap();
                    assert_ne!(valuer.value(&smaller), Ok(v), "{text}: {smaller}");
                }
            }
        }
    }

    #[test]
    fn grids_are_searched_and_what_is_not_there_is_not_found() {
        let budget = Budget::new().with_threads(2);
        let condition = Condition::read("value=*2").unwrap();
        let found = find(&SearchSpace::Grid(2, 3), &condition, &budget).unwrap();
        if let Some(board) = &found.board {
            let mut valuer = Valuer::new(&budget);
            let v = valuer.value(&read_board(board).unwrap()).unwrap();
            assert_eq!(valuer.values().name(v).as_deref(), Some("*2"));
        }
        let none = find(&SearchSpace::Strips(5), &Condition::read("value=1").unwrap(), &budget).unwrap();
        assert_eq!((none.board, none.summary.stopped), (None, None));
        let equal = find(&SearchSpace::Strips(8), &equal_to("xxo + xxo", Some(Outcome::L)), &budget).unwrap();
        assert_eq!(equal.value.as_deref(), Some("^2"));
    }

    /// Sums whose values may be out of reach are compared by search.
    #[test]
    fn a_large_sum_is_found_without_its_value() {
        let budget = Budget::new().with_time(std::time::Duration::from_secs(120));
        let found = |text: &str, most: usize| {
            let (condition, value) = equal_to_sum(text, &mut Valuer::new(&budget), &budget).unwrap();
            assert_eq!(value, None, "{text}");
            let found = find(&SearchSpace::Strips(most), &condition, &budget).unwrap();
            assert_eq!((found.summary.stopped, found.summary.unsettled), (None, 0), "{text}");
            found.board
        };
        assert_eq!(found("checker:5x5", 1).as_deref(), Some("x"));
        assert_eq!(found("checker:4x5", 2), None);
        assert_eq!(found("(xxo)^7 - (xxo)^7 + xo", 3).as_deref(), Some("xo"));
    }

    #[test]
    fn faults_are_placed() {
        for (text, at) in [("", 0), ("strips:", 7), ("strips:99", 7), ("grid:3", 0), ("grid:3x", 7), ("grid:9x9", 5)] {
            assert_eq!(SearchSpace::read(text).unwrap_err().at(), at, "{text}");
        }
    }
}
