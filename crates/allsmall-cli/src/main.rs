//! The program `allsmall`.
fn main() {}
