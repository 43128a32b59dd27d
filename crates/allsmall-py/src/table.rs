//! Tables: one JSON line a row, as `allsmall table --json` prints them.

use allsmall::table::{
    Colours, Column, Condition, Format, Rows, Select, Selection, Source, What, WhatError, Writer, run as rows,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{bad_text, unfit};
use crate::run::{Limits, run};

/// The rows of a table, and why it ended early, if it did. A portion is a first
/// number and a count, or the first line's number of these lines of graphs.
#[pyfunction]
#[pyo3(signature = (what, columns, condition=None, up_to_symmetry=false, colourings="all", time=None, memory=None, threads=1, progress=None, portion=None, lines=None))]
#[expect(clippy::too_many_arguments, reason = "what is asked and the limits, by name in Python")]
pub(crate) fn table(
    py: Python<'_>,
    what: &str,
    columns: Vec<String>,
    condition: Option<&str>,
    up_to_symmetry: bool,
    colourings: &str,
    time: Option<f64>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    portion: Option<(u64, u64)>,
    lines: Option<String>,
) -> PyResult<(String, Option<String>)> {
    let column = |name: &String| {
        let message = || format!("there is no column {name:?}; expected one of {}", Column::names());
        Column::of_name(name).ok_or_else(|| PyValueError::new_err(message()))
    };
    let columns = columns.iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let condition = condition.map(Condition::read).transpose().map_err(|error| bad_text(py, &error))?;
    let colourings = Colours::read(colourings).map_err(PyValueError::new_err)?;
    let first = portion.map_or(1, |(first, _)| usize::try_from(first).unwrap_or(usize::MAX));
    let mut source = match lines {
        Some(lines) => Source::graph_lines(lines, first, colourings, up_to_symmetry),
        None => {
            let source = What::read(what).map_err(WhatError::Text);
            let source = source.and_then(|what| what.source(up_to_symmetry, colourings));
            let source = source.map_err(|error| match error {
                WhatError::Text(error) => bad_text(py, &error),
                error => unfit(py, error.to_string()),
            })?;
            match portion {
                Some((first, count)) => source.within(first..first.saturating_add(count)),
                None => source,
            }
        }
    };
    let limits = Limits { time, memory, threads, progress };
    let made = run(py, &limits, |budget| {
        let mut out = Vec::new();
        let mut selection = Selection::new(&columns, Select::default());
        let mut writer = Writer::new(&mut out, Format::Json, selection.header())?;
        let mut bad = None;
        let all = selection.columns().to_vec();
        let summary = rows(&mut source, &all, condition.as_ref(), budget, &mut |row| {
            match row {
                Rows::Bad { line, message } => bad = bad.take().or_else(|| Some(format!("line {line}: {message}"))),
                Rows::Cells(cells) => {
                    if let Some(row) = selection.push(cells) {
                        writer.row(&row)?;
                    }
                }
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok::<_, std::io::Error>((out, summary.stopped, bad))
    })?;
    let (out, stopped, bad) = made.map_err(PyOSError::new_err)?;
    match bad {
        Some(message) => Err(unfit(py, message)),
        None => Ok((String::from_utf8(out).expect("JSON is UTF-8"), stopped.map(|stop| stop.to_string()))),
    }
}
