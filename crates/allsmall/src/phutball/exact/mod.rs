//! Exact play by retrograde analysis on packed bits.
//!
//! A [`Lane`] packs Phutball or Oddish Phutball, which differ in their hops alone:
//! places of the ball times an index of stones. Two bit sets and one operator,
//! F(T) = "has a move out of T", solve it; Right's half is the mirror image.
//! What is to be known besides the winners is a [`Witness`] of the rounds: planes in
//! memory, planes in a file, a few watched positions, a census.

mod analysis;
mod census;
mod guess;
mod lane;
mod rounds;
mod sets;
mod solve;
mod step;
mod unique_wins;
mod witness;

pub use analysis::{Analysis, GameEnd, verdict};
pub use census::{WinCensus, WinCounts};
pub use guess::{Guess, Miss, judge_guess};
pub use lane::{Code, Lane};
pub use rounds::{Planes, Rounds};
pub use sets::PositionSet;
pub use solve::{SettledHalf, SolvedLane, Witness, memory_needed, solve};
pub use unique_wins::{MoveKind, unique_wins};
pub use witness::WatchedPositions;
