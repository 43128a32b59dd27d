//! Exact play by retrograde analysis on packed bits.

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
