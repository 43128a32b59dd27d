//! Exact answers about Clobber, Solitaire Clobber and one-dimensional Phutball.
//!
//! Boards are read from text ([`notation`]), every computation is bounded by a
//! [`Budget`], and a limit that is hit is a [`Stop`], never a wrong answer.
//!
//! Who wins?
//!
//! ```
//! use allsmall::{Budget, Outcome, notation::read_board, solve};
//! let board = read_board("(xo)^12").unwrap();
//! assert_eq!(solve::outcome(&board, &Budget::new()), Ok(Outcome::N));
//! ```
//!
//! What is it worth?
//!
//! ```
//! use allsmall::Budget;
//! use allsmall::value::Valuer;
//! let mut valuer = Valuer::new(&Budget::new());
//! let value = valuer.text("(xxo)^5 + star").unwrap();
//! assert_eq!(valuer.values().name(value).as_deref(), Some("^3*"));
//! ```
//!
//! How few stones can one player alone leave, and by which moves?
//!
//! ```
//! use allsmall::{Budget, notation::read_board, solitaire::{Options, reduce, replay}};
//! let board = read_board("cycle:bwwbwwbww").unwrap();
//! let found = reduce(&board, &Options::free(), &Budget::new()).unwrap();
//! assert_eq!(found.value(), Some(3));
//! assert_eq!(replay(&board, &found.play.unwrap()).unwrap().stones(), 3);
//! ```
//!
//! What if either player may move either colour?
//!
//! ```
//! use allsmall::Budget;
//! use allsmall::nimber::nimber;
//! use allsmall::notation::read_board;
//! assert_eq!(nimber(&read_board("xoxoxox").unwrap(), &Budget::new()), Ok(2));
//! ```
//!
//! Is it so for every n?
//!
//! ```
//! use allsmall::{Budget, family::{Reach, Word, study}};
//! let report = study(&Word::read("xxo").unwrap(), Reach::default(), &Budget::new());
//! assert!(report.statement().ends_with("(xxo)^n = floor((n+1)/2).up for all n"));
//! ```
//!
//! And Phutball?
//!
//! ```
//! use allsmall::{Budget, Player, phutball::{exact::Analysis, read_position}};
//! let analysis = Analysis::solve(&read_position("o@o.o.o....").unwrap(), &Budget::new()).unwrap();
//! assert_eq!(analysis.verdict(Player::Left).plies(), Some(13));
//! ```
//!
//! [`answer`] holds the same questions as the command line asks them, with
//! their text and JSON.

pub mod answer;
mod base;
mod board;
pub mod cgt;
pub mod draw;
pub mod endgame;
pub mod family;
pub mod generate;
pub mod judge;
pub mod kernel;
pub mod nimber;
pub mod notation;
mod opponent;
mod outcome;
pub mod peers;
pub mod phutball;
mod player;
mod position;
pub mod solitaire;
pub mod solve;
mod symmetry;
pub mod table;
pub mod value;

pub use base::MAX_CELLS;
pub use base::budget::{Budget, Stop};
pub use base::in_order::in_order;
pub use base::parse_error::ParseError;
pub use base::random::SplitMix64;
pub use base::whole_file::write_whole;
pub use board::{Board, Graph, Tree};
pub use notation::Expr;
pub use opponent::{Judged, Opponent, Reply};
pub use outcome::Outcome;
pub use player::Player;
pub use position::{Move, Position, Refusal};
pub use solve::{FirstMove, Solver, outcome};
pub use value::Valuer;
