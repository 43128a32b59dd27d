//! The lines of the match program, read on a thread of their own: while the session
//! waits for a search, a `stop` further down the input is seen all the same.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use super::command::UciCommand;

/// Maximum number of bytes of a line: a position with its moves on the largest board.
const MAX_LINE: u64 = 1 << 18;

/// Maximum number of lines read ahead, here and in the channel.
const MAX_AHEAD: usize = 128;

/// A line.
#[derive(Debug)]
pub(super) struct UciLine {
    pub(super) text: String,
    /// Whether the line was too long, so that its text is missing.
    pub(super) too_long: bool,
}

pub(super) struct LineQueue {
    lines: Receiver<io::Result<UciLine>>,
    /// Lines read ahead, and whether each ends a search.
    ahead: VecDeque<(io::Result<UciLine>, bool)>,
    /// Whether the input has ended behind the lines read ahead.
    ended: bool,
}

impl LineQueue {
    /// Reads lines until the input ends.
    pub(super) fn new(input: impl BufRead + Send + 'static) -> io::Result<LineQueue> {
        let (sender, lines) = sync_channel(MAX_AHEAD);
        thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &sender))?;
        Ok(LineQueue { lines, ahead: VecDeque::new(), ended: false })
    }

    /// The next line; none at the end of the input.
    pub(super) fn next(&mut self) -> Option<io::Result<UciLine>> {
        self.ahead.pop_front().map(|(line, _)| line).or_else(|| self.lines.recv().ok())
    }

    /// Returns whether the input has ended, or a line that has come already ends the
    /// search.
    pub(super) fn is_ending(&mut self) -> bool {
        while !self.ended && self.ahead.len() < MAX_AHEAD {
            match self.lines.try_recv() {
                Ok(line) => {
                    let ends = line.as_ref().map_or(true, ends_a_search);
                    self.ahead.push_back((line, ends));
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        self.ended || self.ahead.iter().any(|(_, ends)| *ends)
    }
}

fn ends_a_search(line: &UciLine) -> bool {
    matches!(UciCommand::read(&line.text), Some(UciCommand::Stop | UciCommand::PonderHit | UciCommand::Quit))
}

/// Reads and sends lines until either side has ended.
fn read_lines(mut input: impl BufRead, sender: &SyncSender<io::Result<UciLine>>) {
    while let Some(line) = read_line(&mut input).transpose() {
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

/// Reads a line; the rest of one that is too long is passed over.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<UciLine>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let too_long = bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n");
    if !too_long {
        return Ok(Some(UciLine { text: String::from_utf8_lossy(&bytes).into_owned(), too_long }));
    }
    input.skip_until(b'\n')?;
    Ok(Some(UciLine { text: String::new(), too_long }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_what_is_too_long_is_cut_out() {
        let long = "x".repeat(MAX_LINE as usize + 5);
        let mut queue = LineQueue::new(Cursor::new(format!("uci\n{long}\nstop\nlast"))).unwrap();
        let mut seen = Vec::new();
        while let Some(line) = queue.next() {
            let line = line.unwrap();
            seen.push(if line.too_long { "long".to_owned() } else { line.text.trim().to_owned() });
        }
        assert_eq!(seen, ["uci", "long", "stop", "last"]);
        assert!(queue.is_ending());
    }

    /// An input that gives some lines and then waits for ever.
    struct Waiting(Cursor<&'static str>);

    impl Read for Waiting {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(bytes)?;
            if count == 0 {
                loop {
                    thread::park();
                }
            } else {
                Ok(count)
            }
        }
    }

    #[test]
    fn what_ends_a_search_is_seen_ahead_and_kept_in_line() {
        let mut queue = LineQueue::new(io::BufReader::new(Waiting(Cursor::new("isready\nstop\n")))).unwrap();
        while !queue.is_ending() {
            thread::yield_now();
        }
        let texts = [queue.next(), queue.next()].map(|line| line.unwrap().unwrap().text);
        assert_eq!(texts, ["isready\n", "stop\n"]);
        assert!(!queue.is_ending());
    }
}
