//! Chunks of an enumeration: the boards that one job of a campaign asks about.

use allsmall::internal::tabulate::{BoardChunk, BoardSet, BoardSource, Colours};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{bad_text, unfit};
use crate::run::{Limits, run};
use crate::table::bad_set;

/// Returns the number of boards of an enumeration; `None` if it comes from a file.
#[pyfunction]
pub(crate) fn count_boards(py: Python<'_>, what: &str) -> PyResult<Option<u64>> {
    let what = BoardSet::read(what).map_err(|error| bad_text(py, &error))?;
    if !matches!(what, BoardSet::All { .. }) {
        return Ok(None);
    }
    let source = what.source(false, Colours::All).map_err(|error| unfit(py, error.to_string()))?;
    Ok(source.single().and_then(allsmall::internal::tabulate::Enumeration::count))
}

/// Returns the boards number `first` to `first + count - 1`; with `up_to_symmetry`
/// only those that represent their class.
#[pyfunction]
#[pyo3(signature = (what, first, count, up_to_symmetry=false))]
pub(crate) fn boards_between(
    py: Python<'_>,
    what: &str,
    first: u64,
    count: u64,
    up_to_symmetry: bool,
) -> PyResult<Vec<String>> {
    let what = BoardSet::read(what).map_err(|error| bad_text(py, &error))?;
    let source = what.source(up_to_symmetry, Colours::All).map_err(|error| bad_set(py, error))?;
    collect(py, source.within(first..first.saturating_add(count)))
}

/// Returns the boards on the graphs of some lines of a file; `first` is the
/// number of the first line.
#[pyfunction]
#[pyo3(signature = (lines, first, colourings="all", up_to_symmetry=false))]
pub(crate) fn boards_on_graphs(
    py: Python<'_>,
    lines: String,
    first: usize,
    colourings: &str,
    up_to_symmetry: bool,
) -> PyResult<Vec<String>> {
    let colourings = Colours::read(colourings).map_err(PyValueError::new_err)?;
    collect(py, BoardSource::graph_lines(lines, first, colourings, up_to_symmetry))
}

fn collect(py: Python<'_>, mut source: BoardSource) -> PyResult<Vec<String>> {
    let made = run(py, &Limits::none(), |budget| {
        let mut boards = Vec::new();
        while let Some(work) = source.next_chunk() {
            budget.check().map_err(|stop| stop.to_string())?;
            match work {
                BoardChunk::Numbers(all, range) => {
                    boards.extend(range.filter_map(|number| all.position(number)).map(|position| all.name(&position)));
                }
                BoardChunk::Lines(lines) => boards.extend(lines.into_iter().map(|(_, text)| text)),
                BoardChunk::Bad(place, message) => return Err(format!("{place}: {message}")),
            }
        }
        Ok(boards)
    })?;
    made.map_err(|message| unfit(py, message))
}
