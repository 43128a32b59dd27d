//! Rows in order, from one thread or several: threads take chunks of boards.

use std::io;
use std::ops::ControlFlow;

use super::engine::{Engine, Row};
use super::source::{Source, Work};
use super::{Cell, Column, Condition, Enumeration, Selection, Writer};
use crate::notation::{Summand, Term, graph_name, read_expr_within};
use crate::{Budget, Position, Stop, ordered_map};

/// What comes out of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// A row.
    Cells(Vec<Cell>),
    /// A line of the file that is no board or graph, its number, and why.
    Bad {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// How a table went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Boards that were looked at.
    pub boards: u64,
    /// Boards whose row, or whose condition, was not settled.
    pub unsettled: u64,
    /// Lines that are no boards or graphs.
    pub bad: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

/// The rows of one chunk.
#[derive(Default)]
struct Done {
    rows: Vec<Rows>,
    summary: Summary,
}

/// Calls `each` with every row, in order.
///
/// # Errors
/// What `each` says.
pub fn run(
    source: &mut Source,
    columns: &[Column],
    condition: Option<&Condition>,
    budget: &Budget,
    each: &mut dyn FnMut(Rows) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let all_columns: Vec<Column> =
        columns.iter().copied().chain(condition.map(Condition::columns).unwrap_or_default()).collect();
    let total = source.single().and_then(Enumeration::count);
    let flow = ordered_map(
        budget.threads(),
        || source.next_chunk(),
        || Engine::new(&all_columns, budget),
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

/// Writes every row that is selected; `bad` hears of each line that is no board
/// or graph, by its number.
///
/// # Errors
/// What writing says.
pub fn print<W: io::Write>(
    source: &mut Source,
    mut selection: Selection,
    condition: Option<&Condition>,
    budget: &Budget,
    mut writer: Writer<W>,
    bad: &mut dyn FnMut(usize, &str),
) -> io::Result<Summary> {
    let columns = selection.columns().to_vec();
    let summary = run(source, &columns, condition, budget, &mut |row| {
        match row {
            Rows::Bad { line, message } => bad(line, &message),
            Rows::Cells(cells) => {
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

impl Summary {
    fn add(&mut self, other: Summary) {
        self.boards += other.boards;
        self.unsettled += other.unsettled;
        self.bad += other.bad;
        self.stopped = self.stopped.or(other.stopped);
    }
}

/// The rows of a chunk.
fn chunk(engine: &mut Engine, work: Work, columns: &[Column], condition: Option<&Condition>, budget: &Budget) -> Done {
    let mut done = Done::default();
    match work {
        Work::Bad(line, message) => {
            done.summary.bad += 1;
            done.rows.push(Rows::Bad { line, message });
        }
        Work::Numbers(all, range) => {
            for number in range {
                let Some(position) = all.position(number) else { continue };
                let name = || all.name(&position);
                let mut row = Row::new(&position, &name, all.graph(), true);
                if !done.row(engine, &mut row, columns, condition, budget) {
                    break;
                }
            }
        }
        Work::Lines(lines) => {
            for (line, text) in lines {
                match read_line(&text, budget.cells()) {
                    Err(message) => {
                        done.summary.bad += 1;
                        done.rows.push(Rows::Bad { line, message });
                    }
                    Ok((position, name)) => {
                        let (name, graph) = (|| name.clone(), graph_name(position.board()));
                        let mut row = Row::new(&position, &name, &graph, false);
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

/// What became of a board: its row may have no cells, where rows are counted.
enum Filled {
    Cells(Vec<Cell>),
    Unwanted,
    Unsettled,
}

impl Done {
    /// Adds a row; false when the table must end.
    fn row(
        &mut self,
        engine: &mut Engine,
        row: &mut Row<'_>,
        columns: &[Column],
        condition: Option<&Condition>,
        budget: &Budget,
    ) -> bool {
        let mut fill = || -> Result<Filled, Stop> {
            budget.check()?;
            match condition.map_or(Ok(Some(true)), |condition| engine.holds(condition, row))? {
                Some(true) => {}
                Some(false) => return Ok(Filled::Unwanted),
                None => return Ok(Filled::Unsettled),
            }
            columns.iter().map(|&column| engine.cell(row, column)).collect::<Result<Vec<_>, _>>().map(Filled::Cells)
        };
        let filled = fill();
        self.summary.boards += u64::from(filled.is_ok());
        match filled {
            Err(stop) => {
                self.summary.stopped = Some(stop);
                return false;
            }
            Ok(Filled::Unsettled) => self.summary.unsettled += 1,
            Ok(Filled::Unwanted) => {}
            Ok(Filled::Cells(cells)) => {
                self.summary.unsettled += u64::from(cells.contains(&Cell::None));
                self.rows.push(Rows::Cells(cells));
            }
        }
        true
    }
}
