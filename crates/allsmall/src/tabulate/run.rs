//! The table runner: threads take chunks of boards, rows come out in order.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::engine::{OpenRow, RowEngine, RowSubject};
use super::source::{BoardChunk, BoardSource, RowPlace};
use super::{Condition, Enumeration, Selection, TableCell, TableColumn, TableWriter};
use crate::base::ordered_map::ordered_map;
use crate::notation::{Expr, Summand, Term, graph_name, read_expr_in};
use crate::{Budget, Position, Stop};

/// A row of a table, or a line of its file without one.
#[derive(Clone, Debug, PartialEq)]
pub enum RowEvent {
    /// A row.
    Cells(Vec<TableCell>),
    /// A line of the file, or an expression, that is not a board or graph.
    Bad {
        /// The line, or the number n.
        place: RowPlace,
        /// What is wrong with it.
        message: String,
    },
}

/// Counts of a finished table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableSummary {
    /// Number of boards.
    pub boards: u64,
    /// Number of boards whose row or condition was not settled.
    pub unsettled: u64,
    /// Number of lines that are not boards or graphs.
    pub bad: u64,
    /// The limit that ended the table early, if any.
    pub stopped: Option<Stop>,
}

/// The rows of one chunk.
#[derive(Default)]
struct FilledChunk {
    rows: Vec<RowEvent>,
    summary: TableSummary,
}

/// Calls `each` with every row, in order, until it breaks.
///
/// # Errors
/// The error of `each`.
pub fn run(
    source: &mut BoardSource,
    columns: &[TableColumn],
    condition: Option<&Condition>,
    budget: &Budget,
    each: &mut dyn FnMut(RowEvent) -> io::Result<ControlFlow<()>>,
) -> io::Result<TableSummary> {
    let mut summary = TableSummary::default();
    let all_columns: Vec<TableColumn> =
        columns.iter().copied().chain(condition.map(Condition::columns).unwrap_or_default()).collect();
    let total = source.single().and_then(Enumeration::count);
    let outcomes = Arc::default();
    let flow = ordered_map(
        budget.threads(),
        || source.next_chunk(),
        || RowEngine::new(&all_columns, budget).sharing(&outcomes),
        |engine, work| chunk(engine, work, columns, condition, budget),
        |done| {
            summary.add(done.summary);
            budget.report(|| match total {
                Some(total) => format!("{} of {total} boards", summary.boards),
                None => format!("{} boards", summary.boards),
            });
            for row in done.rows {
                match each(row) {
                    Err(error) => return ControlFlow::Break(Some(error)),
                    Ok(ControlFlow::Break(())) => return ControlFlow::Break(None),
                    Ok(ControlFlow::Continue(())) => {}
                }
            }
            if summary.stopped.is_some() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        },
    );
    match flow {
        ControlFlow::Break(Some(error)) => Err(error),
        _ => Ok(summary),
    }
}

/// Writes every selected row; calls `bad` with the place of everything that is
/// not a board or graph, and why. Returns the output as well.
///
/// # Errors
/// The error of the writer.
pub fn print<W: io::Write>(
    source: &mut BoardSource,
    mut selection: Selection,
    condition: Option<&Condition>,
    budget: &Budget,
    mut writer: TableWriter<W>,
    bad: &mut dyn FnMut(RowPlace, &str),
) -> io::Result<(TableSummary, W)> {
    let columns = selection.columns().to_vec();
    let summary = run(source, &columns, condition, budget, &mut |row| {
        match row {
            RowEvent::Bad { place, message } => bad(place, &message),
            RowEvent::Cells(cells) => {
                if let Some(row) = selection.push(cells) {
                    writer.row(&row)?;
                }
            }
        }
        Ok(if selection.is_complete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    selection.finish().iter().try_for_each(|row| writer.row(row))?;
    Ok((summary, writer.finish()?))
}

impl TableSummary {
    fn add(&mut self, other: TableSummary) {
        self.boards += other.boards;
        self.unsettled += other.unsettled;
        self.bad += other.bad;
        self.stopped = self.stopped.or(other.stopped);
    }
}

/// The rows of a chunk.
fn chunk(
    engine: &mut RowEngine,
    work: BoardChunk,
    columns: &[TableColumn],
    condition: Option<&Condition>,
    budget: &Budget,
) -> FilledChunk {
    let mut done = FilledChunk::default();
    match work {
        BoardChunk::Bad(place, message) => {
            done.summary.bad += 1;
            done.rows.push(RowEvent::Bad { place, message });
        }
        BoardChunk::Numbers(all, range) => {
            for number in range {
                let Some(position) = all.position(number) else { continue };
                let name = || all.name(&position);
                let mut row = OpenRow::new(RowSubject::Board(&position), &name, all.graph(), true);
                if !done.row(engine, &mut row, columns, condition, budget) {
                    break;
                }
            }
        }
        BoardChunk::Lines(lines) => {
            let conditions = condition.map(Condition::columns).unwrap_or_default();
            let board_only = columns.iter().chain(&conditions).find(|column| column.needs_board());
            for (place, text) in lines {
                match TextRow::read(&text, board_only, budget.cells()) {
                    Err(message) => {
                        done.summary.bad += 1;
                        done.rows.push(RowEvent::Bad { place, message });
                    }
                    Ok(text_row) => {
                        let (name, graph) = (|| text_row.expr.to_string(), text_row.graph());
                        let mut row = OpenRow::new(text_row.subject(), &name, &graph, false);
                        if let RowPlace::Number(n) = place {
                            row = row.numbered(n);
                        }
                        if !done.row(engine, &mut row, columns, condition, budget) {
                            break;
                        }
                    }
                }
            }
        }
    }
    done
}

/// A row whose board or sum was read from a text.
struct TextRow {
    expr: Expr,
    /// The whole sum as one position, if all of it are boards.
    position: Option<Position>,
}

impl TextRow {
    /// Reads a board, the negative of one, or a sum, as every other command does;
    /// a sum with values only if no column needs a board.
    fn read(text: &str, board_only: Option<&TableColumn>, max_cells: usize) -> Result<TextRow, String> {
        let expr = read_expr_in(text, &Budget::new().with_cells(max_cells)).map_err(|error| error.to_string())?;
        let position = match &expr.terms[..] {
            [Term { times: 1, what: Summand::Board(position) }] => Some(position.clone()),
            [Term { times: -1, what: Summand::Board(position) }] => Some(position.negated()),
            terms if terms.iter().all(|term| matches!(term.what, Summand::Board(_))) => expr.as_union(max_cells),
            _ => None,
        };
        match (&position, board_only) {
            (None, Some(column)) => {
                let message = format!("expected a board or a sum of boards; values have no {}", column.name());
                Err(format!("{message}\n  | {text}\n  | ^"))
            }
            _ => Ok(TextRow { expr, position }),
        }
    }

    fn subject(&self) -> RowSubject<'_> {
        self.position.as_ref().map_or(RowSubject::Sum(&self.expr), RowSubject::Board)
    }

    /// The entry of the column `graph`.
    fn graph(&self) -> String {
        self.position.as_ref().map_or_else(|| "sum".to_owned(), |position| graph_name(position.board()))
    }
}

/// A board's row, which has no cells where rows are only counted.
enum FilledRow {
    Cells(Vec<TableCell>),
    Unwanted,
    Unsettled,
}

impl FilledChunk {
    /// Adds a row; false when the table must end.
    fn row(
        &mut self,
        engine: &mut RowEngine,
        row: &mut OpenRow<'_>,
        columns: &[TableColumn],
        condition: Option<&Condition>,
        budget: &Budget,
    ) -> bool {
        let mut fill = || -> Result<FilledRow, Stop> {
            budget.check()?;
            match condition.map_or(Ok(Some(true)), |condition| engine.holds(condition, row))? {
                Some(true) => {}
                Some(false) => return Ok(FilledRow::Unwanted),
                None => return Ok(FilledRow::Unsettled),
            }
            columns.iter().map(|&column| engine.cell(row, column)).collect::<Result<Vec<_>, _>>().map(FilledRow::Cells)
        };
        let filled = fill();
        self.summary.boards += u64::from(filled.is_ok());
        match filled {
            Err(stop) => {
                self.summary.stopped = Some(stop);
                return false;
            }
            Ok(FilledRow::Unsettled) => self.summary.unsettled += 1,
            Ok(FilledRow::Unwanted) => {}
            Ok(FilledRow::Cells(cells)) => {
                self.summary.unsettled += u64::from(cells.contains(&TableCell::None));
                self.rows.push(RowEvent::Cells(cells));
            }
        }
        true
    }
}
