//! Exact play by retrograde analysis on packed bits.

mod analysis;
mod lane;
mod rounds;
mod sets;
mod solve;
mod step;
mod watch;

pub use analysis::{Analysis, Verdict, verdict};
pub use lane::{Code, Lane};
pub use rounds::{Planes, Rounds};
pub use sets::Sets;
pub use solve::{Half, Solved, Witness, memory_needed, solve};
pub use watch::Watch;
