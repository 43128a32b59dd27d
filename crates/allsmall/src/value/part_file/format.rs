//! The bytes of a file of part values. All numbers are little-endian.
//!
//! ```text
//! 0       16  magic
//! 16       4  version
//! 20       4  number of stones of the largest parts
//! 24       4  number of entries
//! 28       4  number of pairs of values
//! 32       4  number of options
//! 36           counts    1 left options, 1 right options, for each pair
//!              options   4 the number of a pair, doubled, plus 1 for its negative
//!              entries   4 the same, in the order of the shape index
//! last 4  CRC-32 of all bytes before it
//! ```
//!
//! Pair 0 is zero. The options of a pair have lower numbers, and no chain of options
//! is longer than [`MAX_DEPTH`], so a search may follow them. The shapes are not in
//! the file: their order follows from the number of stones.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{FileValue, PartFileError, PartValueFile};
use crate::base::atomic_write::write_atomically;
use crate::packed::ShapeIndex;

/// The version that is written and read.
pub(super) const VERSION: u32 = 1;

const MAGIC: [u8; 16] = *b"allsmall/part\r\n\x1a";
const HEADER: usize = 36;
const CHECKSUM: usize = 4;

/// Maximum height of the game tree of a value: a part of n stones has birthday at most
/// n - 1.
const MAX_DEPTH: u8 = 16;

/// The numbers of the header.
struct FileHeader {
    stones: usize,
    entries: usize,
    pairs: usize,
    options: usize,
}

impl FileHeader {
    fn read(bytes: &[u8]) -> Result<FileHeader, PartFileError> {
        if bytes.len() < HEADER || bytes[..16] != MAGIC {
            return Err(PartFileError::Foreign);
        }
        let [version, stones, entries, pairs, options] = std::array::from_fn(|i| word(&bytes[16 + 4 * i..]));
        if version != VERSION {
            return Err(PartFileError::Version(version));
        }
        let header = FileHeader {
            stones: stones as usize,
            entries: entries as usize,
            pairs: pairs as usize,
            options: options as usize,
        };
        // A pair's number is doubled in 32 bits.
        if !PartValueFile::STONES.contains(&header.stones) || header.pairs == 0 || header.pairs > 1 << 30 {
            return Err(PartFileError::Damaged("its header makes no sense"));
        }
        Ok(header)
    }

    /// Length of the whole file.
    fn file_len(&self) -> u64 {
        let words = self.options as u64 + self.entries as u64;
        (HEADER + CHECKSUM) as u64 + 2 * self.pairs as u64 + 4 * words
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

impl PartValueFile {
    /// The version of the format.
    pub const VERSION: u32 = VERSION;

    /// Bytes of the whole file.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        let header = FileHeader {
            stones: self.stones(),
            entries: self.entries.len(),
            pairs: self.counts.len(),
            options: self.options.len(),
        };
        header.file_len()
    }

    /// The whole file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = [
            VERSION,
            self.stones() as u32,
            self.entries.len() as u32,
            self.counts.len() as u32,
            self.options.len() as u32,
        ];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(self.counts.iter().flatten());
        bytes.extend(self.options.iter().chain(&self.entries).flat_map(|value| value.0.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Writes the file in one step: readers see the old one or the new one.
    ///
    /// # Errors
    /// What the file system said. The file at `path` is then as it was.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_atomically(path, &self.to_bytes())
    }

    /// Reads a file and checks all of it.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path) -> Result<PartValueFile, PartFileError> {
        let mut file = File::open(path)?;
        // A pipe or a device may have no end.
        if !file.metadata()?.is_file() {
            return Err(PartFileError::Foreign);
        }
        let mut bytes = Vec::new();
        file.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let header = FileHeader::read(&bytes)?;
        check_length(&header, file.metadata()?.len())?;
        let rest = header.file_len() - HEADER as u64;
        bytes.try_reserve_exact(rest as usize).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // One byte more than expected shows that it has grown meanwhile.
        file.take(rest + 1).read_to_end(&mut bytes)?;
        PartValueFile::from_bytes(&bytes)
    }

    /// Reads the bytes of a file and checks all of them.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<PartValueFile, PartFileError> {
        let header = FileHeader::read(bytes)?;
        check_length(&header, bytes.len() as u64)?;
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(body) != word(checksum) {
            return Err(PartFileError::Damaged("its checksum is wrong"));
        }
        let shapes = ShapeIndex::new(header.stones);
        if shapes.entries() != header.entries {
            return Err(PartFileError::Damaged("its header makes no sense"));
        }
        let (counts, words) = body[HEADER..].split_at(2 * header.pairs);
        let (options, entries) = words.split_at(4 * header.options);
        let read = |words: &[u8]| words.chunks_exact(4).map(|four| FileValue(word(four))).collect::<Vec<_>>();
        let counts: Vec<[u8; 2]> = counts.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        let (options, entries) = (read(options), read(entries));
        let starts = check_options(&counts, &options)?;
        if entries.iter().any(|value| value.pair() >= header.pairs) {
            return Err(PartFileError::Damaged("an entry has no value"));
        }
        Ok(PartValueFile { shapes, counts, starts, options, entries })
    }
}

fn check_length(header: &FileHeader, length: u64) -> Result<(), PartFileError> {
    match length.cmp(&header.file_len()) {
        std::cmp::Ordering::Less => Err(PartFileError::Damaged("it ends too soon")),
        std::cmp::Ordering::Greater => Err(PartFileError::Damaged("it is too long")),
        std::cmp::Ordering::Equal => Ok(()),
    }
}

/// The index of the first option of each pair, and the number of options. Only pair 0
/// is zero, the options of a pair come before it, and chains of options are short.
fn check_options(counts: &[[u8; 2]], options: &[FileValue]) -> Result<Vec<u32>, PartFileError> {
    let (mut starts, mut depths) = (Vec::with_capacity(counts.len() + 1), Vec::with_capacity(counts.len()));
    let mut rest = options;
    for (pair, &[lefts, rights]) in counts.iter().enumerate() {
        starts.push((options.len() - rest.len()) as u32);
        let count = usize::from(lefts) + usize::from(rights);
        let Some((own, others)) = rest.split_at_checked(count) else {
            return Err(PartFileError::Damaged("the numbers of options do not add up"));
        };
        rest = others;
        let mut depth = 0u8;
        for option in own {
            let Some(below) = depths.get(option.pair()) else {
                return Err(PartFileError::Damaged("an option comes after its value"));
            };
            depth = depth.max(below + 1);
        }
        if (pair == 0) != own.is_empty() || depth > MAX_DEPTH {
            return Err(PartFileError::Damaged("a value is not that of a part"));
        }
        depths.push(depth);
    }
    if !rest.is_empty() {
        return Err(PartFileError::Damaged("the numbers of options do not add up"));
    }
    starts.push(options.len() as u32);
    Ok(starts)
}
