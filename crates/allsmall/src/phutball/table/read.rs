//! Table files: opening and probing them.
//!
//! Blocks are read at their place in the file, checked and cached.
//! A memory map would need `unsafe`, and a file cut short while it is mapped
//! kills the program; a read gives an error instead, and a position costs
//! about sixty blocks of 4 KiB, well under a millisecond.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::TableError;
use super::format::{BLOCK, Header, TableLayout};
use crate::Budget;
use crate::phutball::exact::{Code, Lane, Rounds, SettledHalf, WinCounts};

/// Maximum number of cached blocks: 16 MiB.
const KEPT: usize = 4096;

/// An open table.
#[derive(Debug)]
pub struct TableFile {
    header: Header,
    lane: Lane,
    layout: TableLayout,
    checksums: Vec<u32>,
    blocks: Mutex<Blocks>,
}

#[derive(Debug)]
struct Blocks {
    file: File,
    kept: HashMap<u64, Box<[u8]>>,
}

impl TableFile {
    /// Opens a table: checks its header and checksums, reads no data yet.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let mut file = File::open(path)?;
        let mut head = [0; BLOCK];
        // A short file of another kind is foreign rather than damaged.
        let len = file.metadata()?.len();
        if len < BLOCK as u64 {
            return Err(TableError::Foreign);
        }
        file.read_exact(&mut head)?;
        let header = Header::from_bytes(&head)?;
        let lane = Lane::phutball(header.squares);
        if !header.fits(&lane) {
            return Err(TableError::Damaged("the header makes no sense"));
        }
        let layout = TableLayout::new(&lane, header.planes);
        match len.cmp(&layout.file_len()) {
            std::cmp::Ordering::Less => return Err(TableError::Damaged("it ends too soon")),
            std::cmp::Ordering::Greater => return Err(TableError::Damaged("it is too long")),
            std::cmp::Ordering::Equal => {}
        }
        file.seek(SeekFrom::Start(layout.data_end()))?;
        let mut seals = head.to_vec();
        file.read_to_end(&mut seals)?;
        let (sealed, last) = seals.split_last_chunk().ok_or(TableError::Damaged("it ends too soon"))?;
        if crc32fast::hash(sealed) != u32::from_le_bytes(*last) {
            return Err(TableError::Damaged("the header or a checksum has changed"));
        }
        let checksums = sealed[BLOCK..].chunks_exact(4);
        let checksums = checksums.map(|c| u32::from_le_bytes(c.try_into().expect("four bytes"))).collect();
        Ok(TableFile { header, lane, layout, checksums, blocks: Mutex::new(Blocks { file, kept: HashMap::new() }) })
    }

    /// Squares of the boards in it.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.header.squares
    }

    /// Numbers of positions won by each player.
    #[must_use]
    pub fn counts(&self) -> WinCounts {
        self.header.counts
    }

    /// Length of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layout.file_len()
    }

    /// Reads the whole table and compares every checksum.
    ///
    /// # Errors
    /// Damage, or [`Stop`](crate::Stop) when the budget is exhausted.
    pub fn check(&self, budget: &Budget) -> Result<(), TableError> {
        (0..self.layout.blocks()).try_for_each(|number| {
            budget.check()?;
            self.with_block(number, |_| ())
        })
    }

    fn with_block<T>(&self, number: u64, look: impl FnOnce(&[u8]) -> T) -> Result<T, TableError> {
        // A panic elsewhere cannot leave a block half read in the map.
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let Blocks { file, kept } = &mut *blocks;
        if let Some(block) = kept.get(&number) {
            return Ok(look(block));
        }
        let at = BLOCK as u64 * (number + 1);
        let mut block = vec![0; (self.layout.data_end() - at).min(BLOCK as u64) as usize].into_boxed_slice();
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut block)?;
        if crc32fast::hash(&block) != self.checksums[number as usize] {
            return Err(TableError::Damaged("a block has changed"));
        }
        if kept.len() >= KEPT {
            kept.clear();
        }
        Ok(look(kept.entry(number).or_insert(block)))
    }
}

impl Rounds for TableFile {
    type Error = TableError;

    fn round(&self, half: SettledHalf, code: Code) -> Result<u32, TableError> {
        let mut round = 0;
        for plane in 0..self.header.planes {
            let byte = self.layout.place_at(plane, half, code.place) + (code.index >> 3) - BLOCK as u64;
            let (number, at) = (byte / BLOCK as u64, (byte % BLOCK as u64) as usize);
            let bit = self.with_block(number, |block| block[at] >> (code.index & 7) & 1)?;
            round |= u32::from(bit) << plane;
        }
        debug_assert!(code.place < self.lane.places(), "the code belongs to this lane");
        Ok(round)
    }
}
