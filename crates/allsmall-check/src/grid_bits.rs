//! Grid positions of at most 64 cells as bitboards.
//!
//! Bit `i` stands for cell `i`, row by row:
//!
//! ```text
//! x o .     3 columns: stones = bits 0 1 4 5, black = bits 0 4
//! . x o
//! ```
//!
//! Nearly all positions of a proof are that small. They get the groups and normal
//! forms that `boards` finds cell by cell, in a fifth of the steps; a test
//! compares both on random positions.

use crate::boards::{Part, Shape, strip};

/// Number of bits of a set.
const CELLS: usize = 64;

/// The stones on a grid.
#[derive(Clone, Copy)]
pub(crate) struct GridBits {
    cols: u32,
    /// The cells of the first column.
    first: u64,
    stones: u64,
    black: u64,
}

/// The elements of a set in increasing order.
fn elements(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (least < u64::BITS).then_some(least)
    })
}

impl GridBits {
    /// Reads the cells; `None` if they are too many.
    pub(crate) fn new(cols: u32, cells: &[u8]) -> Option<GridBits> {
        if cells.len() > CELLS || !(1..u64::BITS).contains(&cols) {
            return None;
        }
        let (mut stones, mut black) = (0, 0);
        for (i, &cell) in cells.iter().enumerate() {
            stones |= u64::from(cell != b'.') << i;
            black |= u64::from(cell == b'x') << i;
        }
        let first = (0..cells.len()).step_by(cols as usize).fold(0, |set, i| set | 1 << i);
        Some(GridBits { cols, first, stones, black })
    }

    /// A set shifted by one cell in each direction.
    fn steps(self, set: u64) -> [u64; 4] {
        let last = self.first << (self.cols - 1);
        [set >> self.cols, (set & !self.first) >> 1, (set & !last) << 1, set << self.cols]
    }

    /// The neighbours of a set that hold stones.
    fn around(self, set: u64) -> u64 {
        let [up, left, right, down] = self.steps(set);
        (up | left | right | down) & self.stones
    }

    /// The position after a move.
    pub(crate) fn after(self, (from, to): (usize, usize)) -> GridBits {
        let stones = self.stones & !(1 << from);
        let moved = (self.black >> from & 1) << to;
        GridBits { stones, black: self.black & stones & !(1 << to) | moved, ..self }
    }

    /// The position with the colours swapped.
    pub(crate) fn negative(self) -> GridBits {
        GridBits { black: self.stones & !self.black, ..self }
    }

    /// Calls `visit` with the groups of stones that have both colours, in normal form.
    pub(crate) fn for_each_part(self, mut visit: impl FnMut(Part)) {
        let mut rest = self.stones;
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let wider = group | self.around(group);
                if wider == group {
                    break;
                }
                group = wider;
            }
            rest &= !group;
            let black = self.black & group;
            if black != 0 && black != group {
                visit(GridBits { stones: group, black, ..self }.normal());
            }
        }
    }

    /// The normal form of one group.
    pub(crate) fn normal(self) -> Part {
        match self.path() {
            Some((end, rest)) => self.along(end, rest),
            None => self.least_image(),
        }
    }

    /// One end of a group that forms a path, and the other stones: it is connected,
    /// so two ends and no fork are enough.
    fn path(self) -> Option<(u64, u64)> {
        let [a, b, c, d] = self.steps(self.stones);
        // An odd number of neighbours is one, or three with two on one line.
        let (odd, two) = (a ^ b ^ c ^ d, a & b | c & d);
        let forks = odd & two | a & b & c & d;
        let ends = odd & !two & self.stones;
        if forks & self.stones != 0 || ends.count_ones() != 2 {
            return None;
        }
        let end = ends & ends.wrapping_neg();
        Some((end, self.stones & !end))
    }

    /// The stones of a path as a strip.
    fn along(self, mut here: u64, mut rest: u64) -> Part {
        let (mut row, mut len) = ([0; CELLS], 0);
        while here != 0 {
            row[len] = if self.black & here == 0 { b'o' } else { b'x' };
            len += 1;
            here = self.around(here) & rest;
            rest &= !here;
        }
        strip(&row[..len])
    }

    /// The least image of a group: first by width, then by cells.
    fn least_image(self) -> Part {
        let cols = self.cols;
        let top = self.stones.trailing_zeros() / cols;
        let rows = (63 - self.stones.leading_zeros()) / cols + 1 - top;
        let row = (1u64 << cols) - 1;
        let columns = (top..top + rows).fold(0, |all, y| all | self.stones >> (y * cols) & row);
        let left = columns.trailing_zeros();
        let width = u64::BITS - columns.leading_zeros() - left;
        let low = (1u64 << width) - 1;
        let corner =
            |set: u64| (0..rows).fold(0, |out, y| out | (set >> ((top + y) * cols + left) & low) << (y * width));
        let image = Image { stones: corner(self.stones), black: corner(self.black) };
        let mut least: Option<Image> = None;
        let mut consider = |image: Image, rows: u32, width: u32| {
            let flipped = image.flipped(rows, width);
            for image in [image, image.turned(rows * width), flipped, flipped.turned(rows * width)] {
                if least.is_none_or(|least| image.is_less(least)) {
                    least = Some(image);
                }
            }
        };
        if rows >= width {
            consider(image, rows, width);
        }
        if rows <= width {
            consider(image.transposed(width, rows), width, rows);
        }
        let Image { stones, black } = least.expect("one way or the other");
        let mut cells = [b'.'; CELLS];
        let cells = &mut cells[..(rows * width) as usize];
        for (at, cell) in cells.iter_mut().enumerate() {
            *cell = b".ox"[(stones >> at & 1) as usize + (black >> at & 1) as usize];
        }
        Part { shape: Shape::Grid(rows.min(width)), cells: (&*cells).into() }
    }
}

/// The stones of a box that they fill, row by row.
#[derive(Clone, Copy)]
struct Image {
    stones: u64,
    black: u64,
}

impl Image {
    fn map(self, set: impl Fn(u64) -> u64) -> Image {
        Image { stones: set(self.stones), black: set(self.black) }
    }

    /// Rotated by 180 degrees: the cells in the opposite order.
    fn turned(self, cells: u32) -> Image {
        self.map(|set| set.reverse_bits() >> (u64::BITS - cells))
    }

    /// The rows in the opposite order.
    fn flipped(self, rows: u32, width: u32) -> Image {
        let low = (1 << width) - 1;
        self.map(|set| (0..rows).fold(0, |out, y| out << width | set >> (y * width) & low))
    }

    /// Rows become columns; `rows` and `width` are those of the result.
    fn transposed(self, rows: u32, width: u32) -> Image {
        self.map(|set| elements(set).fold(0, |out, i| out | 1 << (i % rows * width + i / rows)))
    }

    /// Whether it comes before another image: the first cell that differs decides,
    /// and an empty cell is less than `o`, `o` less than `x`.
    fn is_less(self, other: Image) -> bool {
        let differing = self.stones ^ other.stones | self.black ^ other.black;
        let first = differing & differing.wrapping_neg();
        other.black & first != 0 || self.stones & first == 0 && other.stones & first != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{Boards, other};

    /// The bitboards agree with the rules on cells, on random grids of all sizes up to
    /// 64 cells.
    #[test]
    fn bits_and_cells_agree() {
        let boards = Boards::default();
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        };
        let (mut found, mut paths) = (0, 0);
        for cols in 1..=32 {
            for rows in 2..=(64 / cols) {
                for _ in 0..12 {
                    let empty = random(6);
                    let cells: Vec<u8> = (0..rows * cols).map(|_| b"xo.."[random(2 + empty) as usize % 4]).collect();
                    let shape = Shape::Grid(cols as u32);
                    let parts = boards.parts_by_cells(shape, &cells);
                    assert_eq!(boards.parts(shape, &cells), parts);
                    for part in parts {
                        found += 1;
                        paths += usize::from(part.shape == Shape::Strip);
                        assert_agree(&boards, &part);
                    }
                }
            }
        }
        assert!(found > 4000 && paths > 400, "{found} parts, {paths} of them paths");
    }

    /// Counts, negatives and what is left by moves.
    fn assert_agree(boards: &Boards, part: &Part) {
        let count = |letter| part.cells.iter().filter(|&&cell| cell == letter).count() as i32;
        assert_eq!(part.colours(), (count(b'x'), count(b'o')));
        assert_eq!(part.stones() as i32, count(b'x') + count(b'o'));
        let swapped: Vec<u8> = part.cells.iter().map(|&cell| other(cell)).collect();
        assert_eq!([boards.negative(part)], *boards.parts_by_cells(part.shape, &swapped));
        for (from, to) in boards.moves(part.shape, &part.cells, b'o') {
            let mut cells = part.cells.to_vec();
            (cells[from], cells[to]) = (b'.', b'o');
            assert_eq!(boards.after(part, (from, to)), boards.parts_by_cells(part.shape, &cells));
        }
    }
}
