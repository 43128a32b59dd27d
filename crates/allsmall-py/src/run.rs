//! Long computations: without the GIL, interrupted by Ctrl-C, panics caught.
//!
//! The work runs on a separate thread. The calling thread waits, and now and
//! then takes the GIL to check for signals and to report progress: only the
//! main thread of Python can see signals, and only while it holds the GIL.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use allsmall::Budget;
use allsmall::answer::limit_text::{read_memory, read_time};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::panicked;

/// Time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Stack of the computing thread, in bytes: searches of sums recurse a little.
const STACK: usize = 16 << 20;

/// Limits of a call, and its progress callback.
pub(crate) struct Limits {
    pub(crate) time: Option<f64>,
    pub(crate) memory: Option<u64>,
    pub(crate) threads: usize,
    /// Called with a line now and then.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Limits {
    /// Creates limits that are all left at their defaults.
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
    let poll = move |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let text = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (progress, text) {
            (Some(progress), Some(text)) => progress.call1(py, (text,)).map(drop),
            _ => Ok(()),
        }
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let work = move || drop(sender.send(catch_panic_payload(|| work(&budget))));
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(PyOSError::new_err)?;
            let mut interrupted = None;
            loop {
                match receiver.recv_timeout(SIGNAL_INTERVAL) {
                    Ok(Ok(found)) => return interrupted.map_or(Ok(found), Err),
                    Ok(Err(cause)) => return Err(panicked(&*cause)),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                        interrupted = Python::attach(&poll).err();
                        stop.store(interrupted.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(panicked(&"the computing thread ended without a result"));
                    }
                }
            }
        })
    })
}

/// Reads a time such as `10s`, in seconds.
#[pyfunction]
pub(crate) fn read_seconds(text: &str) -> PyResult<f64> {
    let time = read_time(text).map_err(|message| PyValueError::new_err(format!("time {text:?}: {message}")))?;
    Ok(time.as_secs_f64())
}

/// Reads a size such as `64M`, in bytes.
#[pyfunction]
pub(crate) fn read_bytes(text: &str) -> PyResult<usize> {
    read_memory(text).map_err(|message| PyValueError::new_err(format!("memory {text:?}: {message}")))
}

/// Runs something short and turns a panic into an `InternalError`.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_panic_payload(work).unwrap_or_else(|cause| Err(panicked(&*cause)))
}

/// Panics, on the calling thread or on a computing thread: for the test that no
/// panic leaves Rust.
#[pyfunction]
pub(crate) fn fail_on_purpose(py: Python<'_>, on_a_thread: bool) -> PyResult<()> {
    let fail = || -> PyResult<()> { panic!("on purpose") };
    if on_a_thread { run(py, &Limits::none(), |_| fail())? } else { catch_panic(fail) }
}

/// Runs something short; a panic is returned with its payload.
pub(crate) fn catch_panic_payload<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}
