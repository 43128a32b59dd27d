//! Solitaire Clobber: how few stones can one player leave who moves both
//! colours?
//!
//! One graph class a file. They all rest on one theorem ([`play::forest`]): a play
//! is a spanning in-forest whose roots are the stones left. Sources: Blondel,
//! Hendrickx, Jungers, "Solitaire Clobber as an optimization problem on
//! words"; Beaudou, Duchene, Gravier, "A survey of Solitaire Clobber";
//! Demaine, Demaine, Fleischer, "Solitaire Clobber".

mod all_positions;
pub mod any_graph;
pub mod delta;
mod dispatch;
mod explain;
pub mod graphs;
pub mod judge_table;
mod long_row;
pub mod play;
mod reduction;
pub mod rules;
mod shape;
mod sparse;
mod stones64;
pub mod studies;

use dispatch::{CYCLE, LINE};
pub use dispatch::{reduce, reduce_stream};
pub use explain::explain;
pub use long_row::LongRow;
pub use play::replay::{ReplayError, replay, replay_alternate, replay_moves};
pub use reduction::{End, First, Goal, Options, Reduction, Refused, Rule};
