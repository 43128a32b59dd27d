//! The file of part values: the exact value of every grid part of few stones, computed
//! once and read by every search.
//!
//! A search on a grid meets most parts of up to eight stones, and finding their values
//! takes a seventh of its time; with values of larger parts it takes fewer nodes, but
//! finding them costs more than they save. In a file they cost a look-up. Verdicts do
//! not depend on the file, node counts do.
//!
//! | file | role |
//! |---|---|
//! | `build` | computes all values, smaller parts first |
//! | `format` | the bytes, and what is checked when they are read |
//! | `imported` | values of the file in the arena of a search, one at a time |
//! | `source` | which file the searches of this process use |

mod build;
mod format;
mod imported;
mod source;
#[cfg(test)]
mod tests;

use std::{fmt, io};

pub(crate) use imported::ImportedValues;
pub use source::{shared_part_values, use_part_values};

use crate::Budget;
use crate::packed::ShapeIndex;

/// The exact values of all grid parts of up to some number of stones that fit a box of
/// 8 x 8 cells.
///
/// ```
/// use allsmall::{Budget, value::PartValueFile};
/// let file = PartValueFile::build(4, &Budget::new())?;
/// assert_eq!((file.stones(), file.entries()), (4, 50));
/// # Ok::<(), allsmall::Stop>(())
/// ```
pub struct PartValueFile {
    shapes: ShapeIndex,
    /// Numbers of left and right options of each pair of values.
    counts: Vec<[u8; 2]>,
    /// Index of the first option of each pair, and the number of options.
    starts: Vec<u32>,
    options: Vec<FileValue>,
    /// The value of each entry of the index.
    entries: Vec<FileValue>,
}

/// A value of the file: the number of a pair of a value and its negative, and in the
/// lowest bit whether it is the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileValue(u32);

impl FileValue {
    fn new(pair: usize, negated: bool) -> FileValue {
        FileValue((pair as u32) << 1 | u32::from(negated))
    }

    fn pair(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Why a file of part values cannot be used.
#[derive(Debug)]
pub enum PartFileError {
    /// It cannot be read.
    Unread(io::Error),
    /// It is not a file of part values.
    Foreign,
    /// It is of another version.
    Version(u32),
    /// It is damaged.
    Damaged(&'static str),
}

impl fmt::Display for PartFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartFileError::Unread(error) => write!(f, "it cannot be read: {error}"),
            PartFileError::Foreign => f.write_str("it is not a file of part values"),
            PartFileError::Version(version) => {
                write!(f, "it is of version {version}, and this program reads version {}", format::VERSION)
            }
            PartFileError::Damaged(why) => write!(f, "it is damaged: {why}"),
        }
    }
}

impl std::error::Error for PartFileError {}

impl From<io::Error> for PartFileError {
    fn from(error: io::Error) -> PartFileError {
        PartFileError::Unread(error)
    }
}

impl PartValueFile {
    /// Minimum and maximum number of stones of the parts in a file.
    pub const STONES: std::ops::RangeInclusive<usize> = 2..=10;

    /// Maximum number of stones of its parts.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.shapes.stones()
    }

    /// Number of connected sets of cells, up to symmetry.
    #[must_use]
    pub fn shapes(&self) -> usize {
        self.shapes.shapes()
    }

    /// Number of coloured parts, one of each part and its negative.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Number of different values, one of each value and its negative; the options of
    /// canonical forms are among them.
    #[must_use]
    pub fn values(&self) -> usize {
        self.counts.len()
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = self.starts.len() + self.options.len() + self.entries.len();
        self.shapes.bytes() + 2 * self.counts.len() + 4 * words
    }

    /// Returns whether the file and its values in the arena of each thread fit an
    /// eighth of the memory.
    pub(crate) fn fits(&self, budget: &Budget) -> bool {
        let tables = 4 * self.counts.len();
        self.bytes() + budget.threads() * tables <= budget.memory() / 8
    }

    /// The left and right options of the first value of a pair.
    fn options(&self, pair: usize) -> (&[FileValue], &[FileValue]) {
        let all = &self.options[self.starts[pair] as usize..self.starts[pair + 1] as usize];
        all.split_at(usize::from(self.counts[pair][0]))
    }
}
