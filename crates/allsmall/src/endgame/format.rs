//! The layout of a database file. All numbers are little-endian.
//!
//! ```text
//! 0       16  magic
//! 16       4  version
//! 20       4  length of the longest boards
//! 24       4  number of shapes
//! 28       4  number of values
//! 32       4  number of options
//! 36       4  number of entries
//! 40           shapes    8 bytes key, 4 start, 4 zero
//!              values    2 lefts, 2 rights, 4 link, 4 first option,
//!                        1 outcome, 1 lower, 1 upper, 1 zero
//!              options   4 number of a value
//!              entries   4 value, 4 complexity, 4 dominated left, 4 right
//! last 4  CRC-32 of all bytes before it
//! ```

use super::{DatabaseError, MAX_LENGTH, Section, Sections};
use crate::Outcome;

/// The version we write and read.
pub(super) const VERSION: u32 = 1;

const MAGIC: [u8; 16] = *b"allsmall/endg\r\n\x1a";
/// Bytes of the header.
pub(super) const HEADER: usize = 40;
const CHECKSUM: usize = 4;

/// Outcomes by their code in the file.
const OUTCOMES: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// A value: its canonical form, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueRecord {
    /// Number of left options; they come first.
    pub(super) lefts: u16,
    /// Number of right options.
    pub(super) rights: u16,
    /// The least complex entry with this value.
    pub(super) link: u32,
    pub(super) outcome: Outcome,
    pub(super) lower: i8,
    pub(super) upper: i8,
}

/// A board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryRecord {
    pub(super) value: u32,
    pub(super) complexity: u32,
    /// Pairs where Left's move is dominated, then Right's.
    pub(super) dominated: [u32; 2],
}

/// A whole file, ready to be written or asked.
pub(super) struct Image(pub(super) Vec<u8>);

impl Image {
    pub(super) fn new(sections: &Sections, values: &[ValueRecord], options: &[u32], entries: &[EntryRecord]) -> Image {
        let layout = Layout {
            length: sections.length(),
            shapes: sections.list().len(),
            values: values.len(),
            options: options.len(),
            entries: entries.len(),
        };
        let mut bytes = Vec::with_capacity(layout.file_len() as usize);
        bytes.extend(MAGIC);
        let Layout { length, shapes, values: count, .. } = layout;
        put(&mut bytes, &[VERSION, length as u32, shapes as u32, count as u32]);
        put(&mut bytes, &[options.len() as u32, entries.len() as u32]);
        for Section { shape, start } in sections.list() {
            bytes.extend(shape.key().to_le_bytes());
            put(&mut bytes, &[*start, 0]);
        }
        let mut first = 0;
        for value in values {
            put(&mut bytes, &[u32::from(value.lefts) | u32::from(value.rights) << 16, value.link, first]);
            let outcome = OUTCOMES.iter().position(|&o| o == value.outcome).expect("all four are listed");
            bytes.extend([outcome as u8, value.lower as u8, value.upper as u8, 0]);
            first += u32::from(value.lefts) + u32::from(value.rights);
        }
        put(&mut bytes, options);
        for EntryRecord { value, complexity, dominated: [left, right] } in entries {
            put(&mut bytes, &[*value, *complexity, *left, *right]);
        }
        let checksum = crc32fast::hash(&bytes);
        put(&mut bytes, &[checksum]);
        Image(bytes)
    }
}

fn put(bytes: &mut Vec<u8>, words: &[u32]) {
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
}

/// What the header says, and so where everything stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) length: usize,
    pub(super) shapes: usize,
    pub(super) values: usize,
    pub(super) options: usize,
    pub(super) entries: usize,
}

/// Bytes of a shape, of a value, of an entry.
const RECORD: usize = 16;

impl Layout {
    /// Reads and checks the header.
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, DatabaseError> {
        if bytes.len() < HEADER || bytes[..16] != MAGIC {
            return Err(DatabaseError::Foreign);
        }
        let [version, length, shapes, values, options, entries] = std::array::from_fn(|i| word(bytes, 16 + 4 * i));
        if version != VERSION {
            return Err(DatabaseError::Version(version));
        }
        if length as usize > MAX_LENGTH {
            return Err(DatabaseError::Damaged("the header makes no sense"));
        }
        let [length, shapes, values, options, entries] =
            [length, shapes, values, options, entries].map(|field| field as usize);
        Ok(Layout { length, shapes, values, options, entries })
    }

    /// Length of the whole file.
    pub(super) fn file_len(&self) -> u64 {
        let records = [self.shapes, self.values, self.entries].iter().map(|&count| count as u64).sum::<u64>();
        HEADER as u64 + RECORD as u64 * records + 4 * self.options as u64 + CHECKSUM as u64
    }

    fn values_at(&self) -> usize {
        HEADER + RECORD * self.shapes
    }

    fn options_at(&self) -> usize {
        self.values_at() + RECORD * self.values
    }

    fn entries_at(&self) -> usize {
        self.options_at() + 4 * self.options
    }

    fn checksum_at(&self) -> usize {
        self.entries_at() + RECORD * self.entries
    }

    /// Whether the file has its length and its checksum.
    pub(super) fn check_bytes(&self, bytes: &[u8]) -> Result<(), DatabaseError> {
        self.check_length(bytes.len() as u64)?;
        if crc32fast::hash(&bytes[..self.checksum_at()]) != self.checksum(bytes) {
            return Err(DatabaseError::Damaged("its checksum is wrong"));
        }
        Ok(())
    }

    /// Whether a file of this length is as long as the header says.
    pub(super) fn check_length(&self, length: u64) -> Result<(), DatabaseError> {
        match length.cmp(&self.file_len()) {
            std::cmp::Ordering::Less => Err(DatabaseError::Damaged("it ends too soon")),
            std::cmp::Ordering::Greater => Err(DatabaseError::Damaged("it is too long")),
            std::cmp::Ordering::Equal => Ok(()),
        }
    }

    pub(super) fn checksum(&self, bytes: &[u8]) -> u32 {
        word(bytes, self.checksum_at())
    }

    /// The key and the start of a shape.
    pub(super) fn shape(&self, bytes: &[u8], shape: usize) -> (u64, u32) {
        let at = HEADER + RECORD * shape;
        let key = u64::from(word(bytes, at + 4)) << 32 | u64::from(word(bytes, at));
        (key, word(bytes, at + 8))
    }

    /// A value, and where its options begin; none if its outcome is none.
    pub(super) fn value(&self, bytes: &[u8], value: usize) -> Option<(ValueRecord, usize)> {
        let at = self.values_at() + RECORD * value;
        let counts = word(bytes, at);
        let [outcome, lower, upper, _] = word(bytes, at + 12).to_le_bytes();
        let record = ValueRecord {
            lefts: counts as u16,
            rights: (counts >> 16) as u16,
            link: word(bytes, at + 4),
            outcome: *OUTCOMES.get(usize::from(outcome))?,
            lower: lower as i8,
            upper: upper as i8,
        };
        Some((record, word(bytes, at + 8) as usize))
    }

    /// An option of some value: the number of a value.
    pub(super) fn option(&self, bytes: &[u8], option: usize) -> u32 {
        word(bytes, self.options_at() + 4 * option)
    }

    pub(super) fn entry(&self, bytes: &[u8], entry: usize) -> EntryRecord {
        let at = self.entries_at() + RECORD * entry;
        let [value, complexity, left, right] = std::array::from_fn(|i| word(bytes, at + 4 * i));
        EntryRecord { value, complexity, dominated: [left, right] }
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}
