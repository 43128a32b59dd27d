//! The layout of a table file.
//!
//! ```text
//! 0       16  magic
//! 16       4  version          all numbers are little-endian
//! 20       4  squares
//! 24       4  planes
//! 28       4  longest win, in plies
//! 32      48  positions; won by Left, Right, first, second player; draws
//! 80          zeros up to byte 4096
//! 4096        data: plane by plane; in a plane the half Left moves and wins,
//!             then the half Right moves and loses; in a half place by place;
//!             in a place one bit a position, as in `exact::PositionSet`
//! after it    one CRC-32 for each block of 4096 bytes of the data
//! last 4      CRC-32 of the first 4096 bytes and the checksums
//! ```

use super::TableError;
use crate::phutball::exact::{Lane, Planes, PositionSet, SettledHalf, WinCounts};

/// The version written and read.
pub(super) const VERSION: u32 = 1;
/// The header's length, and the length of a block with a checksum.
pub(super) const BLOCK: usize = 4096;

const MAGIC: [u8; 16] = *b"allsmall/phut\r\n\x1a";

/// The fields of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) squares: usize,
    pub(super) planes: usize,
    pub(super) counts: WinCounts,
}

/// Offsets in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableLayout {
    /// Bytes of one place.
    pub(super) place: u64,
    /// Bytes of one half of a plane.
    half: u64,
    planes: u64,
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; BLOCK] {
        let WinCounts { positions, left, right, first, second, draws, plies } = self.counts;
        let mut bytes = [0; BLOCK];
        bytes[..16].copy_from_slice(&MAGIC);
        let small = [VERSION, self.squares as u32, self.planes as u32, plies];
        for (field, value) in bytes[16..32].chunks_exact_mut(4).zip(small) {
            field.copy_from_slice(&value.to_le_bytes());
        }
        for (field, value) in bytes[32..80].chunks_exact_mut(8).zip([positions, left, right, first, second, draws]) {
            field.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; BLOCK]) -> Result<Header, TableError> {
        if bytes[..16] != MAGIC {
            return Err(TableError::Foreign);
        }
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let large = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        if small(16) != VERSION {
            return Err(TableError::Version(small(16)));
        }
        let (squares, planes) = (small(20) as usize, small(24) as usize);
        if !(3..=Lane::MOST_BITS as usize + 1).contains(&squares) || planes > Planes::MOST {
            return Err(TableError::Damaged("the header makes no sense"));
        }
        let counts = WinCounts {
            plies: small(28),
            positions: large(32),
            left: large(40),
            right: large(48),
            first: large(56),
            second: large(64),
            draws: large(72),
        };
        Ok(Header { squares, planes, counts })
    }

    /// Whether the counts are those of all positions of the lane.
    pub(super) fn fits(&self, lane: &Lane) -> bool {
        let WinCounts { positions, left, right, first, second, draws, .. } = self.counts;
        let all = [left, right, first, second, draws].iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        positions == lane.positions() && all == Some(positions)
    }
}

impl TableLayout {
    pub(super) fn new(lane: &Lane, planes: usize) -> TableLayout {
        let half = PositionSet::bytes(lane) as u64;
        TableLayout { place: half / lane.places() as u64, half, planes: planes as u64 }
    }

    /// Where the words of one place of one half of a plane begin.
    pub(super) fn place_at(&self, plane: usize, half: SettledHalf, place: usize) -> u64 {
        BLOCK as u64 + (2 * plane as u64 + half as u64) * self.half + place as u64 * self.place
    }

    /// Where the data ends and the checksums begin.
    pub(super) fn data_end(&self) -> u64 {
        BLOCK as u64 + 2 * self.planes * self.half
    }

    /// Number of blocks with a checksum.
    pub(super) fn blocks(&self) -> u64 {
        (2 * self.planes * self.half).div_ceil(BLOCK as u64)
    }

    /// Length of the whole file.
    pub(super) fn file_len(&self) -> u64 {
        self.data_end() + 4 * self.blocks() + 4
    }
}
