//! Plays: what they are, how they are written, and how they are checked.

pub mod forest;
pub(crate) mod partial_play;
pub(crate) mod replay;
