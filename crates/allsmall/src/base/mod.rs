//! Utilities that know no game: budgets, parse errors, hashing, bit sets, random
//! numbers, atomic file writes, parallel map.

pub(crate) mod atomic_write;
pub(crate) mod bits;
pub(crate) mod budget;
pub(crate) mod clock;
pub(crate) mod hash;
pub(crate) mod ordered_map;
pub(crate) mod parse_error;
pub(crate) mod random;
pub(crate) mod read_error;
mod resident_memory;

/// Maximum number of cells of a board: 2^31.
///
/// ```
/// use allsmall::{MAX_CELLS, Position};
/// let error = format!("x^{}", MAX_CELLS + 1).parse::<Position>().unwrap_err();
/// assert!(error.message().contains("cells"));
/// ```
pub const MAX_CELLS: usize = 1 << 31;
