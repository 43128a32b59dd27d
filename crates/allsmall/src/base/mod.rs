//! What everything else stands on and what knows no game: limits, messages
//! about bad input, hashing, bits, random numbers, files.

pub(crate) mod atomic_write;
pub(crate) mod bits;
pub(crate) mod budget;
pub(crate) mod clock;
pub(crate) mod hash;
pub(crate) mod ordered_map;
pub(crate) mod parse_error;
pub(crate) mod random;
mod resident_memory;

/// No board holds more cells than this: 2^31, two bytes a stone short of 4 GiB.
///
/// ```
/// use allsmall::{MAX_CELLS, Position};
/// let error = format!("x^{}", MAX_CELLS + 1).parse::<Position>().unwrap_err();
/// assert!(error.message().contains("cells"));
/// ```
pub const MAX_CELLS: usize = 1 << 31;
