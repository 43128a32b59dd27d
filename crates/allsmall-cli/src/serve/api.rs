//! Routes: a question and its answer, an error in words.

use std::collections::HashMap;
use std::sync::Arc;

use allsmall::answer::{self, Failure, Registry, read_members};
use allsmall::draw::MAX_CELLS;
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Serialize;
use tokio::time::timeout;

use super::events;
use super::lanes::Lanes;
use super::limits::Limits;
use super::origin::{Hosts, check_origin};
use super::page::{self, Page};
use super::read::Task;

/// OpenAPI description of the interface.
const DESCRIPTION: &str = include_str!("openapi.json");

/// State shared by all handlers.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) page: Page,
    lanes: Lanes,
    limits: Limits,
    registry: Arc<Registry>,
}

impl Server {
    /// Refuses a question that does not exist before its body is read.
    fn known(&self, name: &str) -> Result<(), Refusal> {
        match self.registry.find(name) {
            Ok(_) => Ok(()),
            Err(failure) => Err(Refusal::of_failure(StatusCode::NOT_FOUND, failure)),
        }
    }
}

/// All routes.
pub(crate) fn routes(limits: Limits, page: Page, hosts: Hosts) -> Router {
    let server = Server { page, lanes: Lanes::new(limits), limits, registry: Arc::new(allsmall_proofs::registry()) };
    Router::new()
        .route("/", get(page::index))
        .route("/{file}", get(page::file))
        .route("/api/v1", get(describe))
        .route("/api/v1/draw", get(picture))
        .route("/api/v1/{question}", post(answer))
        .route("/api/v1/{question}/events", get(follow))
        .fallback(any(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address") }))
        .method_not_allowed_fallback(wrong_method)
        .with_state(server)
        .layer(from_fn_with_state(hosts, check_origin))
}

async fn describe() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

async fn wrong_method(method: Method) -> Refusal {
    let message = format!("this address does not take {method}; GET /api/v1 describes the interface");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message)
}

/// `POST /api/v1/{question}`.
async fn answer(State(server): State<Server>, Path(name): Path<String>, request: Request) -> Result<Response, Refusal> {
    server.known(&name)?;
    let body = body(request, &server.limits).await?;
    let task = Task::read(&server.registry, &name, read_members(&body)?, &server.limits)?;
    let room = server.lanes.room(task.small).await?;
    let (stop, done) = server.lanes.start(room, task, None);
    let (asked, answer) = done.await?;
    drop(stop);
    Ok(json(StatusCode::OK, &asked.with(&answer)))
}

/// `GET /api/v1/{question}/events?board=xoxo`.
async fn follow(
    State(server): State<Server>,
    Path(name): Path<String>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    server.known(&name)?;
    let task = Task::read(&server.registry, &name, Task::query(pairs), &server.limits)?;
    let room = server.lanes.room(task.small).await?;
    Ok(events::stream(&server.lanes, room, task))
}

/// `GET /api/v1/draw?board=xoxo`: the picture that `allsmall draw` makes.
async fn picture(
    State(server): State<Server>,
    Query(pairs): Query<HashMap<String, String>>,
) -> Result<Response, Refusal> {
    let Some(board) = pairs.get("board").cloned() else {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "there is no board; expected ?board=xoxo"));
    };
    let game = pairs.get("game").cloned().unwrap_or_default();
    let room = server.lanes.room(true).await?;
    let cells = server.limits.cells.min(MAX_CELLS);
    let drawn = tokio::task::spawn_blocking(move || {
        let _room = room;
        answer::picture(&board, &game, cells)
    });
    let picture = drawn.await.map_err(|_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "drawing failed"))??;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Reads the body of a JSON request, within the limits of size and time.
async fn body(request: Request, limits: &Limits) -> Result<axum::body::Bytes, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        let message = "expected the header content-type: application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive");
    let known = request.body().size_hint().lower();
    let waits = request.headers().contains_key(header::EXPECT);
    let body = request.into_body();
    if known > limits.body as u64 {
        if !waits {
            timeout(limits.arrival, to_bytes_discarded(body, limits.drained)).await.map_err(late)?;
        }
        return Err(too_long(limits));
    }
    timeout(limits.arrival, to_bytes(body, limits.body)).await.map_err(late)?.map_err(|_| too_long(limits))
}

fn too_long(limits: &Limits) -> Refusal {
    let message = format!("the body is longer than {} bytes, the limit here", limits.body);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

/// Reads a body that is too long and discards it, up to `most` bytes.
async fn to_bytes_discarded(mut body: Body, most: usize) {
    let mut seen = 0;
    while let Some(Ok(frame)) = std::future::poll_fn(|cx| std::pin::Pin::new(&mut body).poll_frame(cx)).await {
        seen += frame.data_ref().map_or(0, axum::body::Bytes::len);
        if seen > most {
            return;
        }
    }
}

/// Creates a JSON response.
fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).expect("our answers are JSON");
    (status, [(header::CONTENT_TYPE, "application/json")], text + "\n").into_response()
}

/// An error response: a status and `{"error": {...}}`.
pub(crate) struct Refusal {
    status: StatusCode,
    failure: Failure,
}

/// The shape of an error.
#[derive(Serialize)]
pub(crate) struct ErrorBody<'a> {
    error: &'a Failure,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal::of_failure(status, Failure::Unfit(message.into()))
    }

    pub(crate) fn of_failure(status: StatusCode, failure: Failure) -> Refusal {
        Refusal { status, failure }
    }

    pub(crate) fn body(&self) -> ErrorBody<'_> {
        ErrorBody { error: &self.failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json(self.status, &self.body());
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
