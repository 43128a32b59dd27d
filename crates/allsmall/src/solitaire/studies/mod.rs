//! What the survey asks about whole graphs: worst positions, strategies,
//! spanning trees with chosen leaves, positions that become one stone, random
//! graphs.

pub mod extremes;
pub mod greedy;
pub mod leaves;
pub mod random_graph;
pub mod reducible;
