//! Exact answers about Clobber, Solitaire Clobber and one-dimensional Phutball.
//!
//! Boards are read from text, every computation is bounded by a [`Budget`],
//! and a limit that is hit is a [`Stop`], never a wrong answer.
//!
//! Who wins?
//!
//! ```
//! use allsmall::{Budget, Outcome, Position, outcome};
//! let board = "(xo)^12".parse::<Position>()?;
//! assert_eq!(outcome(&board, &Budget::new())?, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! By which moves? A [`Solver`] keeps what it learns; an [`Opponent`] plays.
//!
//! ```
//! use allsmall::{Budget, Player, Position, Solver};
//! let mut solver = Solver::for_position(&"xoxxo".parse::<Position>()?, &Budget::new())?;
//! let moves = solver.moves(Player::Left)?;
//! let winning = moves.iter().filter(|mv| solver.wins_by(Player::Left, mv) == Ok(true)).count();
//! assert_eq!((winning, moves.len()), (1, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is it worth?
//!
//! ```
//! use allsmall::{Budget, Valuer};
//! let mut valuer = Valuer::new(&Budget::new());
//! let value = valuer.text("(xxo)^5 + star")?;
//! assert_eq!(valuer.values().name(value).as_deref(), Some("^3*"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How few stones can one player alone leave, and by which moves?
//!
//! ```
//! use allsmall::{Budget, Position, SolitaireOptions, reduce, replay};
//! let board: Position = "cycle:bwwbwwbww".parse()?;
//! let found = reduce(&board, &SolitaireOptions::free(), &Budget::new())?;
//! assert_eq!(found.value(), Some(3));
//! assert_eq!(replay(&board, &found.play.expect("asked for"))?.stones(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What if either player may move either colour?
//!
//! ```
//! use allsmall::{Budget, nimber};
//! assert_eq!(nimber(&"xoxoxox".parse()?, &Budget::new())?, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Is it so for every n?
//!
//! ```
//! use allsmall::{Budget, family::{Family, Reach, study}};
//! let report = study(&Family::read("xxo")?, Reach::default(), &Budget::new());
//! assert!(report.statement().ends_with("(xxo)^n = floor((n+1)/2).up for all n"));
//! # Ok::<(), allsmall::ParseError>(())
//! ```
//!
//! And Phutball?
//!
//! ```
//! use allsmall::{Budget, Player, phutball::{exact::Analysis, read_position}};
//! let analysis = Analysis::solve(&read_position("o@o.o.o....")?, &Budget::new())?;
//! assert_eq!(analysis.verdict(Player::Left).plies(), Some(13));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`answer`] holds the same questions as the command line asks them, with
//! their text and JSON. What is not shown here is for the program, its tests
//! and its claims, and may change.

pub mod answer;
mod base;
mod board;
pub mod book;
pub mod cgt;
pub mod draw;
pub mod endgame;
mod engine;
pub mod family;
mod foreign_tests;
pub mod generate;
mod judge;
mod named_graph;
mod nimber;
mod normal_form;
pub mod notation;
mod opponent;
mod outcome;
mod packed;
pub mod phutball;
mod player;
mod position;
pub mod solitaire;
pub mod solve;
mod symmetry;
mod tabulate;
mod transposition;
pub mod value;

pub use base::MAX_CELLS;
pub use base::budget::{Budget, Reservation, Stop, Ticker};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use base::clock::set as set_clock;
pub use base::parse_error::ParseError;
pub(crate) use base::random::SplitMix64;
pub use base::read_error::ReadError;
pub use board::{Board, Graph, Tree};
pub use cgt::{Dyadic, Heat, Literal, Relation, Style, Value, ValueView, Values, Weight};
pub use engine::{AssessedMove, ChosenMove, Engine, EngineLimits};
pub use named_graph::NamedGraph;
pub use nimber::nimber;
pub use notation::{Expr, Named, Summand, Term, cell_name, move_name, read_cell, read_move};
pub use opponent::{Judged, Level, Opponent, Reply};
pub use outcome::Outcome;
pub use player::Player;
pub use position::{Move, Position, Refusal};
pub use solitaire::{
    EndStone, FirstMover, ReduceError, Reduction, ReplayError, SolitaireGoal, SolitaireOptions, SolitaireRule, reduce,
    replay,
};
pub use solve::{FirstMove, Forecast, Solver, WeightBounds, compare, outcome, weigh};
pub use value::{Component, ComponentKind, ComponentMove, Game, MoveValue, Valuer};

/// For this project's own crates: it may change in every version.
#[doc(hidden)]
pub mod internal {
    pub use crate::base::atomic_write::{TemporaryFile, is_fault_of_path, remove_temporary_files, write_atomically};
    pub use crate::base::ordered_map::ordered_map;
    pub use crate::base::random::SplitMix64;

    /// Test files of other programs.
    pub mod foreign_tests {
        pub use crate::foreign_tests::*;
    }
    /// The evaluation of the engine and its training.
    pub mod engine {
        pub use crate::engine::{EvalNet, EvalSample, PHASES, ROWS, UNIT_ONE, UNITS, row_of_window};
    }
    /// The rules by brute force.
    pub mod judge {
        pub use crate::judge::*;
    }
    /// Positions up to symmetry, parts and negatives.
    pub mod normal_form {
        pub use crate::normal_form::*;
    }
    /// Packed boards.
    pub mod packed {
        pub use crate::packed::*;
    }
    /// Tables of many boards.
    pub mod tabulate {
        pub use crate::tabulate::*;
    }
    /// Checkpoint files of a search.
    pub mod checkpoint {
        pub use crate::solve::checkpoint::{resume, save, save_failure};
    }
    /// Queries of the proof writer.
    pub mod proof_queries {
        pub use crate::solve::proof_queries::*;
    }
    /// Training of the net that orders moves.
    pub mod training {
        pub use crate::solve::training::*;
    }
}

/// The programs of the library's chapter are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
pub struct Chapter;
