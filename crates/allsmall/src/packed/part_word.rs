//! Bit-field encoding of a signed part in one word of 128 bits.
//!
//! ```text
//! bits  0-2   kind: 1 row, 2 segment, 3 grid, 4 component, 5 cycle
//!       3     negated
//!       4     its own negative
//!       5-    row      length 7, cells
//!             segment  length 32, offset of the inside 32, ends 2
//!             grid     rows 3, columns 6, stones n, black n     n = cells of the box
//!             component  graph 4, width 6, stones w, black w    w = the highest vertex with a stone
//!             cycle    start 32, length 32
//! ```
//!
//! Kind 0 is free for the caller. Grids with a box of more than 56 cells and
//! graphs with more than 56 vertices or with index 16 and above do not fit.
//! The lowest 32 bits determine the width of the encoding.

use super::{LongSegment, PackedGraph, PackedGrid, PackedPart, PackedRow, Signed};

/// A signed part as 128 bits; the module documents the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartWord(u128);

const KINDS: u32 = 3;
const NEGATED: u128 = 1 << 3;
const OWN: u128 = 1 << 4;
const HEAD: u32 = 5;

/// Maximum number of cells of a grid's box, or of vertices of a graph part.
const CELLS: u32 = 56;

/// Appends bit fields, the lowest first.
struct BitWriter {
    word: u128,
    at: u32,
}

impl BitWriter {
    fn put(mut self, field: u128, bits: u32) -> BitWriter {
        debug_assert!(field >> bits == 0 && self.at + bits <= 128, "the field fits");
        self.word |= field << self.at;
        self.at += bits;
        self
    }
}

/// Reads bit fields, the lowest first.
struct BitReader {
    word: u128,
}

impl BitReader {
    fn take(&mut self, bits: u32) -> u128 {
        let field = self.word & ((1 << bits) - 1);
        self.word >>= bits;
        field
    }
}

impl PartWord {
    /// Encodes a part; `None` if it does not fit.
    #[must_use]
    pub fn new(signed: Signed<PackedPart>) -> Option<PartWord> {
        let head = |kind: u128| {
            BitWriter { word: 0, at: 0 }
                .put(kind, KINDS)
                .put(signed.negated.into(), 1)
                .put(signed.own_negative.into(), 1)
        };
        let writer = match signed.part {
            PackedPart::Row(PackedRow { len, bits }) => head(1).put(len.into(), 7).put(bits.into(), 64),
            PackedPart::Segment(LongSegment { len, inside, ends: [a, b] }) => {
                head(2).put(len.into(), 32).put(inside.into(), 32).put(a.into(), 1).put(b.into(), 1)
            }
            PackedPart::Grid(PackedGrid { rows, cols, stones, black }) => {
                let cells = u32::from(rows) * u32::from(cols);
                if cells > CELLS {
                    return None;
                }
                head(3).put(rows.into(), 3).put(cols.into(), 6).put(stones, cells).put(black, cells)
            }
            PackedPart::Graph { graph, component: PackedGraph { stones, black } } => {
                let width = 128 - stones.leading_zeros();
                if graph >> 4 != 0 || width > CELLS {
                    return None;
                }
                head(4).put(graph.into(), 4).put(width.into(), 6).put(stones, width).put(black, width)
            }
            PackedPart::Cycle { start, len } => head(5).put(start.into(), 32).put(len.into(), 32),
        };
        Some(PartWord(writer.word))
    }

    /// Decodes the part.
    #[must_use]
    pub fn signed(self) -> Signed<PackedPart> {
        let mut word = BitReader { word: self.0 >> HEAD };
        let part = match self.0 & 7 {
            1 => PackedPart::Row(PackedRow { len: word.take(7) as u8, bits: word.take(64) as u64 }),
            2 => PackedPart::Segment(LongSegment {
                len: word.take(32) as u32,
                inside: word.take(32) as u32,
                ends: [word.take(1) == 1, word.take(1) == 1],
            }),
            3 => {
                let (rows, cols) = (word.take(3) as u8, word.take(6) as u8);
                let cells = u32::from(rows) * u32::from(cols);
                PackedPart::Grid(PackedGrid { rows, cols, stones: word.take(cells), black: word.take(cells) })
            }
            4 => {
                let (graph, width) = (word.take(4) as u32, word.take(6) as u32);
                PackedPart::Graph {
                    graph,
                    component: PackedGraph { stones: word.take(width), black: word.take(width) },
                }
            }
            // Only `new` makes words, so that the tag is 5.
            _ => PackedPart::Cycle { start: word.take(32) as u32, len: word.take(32) as u32 },
        };
        Signed { part, negated: self.0 & NEGATED != 0, own_negative: self.0 & OWN != 0 }
    }

    /// Number of low bits in use.
    #[must_use]
    pub fn width(self) -> u32 {
        let mut word = BitReader { word: self.0 >> HEAD };
        match self.0 & 7 {
            1 => HEAD + 7 + word.take(7) as u32,
            2 => HEAD + 66,
            3 => HEAD + 9 + 2 * (word.take(3) * word.take(6)) as u32,
            4 => HEAD + 10 + 2 * (word.take(10) >> 4) as u32,
            _ => HEAD + 64,
        }
    }

    /// Number of stones of a grid or graph part; `None` for strips and cycles.
    pub(crate) fn grid_or_graph_stones(self) -> Option<u32> {
        let mut word = BitReader { word: self.0 >> HEAD };
        let stones = match self.0 & 7 {
            3 => {
                let cells = word.take(3) * word.take(6);
                word.take(cells as u32)
            }
            4 => {
                let width = word.take(10) >> 4;
                word.take(width as u32)
            }
            _ => return None,
        };
        Some(stones.count_ones())
    }

    /// The encoding of the negative.
    #[must_use]
    pub fn negative(self) -> PartWord {
        if self.0 & OWN != 0 { self } else { PartWord(self.0 ^ NEGATED) }
    }

    /// The bits.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// The inverse of [`PartWord::bits`].
    pub(crate) fn from_bits(bits: u128) -> PartWord {
        PartWord(bits)
    }
}
