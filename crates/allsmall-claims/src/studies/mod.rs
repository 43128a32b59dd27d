//! Algorithms that only claims need: each checks or illustrates one statement
//! of the survey.

pub(crate) mod greedy;
pub(crate) mod one_reducible;
pub(crate) mod random_graph;
pub(crate) mod spanning_tree;
