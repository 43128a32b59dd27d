//! Exit codes and the final message.

use std::fmt::Display;
use std::io;
use std::path::Path;

use allsmall::answer::Failure;
use allsmall::internal::is_fault_of_path;
use allsmall::{ReadError, Stop};

/// The end of a run that did not simply print its answer.
pub(crate) enum Exit {
    /// The output was closed (broken pipe), which is not an error.
    BrokenPipe,
    /// Bad usage or bad input.
    Bad(String),
    /// The file system, the network or the terminal failed.
    Failed(String),
    /// A limit was hit before there was an answer.
    Stopped(Stop),
}

/// Exit codes of runs that printed what they had.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Code {
    /// Every question was answered.
    Answered = 0,
    /// Some test failed.
    Failed = 1,
    /// Some question was not settled within the limits.
    Unsettled = 3,
    /// Some input was bad.
    Bad = 2,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl Code {
    /// The code for an answer that was stopped by this limit, or by none.
    pub(crate) fn of(stopped: Option<Stop>) -> Code {
        match stopped {
            None => Code::Answered,
            Some(Stop::Interrupted) => Code::Interrupted,
            Some(_) => Code::Unsettled,
        }
    }

    /// The worse of two codes, for a run over many boards.
    pub(crate) fn and(self, other: Code) -> Code {
        let rank = |code: Code| {
            [Code::Answered, Code::Unsettled, Code::Failed, Code::Bad, Code::Interrupted]
                .iter()
                .position(|&c| c == code)
        };
        if rank(self) < rank(other) { other } else { self }
    }
}

impl From<Code> for u8 {
    fn from(code: Code) -> u8 {
        code as u8
    }
}

impl Exit {
    /// Bad input, with a message.
    pub(crate) fn bad(message: impl Display) -> Exit {
        Exit::Bad(message.to_string())
    }

    /// A file that cannot be written: bad usage if its path is wrong, a failure
    /// if the disk is full.
    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Exit {
        let message = format!("cannot write {}: {error}", path.display());
        if is_fault_of_path(error) { Exit::Bad(message) } else { Exit::Failed(message) }
    }

    /// Prints the message, if any, and returns the exit code.
    pub(crate) fn report(self) -> u8 {
        let (message, code) = match self {
            Exit::BrokenPipe => return 0,
            Exit::Bad(message) => (message, 2),
            Exit::Failed(message) => (message, 1),
            Exit::Stopped(stop) => {
                eprintln!("unknown: {stop}");
                return Code::of(Some(stop)).into();
            }
        };
        eprintln!("error: {message}");
        code
    }
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Exit {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Exit::BrokenPipe,
            _ => Exit::Failed(error.to_string()),
        }
    }
}

impl From<ReadError> for Exit {
    fn from(error: ReadError) -> Exit {
        match error {
            ReadError::Text(error) => Exit::bad(error),
            ReadError::Stop(stop) => Exit::Stopped(stop),
        }
    }
}

impl From<Failure> for Exit {
    fn from(failure: Failure) -> Exit {
        match failure {
            Failure::Stopped(stop) => Exit::Stopped(stop),
            Failure::Unwritten(message) => Exit::Failed(message),
            Failure::Input(_) | Failure::Unfit(_) => Exit::bad(failure),
        }
    }
}
