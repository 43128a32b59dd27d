//! What a file of part values says about itself.

use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::value::PartValueFile;

/// The answer to `part-values build` and `part-values info`.
#[derive(Clone, Debug, Serialize)]
pub struct PartFileAnswer {
    /// The file.
    pub file: String,
    /// The version of its format.
    pub version: u32,
    /// Maximum number of stones of its parts.
    pub stones: usize,
    /// Number of connected sets of cells, up to symmetry.
    pub shapes: usize,
    /// Number of coloured parts, one of each part and its negative.
    pub parts: usize,
    /// Number of different values, one of each value and its negative.
    pub values: usize,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes in memory.
    pub memory: usize,
    /// Whether all values were computed again and agree, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recomputed: Option<bool>,
}

impl PartFileAnswer {
    /// Describes a file.
    #[must_use]
    pub fn of(file: &PartValueFile, path: &Path) -> PartFileAnswer {
        PartFileAnswer {
            file: path.display().to_string(),
            version: PartValueFile::VERSION,
            stones: file.stones(),
            shapes: file.shapes(),
            parts: file.entries(),
            values: file.values(),
            bytes: file.file_len(),
            memory: file.bytes(),
            recomputed: None,
        }
    }
}

impl fmt::Display for PartFileAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartFileAnswer { file, version, stones, shapes, parts, values, bytes, memory, .. } = self;
        write!(f, "{file}: values of grid parts of up to {stones} stones, version {version}")?;
        write!(f, "\n  {shapes} shapes, {parts} parts, {values} values, {bytes} bytes, {memory} in memory")?;
        match self.recomputed {
            None => Ok(()),
            Some(true) => f.write_str("\n  computed again: all values agree"),
            Some(false) => f.write_str("\n  computed again: the values differ"),
        }
    }
}
