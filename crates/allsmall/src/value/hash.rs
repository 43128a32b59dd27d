//! The hash of option lists and pairs.

pub(super) use crate::hash::{fold, of_word};
