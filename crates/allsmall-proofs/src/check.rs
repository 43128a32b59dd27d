//! Checks proofs within a budget: a limit that is hit is "unknown", and not a
//! proof that does not hold.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, OnceLock};

use allsmall::{Budget, Stop};
use allsmall_check::games::Watch;
use allsmall_check::{Proved, Refused};

use crate::error::Failure;

/// The memory limit over the number of bytes of a line: what is made of a line
/// is up to this factor larger.
const BYTES_A_BYTE: usize = 32;

/// Bytes that are read between two looks at the budget.
const BLOCK: usize = 1 << 16;

/// Checks a proof within the time and the memory of a budget.
///
/// # Errors
/// [`Failure::Stop`] if a limit was hit, [`Failure::Unfit`] if the proof cannot
/// be read, [`Failure::Refused`] if it does not hold.
pub fn check(mut input: impl BufRead, budget: &Budget) -> Result<Proved, Failure> {
    check_by(&mut input, budget, |input, watch| allsmall_check::check_watched(input, watch))
}

/// Checks a proof about boards, sums and games within a budget, and refuses
/// those of theorems: the page, which has no other proofs, is smaller without
/// their checkers.
pub(crate) fn check_game(mut proof: &[u8], budget: &Budget) -> Result<Proved, Failure> {
    check_by(&mut proof, budget, |input, watch| allsmall_check::check_lines_watched(input, &watch))
}

/// Compiled once for all kinds of input, with this crate.
fn check_by(
    input: &mut dyn BufRead,
    budget: &Budget,
    checked: fn(Watched<'_, &mut dyn BufRead>, Watch) -> Result<Proved, Refused>,
) -> Result<Proved, Failure> {
    let limit = Limit::new(budget);
    let unread = OnceLock::new();
    let watched = Watched { input, limit: &limit, unread: &unread, held: 0, lasting: None };
    checked(watched, limit.watch()).map_err(|refused| {
        limit.first(match unread.get() {
            Some(why) => Failure::Unfit(format!("the proof cannot be read: {why}")),
            None => Failure::Refused(refused.to_string()),
        })
    })
}

/// A budget, and the limit of it that ended a check.
#[derive(Clone)]
pub(crate) struct Limit {
    budget: Budget,
    hit: Arc<OnceLock<Stop>>,
}

impl Limit {
    pub(crate) fn new(budget: &Budget) -> Limit {
        Limit { budget: budget.clone(), hit: Arc::default() }
    }

    fn ask(&self) -> Result<(), Stop> {
        if let Some(&stop) = self.hit.get() {
            return Err(stop);
        }
        self.budget.check().inspect_err(|&stop| self.end(stop))
    }

    fn end(&self, stop: Stop) {
        self.hit.get_or_init(|| stop);
    }

    /// What the checker asks on its way.
    pub(crate) fn watch(&self) -> Watch {
        let limit = self.clone();
        Arc::new(move || limit.ask().map_err(|stop| stop.to_string()))
    }

    /// The limit that was hit, or else this failure.
    pub(crate) fn first(&self, failure: Failure) -> Failure {
        self.hit.get().map_or(failure, |&stop| Failure::Stop(stop))
    }
}

/// A proof as it is read: the budget is asked for every block, and what the
/// checker must hold at once (a line; a file about every n) is small.
struct Watched<'a, R> {
    input: R,
    limit: &'a Limit,
    unread: &'a OnceLock<String>,
    /// Bytes of the line so far.
    held: usize,
    /// Whether lines are kept: those of a file about every n are.
    lasting: Option<bool>,
}

impl<R: BufRead> BufRead for Watched<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.limit.ask().map_err(io::Error::other)?;
        if self.held > self.limit.budget.memory() / BYTES_A_BYTE {
            self.limit.end(Stop::Memory);
            return Err(io::Error::other(Stop::Memory));
        }
        let block = self.input.fill_buf().inspect_err(|error| {
            self.unread.get_or_init(|| error.to_string());
        })?;
        Ok(&block[..block.len().min(BLOCK)])
    }

    fn consume(&mut self, count: usize) {
        if let Ok(block) = self.input.fill_buf() {
            let block = &block[..count.min(block.len())];
            let every_n = || block.starts_with(b"allsmall family") || block.starts_with(b"allsmall strip");
            let lasting = *self.lasting.get_or_insert_with(every_n);
            self.held = match block.iter().rposition(|&byte| byte == b'\n') {
                Some(end) if !lasting => block.len() - end - 1,
                _ => self.held + block.len(),
            };
        }
        self.input.consume(count);
    }
}

impl<R: BufRead> Read for Watched<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn limits_are_no_refusals() {
        let proof = "allsmall proof 1\nlimits 9 9 9\noutcome P xoxoxo\nend\n";
        let with = |text: &str, budget: &Budget| check(text.as_bytes(), budget).map(|proved| proved.statement);
        assert_eq!(with(proof, &Budget::new()), Ok("xoxoxo: the second player wins".to_owned()));
        let over = Budget::new().with_time(Duration::ZERO);
        assert_eq!(with(proof, &over), Err(Failure::Stop(Stop::Time)));
        // A line of a megabyte, and files about every n.
        let small = Budget::new().with_memory(1 << 20);
        let row = "x".repeat(1 << 20);
        let long = format!("allsmall proof 1\noutcome P {row}\nend\n");
        assert_eq!(with(&long, &small), Err(Failure::Stop(Stop::Memory)));
        assert!(with(&long, &Budget::new()).is_ok());
        for kind in ["family", "strip"] {
            let lines = format!("allsmall {kind} proof 1\n{}", "\n".repeat(1 << 20));
            assert_eq!(with(&lines, &small), Err(Failure::Stop(Stop::Memory)));
            assert!(matches!(with(&lines, &Budget::new()), Err(Failure::Refused(_))));
        }
    }

    /// A check that reads nothing more is ended on its way.
    #[test]
    fn the_steps_of_a_line_are_watched() {
        let grid = ["xoxoxoxo"; 8].join("/");
        let proof = format!("allsmall proof 1\nlimits 120 120 600\noutcome N {grid}\nend\n");
        let budget = Budget::new().with_time(Duration::from_millis(50));
        assert_eq!(crate::deep(|| check(proof.as_bytes(), &budget)), Err(Failure::Stop(Stop::Time)));
    }

    #[test]
    fn a_proof_that_cannot_be_read_is_not_refused() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the gzip file is damaged"))
            }
        }
        let failure = check(io::BufReader::new(Broken), &Budget::new()).expect_err("it is broken");
        assert_eq!(failure, Failure::Unfit("the proof cannot be read: the gzip file is damaged".to_owned()));
    }
}
