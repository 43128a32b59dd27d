//! Connections: accepted up to a limit, served by hyper, and ended by a graceful shutdown.

use std::io;
use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::client_share::ClientShares;
use super::idle_timeout::TimedStream;
use super::limits::Limits;

/// Accepts connections, and keeps those that are open.
struct Acceptor {
    routes: Router,
    limits: Limits,
    room: Arc<Semaphore>,
    shares: ClientShares,
    graceful: GracefulShutdown,
    open: JoinSet<()>,
}

impl Acceptor {
    /// Serves a connection if there is room for it and its client has less than its share.
    fn admit(&mut self, stream: TcpStream, address: IpAddr) {
        let _ = stream.set_nodelay(true);
        let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() else {
            let message = "too many connections are open; try again later";
            self.open.spawn(turn_away(stream, StatusCode::SERVICE_UNAVAILABLE, message));
            return;
        };
        let Some(share) = self.shares.take(address) else {
            let message = "too many connections are open from your address; close one, or try again later";
            self.open.spawn(turn_away(stream, StatusCode::TOO_MANY_REQUESTS, message));
            return;
        };
        let serving = self.graceful.watch(connection(stream, self.routes.clone(), self.limits));
        self.open.spawn(async move {
            // A client that breaks off is not an error of the server.
            let _ = serving.await;
            drop((permit, share));
        });
    }

    /// Waits up to `farewell` for requests under way; those that are left are
    /// dropped, which stops their computations.
    async fn close(mut self) {
        let _ = timeout(self.limits.farewell, self.graceful.shutdown()).await;
        self.open.shutdown().await;
    }
}

/// Serves until a signal comes, then shuts down gracefully.
pub(crate) async fn until_stopped(listener: StdListener, routes: Router, limits: Limits) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(limits.connections));
    let shares = ClientShares::new(limits.per_client);
    let mut acceptor =
        Acceptor { routes, limits, room, shares, graceful: GracefulShutdown::new(), open: JoinSet::new() };
    let mut stop = std::pin::pin!(stop_signal()?);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => acceptor.admit(stream, peer.ip()),
                // Out of file descriptors, most likely: wait for some to be closed.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
            Some(_) = acceptor.open.join_next() => {}
            () = &mut stop => break,
        }
    }
    drop(listener);
    acceptor.close().await;
    Ok(())
}

type Connection = http1::Connection<TokioIo<TimedStream>, TowerToHyperService<Router>>;

fn connection(stream: TcpStream, routes: Router, limits: Limits) -> Connection {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.arrival)
        .max_buf_size(limits.head)
        .max_header_size(limits.head)
        .serve_connection(TokioIo::new(TimedStream::new(stream, limits)), TowerToHyperService::new(routes))
}

/// Answers a connection that is not served, and closes it.
async fn turn_away(stream: TcpStream, status: StatusCode, message: &str) {
    let body = format!(r#"{{"error":{{"message":"{message}","at":null}}}}"#);
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    // A new connection has room for these few bytes.
    if timeout(Duration::from_secs(1), stream.writable()).await.is_ok() {
        let _ = stream.try_write(answer.as_bytes());
    }
}

/// Returns a future that ends with SIGINT (Ctrl-C) or SIGTERM.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
