//! The index of a database: where the entries of each shape begin.
//!
//! ```text
//! shape      (2)        (3)                (2, 2)   ...
//! entries    oo .. xx   ooo oox .. xxx     ...          2^stones each, by number
//! start      0          4                  ...
//! ```

use super::{Normal, Shape};

/// All shapes up to a length, and where their entries begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sections {
    length: usize,
    /// In the order of the entries.
    sections: Vec<Section>,
    /// The numbers of the sections, sorted by shape.
    by_shape: Vec<usize>,
    entries: u32,
}

/// The entries of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The shape.
    pub shape: Shape,
    /// Its first entry.
    pub start: u32,
}

impl Sections {
    /// The index for boards of at most `length` cells, at most
    /// [`super::MAX_LENGTH`].
    pub(super) fn new(length: usize) -> Sections {
        assert!(length <= super::MAX_LENGTH, "entries are counted in 32 bits");
        let (mut sections, mut entries) = (Vec::new(), 0);
        for shape in Shape::all(length) {
            sections.push(Section { shape, start: entries });
            entries += 1 << shape.stones();
        }
        let mut by_shape: Vec<usize> = (0..sections.len()).collect();
        by_shape.sort_unstable_by_key(|&i| sections[i].shape);
        Sections { length, sections, by_shape, entries }
    }

    /// The length of the longest boards.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Number of entries.
    #[must_use]
    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// The sections, in the order of their entries.
    #[must_use]
    pub fn list(&self) -> &[Section] {
        &self.sections
    }

    /// Where the entries of a shape begin.
    #[must_use]
    pub fn start(&self, shape: Shape) -> Option<u32> {
        let found = self.by_shape.binary_search_by_key(&shape, |&i| self.sections[i].shape).ok()?;
        Some(self.sections[self.by_shape[found]].start)
    }

    /// The entry of a board; `None` for the empty board and for longer ones.
    #[must_use]
    pub fn entry(&self, board: Normal) -> Option<u32> {
        self.start(board.shape).map(|start| start + board.number)
    }

    /// The board of an entry.
    ///
    /// # Panics
    /// If there is no such entry.
    #[must_use]
    pub fn board(&self, entry: u32) -> Normal {
        assert!(entry < self.entries, "there are {} entries", self.entries);
        let found = self.sections.partition_point(|section| section.start <= entry) - 1;
        let Section { shape, start } = self.sections[found];
        Normal { shape, number: entry - start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_boards_are_two_names_of_one_thing() {
        let sections = Sections::new(11);
        for entry in 0..sections.entries() {
            assert_eq!(sections.entry(sections.board(entry)), Some(entry));
        }
        assert_eq!(sections.entry(Normal { shape: Shape::EMPTY, number: 0 }), None);
        assert_eq!(sections.board(0).to_string(), "oo");
    }
}
