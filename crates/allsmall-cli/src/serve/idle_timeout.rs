//! Idle timeout and lingering close of a connection.
//!
//! Headers and bodies have their own time limits; the idle timeout is for
//! clients that stop reading their answer, and for connections without a request.
//!
//! A connection that is closed while bytes of its client are unread is reset,
//! and the client may never see the answer, which is often a refusal. So the
//! server closes its half first, reads on for a moment and discards what comes.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use super::limits::Limits;

/// A TCP stream with an idle timeout, which every byte resets.
pub(crate) struct TimedStream {
    stream: TcpStream,
    idle: Duration,
    linger: Duration,
    /// Bytes that are still read and discarded while closing.
    discard: usize,
    closing: bool,
    deadline: Pin<Box<Sleep>>,
}

impl TimedStream {
    pub(crate) fn new(stream: TcpStream, limits: Limits) -> TimedStream {
        let deadline = Box::pin(sleep(limits.idle));
        TimedStream {
            stream,
            idle: limits.idle,
            linger: limits.linger,
            discard: limits.drained,
            closing: false,
            deadline,
        }
    }

    /// Resets the timeout if `result` is ready; otherwise fails once the timeout is over.
    fn timed<T>(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match result {
            Poll::Ready(done) => {
                self.deadline.as_mut().reset(Instant::now() + self.idle);
                Poll::Ready(done)
            }
            Poll::Pending => {
                ready!(self.deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.timed(cx, result)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.closing {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            self.closing = true;
            let end = Instant::now() + self.linger;
            self.deadline.as_mut().reset(end);
        }
        let mut buffer = [0; 8192];
        while self.discard > 0 {
            let mut read = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) if !read.filled().is_empty() => {
                    self.discard = self.discard.saturating_sub(read.filled().len());
                }
                Poll::Ready(_) => break,
                Poll::Pending => {
                    ready!(self.deadline.as_mut().poll(cx));
                    break;
                }
            }
        }
        Poll::Ready(Ok(()))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.timed(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
