//! Solitaire Clobber: how few stones can one player leave who moves both
//! colours?
//!
//! One graph class a file. They all rest on one theorem ([`forest`]): a play
//! is a spanning in-forest whose roots are the stones left. Sources: Blondel,
//! Hendrickx, Jungers, "Solitaire Clobber as an optimization problem on
//! words"; Beaudou, Duchene, Gravier, "A survey of Solitaire Clobber";
//! Demaine, Demaine, Fleischer, "Solitaire Clobber".

pub mod alternate;
pub mod cycle;
pub mod delta;
mod draft;
pub mod exact;
mod explain;
pub mod extremes;
pub mod forest;
pub mod greedy;
pub mod grid;
pub mod hamming;
pub mod most;
pub mod multipartite;
mod packed;
pub mod path;
pub mod random_graph;
mod reduce;
pub mod reducible;
mod reduction;
mod replay;
mod shape;
mod small;
mod sparse;
pub mod table;
pub mod tree;

pub use explain::explain;
pub use reduce::{CYCLE, LINE, reduce};
pub use reduction::{End, First, Goal, Options, Reduction, Refused, Rule};
pub use replay::{ReplayError, replay, replay_alternate, replay_moves};
