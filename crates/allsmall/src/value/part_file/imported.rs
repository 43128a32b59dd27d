//! Values of the file in the arena of a search.
//!
//! A value is entered into the arena when it is met for the first time, after its
//! options. It is in canonical form, so nothing is compared.

use std::sync::Arc;

use super::{FileValue, PartValueFile};
use crate::Stop;
use crate::cgt::{Value, Values};
use crate::packed::GridLanes;

/// The values of a file that are in one arena.
#[derive(Clone)]
pub(crate) struct ImportedValues {
    file: Arc<PartValueFile>,
    /// For each pair the id of its first value, plus 1; 0 if it is not in the arena.
    pairs: Vec<u32>,
}

impl ImportedValues {
    pub(crate) fn new(file: Arc<PartValueFile>) -> ImportedValues {
        let pairs = vec![0; file.values()];
        ImportedValues { file, pairs }
    }

    /// Forgets all ids, since the arena has been emptied.
    pub(crate) fn clear(&mut self) {
        self.pairs.fill(0);
    }

    /// The file.
    pub(crate) fn file(&self) -> &Arc<PartValueFile> {
        &self.file
    }

    /// Bytes in use, without the file.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.pairs.len()
    }

    /// The value of a part; `None` if it is not in the file.
    #[inline]
    pub(crate) fn value(&mut self, values: &mut Values, part: GridLanes) -> Result<Option<Value>, Stop> {
        let Some((entry, negated)) = self.file.shapes.entry(part) else { return Ok(None) };
        let value = self.file.entries[entry];
        let first = match self.pairs[value.pair()] {
            0 => self.import(values, value.pair())?,
            id => Value::of_id(id - 1),
        };
        Ok(Some(if negated != value.is_negated() { values.neg(first) } else { first }))
    }

    /// Enters the first value of a pair. The height of its game tree bounds the
    /// recursion.
    #[cold]
    fn import(&mut self, values: &mut Values, pair: usize) -> Result<Value, Stop> {
        let file = Arc::clone(&self.file);
        let (left, right) = file.options(pair);
        let left = left.iter().map(|&v| self.option(values, v)).collect::<Result<Vec<_>, _>>()?;
        let right = right.iter().map(|&v| self.option(values, v)).collect::<Result<Vec<_>, _>>()?;
        let first = values.canonical(left, right)?;
        self.pairs[pair] = first.id() + 1;
        Ok(first)
    }

    fn option(&mut self, values: &mut Values, value: FileValue) -> Result<Value, Stop> {
        let first = match self.pairs[value.pair()] {
            0 => self.import(values, value.pair())?,
            id => Value::of_id(id - 1),
        };
        Ok(if value.is_negated() { values.neg(first) } else { first })
    }
}
