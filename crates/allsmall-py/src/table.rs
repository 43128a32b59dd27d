//! Tables, one JSON line a row, as `allsmall table --json` prints them; and the
//! smallest board with a value.

use allsmall::ReadError;
use allsmall::internal::tabulate::{
    BoardSet, BoardSetError, Colours, Condition, RowPlace, SearchSpace, SelectOptions, Selection, TableColumn,
    TableFormat, TableWriter, equal_to_sum, find, print,
};
use allsmall::notation::read_numbers;
use allsmall::value::Valuer;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{bad_text, unfit};
use crate::run::{Limits, run};

/// Turns the error of a set of boards into an exception: a missing file is
/// FileNotFoundError.
pub(crate) fn bad_set(py: Python<'_>, error: BoardSetError) -> PyErr {
    match error {
        BoardSetError::Text(error) => bad_text(py, &error),
        // The code of the operating system chooses the class of the exception.
        BoardSetError::File { path, error } => match error.raw_os_error() {
            Some(code) => {
                let said = error.to_string();
                let message = said.split(" (os error").next().unwrap_or_default().to_owned();
                PyOSError::new_err((code, message, path.to_string_lossy().into_owned()))
            }
            None => PyOSError::new_err(format!("cannot open {path:?}: {error}")),
        },
        error => unfit(py, error.to_string()),
    }
}

fn column(name: &str) -> PyResult<TableColumn> {
    TableColumn::read(name).map_err(|message| PyValueError::new_err(format!("{name:?}: {message}")))
}

fn columns(names: &[String]) -> PyResult<Vec<TableColumn>> {
    names.iter().map(|name| column(name)).collect()
}

/// The names of the columns, the rows, and why the table ended early, if it did.
#[pyfunction]
#[pyo3(signature = (what, columns, condition=None, numbers=None, up_to_symmetry=false, colourings="all", unique=None, max=vec![], min=vec![], mean=vec![], sort=vec![], group=vec![], witness=vec![], limit=None, time=None, memory=None, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "what is asked and the limits, by name in Python")]
pub(crate) fn table(
    py: Python<'_>,
    what: &str,
    columns: Vec<String>,
    condition: Option<&str>,
    numbers: Option<&str>,
    up_to_symmetry: bool,
    colourings: &str,
    unique: Option<&str>,
    max: Vec<String>,
    min: Vec<String>,
    mean: Vec<String>,
    sort: Vec<String>,
    group: Vec<String>,
    witness: Vec<String>,
    limit: Option<u64>,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<String>, String, Option<String>)> {
    let select = SelectOptions {
        unique: unique.map(column).transpose()?,
        max: self::columns(&max)?,
        min: self::columns(&min)?,
        mean: self::columns(&mean)?,
        sort,
        group: self::columns(&group)?,
        count: false,
        witness: self::columns(&witness)?,
        limit,
    };
    let selection = Selection::new(&self::columns(&columns)?, &select).map_err(PyValueError::new_err)?;
    let condition = condition.map(Condition::read).transpose().map_err(|error| bad_text(py, &error))?;
    let colourings = Colours::read(colourings).map_err(PyValueError::new_err)?;
    let numbers = numbers.map(read_numbers).transpose().map_err(PyValueError::new_err)?;
    let asked = [selection.columns(), &condition.as_ref().map(Condition::columns).unwrap_or_default()].concat();
    let source = BoardSet::read_with(what, numbers).map_err(BoardSetError::Text).and_then(|what| {
        what.check_columns(&asked)?;
        what.source(up_to_symmetry, colourings)
    });
    let mut source = source.map_err(|error| bad_set(py, error))?;
    let limits = Limits { time, memory, threads, progress };
    let made = run(py, &limits, |budget| {
        let mut out = Vec::new();
        let header = selection.header();
        let writer = TableWriter::new(&mut out, TableFormat::Json, header.clone())?;
        let mut bad = None;
        let mut first_bad = |place: RowPlace, message: &str| {
            bad.get_or_insert_with(|| format!("{place}: {message}"));
        };
        let (summary, _) = print(&mut source, selection, condition.as_ref(), budget, writer, &mut first_bad)?;
        Ok::<_, std::io::Error>((header, out, summary.stopped, bad))
    })?;
    let (header, out, stopped, bad) = made.map_err(PyOSError::new_err)?;
    match bad {
        Some(message) => Err(unfit(py, message)),
        None => Ok((header, String::from_utf8(out).expect("JSON is UTF-8"), stopped.map(|stop| stop.to_string()))),
    }
}

/// The smallest board equal to a value or sum, or for which a condition holds,
/// and the limit that ended the search, if one did.
#[pyfunction]
#[pyo3(signature = (value, condition, within, time=None, memory=None, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "what is asked and the limits, by name in Python")]
pub(crate) fn find_board(
    py: Python<'_>,
    value: Option<&str>,
    condition: Option<&str>,
    within: &str,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<String>, Option<String>)> {
    let place = SearchSpace::read(within).map_err(|error| bad_text(py, &error))?;
    let condition = condition.map(Condition::read).transpose().map_err(|error| bad_text(py, &error))?;
    let limits = Limits { time, memory, threads, progress };
    let found = run(py, &limits, |budget| {
        let condition = match (value, condition) {
            (Some(text), _) => equal_to_sum(text, &mut Valuer::new(budget), budget)?.0,
            (None, Some(condition)) => condition,
            (None, None) => return Ok(Err(BoardSetError::Unfit("a value or a condition is missing".to_owned()))),
        };
        Ok::<_, ReadError>(find(&place, &condition, budget))
    })?;
    match found {
        Err(ReadError::Text(error)) => Err(bad_text(py, &error)),
        Err(ReadError::Stop(stop)) => Ok((None, Some(stop.to_string()))),
        Ok(Err(error)) => Err(bad_set(py, error)),
        Ok(Ok(found)) => {
            let stopped = found.summary.stopped.filter(|_| found.board.is_none());
            let unsettled = found.board.is_none() && found.summary.unsettled > 0;
            let why = || format!("{} boards were not settled", found.summary.unsettled);
            Ok((found.board.clone(), stopped.map(|stop| stop.to_string()).or_else(|| unsettled.then(why))))
        }
    }
}
