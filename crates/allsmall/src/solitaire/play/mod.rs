//! Plays: what they are, how they are written, and how they are checked.

pub(crate) mod draft;
pub mod forest;
pub(crate) mod replay;
