//! Writing a table file.
//!
//! The planes grow in the file itself while the analysis runs, so a table
//! needs only the memory of the analysis.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::TableError;
use super::format::{BLOCK, Header, TableLayout};
use crate::base::atomic_write::TemporaryFile;
use crate::phutball::exact::{Lane, Planes, SettledHalf, WinCensus, WinCounts, Witness, solve};
use crate::{Budget, Stop};

/// Solves all boards of n squares and writes the table to `path`.
///
/// # Errors
/// [`TableError`]: a limit, or an error of the file system. A file at `path` is
/// then unchanged.
pub fn build(n: usize, path: &Path, budget: &Budget) -> Result<WinCounts, TableError> {
    let lane = Lane::phutball(n);
    let mut temporary = TemporaryFile::new(path)?;
    let mut writer = PlaneWriter {
        layout: TableLayout::new(&lane, Planes::MOST),
        file: &mut temporary.file,
        planes: 0,
        census: WinCensus::default(),
        buffer: Vec::new(),
    };
    let solved = solve(&lane, budget, &mut writer)?;
    let PlaneWriter { planes, census, .. } = writer;
    let counts = census.counts(&solved);
    drop(solved);
    let header = Header { squares: n, planes, counts }.to_bytes();
    let layout = TableLayout::new(&lane, planes);
    budget.report(|| "writing the checksums".to_owned());
    let mut seals = header.to_vec();
    temporary.file.seek(SeekFrom::Start(BLOCK as u64))?;
    let mut block = [0; BLOCK];
    let mut left = layout.data_end() - BLOCK as u64;
    while left > 0 {
        budget.check()?;
        let block = &mut block[..left.min(BLOCK as u64) as usize];
        temporary.file.read_exact(block)?;
        seals.extend(crc32fast::hash(block).to_le_bytes());
        left -= block.len() as u64;
    }
    let last = crc32fast::hash(&seals);
    temporary.file.write_all(&seals[BLOCK..])?;
    temporary.file.write_all(&last.to_le_bytes())?;
    temporary.file.seek(SeekFrom::Start(0))?;
    temporary.file.write_all(&header)?;
    temporary.finish()?;
    Ok(counts)
}

/// Adds each round to the planes in the file.
struct PlaneWriter<'a> {
    layout: TableLayout,
    file: &'a mut File,
    planes: usize,
    census: WinCensus,
    buffer: Vec<u8>,
}

impl PlaneWriter<'_> {
    /// Makes the file long enough for this many planes; the new ones are 0.
    fn grow(&mut self, planes: usize) -> Result<(), TableError> {
        if planes > Planes::MOST {
            return Err(Stop::Unsupported.into());
        }
        if planes > self.planes {
            self.planes = planes;
            self.file.set_len(self.layout.place_at(planes, SettledHalf::Wins, 0))?;
        }
        Ok(())
    }
}

impl Witness for PlaneWriter<'_> {
    type Error = TableError;

    fn note(&mut self, half: SettledHalf, round: u32, place: usize, fresh: &[u64]) -> Result<(), TableError> {
        self.census.note(half, round, place, fresh)?;
        self.grow(round.ilog2() as usize + 1)?;
        self.buffer.resize(self.layout.place as usize, 0);
        for plane in (0..self.planes).filter(|plane| round >> plane & 1 == 1) {
            let at = SeekFrom::Start(self.layout.place_at(plane, half, place));
            self.file.seek(at)?;
            self.file.read_exact(&mut self.buffer)?;
            for (bytes, fresh) in self.buffer.chunks_exact_mut(8).zip(fresh) {
                let word: &mut [u8; 8] = bytes.try_into().expect("eight bytes");
                *word = (u64::from_le_bytes(*word) | fresh).to_le_bytes();
            }
            self.file.seek(at)?;
            self.file.write_all(&self.buffer)?;
        }
        Ok(())
    }
}
