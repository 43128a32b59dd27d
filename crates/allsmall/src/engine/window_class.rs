//! Classes of the surroundings of a stone: the input features of the evaluation.
//!
//! On grids a class is a 3 x 3 window around the stone up to rotation and reflection,
//! relative to the colour of the stone. Windows without a neighbour above, below, left
//! or right are one class, [`ISOLATED`]: that stone never moves again. On other graphs
//! the numbers of neighbours choose the window that has as many and empty corners.

use std::sync::OnceLock;

/// The class of a stone without neighbours.
pub(super) const ISOLATED: usize = 0;

/// Number of classes.
pub(super) const CLASSES: usize = 934;

const CODES: usize = 1 << 16;

/// Places of the corners and of the neighbours in a code, see `live_graph.rs`.
const NEIGHBOURS: [u32; 4] = [1, 3, 4, 6];
/// The place that each place goes to when the window is turned by 90 degrees, and when
/// it is reflected.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const REFLECTED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// The class of a code in which 1 is a stone of the same colour and 2 one of the
/// other colour.
#[inline]
pub(super) fn class_of_window(code: u32) -> usize {
    classes()[(code as usize) & (CODES - 1)].into()
}

/// The class of a stone with these numbers of neighbours of its own and of the other
/// colour.
#[inline]
pub(super) fn class_of_counts(own: u32, other: u32) -> usize {
    let other = other.min(4);
    let own = own.min(4 - other);
    let mut code = 0;
    for (i, place) in NEIGHBOURS.into_iter().enumerate() {
        let stone = if (i as u32) < other { 2 } else { u32::from((i as u32) < other + own) };
        code |= stone << (2 * place);
    }
    class_of_window(code)
}

fn classes() -> &'static [u16; CODES] {
    static TABLE: OnceLock<Box<[u16; CODES]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        const NEW: u16 = u16::MAX;
        let mut table = Box::new([NEW; CODES]);
        let mut count = 1;
        for code in 0..CODES {
            let mut cells: [usize; 8] = std::array::from_fn(|i| code >> (2 * i) & 3);
            if cells.contains(&3) {
                table[code] = ISOLATED as u16;
                continue;
            }
            if NEIGHBOURS.iter().all(|&place| cells[place as usize] == 0) {
                table[code] = ISOLATED as u16;
            }
            if table[code] != NEW {
                continue;
            }
            for turn in 0..8 {
                let to = if turn == 4 { REFLECTED } else { TURNED };
                let mut image = [0; 8];
                (0..8).for_each(|i| image[to[i]] = cells[i]);
                cells = image;
                table[(0..8).fold(0, |code, i| code | cells[i] << (2 * i))] = count;
            }
            count += 1;
        }
        table
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_used() {
        let mut seen = [false; CLASSES];
        classes().iter().for_each(|&class| seen[usize::from(class)] = true);
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn turned_and_reflected_windows_have_one_class() {
        // An own stone above and one of the other colour at the top left.
        let code = |own: u32, other: u32| class_of_window(1 << (2 * own) | 2 << (2 * other));
        let all = [(1, 0), (4, 2), (6, 7), (3, 5), (1, 2), (3, 0), (6, 5), (4, 7)];
        assert!(all.iter().all(|&(own, other)| code(own, other) == code(1, 0)));
        assert_ne!(code(1, 0), code(1, 5));
        assert_eq!(code(0, 2), ISOLATED);
        assert_eq!(class_of_counts(0, 0), ISOLATED);
        assert_eq!(class_of_counts(1, 1), code(4, 1).min(code(3, 1)));
        assert_eq!(class_of_counts(7, 9), class_of_counts(0, 4));
    }
}
