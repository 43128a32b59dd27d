//! The program `allsmall`, which pip installs with the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with these arguments, the first of which is its name, and
/// returns its exit code. Signals are the program's from here on.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| allsmall_cli::run(arguments))
}
