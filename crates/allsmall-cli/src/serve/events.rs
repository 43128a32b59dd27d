//! A question with its progress, as server-sent events.
//!
//! ```text
//! event: progress   data: {"seconds": 1.2, "text": "nodes 120000"}   now and then
//! event: answer     data: the answer, as POST gives it                once, last
//! event: error      data: {"error": {"message": ..., "at": ...}}      instead of it
//! ```
//!
//! Closing the connection cancels the computation.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::lanes::{CancelOnDrop, Lanes, Room};
use super::read::Task;

/// Minimum time between two progress events.
const INTERVAL: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct ProgressEvent<'a> {
    seconds: f64,
    text: &'a str,
}

/// Stream of events; dropping it, when the client disconnects, cancels the computation.
struct Events {
    receiver: mpsc::Receiver<Event>,
    _stop: CancelOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(cx).map(|event| event.map(Ok))
    }
}

/// Starts the task and streams its progress and its answer.
pub(crate) fn stream(lanes: &Lanes, room: Room, task: Task) -> Response {
    let (sender, receiver) = mpsc::channel(8);
    let (stop, done) = lanes.start(room, task, Some(Box::new(throttled(sender.clone()))));
    tokio::spawn(async move {
        let last = match done.await {
            Ok((asked, answer)) => event("answer", &asked.with(&answer)),
            Err(refusal) => event("error", &refusal.body()),
        };
        let _ = sender.send(last).await;
    });
    let events = Events { receiver, _stop: stop };
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))).into_response()
}

/// Creates a callback that sends at most one event per [`INTERVAL`]; events that
/// the client is too slow for are dropped.
fn throttled(sender: mpsc::Sender<Event>) -> impl Fn(&str) + Send + Sync + 'static {
    let started = Instant::now();
    let last = Mutex::new(None::<Instant>);
    move |text| {
        let mut last = last.lock().expect("no thread panics while it holds the clock");
        if last.is_none_or(|last| last.elapsed() >= INTERVAL) {
            *last = Some(Instant::now());
            let progress = ProgressEvent { seconds: started.elapsed().as_secs_f64(), text };
            let _ = sender.try_send(event("progress", &progress));
        }
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).expect("our answers are JSON");
    Event::default().event(name).data(data)
}
