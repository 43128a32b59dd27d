//! Pattern features: the 3 x 3 windows around the stones of a grid part.
//!
//! ```text
//! 0 1 2      digit i of the code, to base 3: 0 empty, 1 a white stone, 2 a
//! 3 4 5      black stone; digit 4, the centre, is the stone itself. Cells
//! 6 7 8      beyond the edge are empty.
//! ```
//!
//! Windows that are rotations or reflections of each other form one class:
//! there are 954 classes for either colour of the centre.

use std::sync::OnceLock;

use super::{GridLanes, PackedGrid, Signed};

/// Number of classes of windows.
pub const WINDOW_CLASSES: usize = 1908;

const CODES: usize = 19683;

/// The sum of 3^i over the members i of a set of nine cells.
const TERNARY: [u16; 512] = {
    let (mut table, mut set) = ([0; 512], 1);
    while set < 512 {
        table[set] = 3 * table[set >> 1] + (set & 1) as u16;
        set += 1;
    }
    table
};

/// The class of every code whose centre is a stone; the others are unused.
fn classes() -> &'static [u16] {
    static CLASSES: OnceLock<Vec<u16>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let (mut classes, mut count) = (vec![u16::MAX; CODES], 0);
        for code in 0..CODES {
            let cells: [usize; 9] = std::array::from_fn(|i| code / 3usize.pow(i as u32) % 3);
            if cells[4] == 0 || classes[code] != u16::MAX {
                continue;
            }
            let mut image = cells;
            for turn in 0..8 {
                // A rotation by 90 degrees; after four of them a reflection.
                image = std::array::from_fn(|i| {
                    image[if turn == 4 { i / 3 * 3 + 2 - i % 3 } else { i % 3 * 3 + 2 - i / 3 }]
                });
                let code = image.iter().rev().fold(0, |code, digit| 3 * code + digit);
                classes[code] = count;
            }
            count += 1;
        }
        classes
    })
}

/// The cells of one window of a class: 0 empty, 1 a white stone, 2 a black stone.
#[must_use]
pub fn window_of_class(class: usize) -> Option<[u8; 9]> {
    let code = classes().iter().position(|&other| usize::from(other) == class)?;
    Some(std::array::from_fn(|i| (code / 3usize.pow(i as u32) % 3) as u8))
}

/// Calls `visit` with the class of the window around each stone, unless the
/// grid is one cell high.
pub fn for_each_window(signed: Signed<PackedGrid>, mut visit: impl FnMut(usize)) {
    if let Some(lanes) = GridLanes::new(signed) {
        return for_each_window_in_lanes(lanes, visit);
    }
    let Signed { part: PackedGrid { rows, cols, stones, black }, negated, .. } = signed;
    if rows == 1 {
        return;
    }
    let black = if negated { stones & !black } else { black };
    let all = (1u128 << cols) - 1;
    let row = |set: u128, row: u8| if row < rows { ((set >> (row * cols)) & all) << 1 } else { 0 };
    let ternary = |rows: [u128; 3], col: u32| {
        let [above, here, below] = rows.map(|row| (row >> col) as usize & 7);
        TERNARY[above | here << 3 | below << 6]
    };
    let classes = classes();
    for r in 0..rows {
        let near = |set: u128| [if r == 0 { 0 } else { row(set, r - 1) }, row(set, r), row(set, r + 1)];
        let (all, blacks) = (near(stones), near(black));
        let mut left = all[1];
        while left != 0 {
            let col = left.trailing_zeros() - 1;
            left &= left - 1;
            let code = ternary(all, col) + ternary(blacks, col);
            visit(classes[usize::from(code)].into());
        }
    }
}

/// Calls `visit` with the class of the window around each stone, unless the
/// part is one cell high.
#[inline]
pub fn for_each_window_in_lanes(lanes: GridLanes, mut visit: impl FnMut(usize)) {
    if lanes.height() == 1 {
        return;
    }
    let classes = classes();
    let (mut above, mut here) = ([0, 0], lanes.row(0));
    for r in 0..lanes.height() {
        let below = lanes.row(r + 1);
        let mut left = here[0];
        while left != 0 {
            let col = left.trailing_zeros() - 1;
            left &= left - 1;
            let ternary = |set: usize| {
                let three = |rows: [u32; 2]| (rows[set] >> col) as usize & 7;
                TERNARY[three(above) | three(here) << 3 | three(below) << 6]
            };
            visit(classes[usize::from(ternary(0) + ternary(1))].into());
        }
        (above, here) = (here, below);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetry_gives_the_number_of_classes() {
        let mut all: Vec<u16> = classes().iter().copied().filter(|&class| class != u16::MAX).collect();
        assert_eq!(all.len(), CODES / 3 * 2);
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), all[WINDOW_CLASSES - 1]), (WINDOW_CLASSES, WINDOW_CLASSES as u16 - 1));
    }

    #[test]
    fn windows_agree_with_the_cells_around_the_stones() {
        let cells: Vec<(usize, usize, bool)> =
            vec![(0, 0, true), (0, 1, false), (1, 1, true), (1, 2, true), (2, 2, false), (2, 3, true)];
        let signed = PackedGrid::normal(&cells).expect("two colours");
        for (signed, swapped) in [(signed, false), (signed.negative(), true)] {
            let mut found = Vec::new();
            for_each_window(signed, |class| found.push(class));
            let mut expected: Vec<usize> = cells
                .iter()
                .map(|&(row, col, _)| {
                    let code = (0..9).rev().fold(0, |code, i| {
                        let at = |c: &&(usize, usize, bool)| (c.0 + 1, c.1 + 1) == (row + i / 3, col + i % 3);
                        3 * code + cells.iter().find(at).map_or(0, |c| 1 + usize::from(c.2 != swapped))
                    });
                    classes()[code].into()
                })
                .collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
