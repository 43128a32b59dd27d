//! The tests of the program from the outside, in one test program; `limits.rs`, which
//! measures time, is one of its own. The tests of one file:
//! `cargo test -p allsmall-cli --test all serve::`.

mod endgame;
mod explore;
mod faults;
#[cfg(feature = "serve")]
#[allow(dead_code, reason = "limits.rs uses the rest")]
mod http;
mod load;
mod long_lines;
mod part_values;
mod phutball;
mod process;
mod progress;
mod proofs;
mod serve;
mod transcripts;
mod uci;
#[allow(dead_code, reason = "limits.rs uses the rest")]
mod used;
