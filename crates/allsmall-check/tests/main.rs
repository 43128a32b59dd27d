//! The tests of the checker from the outside, in one test program. The tests of one
//! file: `cargo test -p allsmall-check --test all forged::`.

mod alone;
mod damaged;
mod forged;
mod games;
mod loops;
mod plain;
mod program;
mod rules;
mod runs;
mod statements;
mod strips;
mod theorems;
