//! How the stones of a part stand among their neighbours.
//!
//! A stone with neighbours of its own colour behind it is worth more than one
//! that stands alone beside the enemy; guesses about who is ahead are made of
//! such counts.

use super::word::Word;

/// `table[own][other]`: how many black stones have `own` neighbours of their
/// own colour and `other` of the other colour, less the white stones of that
/// kind. Four means four or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// See the type.
    pub table: [[i32; MOST + 1]; MOST + 1],
}

const MOST: usize = 4;

/// How many of four sets a cell is in, as sets of cells: in none, in one, ...
type Counts<W> = [W; MOST + 1];

impl Neighbours {
    /// Enters one stone.
    pub(super) fn add(&mut self, black: bool, own: usize, other: usize) {
        self.table[own.min(MOST)][other.min(MOST)] += if black { 1 } else { -1 };
    }

    /// Black and white stones on a board where each cell has up to four
    /// neighbours; `around` moves a set one step in each direction.
    pub(super) fn on_grid<W: Word>(black: W, white: W, around: impl Fn(W) -> [W; 4]) -> Neighbours {
        let (blacks, whites) = (counts(around(black)), counts(around(white)));
        let mut all = Neighbours::default();
        for own in 0..=MOST {
            for other in 0..=MOST - own {
                let cells =
                    |stones: W, near: &Counts<W>, far: &Counts<W>| (stones & near[own] & far[other]).size() as i32;
                all.table[own][other] = cells(black, &blacks, &whites) - cells(white, &whites, &blacks);
            }
        }
        all
    }
}

/// Adds up four sets cell by cell.
fn counts<W: Word>([a, b, c, d]: [W; 4]) -> Counts<W> {
    let (one_ab, two_ab) = (a ^ b, a & b);
    let (one_cd, two_cd) = (c ^ d, c & d);
    let four = two_ab & two_cd;
    let odd = one_ab ^ one_cd;
    let two = (two_ab | two_cd | (one_ab & one_cd)) & !four;
    [!(odd | two | four), odd & !two, two & !odd, odd & two, four]
}
