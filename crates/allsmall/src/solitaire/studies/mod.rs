//! What the survey asks about whole graphs: worst positions, strategies,
//! positions that become one stone, random graphs.

pub mod extremes;
pub mod greedy;
pub mod random_graph;
pub mod reducible;
