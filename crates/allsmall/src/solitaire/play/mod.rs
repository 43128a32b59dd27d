//! Plays as in-forests, under construction, and replayed.

pub mod forest;
pub(crate) mod partial_play;
pub(crate) mod replay;
