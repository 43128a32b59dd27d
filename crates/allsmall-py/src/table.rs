//! Tables: one JSON line a row, as `allsmall table --json` prints them.

use allsmall::internal::tabulate::{
    BoardSet, BoardSetError, Colours, Condition, SelectOptions, Selection, TableColumn, TableFormat, TableWriter, print,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{bad_text, unfit};
use crate::run::{Limits, run};

/// The names of the columns, the rows, and why the table ended early, if it did.
#[pyfunction]
#[pyo3(signature = (what, columns, condition=None, up_to_symmetry=false, colourings="all", unique=None, max=None, sort=None, group=None, time=None, memory=None, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "what is asked and the limits, by name in Python")]
pub(crate) fn table(
    py: Python<'_>,
    what: &str,
    columns: Vec<String>,
    condition: Option<&str>,
    up_to_symmetry: bool,
    colourings: &str,
    unique: Option<&str>,
    max: Option<&str>,
    sort: Option<&str>,
    group: Option<&str>,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<&'static str>, String, Option<String>)> {
    let column = |name: &str| {
        let message = || format!("there is no column {name:?}; expected one of {}", TableColumn::names());
        TableColumn::of_name(name).ok_or_else(|| PyValueError::new_err(message()))
    };
    let columns = columns.iter().map(|name| column(name)).collect::<PyResult<Vec<_>>>()?;
    let one = |name: Option<&str>| name.map(column).transpose();
    let down = sort.is_some_and(|name| name.starts_with('-'));
    let sort = one(sort.map(|name| name.strip_prefix('-').unwrap_or(name)))?.map(|column| (column, down));
    let select = SelectOptions { unique: one(unique)?, max: one(max)?, sort, group: one(group)?, count: false };
    let condition = condition.map(Condition::read).transpose().map_err(|error| bad_text(py, &error))?;
    let colourings = Colours::read(colourings).map_err(PyValueError::new_err)?;
    let source =
        BoardSet::read(what).map_err(BoardSetError::Text).and_then(|what| what.source(up_to_symmetry, colourings));
    let mut source = source.map_err(|error| match error {
        BoardSetError::Text(error) => bad_text(py, &error),
        error => unfit(py, error.to_string()),
    })?;
    let limits = Limits { time, memory, threads, progress };
    let made = run(py, &limits, |budget| {
        let mut out = Vec::new();
        let selection = Selection::new(&columns, select);
        let header = selection.header();
        let writer = TableWriter::new(&mut out, TableFormat::Json, header.clone())?;
        let mut bad = None;
        let mut first_bad = |line: usize, message: &str| {
            bad.get_or_insert_with(|| format!("line {line}: {message}"));
        };
        let summary = print(&mut source, selection, condition.as_ref(), budget, writer, &mut first_bad)?;
        Ok::<_, std::io::Error>((header, out, summary.stopped, bad))
    })?;
    let (header, out, stopped, bad) = made.map_err(PyOSError::new_err)?;
    match bad {
        Some(message) => Err(unfit(py, message)),
        None => Ok((header, String::from_utf8(out).expect("JSON is UTF-8"), stopped.map(|stop| stop.to_string()))),
    }
}
