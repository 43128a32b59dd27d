//! Exact play by retrograde analysis on packed bits.

mod analysis;
mod census;
mod guess;
mod lane;
mod only;
mod rounds;
mod sets;
mod solve;
mod step;
mod watch;

pub use analysis::{Analysis, Verdict, verdict};
pub use census::{Census, Counts};
pub use guess::{Guess, Miss, judge_guess};
pub use lane::{Code, Lane};
pub use only::{Kind, only_wins};
pub use rounds::{Planes, Rounds};
pub use sets::Sets;
pub use solve::{Half, Solved, Witness, memory_needed, solve};
pub use watch::Watch;
