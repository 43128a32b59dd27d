//! The graph classes of the papers, one a file: each knows its own best method.

pub mod cycle;
pub mod grid;
pub mod hamming;
pub mod multipartite;
pub mod path;
pub mod tree;
