//! The table runner: threads take chunks of boards, rows come out in order.

use std::io;
use std::ops::ControlFlow;

use super::engine::{OpenRow, RowEngine};
use super::source::{BoardChunk, BoardSource};
use super::{Condition, Enumeration, Selection, TableCell, TableColumn, TableWriter};
use crate::base::ordered_map::ordered_map;
use crate::notation::{Summand, Term, graph_name, read_expr_within};
use crate::{Budget, Position, Stop};

/// A row of a table, or a line of its file without one.
#[derive(Clone, Debug, PartialEq)]
pub enum RowEvent {
    /// A row.
    Cells(Vec<TableCell>),
    /// A line of the file that is not a board or graph.
    Bad {
        /// The number of the line, from 1.
        line: usize,
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

/// Calls `each` with every row, in order.
///
/// # Errors
/// The error of `each`.
pub fn run(
    source: &mut BoardSource,
    columns: &[TableColumn],
    condition: Option<&Condition>,
    budget: &Budget,
    each: &mut dyn FnMut(RowEvent) -> io::Result<()>,
) -> io::Result<TableSummary> {
    let mut summary = TableSummary::default();
    let all_columns: Vec<TableColumn> =
        columns.iter().copied().chain(condition.map(Condition::columns).unwrap_or_default()).collect();
    let total = source.single().and_then(Enumeration::count);
    let flow = ordered_map(
        budget.threads(),
        || source.next_chunk(),
        || RowEngine::new(&all_columns, budget),
        |engine, work| chunk(engine, work, columns, condition, budget),
        |done| {
            summary.add(done.summary);
            budget.report(|| match total {
                Some(total) => format!("{} of {total} boards", summary.boards),
                None => format!("{} boards", summary.boards),
            });
            match done.rows.into_iter().try_for_each(&mut *each) {
                Err(error) => ControlFlow::Break(Some(error)),
                Ok(()) if summary.stopped.is_some() => ControlFlow::Break(None),
                Ok(()) => ControlFlow::Continue(()),
            }
        },
    );
    match flow {
        ControlFlow::Break(Some(error)) => Err(error),
        _ => Ok(summary),
    }
}

/// Writes every selected row; calls `bad` with the number of each line that is
/// not a board or graph, and why.
///
/// # Errors
/// The error of the writer.
pub fn print<W: io::Write>(
    source: &mut BoardSource,
    mut selection: Selection,
    condition: Option<&Condition>,
    budget: &Budget,
    mut writer: TableWriter<W>,
    bad: &mut dyn FnMut(usize, &str),
) -> io::Result<TableSummary> {
    let columns = selection.columns().to_vec();
    let summary = run(source, &columns, condition, budget, &mut |row| {
        match row {
            RowEvent::Bad { line, message } => bad(line, &message),
            RowEvent::Cells(cells) => {
                if let Some(row) = selection.push(cells) {
                    writer.row(&row)?;
                }
            }
        }
        Ok(())
    })?;
    selection.finish().iter().try_for_each(|row| writer.row(row))?;
    writer.finish()?;
    Ok(summary)
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
        BoardChunk::Bad(line, message) => {
            done.summary.bad += 1;
            done.rows.push(RowEvent::Bad { line, message });
        }
        BoardChunk::Numbers(all, range) => {
            for number in range {
                let Some(position) = all.position(number) else { continue };
                let name = || all.name(&position);
                let mut row = OpenRow::new(&position, &name, all.graph(), true);
                if !done.row(engine, &mut row, columns, condition, budget) {
                    break;
                }
            }
        }
        BoardChunk::Lines(lines) => {
            for (line, text) in lines {
                match read_line(&text, budget.cells()) {
                    Err(message) => {
                        done.summary.bad += 1;
                        done.rows.push(RowEvent::Bad { line, message });
                    }
                    Ok((position, name)) => {
                        let (name, graph) = (|| name.clone(), graph_name(position.board()));
                        let mut row = OpenRow::new(&position, &name, &graph, false);
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

/// The position of a line, and its name: a board, the negative of one, or a
/// sum of boards, as every other command reads it.
fn read_line(text: &str, max_cells: usize) -> Result<(Position, String), String> {
    let expr = read_expr_within(text, max_cells).map_err(|error| error.to_string())?;
    let position = match &expr.terms[..] {
        [Term { times: 1, what: Summand::Board(position) }] => Some(position.clone()),
        [Term { times: -1, what: Summand::Board(position) }] => Some(position.negated()),
        terms if terms.iter().all(|term| matches!(term.what, Summand::Board(_))) => expr.as_union(max_cells),
        _ => None,
    };
    let refused = || format!("expected a board or a sum of boards; a table has no rows for values\n  | {text}\n  | ^");
    position.map(|position| (position, expr.to_string())).ok_or_else(refused)
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
