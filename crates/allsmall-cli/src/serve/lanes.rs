//! Thread pool in two lanes, and cancellation when the client disconnects.
//!
//! Small boards have a separate lane, so that large ones never hold them up.
//! The lane of large boards has a bounded queue; a request that finds it full
//! is refused at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use allsmall::Budget;
use allsmall::answer::{Answer, Asked, Failure};
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::api::Refusal;
use super::limits::Limits;
use super::read::Task;

/// Semaphores of the two lanes.
#[derive(Clone)]
pub(crate) struct Lanes {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
    /// Requests that compute or wait in the large lane.
    seats: Arc<Semaphore>,
    limits: Limits,
}

/// Permission to compute, released when dropped.
pub(crate) struct Room {
    _lane: OwnedSemaphorePermit,
    _seat: Option<OwnedSemaphorePermit>,
}

/// Callback for the progress of a computation.
pub(crate) type ProgressCallback = Box<dyn Fn(&str) + Send + Sync>;

/// Cancels a computation when dropped.
pub(crate) struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Lanes {
    pub(crate) fn new(limits: Limits) -> Lanes {
        Lanes {
            small: Arc::new(Semaphore::new(limits.small_jobs())),
            large: Arc::new(Semaphore::new(limits.jobs)),
            seats: Arc::new(Semaphore::new(limits.jobs + limits.waiting)),
            limits,
        }
    }

    /// Waits for room in the task's lane.
    pub(crate) async fn room(&self, small: bool) -> Result<Room, Refusal> {
        let busy = || {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy with other boards; try again in a moment")
        };
        let seat = if small { None } else { Some(Arc::clone(&self.seats).try_acquire_owned().map_err(|_| busy())?) };
        let lane = Arc::clone(if small { &self.small } else { &self.large });
        match timeout(self.limits.time, lane.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Room { _lane: permit, _seat: seat }),
            _ => Err(busy()),
        }
    }

    /// Starts the task on a computing thread. The room is released when the
    /// thread is done, not when the client disconnects.
    pub(crate) fn start(
        &self,
        room: Room,
        task: Task,
        watch: Option<ProgressCallback>,
    ) -> (CancelOnDrop, impl Future<Output = Result<(Asked, Answer), Refusal>> + use<>) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::new()
            .with_time(task.time)
            .with_memory(task.memory)
            .with_cells(self.limits.cells)
            .with_stop(Arc::clone(&stop));
        if let Some(watch) = watch {
            budget = budget.with_watch(watch);
        }
        let thread = tokio::task::spawn_blocking(move || {
            let _room = room;
            let answer = task.question.ask_any((&task.text).into(), &budget);
            answer.map(|answer| (task.question.asked_any(&task.text), answer))
        });
        let done = async {
            match thread.await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(failure)) => Err(Refusal::from(failure)),
                Err(_) => {
                    let message = "this board made the program fail; please report it";
                    Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message))
                }
            }
        };
        (CancelOnDrop(stop), done)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::of_failure(StatusCode::BAD_REQUEST, failure)
    }
}
