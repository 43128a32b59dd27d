//! A player for boards of every size: exact where the solver gets there, an estimate
//! elsewhere.
//!
//! The [`Solver`](crate::Solver) gets a share of the time, by its own forecast of the
//! work. What it proves is called proved. The rest of the time goes to a heuristic
//! alpha-beta search over a small trained evaluation, which gives the chance of a win.
//! Moves that are proved to lose are not searched, and a move that is proved to win is
//! played whatever the estimates say. On two threads and more both run at once.
//!
//! | file | role |
//! |---|---|
//! | `player` | [`Engine`]: divides the time, combines proofs and estimates |
//! | `prover` | what the solver proves about the moves of a position |
//! | `from_book` | what the opening book knows |
//! | `hardest` | which move to play when all lose |
//! | `chance` | calibration: from the score of that search to a chance |
//! | `alpha_beta`, `estimate_table` | principal variation search, its transposition table |
//! | `search_position`, `live_graph` | the position of that search, with moves taken back |
//! | `evaluation`, `window_class`, `sample` | the net, its input features, samples to train it |

mod alpha_beta;
mod chance;
mod estimate_table;
mod evaluation;
mod from_book;
mod hardest;
mod live_graph;
mod player;
mod prover;
mod sample;
mod search_position;
mod window_class;

pub use evaluation::{EvalNet, PHASES, ROWS, UNIT_ONE, UNITS};
pub use player::{AssessedMove, ChosenMove, Engine, EngineLimits};
pub use sample::{EvalSample, row_of_window};
