//! Exact methods for the graph classes of the papers, one class per file.

pub mod cycle;
pub mod grid;
pub mod hamming;
pub mod multipartite;
pub mod path;
pub mod tree;
