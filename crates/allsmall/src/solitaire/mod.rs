//! Solitaire Clobber: how few stones can one player leave who moves both
//! colours?
//!
//! One file per graph class. All rest on one theorem ([`play::forest`]): a play
//! is a spanning in-forest whose roots are the stones left. Sources: Blondel,
//! Hendrickx, Jungers, "Solitaire Clobber as an optimization problem on
//! words"; Beaudou, Duchene, Gravier, "A survey of Solitaire Clobber";
//! Demaine, Demaine, Fleischer, "Solitaire Clobber".

pub mod any_graph;
mod bitset_position;
pub mod delta;
mod explain;
pub mod extremes;
pub mod graphs;
pub mod judge_table;
mod options;
pub mod play;
mod position_table;
mod recognise;
mod reduce;
mod reduction;
pub mod rules;
mod sparse;
mod streamed_row;

pub use explain::explain;
pub use options::{EndStone, FirstMover, SolitaireGoal, SolitaireOptions, SolitaireRule};
pub use play::replay::{ReplayError, replay, replay_alternate, replay_moves};
use reduce::{CYCLE, LINE};
pub use reduce::{reduce, reduce_stream};
pub use reduction::{ReduceError, Reduction};
pub use streamed_row::StreamedRow;
