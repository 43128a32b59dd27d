//! Grid parts as bitboards with fixed lanes, not in normal form.
//!
//! The search generates moves in this form; only parts that are looked up are
//! brought to normal form. A row takes a lane of 8 bits, or of 16 bits if the
//! box is wider than 8:
//!
//! ```text
//! x o .      lanes of 8:  stones = bits 0 1 9 10, black = bits 0 9 10
//! . x x      bit of row r, column c: 8 * r + c
//! ```
//!
//! With a fixed lane width, shifts, rotations and reflections take a few
//! operations whatever the size of the box. Sets compare as numbers as they do
//! in a [`PackedGrid`] (the last row first), so both yield the same least form.

use std::ops::ControlFlow;

use super::packed_grid::LeastForm;
use super::{PackedGrid, Signed};
use crate::base::bits::Word;

/// A group of stones of both colours, shifted to the top left corner. It keeps
/// its place on the board, and so do the parts that moves leave of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GridLanes {
    /// The cells with stones.
    pub stones: u64,
    /// The cells with black stones.
    pub black: u64,
    rows: u8,
    cols: u8,
    /// Row and column of its corner on the board.
    top: u8,
    left: u8,
}

/// Identifies a move by the cell of the board that the stone leaves and by the
/// direction, in all positions of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveId(u16);

impl MoveId {
    /// Row and column of the cell that the stone leaves, and of the cell that it
    /// enters.
    #[must_use]
    pub fn cells(self) -> [(usize, usize); 2] {
        let (row, col, direction) = (self.0 as usize / 64, self.0 as usize % 64 / 4, self.0 & 3);
        let to = match direction {
            0 => (row - 1, col),
            1 => (row, col - 1),
            2 => (row + 1, col),
            _ => (row, col + 1),
        };
        [(row, col), to]
    }
}

/// The stones grouped by their numbers of neighbours; index 0 is black, 1 is
/// white.
#[derive(Clone, Copy, Debug)]
pub struct NeighbourSets {
    /// `own[colour][n]`: the stones with n neighbours of the same colour.
    pub own: [[u64; 5]; 2],
    /// `other[colour][n]`: the stones with n neighbours of the other colour.
    pub other: [[u64; 5]; 2],
    /// Number of pairs of adjacent stones of different colours.
    pub pairs: u32,
}

/// The mask of the first column for this lane width.
const fn first_column(lane: u32) -> u64 {
    if lane == 8 { 0x0101_0101_0101_0101 } else { 0x0001_0001_0001_0001 }
}

const fn last_column(lane: u32) -> u64 {
    first_column(lane) << (lane - 1)
}

/// A set shifted one step in each direction.
#[inline]
fn steps<const LANE: u32>(set: u64) -> [u64; 4] {
    [(set & !last_column(LANE)) << 1, (set & !first_column(LANE)) >> 1, set << LANE, set >> LANE]
}

#[inline]
fn around<const LANE: u32>(set: u64) -> u64 {
    let [right, left, down, up] = steps::<LANE>(set);
    right | left | down | up
}

/// The connected component of `within` that contains `seed`.
#[inline]
fn group<const LANE: u32>(seed: u64, within: u64) -> u64 {
    let mut group = seed;
    loop {
        let wider = (group | around::<LANE>(group)) & within;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

/// The connected components of a connected set without one of its cells, and
/// their number: each contains a neighbour of that cell.
#[inline]
fn without<const LANE: u32>(stones: u64, cell: u64) -> ([u64; 4], usize) {
    let mut rest = stones & !cell;
    let adjacent = around::<LANE>(cell) & rest;
    let first = adjacent & adjacent.wrapping_neg();
    if first == adjacent {
        return ([rest, 0, 0, 0], 1);
    }
    // Neighbours that are connected around the cell stay connected without it.
    let [right, left, ..] = steps::<LANE>(cell);
    let row = cell | right | left;
    let ring = (row | row << LANE | row >> LANE) & rest;
    if group::<LANE>(first, ring) & adjacent == adjacent {
        return ([rest, 0, 0, 0], 1);
    }
    let (mut groups, mut found, within) = ([0; 4], 0, rest);
    while rest != 0 {
        groups[found] = group::<LANE>(rest & rest.wrapping_neg(), within);
        rest &= !groups[found];
        found += 1;
    }
    (groups, found)
}

/// A group shifted to the corner; `None` if it has one colour.
#[inline]
fn cut<const LANE: u32>(group: u64, black: u64) -> Option<GridLanes> {
    let black = black & group;
    if black == 0 || black == group {
        return None;
    }
    let (top, bottom) = (group.trailing_zeros() / LANE, (63 - group.leading_zeros()) / LANE);
    let mut columns = group | group >> 32;
    columns |= columns >> 16;
    if LANE == 8 {
        columns |= columns >> 8;
    }
    columns &= (1 << LANE) - 1;
    let left = columns.trailing_zeros();
    let (rows, cols) = ((bottom - top + 1) as u8, (64 - columns.leading_zeros() - left) as u8);
    let corner = |set: u64| {
        let set = set >> (LANE * top + left);
        if LANE == 8 || cols > 8 { set } else { narrow(set) }
    };
    Some(GridLanes { stones: corner(group), black: corner(black), rows, cols, top: top as u8, left: left as u8 })
}

/// Converts lanes of 16 bits to lanes of 8 bits.
fn narrow(set: u64) -> u64 {
    set & 0xff | set >> 8 & 0xff00 | set >> 16 & 0xff_0000 | set >> 24 & 0xff00_0000
}

/// The transposed set, in lanes of 8 bits.
fn transposed(mut set: u64) -> u64 {
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let moved = (set ^ set >> by) & mask;
        set ^= moved ^ moved << by;
    }
    set
}

/// The set reflected top to bottom in a box of `rows` rows.
#[inline]
fn flipped<const LANE: u32>(set: u64, rows: u32) -> u64 {
    let all = if LANE == 8 {
        set.swap_bytes()
    } else {
        let low = 0x0000_ffff_0000_ffff;
        let set = set.rotate_left(32);
        (set & low) << 16 | set >> 16 & low
    };
    all >> (64 - LANE * rows)
}

/// The set rotated by 180 degrees in its box.
#[inline]
fn turned<const LANE: u32>(set: u64, rows: u32, cols: u32) -> u64 {
    set.reverse_bits() >> (64 - LANE * rows + LANE - cols)
}

impl GridLanes {
    /// Converts a grid part; `None` if its box does not fit the lanes.
    #[must_use]
    pub fn new(signed: Signed<PackedGrid>) -> Option<GridLanes> {
        let Signed { part: PackedGrid { rows, cols, stones, black }, negated, .. } = signed;
        let lane = match (rows, cols) {
            (..=8, ..=8) => 8,
            (..=4, ..=16) => 16,
            _ => return None,
        };
        let black = if negated { stones ^ black } else { black };
        let (low, cells) = ((1u64 << cols) - 1, u32::from(cols));
        let spread = |set: u128| {
            (0..u32::from(rows)).fold(0, |out, row| out | ((set >> (row * cells)) as u64 & low) << (row * lane))
        };
        Some(GridLanes { stones: spread(stones), black: spread(black), rows, cols, top: 0, left: 0 })
    }

    /// Creates a part from the cells of its box, row by row: whether there is a stone,
    /// and whether it is black. `None` if the box does not fit the lanes.
    ///
    /// The first row of the lanes is the first *column* of the box: boxes that are
    /// higher than wide fit so.
    #[must_use]
    pub fn transposed_from(cols: usize, cells: impl ExactSizeIterator<Item = Option<bool>>) -> Option<GridLanes> {
        let (width, height) = (cells.len().checked_div(cols)?, cols);
        let lane = match (height, width) {
            (..=8, ..=8) => 8,
            (..=4, ..=16) => 16,
            _ => return None,
        };
        let (mut stones, mut black) = (0, 0);
        for (i, is_black) in cells.enumerate() {
            let bit = 1 << (i % cols * lane + i / cols);
            stones |= if is_black.is_some() { bit } else { 0 };
            black |= if is_black == Some(true) { bit } else { 0 };
        }
        Some(GridLanes { stones, black, rows: height as u8, cols: width as u8, top: 0, left: 0 })
    }

    /// White stones in the top left corner, in lanes of 8 bits in a box of this size.
    pub(super) fn in_corner(stones: u64, (rows, cols): (u8, u8)) -> GridLanes {
        GridLanes { stones, black: 0, rows, cols, top: 0, left: 0 }
    }

    /// The same cells with these black stones.
    pub(super) fn with_black(self, black: u64) -> GridLanes {
        GridLanes { black, ..self }
    }

    /// Returns whether its box is at most 8 cells wide. Then the two words
    /// determine the part.
    #[must_use]
    pub fn is_narrow(self) -> bool {
        self.cols <= 8
    }

    /// Returns whether it is a row or a column.
    #[must_use]
    pub fn is_row(self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    /// Number of stones.
    #[must_use]
    pub fn count(self) -> usize {
        self.stones.count_ones() as usize
    }

    /// The part with the colours swapped.
    #[must_use]
    pub fn negative(self) -> GridLanes {
        GridLanes { black: self.stones ^ self.black, ..self }
    }

    /// The normal form.
    #[must_use]
    pub fn normal(self) -> Signed<PackedGrid> {
        let GridLanes { stones, black, rows, cols, .. } = self;
        if cols > 8 {
            let mut least = LeastForm::new(stones, black);
            consider_all::<16>(&mut least, stones, black, rows.into(), cols.into());
            return least.signed(rows, cols, |set| tight(set, rows, cols, 16));
        }
        let (flat, rows, cols) = if rows <= cols {
            ((stones, black), rows, cols)
        } else {
            ((transposed(stones), transposed(black)), cols, rows)
        };
        let mut least = LeastForm::new(flat.0, flat.1);
        consider_all::<8>(&mut least, flat.0, flat.1, rows.into(), cols.into());
        if rows == cols {
            consider_all::<8>(&mut least, transposed(flat.0), transposed(flat.1), rows.into(), cols.into());
        }
        least.signed(rows, cols, |set| tight(set, rows, cols, 8))
    }

    /// Calls `visit` with each move of Left and the parts it leaves, with the
    /// colours swapped and groups of one colour omitted.
    pub fn for_each_move<B>(self, visit: impl FnMut(MoveId, &[GridLanes]) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_narrow() { self.moves::<8, B>(visit) } else { self.moves::<16, B>(visit) }
    }

    #[inline]
    fn moves<const LANE: u32, B>(
        self,
        mut visit: impl FnMut(MoveId, &[GridLanes]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let GridLanes { stones, black: own, .. } = self;
        let other = stones ^ own;
        for from in (own & around::<LANE>(other)).cells() {
            let cell = 1u64 << from;
            let (groups, found) = without::<LANE>(stones, cell);
            for to in (around::<LANE>(cell) & other).cells() {
                let (mut pieces, mut count) = ([GridLanes::default(); 4], 0);
                for lanes in groups[..found].iter().filter_map(|&group| cut::<LANE>(group, other & !(1 << to))) {
                    pieces[count] = GridLanes { top: self.top + lanes.top, left: self.left + lanes.left, ..lanes };
                    count += 1;
                }
                visit(self.move_name::<LANE>(from as u32, to as u32), &pieces[..count])?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn move_name<const LANE: u32>(self, from: u32, to: u32) -> MoveId {
        let (row, col) = (u32::from(self.top) + from / LANE, u32::from(self.left) + from % LANE);
        let direction = 2 * u32::from(to > from) + u32::from(from.abs_diff(to) == 1);
        MoveId((64 * row + 4 * col + direction) as u16)
    }

    /// Groups the stones by their numbers of neighbours.
    #[must_use]
    pub fn neighbour_sets(self) -> NeighbourSets {
        if self.is_narrow() { self.neighbour_sets_in::<8>() } else { self.neighbour_sets_in::<16>() }
    }

    #[inline]
    fn neighbour_sets_in<const LANE: u32>(self) -> NeighbourSets {
        let colours = [self.black, self.stones ^ self.black];
        let near = colours.map(|set| counted(steps::<LANE>(set)));
        let of = |colour: usize, neighbours: usize| near[neighbours].map(|set| set & colours[colour]);
        let other = [of(0, 1), of(1, 0)];
        let pairs = (1..5).map(|n| n * other[0][n as usize].count_ones()).sum();
        NeighbourSets { own: [of(0, 0), of(1, 1)], other, pairs }
    }

    /// The stones and the black stones of a row, shifted by one column; empty
    /// beyond the last row.
    pub(super) fn row(self, row: u32) -> [u32; 2] {
        let lane = if self.is_narrow() { 8 } else { 16 };
        if row >= self.rows.into() {
            return [0, 0];
        }
        [self.stones, self.black].map(|set| ((set >> (lane * row)) as u32 & ((1 << lane) - 1)) << 1)
    }

    /// Number of rows of the box.
    pub(super) fn height(self) -> u32 {
        self.rows.into()
    }
}

/// The cells that are in exactly 0, 1, 2, 3, 4 of four sets.
#[inline]
fn counted([a, b, c, d]: [u64; 4]) -> [u64; 5] {
    let (ab, cd) = ((a ^ b, a & b), (c ^ d, c & d));
    let (ones, both) = (ab.0 ^ cd.0, ab.0 & cd.0);
    let (twos, fours) = (ab.1 ^ cd.1 ^ both, ab.1 & cd.1);
    [!(ones | twos | fours), ones & !twos, twos & !ones, ones & twos, fours]
}

/// Considers an image, its rotation by 180 degrees and their reflections.
#[inline]
fn consider_all<const LANE: u32>(least: &mut LeastForm<u64>, stones: u64, black: u64, rows: u32, cols: u32) {
    let (turn, flip) = (turned::<LANE>(stones, rows, cols), flipped::<LANE>(stones, rows));
    least.consider(stones, || black);
    least.consider(turn, || turned::<LANE>(black, rows, cols));
    least.consider(flip, || flipped::<LANE>(black, rows));
    least.consider(flipped::<LANE>(turn, rows), || flipped::<LANE>(turned::<LANE>(black, rows, cols), rows));
}

/// Converts a set to the layout of a [`PackedGrid`], without gaps between rows.
fn tight(set: u64, rows: u8, cols: u8, lane: u32) -> u128 {
    let (low, cells) = ((1u64 << cols) - 1, u32::from(cols));
    (0..u32::from(rows)).fold(0u64, |out, row| out | (set >> (row * lane) & low) << (row * cells)).into()
}

#[cfg(test)]
mod tests {
    use super::super::packed_grid::options;
    use super::super::{GridRules, PartRules};
    use super::*;
    use crate::{Player, SplitMix64};

    /// Groups of stones in boxes that fit the lanes, and in some that do not.
    fn groups() -> Vec<Signed<PackedGrid>> {
        let mut random = SplitMix64::new(7);
        let mut all = Vec::new();
        for (rows, cols) in [(2, 2), (3, 3), (5, 6), (6, 6), (8, 8), (3, 10), (4, 16), (2, 9), (8, 2), (7, 8), (5, 9)] {
            for _ in 0..40 {
                // A walk is connected.
                let (mut row, mut col, mut cells) = (0, 0, std::collections::BTreeMap::new());
                for _ in 0..6 * rows * cols {
                    cells.entry((row, col)).or_insert_with(|| random.below(2) == 0);
                    match random.below(4) {
                        0 if row + 1 < rows => row += 1,
                        1 if row > 0 => row -= 1,
                        2 if col + 1 < cols => col += 1,
                        3 if col > 0 => col -= 1,
                        _ => {}
                    }
                }
                let cells: Vec<_> = cells.into_iter().map(|((row, col), black)| (row, col, black)).collect();
                all.extend(PackedGrid::normal(&cells));
            }
        }
        all
    }

    #[test]
    fn lanes_agree_with_the_packed_grid() {
        let mut wide = 0;
        for signed in groups() {
            let Some(lanes) = GridLanes::new(signed) else { continue };
            wide += usize::from(!lanes.is_narrow());
            assert_eq!(lanes.normal(), signed);
            assert_eq!(lanes.negative().normal(), signed.negative());
            assert_eq!(lanes.count(), GridRules.stones(signed.part));
            let sets = lanes.neighbour_sets();
            assert_eq!(sets.pairs as usize, GridRules.pairs(signed.part));
            let table = signed.part.neighbours().table;
            for (own, other) in (0..25).map(|i| (i / 5, i % 5)) {
                let [black, white] = [0, 1].map(|c| (sets.own[c][own] & sets.other[c][other]).count_ones() as i32);
                let less = if signed.negated { white - black } else { black - white };
                assert_eq!(less, table[own][other], "{own} {other}");
            }
        }
        assert!(wide > 20, "lanes of both widths are met");
    }

    /// Lanes are read column by column from the cells of a box, and move ids name cells
    /// of the box.
    #[test]
    fn lanes_of_cells_and_cells_of_moves() {
        let mut moves = 0;
        for signed in groups() {
            let PackedGrid { rows, cols, stones, black } = signed.part;
            // The box upright: higher than wide.
            let (height, width) = (cols as usize, rows as usize);
            let cell = |i: usize| {
                let bit = i % width * height + i / width;
                (stones >> bit & 1 == 1).then_some(black >> bit & 1 == 1)
            };
            let Some(lanes) = GridLanes::transposed_from(width, (0..height * width).map(cell)) else { continue };
            assert_eq!(lanes.normal(), Signed { negated: false, ..signed });
            let _: ControlFlow<()> = lanes.for_each_move(|id, _| {
                // Rows of the lanes are columns of the box.
                let [from, to] = id.cells().map(|(row, col)| cell(col * width + row));
                assert_eq!((from, to), (Some(true), Some(false)));
                moves += 1;
                ControlFlow::Continue(())
            });
        }
        assert!(moves > 1000);
        assert_eq!(GridLanes::transposed_from(0, std::iter::empty()), None);
    }

    /// A move id gives the cell that a stone leaves in every position reached
    /// from one board.
    #[test]
    fn move_ids_give_the_cell_on_the_board() {
        fn count_ids(lanes: GridLanes, left: &mut Vec<[u32; 2]>, random: &mut SplitMix64) -> usize {
            let mut moves = Vec::new();
            let _: ControlFlow<()> = lanes.for_each_move(|name, pieces| {
                moves.push((name, pieces.to_vec()));
                ControlFlow::Continue(())
            });
            let mut met = moves.len();
            for (i, (name, pieces)) in moves.iter().enumerate() {
                assert!(moves[..i].iter().all(|(other, _)| other != name), "ids are unique");
                let cell = [u32::from(name.0) / 64, u32::from(name.0) / 4 % 16];
                let (row, col) = (cell[0] - u32::from(lanes.top), cell[1] - u32::from(lanes.left));
                let lane = if lanes.is_narrow() { 8 } else { 16 };
                assert_eq!(lanes.black >> (lane * row + col) & 1, 1, "the stone that moves stands there");
                assert!(!left.contains(&cell), "nothing comes to a cell that was left");
                left.push(cell);
                for &next in pieces {
                    if random.below(8) == 0 {
                        met += count_ids(next, left, random);
                    }
                }
                left.pop();
            }
            met
        }
        let mut random = SplitMix64::new(3);
        let pieces = groups().into_iter().filter_map(GridLanes::new).filter(|lanes| lanes.count() < 25);
        let met: usize = pieces.map(|lanes| count_ids(lanes, &mut Vec::new(), &mut random)).sum();
        assert!(met > 10_000, "{met}");
    }

    #[test]
    fn moves_agree_with_those_of_the_packed_grid() {
        for Signed { part, .. } in groups() {
            for player in Player::BOTH {
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                GridRules.for_each_option(part, player, |parts| found.push(parts.to_vec()));
                options::<u128>(part, player, |parts| expected.push(parts.to_vec()));
                for list in [&mut found, &mut expected] {
                    list.iter_mut().for_each(|parts| parts.sort_unstable());
                    list.sort_unstable();
                }
                assert_eq!(found, expected, "{part:?} {player}");
            }
        }
    }
}
