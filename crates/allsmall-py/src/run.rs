//! Long computations: without the interpreter's lock, stopped by Ctrl-C.
//!
//! The work runs on a thread of its own. The calling thread waits, and looks
//! now and then whether Python has a signal for it or wants to hear how far
//! the work is: only the main thread of Python can see signals, and only
//! while it holds the lock.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use allsmall::Budget;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::panicked;

/// Time between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(50);

/// Engines keep their own stacks, but searches of sums recurse a little.
const STACK: usize = 16 << 20;

/// What a call may use.
pub(crate) struct Limits {
    pub(crate) time: Option<f64>,
    pub(crate) memory: Option<u64>,
    pub(crate) threads: usize,
    /// Called with a line now and then.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Limits {
    /// Nothing but the defaults.
    pub(crate) fn none() -> Limits {
        Limits { time: None, memory: None, threads: 1, progress: None }
    }

    fn budget(&self, stop: &Arc<AtomicBool>) -> PyResult<Budget> {
        let mut budget = Budget::new().with_threads(self.threads).with_stop(Arc::clone(stop));
        if let Some(seconds) = self.time {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("time is a number of seconds from 0 on, not {seconds}")))?;
            budget = budget.with_time(time);
        }
        if let Some(bytes) = self.memory {
            budget = budget.with_memory(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
        Ok(budget)
    }
}

/// Runs `work` within these limits.
pub(crate) fn run<T: Send>(py: Python<'_>, limits: &Limits, work: impl FnOnce(&Budget) -> T + Send) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let latest = Arc::new(Mutex::new(None::<String>));
    let mut budget = limits.budget(&stop)?;
    if limits.progress.is_some() {
        let latest = Arc::clone(&latest);
        budget = budget.with_watch(move |text| {
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(text.to_owned());
        });
    }
    let progress = limits.progress.as_ref();
    let look = move |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let text = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (progress, text) {
            (Some(progress), Some(text)) => progress.call1(py, (text,)).map(drop),
            _ => Ok(()),
        }
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (tell, hear) = channel();
            let work = move || drop(tell.send(caught(|| work(&budget))));
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(PyOSError::new_err)?;
            let mut interrupted = None;
            loop {
                match hear.recv_timeout(LOOK) {
                    Ok(Ok(found)) => return interrupted.map_or(Ok(found), Err),
                    Ok(Err(cause)) => return Err(panicked(&*cause)),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                        interrupted = Python::attach(&look).err();
                        stop.store(interrupted.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the worker always answers"),
                }
            }
        })
    })
}

/// Runs something short, and makes of a panic an `InternalError`.
pub(crate) fn kept<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    caught(work).unwrap_or_else(|cause| Err(panicked(&*cause)))
}

/// Fails on purpose, at once or on a thread of its own: tests see that a panic
/// crosses no border.
#[pyfunction]
pub(crate) fn fail_on_purpose(py: Python<'_>, on_a_thread: bool) -> PyResult<()> {
    let fail = || -> PyResult<()> { panic!("on purpose") };
    if on_a_thread { run(py, &Limits::none(), |_| fail())? } else { kept(fail) }
}

/// Runs something that is over in a moment, at once, and keeps panics inside.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}
