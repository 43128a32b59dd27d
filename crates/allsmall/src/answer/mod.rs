//! Questions and their answers, for every front end.
//!
//! A front end reads options into a question, asks it about a board, and
//! prints the [`Answer`]: as text by `Display`, as JSON by `Serialize`. It
//! computes nothing itself.

mod asked;
mod batch_cache;
mod book;
mod book_start;
mod by_player;
mod compare;
mod endgame;
mod engine;
mod family;
mod generate;
pub mod limit_text;
mod names;
mod narrow;
mod nimber;
mod part_file;
mod phutball;
mod picture;
mod proof;
mod reduce;
mod reply;
mod request;
mod show;
mod solve;
mod start_progress;
mod streamed_row;
mod subject;
mod test;
mod value;
mod value_text;
mod worst;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::notation::{Expr, Summand, Term};
use crate::{Budget, Outcome, ParseError, Position, ReadError, Stop};

pub use asked::{Asked, WithInput};
pub use batch_cache::BatchCache;
pub use book::BookAnswer;
pub use by_player::ByPlayer;
pub use compare::{CompareAnswer, ComparePair, CompareQuestion};
pub use endgame::{DatabaseAnswer, EndgameAnswer, EndgameQuestion, ShapeCounts};
pub use engine::{AnalyseAnswer, AnalyseQuestion, AnalysedMove, MoveAnswer, MoveQuestion, ProvedResult};
pub use family::{BaseBoard, FamilyAnswer, FamilyQuestion};
pub use generate::{GenerateAnswer, GenerateQuestion, HamiltonTask};
pub use narrow::{LengthCount, NarrowAnswer, NarrowQuestion};
pub use nimber::{NimberAnswer, NimberQuestion};
pub use part_file::PartFileAnswer;
pub use phutball::{
    Example, Method, OneKind, PhutballAnswer, PhutballPotential, PhutballQuestion, PhutballStats, PhutballTable, Plies,
    Shelves,
};
pub use picture::picture;
pub use proof::{ProofAnswer, ProofReply};
pub use reduce::{NamedPlay, ReduceAnswer, ReduceQuestion};
pub use reply::{GameName, ReplyAnswer, ReplyQuestion};
pub use request::{BoxedQuestion, Entry, Registry, Request, read_members};
pub use show::{ShowAnswer, ShowQuestion};
pub use solve::{Explanation, OptionReport, Save, SolveAnswer, SolveQuestion, StartAnswer, Stats};
pub use start_progress::StartProgress;
pub use subject::Subject;
pub use test::{Reason, TestAnswer, TestFailure};
pub use value::{HeatNames, MoveName, OptionName, ValueAnswer, ValueQuestion, Walls, WeightName};
pub use worst::{WorstAnswer, WorstPosition, WorstQuestion};

/// A question that can be asked about a board or a sum.
///
/// ```
/// use allsmall::{Budget, answer::{Question, SolveQuestion}};
/// let answer = SolveQuestion::default().ask("xoxoxo", &Budget::new())?;
/// assert_eq!(answer.to_string().lines().next(), Some("xoxoxo: P, the second player wins"));
/// # Ok::<(), allsmall::answer::Failure>(())
/// ```
pub trait Question: Sync {
    /// The type of its answers.
    type Answer: Into<Answer>;

    /// Answers the question about one subject.
    ///
    /// # Errors
    /// What is wrong with the input. A limit that was hit is not an error but
    /// an answer that is not [settled](Answer::stopped).
    fn ask<'a>(&self, subject: impl Into<Subject<'a>>, budget: &Budget) -> Result<Self::Answer, Failure>
    where
        Self: Sized,
    {
        self.ask_with(subject.into(), budget, &mut BatchCache::default())
    }

    /// Answers the question about one subject of a batch, starting from the
    /// values in the cache. The cache changes only how long it takes, and thus
    /// what a limit leaves open.
    ///
    /// # Errors
    /// As [`Question::ask`].
    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, cache: &mut BatchCache) -> Result<Self::Answer, Failure>;

    /// Names what the question is asked about, given its text.
    fn asked(&self, text: &str) -> Asked {
        Asked::about(text)
    }

    /// Returns the answer when a limit was hit before anything was known; none
    /// if it would name the limit only.
    fn unknown(&self, _stop: Stop) -> Option<Self::Answer> {
        None
    }
}

/// A question whose kind is known only when the program runs, as over HTTP.
pub trait AnyQuestion: Sync {
    /// Answers as [`Question::ask`] does; a board that could not even be read
    /// within the limits has an answer too.
    ///
    /// # Errors
    /// What is wrong with the input.
    fn ask_any(&self, subject: Subject<'_>, budget: &Budget) -> Result<Answer, Failure> {
        self.ask_any_with(subject, budget, &mut BatchCache::default())
    }

    /// Answers about one subject of a batch, as [`Question::ask_with`] does.
    ///
    /// # Errors
    /// What is wrong with the input.
    fn ask_any_with(&self, subject: Subject<'_>, budget: &Budget, cache: &mut BatchCache) -> Result<Answer, Failure>;

    /// Names what the question is asked about, given its text.
    fn asked_any(&self, text: &str) -> Asked;

    /// Returns the answer when a limit was hit before anything was known.
    fn unknown_any(&self, stop: Stop) -> Answer;
}

impl<Q: Question> AnyQuestion for Q {
    fn ask_any_with(&self, subject: Subject<'_>, budget: &Budget, cache: &mut BatchCache) -> Result<Answer, Failure> {
        match self.ask_with(subject, budget, cache) {
            Ok(answer) => Ok(answer.into()),
            Err(Failure::Stopped(stop)) => Ok(self.unknown_any(stop)),
            Err(failure) => Err(failure),
        }
    }

    fn asked_any(&self, text: &str) -> Asked {
        self.asked(text)
    }

    fn unknown_any(&self, stop: Stop) -> Answer {
        self.unknown(stop).map_or(UnknownAnswer { stopped: stop }.into(), Into::into)
    }
}

/// Nothing is known but the limit that was hit.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct UnknownAnswer {
    /// The limit.
    pub stopped: Stop,
}

impl fmt::Display for UnknownAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown: {}", self.stopped)
    }
}

/// Declares [`Answer`] with what holds for each of its kinds: what it holds,
/// and which limit kept it from being settled.
macro_rules! answers {
    ($($(#[$doc:meta])* $kind:ident($held:ty) of $answer:ident: $stopped:expr;)*) => {
        /// The one result type that every front end prints.
        #[derive(Clone, Debug, Serialize)]
        #[serde(untagged)]
        pub enum Answer {
            $($(#[$doc])* $kind($held),)*
        }

        impl Answer {
            /// The limit that kept the question from being settled, if it was not.
            #[must_use]
            pub fn stopped(&self) -> Option<Stop> {
                match self {
                    $(Answer::$kind(answer) => {
                        let stopped: fn(&$answer) -> Option<Stop> = $stopped;
                        stopped(answer)
                    })*
                }
            }
        }

        impl fmt::Display for Answer {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Answer::$kind(answer) => answer.fmt(f),)*
                }
            }
        }

        $(impl From<$answer> for Answer {
            fn from(answer: $answer) -> Answer {
                Answer::$kind(answer.into())
            }
        })*
    };
}

answers! {
    /// Who wins.
    Solve(Box<SolveAnswer>) of SolveAnswer: |answer| answer.stopped;
    /// A theorem about a family of strips.
    Family(Box<FamilyAnswer>) of FamilyAnswer: FamilyAnswer::unsettled;
    /// What a position is worth.
    Value(Box<ValueAnswer>) of ValueAnswer: |answer| answer.stopped;
    /// How two positions compare.
    Compare(CompareAnswer) of CompareAnswer: |answer| answer.stopped;
    /// The Grundy value of impartial Clobber.
    Nimber(NimberAnswer) of NimberAnswer: |answer| answer.stopped;
    /// The fewest stones in solitaire.
    Reduce(ReduceAnswer) of ReduceAnswer: |answer| answer.stopped;
    /// What a perfect opponent plays.
    Reply(ReplyAnswer) of ReplyAnswer: |answer| answer.stopped;
    /// What the engine plays.
    Move(MoveAnswer) of MoveAnswer: |_| None;
    /// What the engine thinks of every move.
    Analyse(AnalyseAnswer) of AnalyseAnswer: |_| None;
    /// What a proof says.
    Proof(ProofAnswer) of ProofAnswer: |answer| answer.stopped;
    /// What the board looks like.
    Show(ShowAnswer) of ShowAnswer: |_| None;
    /// Who wins a Phutball position.
    Phutball(PhutballAnswer) of PhutballAnswer: |answer| answer.stopped;
    /// What the endgame database says about a board.
    Endgame(EndgameAnswer) of EndgameAnswer: |answer| answer.stopped;
    /// What an endgame database says about itself.
    Database(DatabaseAnswer) of DatabaseAnswer: |_| None;
    /// What an opening book says about itself.
    Book(BookAnswer) of BookAnswer: |_| None;
    /// What is true of grids of every length.
    Narrow(NarrowAnswer) of NarrowAnswer: |answer| answer.stopped;
    /// The most stones that grids of every length force.
    Worst(Box<WorstAnswer>) of WorstAnswer: WorstAnswer::unsettled;
    /// A construction of the papers.
    Generate(GenerateAnswer) of GenerateAnswer: |answer| answer.stopped;
    /// How other solvers' tests went.
    Test(TestAnswer) of TestAnswer: |answer| answer.stopped;
    /// Only the limit that was hit.
    Unknown(UnknownAnswer) of UnknownAnswer: |answer| Some(answer.stopped);
}

impl Answer {
    /// Removes what depends on time, so that equal input gives equal output as text.
    pub fn remove_stats(&mut self) {
        if let Answer::Solve(answer) = self {
            answer.remove_stats();
        }
    }
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The text is wrong at one place.
    Input(ParseError),
    /// The text is right, but not for this question.
    Unfit(String),
    /// A limit was hit while the text was read.
    Stopped(Stop),
    /// A file could not be written, though its path is right: the disk is full.
    Unwritten(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(error) => error.fmt(f),
            Failure::Unfit(message) | Failure::Unwritten(message) => f.write_str(message),
            Failure::Stopped(stop) => write!(f, "the board was not read: {stop}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Input(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Text(error) => Failure::Input(error),
            ReadError::Stop(stop) => Failure::Stopped(stop),
        }
    }
}

/// `{"message": ..., "at": ...}`; `at` is null where no single place is wrong.
impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ErrorBody<'a> {
            message: &'a str,
            at: Option<usize>,
        }
        let stopped;
        let (message, at) = match self {
            Failure::Input(error) => (error.message(), Some(error.at())),
            Failure::Unfit(message) | Failure::Unwritten(message) => (message.as_str(), None),
            Failure::Stopped(_) => {
                stopped = self.to_string();
                (stopped.as_str(), None)
            }
        };
        ErrorBody { message, at }.serialize(serializer)
    }
}

/// Boards longer than this are not echoed.
const ECHO: usize = 10_000;

/// The normal notation of a board that is short enough to be echoed.
fn echo(position: &Position) -> Option<String> {
    (position.cells().len() <= ECHO).then(|| position.to_string()).filter(|text| text.len() <= ECHO)
}

/// The normal notation of an expression that is short enough to be echoed.
fn echo_expr(expr: &Expr) -> Option<String> {
    let cells = |term: &Term| match &term.what {
        Summand::Board(position) => position.cells().len(),
        _ => 0,
    };
    (expr.terms.iter().map(cells).sum::<usize>() <= ECHO).then(|| expr.to_string()).filter(|text| text.len() <= ECHO)
}

/// The echoed board and a colon, as text answers begin.
fn heading(board: Option<&str>) -> String {
    board.map_or_else(String::new, |board| format!("{board}: "))
}

/// The outcome class in words.
fn verdict(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::L) => "L, Left wins whoever starts",
        Some(Outcome::R) => "R, Right wins whoever starts",
        Some(Outcome::N) => "N, the first player wins",
        Some(Outcome::P) => "P, the second player wins",
        None => "not settled for both starts",
    }
}
