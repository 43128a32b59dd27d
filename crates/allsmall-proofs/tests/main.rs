//! The tests of the proof writer, in one test program. The tests of one file:
//! `cargo test -p allsmall-proofs --test all plain::`.

mod certified;
mod changed;
mod plain;
mod tree;
