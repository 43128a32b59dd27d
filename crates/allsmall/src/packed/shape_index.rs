//! Dense numbering of all coloured grid parts of few stones: an index into a table of
//! their values.
//!
//! A *shape* is a connected set of cells (a polyomino), one of its images under
//! translation, rotation and reflection. Its colourings have consecutive numbers, one
//! of each colouring and its negative:
//!
//! ```text
//! shape     cells numbered in the order of their bits      colouring: bit i = cell i is black
//!   x o .     0 1 .                                          x o .   negative of   o x .
//!   . x x     . 2 3                                          . x x                 . o o
//! entry     base of the shape + colouring, the last cell being white
//! ```
//!
//! A part need not be brought to normal form: each image of a shape has a slot in a
//! hash table, with the number that each of its cells has in the shape. Shapes wider
//! or higher than eight cells are left out, so that the key is one word.

use std::collections::HashSet;

use super::GridLanes;
use crate::base::bits::Word;
use crate::base::hash::{self, Mixed};

/// Numbers the coloured grid parts of up to some number of stones.
pub struct ShapeIndex {
    stones: usize,
    /// The shapes in the order of their entries.
    shapes: Vec<GridLanes>,
    entries: u32,
    slots: Vec<ShapeSlot>,
}

/// An image of a shape; no stones in a vacant slot.
#[derive(Clone, Copy, Default)]
struct ShapeSlot {
    stones: u64,
    /// The number in the shape of each cell of the image, four bits each, in the
    /// order of their bits.
    order: u64,
    base: u32,
    cells: u32,
}

/// Width and height of the largest box.
const SIDE: u8 = 8;

/// The first row and column of the box.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// A connected set of cells in the top left corner, in lanes of eight bits.
#[derive(Clone, Copy)]
struct Polyomino {
    stones: u64,
    rows: u8,
    cols: u8,
}

impl ShapeIndex {
    /// Maximum number of stones: a cell's number has four bits, an entry 32.
    pub const MAX: usize = 16;

    /// Lists the shapes of two to `stones` cells.
    ///
    /// # Panics
    /// If `stones` exceeds [`ShapeIndex::MAX`].
    #[must_use]
    pub fn new(stones: usize) -> ShapeIndex {
        assert!(stones <= ShapeIndex::MAX, "a cell's number has four bits");
        let mut index = ShapeIndex { stones, shapes: Vec::new(), entries: 0, slots: Vec::new() };
        let (mut level, mut images) = (vec![Polyomino { stones: 1, rows: 1, cols: 1 }], Vec::new());
        for cells in 2..=stones {
            level = larger(&level);
            for shape in &level {
                let first = images.len();
                for image in 0..8 {
                    let slot = shape.slot(image, index.entries);
                    if images[first..].iter().all(|other: &ShapeSlot| other.stones != slot.stones) {
                        images.push(slot);
                    }
                }
                index.shapes.push(shape.lanes());
                index.entries += 1 << (cells - 1);
            }
        }
        index.slots = vec![ShapeSlot::default(); (2 * images.len()).next_power_of_two()];
        for image in images {
            let mut place = index.place(image.stones);
            while index.slots[place].stones != 0 {
                place = (place + 1) & (index.slots.len() - 1);
            }
            index.slots[place] = image;
        }
        index
    }

    /// Maximum number of stones of the parts that have an entry.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// Number of shapes.
    #[must_use]
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shapes.len() * size_of::<GridLanes>() + self.slots.len() * size_of::<ShapeSlot>()
    }

    /// All parts in the order of their entries. Those of one colour, which have no
    /// moves, are among them.
    pub fn parts(&self) -> impl Iterator<Item = GridLanes> {
        self.shapes.iter().flat_map(|&shape| {
            let cells: Vec<u64> = shape.stones.cells().map(|cell| 1 << cell).collect();
            (0..1u32 << (cells.len() - 1)).map(move |colouring| {
                let black = cells.iter().enumerate().filter(|&(i, _)| colouring >> i & 1 == 1);
                shape.with_black(black.map(|(_, cell)| cell).sum())
            })
        })
    }

    #[inline]
    fn place(&self, stones: u64) -> usize {
        hash::of_word(stones) as usize & (self.slots.len() - 1)
    }

    /// The entry of a part, and whether the part is the negative of the one that the
    /// entry stands for; `None` if it has too many stones or too large a box.
    #[inline]
    #[must_use]
    pub fn entry(&self, part: GridLanes) -> Option<(usize, bool)> {
        if !part.is_narrow() {
            return None;
        }
        let mut place = self.place(part.stones);
        let slot = loop {
            let slot = &self.slots[place];
            if slot.stones == part.stones {
                break slot;
            }
            if slot.stones == 0 {
                return None;
            }
            place = (place + 1) & (self.slots.len() - 1);
        };
        let (mut rest, mut order, mut colouring) = (part.stones, slot.order, 0u32);
        while rest != 0 {
            let black = (part.black >> rest.trailing_zeros()) as u32 & 1;
            colouring |= black << (order & 15);
            order >>= 4;
            rest &= rest - 1;
        }
        let negated = colouring >> (slot.cells - 1) != 0;
        if negated {
            colouring ^= (1 << slot.cells) - 1;
        }
        Some(((slot.base + colouring) as usize, negated))
    }
}

/// The shapes with one cell more than these, sorted.
fn larger(level: &[Polyomino]) -> Vec<Polyomino> {
    let (mut met, mut found) = (HashSet::<u64, Mixed>::default(), Vec::new());
    for shape in level {
        // Room for a row above and a column to the left, if the box may grow.
        let (down, right) = (usize::from(shape.rows < SIDE), usize::from(shape.cols < SIDE));
        let stones = shape.stones << (usize::from(SIDE) * down + right);
        for cell in (around(stones) & !stones).cells() {
            if let Some(shape) = Polyomino::in_corner(stones | 1 << cell).least()
                && met.insert(shape.stones)
            {
                found.push(shape);
            }
        }
    }
    found.sort_unstable_by_key(|shape| shape.stones);
    found
}

/// The cells adjacent to a set.
fn around(set: u64) -> u64 {
    let last_column = FIRST_COLUMN << (SIDE - 1);
    (set & !last_column) << 1 | (set & !FIRST_COLUMN) >> 1 | set << SIDE | set >> SIDE
}

impl Polyomino {
    /// Moves a set of cells to the corner.
    fn in_corner(stones: u64) -> Polyomino {
        let side = u32::from(SIDE);
        let columns = (0..side).filter(|col| stones & FIRST_COLUMN << col != 0);
        let left = columns.clone().min().unwrap_or(0);
        let cols = columns.max().unwrap_or(0) + 1 - left;
        let top = stones.trailing_zeros() / side;
        let stones = stones >> (side * top + left);
        Polyomino { stones, rows: (stones.ilog2() / side + 1) as u8, cols: cols as u8 }
    }

    /// Where a cell of the shape lies in an image: its bits say transposed, then
    /// reflected top to bottom, then left to right.
    fn moved(self, cell: usize, image: u8) -> u8 {
        let (row, col) = (cell as u8 / SIDE, cell as u8 % SIDE);
        let (row, col, rows, cols) =
            if image & 1 == 0 { (row, col, self.rows, self.cols) } else { (col, row, self.cols, self.rows) };
        let row = if image & 2 == 0 { row } else { rows - 1 - row };
        let col = if image & 4 == 0 { col } else { cols - 1 - col };
        SIDE * row + col
    }

    /// One of the eight images.
    fn image(self, image: u8) -> Polyomino {
        let (rows, cols) = if image & 1 == 0 { (self.rows, self.cols) } else { (self.cols, self.rows) };
        let stones = self.stones.cells().fold(0, |set, cell| set | 1 << self.moved(cell, image));
        Polyomino { stones, rows, cols }
    }

    /// The image with the least set of stones that is not higher than wide.
    fn least(self) -> Option<Polyomino> {
        let images = (0..8).map(|image| self.image(image)).filter(|image| image.rows <= image.cols);
        images.min_by_key(|image| image.stones)
    }

    fn lanes(self) -> GridLanes {
        GridLanes::in_corner(self.stones, (self.rows, self.cols))
    }

    /// The slot of an image of this shape.
    fn slot(self, image: u8, base: u32) -> ShapeSlot {
        let stones = self.image(image).stones;
        let mut order = 0;
        for (number, cell) in (0u64..).zip(self.stones.cells()) {
            let before = (stones & ((1 << self.moved(cell, image)) - 1)).count_ones();
            order |= number << (4 * before);
        }
        ShapeSlot { stones, order, base, cells: stones.count_ones() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// The numbers of polyominoes (OEIS A000105) less those that are longer than
    /// eight cells.
    #[test]
    fn shapes_are_the_polyominoes() {
        let counts: Vec<usize> = (1..=10).map(|n| ShapeIndex::new(n).shapes()).collect();
        let of_size: Vec<usize> = counts.windows(2).map(|two| two[1] - two[0]).collect();
        assert_eq!(of_size, [1, 2, 5, 12, 35, 108, 369, 1285 - 1, 4655 - 10]);
    }

    /// Parts have the same entry iff they are the same up to the symmetries of their
    /// shape, with the sign of the normal form.
    #[test]
    fn entries_agree_with_normal_forms() {
        let index = ShapeIndex::new(7);
        let mut random = SplitMix64::new(1);
        let mut forms = std::collections::HashMap::new();
        let mut own = 0;
        for (number, part) in index.parts().enumerate() {
            assert_eq!(index.entry(part), Some((number, false)));
            if part.black == 0 {
                continue;
            }
            let negative = index.entry(part.negative()).expect("it has as many stones");
            assert_eq!(negative, (number, true));
            let signed = part.normal();
            own += usize::from(signed.own_negative);
            forms.entry(signed.part).or_insert_with(Vec::new).push((number, signed.negated));
            // A random image of it, as the rules list it among the moves of a larger one.
            let images = images_of(part);
            let image = images[random.below(8) as usize];
            let (entry, negated) = index.entry(image).expect("it has as many stones");
            let stored = index.parts().nth(entry).expect("an entry").normal();
            assert_eq!(stored.part, signed.part);
            assert!(signed.own_negative || stored.negated ^ negated == signed.negated);
        }
        assert!(own > 10 && forms.len() > 1000, "{own} {}", forms.len());
        assert!(forms.values().any(|same| same.len() > 1), "a symmetric shape has equal colourings");
    }

    fn images_of(part: GridLanes) -> Vec<GridLanes> {
        let shape = Polyomino::in_corner(part.stones);
        let image = |image: u8| {
            let black = part.black.cells().fold(0, |set, cell| set | 1 << shape.moved(cell, image));
            shape.image(image).lanes().with_black(black)
        };
        (0..8).map(image).collect()
    }

    #[test]
    fn wide_and_large_parts_have_no_entry() {
        let index = ShapeIndex::new(4);
        let part = |board: &str| {
            let position: crate::Position = board.parse().expect("a board");
            let (_, parts) = crate::packed::BoardRules::new(&[position]).expect("it fits");
            let crate::packed::PackedPart::Grid(grid) = parts[0][0].part else { panic!("a grid part") };
            GridLanes::new(parts[0][0].map(|_| grid)).expect("it fits")
        };
        assert!(index.entry(part("xo/ox")).is_some());
        assert!(index.entry(part("xox/.o.")).is_some());
        assert!(index.entry(part("xox/oo.")).is_none());
        assert!(ShapeIndex::new(10).entry(part("xoxoxoxox/o........")).is_none());
    }
}
