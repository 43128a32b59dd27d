//! Exceptions: errors and panics as Python sees them.

use allsmall::ParseError;
use allsmall::answer::Failure;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(allsmall, BoardError, PyValueError, "Bad input: the message shows the place, and so does `at`.");
create_exception!(allsmall, InternalError, PyRuntimeError, "A fault of allsmall itself; please report it.");

/// Creates the exception of a parse error. `at` counts characters from 0.
pub(crate) fn bad_text(py: Python<'_>, error: &ParseError) -> PyErr {
    placed(py, error.to_string(), Some(error.at()))
}

/// Creates the exception of a question that cannot be asked.
pub(crate) fn failed(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Input(error) => bad_text(py, error),
        Failure::Unfit(message) | Failure::Unwritten(message) => placed(py, message.clone(), None),
        Failure::Stopped(stop) => placed(py, stop.to_string(), None),
    }
}

/// Creates an exception without a place.
pub(crate) fn unfit(py: Python<'_>, message: impl Into<String>) -> PyErr {
    placed(py, message.into(), None)
}

fn placed(py: Python<'_>, message: String, at: Option<usize>) -> PyErr {
    let error = BoardError::new_err(message);
    match error.value(py).setattr("at", at) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Creates the exception of a panic, which never aborts the interpreter.
pub(crate) fn panicked(cause: &(dyn std::any::Any + Send)) -> PyErr {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no message");
    InternalError::new_err(format!("a fault of allsmall: {text}"))
}
