//! Alternating lines in quadratic time (Solitaire Clobber survey, problem P1).
//!
//! A move in `xoxoxoxo` leaves two lines that alternate again, except that the
//! first or the last two stones of a line may be equal. So a length has four
//! lines at most:
//!
//! ```text
//! xoxoxo    xxoxox    oxoxoo    xxoxoo
//!   --        =-        -=        ==      [first pair equal][last pair equal]
//! ```
//!
//! With all shorter lines known, a line of length n takes O(n) nim-sums.

use crate::{Budget, Player, Stop};

/// The Grundy value if the cells are one such line or several.
pub(super) fn nimber(cells: &[Option<Player>], budget: &Budget) -> Result<Option<u32>, Stop> {
    // A line is looked at through a list of its pairs.
    budget.fits(2 * cells.len())?;
    let lines: Option<Vec<_>> =
        cells.split(Option::is_none).filter(|line| line.len() > 1).map(Line::recognise).collect();
    let Some(lines) = lines else { return Ok(None) };
    let longest = lines.iter().map(|line| line.len).max().unwrap_or(0);
    // Below this the general method is as quick, and shows the same values.
    if longest < 16 {
        return Ok(None);
    }
    let table = table(longest, budget)?;
    Ok(Some(lines.iter().fold(0, |total, line| total ^ line.look_up(&table))))
}

/// A line whose neighbours all differ, but for the first and the last pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    len: usize,
    first_equal: bool,
    last_equal: bool,
}

/// Grundy values by length, first pair, last pair.
type LineTable = Vec<[[u32; 2]; 2]>;

impl Line {
    fn recognise(cells: &[Option<Player>]) -> Option<Line> {
        let equal: Vec<bool> = cells.windows(2).map(|pair| pair[0] == pair[1]).collect();
        let pairs = equal.len();
        let inside_differs = !equal.iter().enumerate().any(|(i, &equal)| equal && i > 0 && i + 1 < pairs);
        inside_differs.then(|| Line { len: cells.len(), first_equal: equal[0], last_equal: equal[pairs - 1] })
    }

    fn look_up(self, table: &LineTable) -> u32 {
        table[self.len][usize::from(self.first_equal)][usize::from(self.last_equal)]
    }

    /// The first `len` cells, the last of them recoloured or not.
    fn front(self, len: usize, recoloured: bool) -> Line {
        let last_equal = (len == 2 && self.first_equal) != recoloured;
        Line { len, first_equal: if len == 2 { last_equal } else { self.first_equal }, last_equal }
    }

    fn mirrored(self) -> Line {
        Line { first_equal: self.last_equal, last_equal: self.first_equal, ..self }
    }

    /// The last `len` cells, the first of them recoloured or not.
    fn back(self, len: usize, recoloured: bool) -> Line {
        self.mirrored().front(len, recoloured).mirrored()
    }
}

/// The values of all lines up to a length. Lines of length 0 and 1 have no
/// pairs: all their entries are 0, as are those of two or three equal stones.
fn table(longest: usize, budget: &Budget) -> Result<LineTable, Stop> {
    if longest * (size_of::<[[u32; 2]; 2]>() + 8) > budget.memory() {
        return Err(Stop::Memory);
    }
    let mut table: LineTable = vec![[[0; 2]; 2]; longest + 1];
    // The line for which a value was last reached.
    let mut reached: Vec<usize> = vec![0; 4 * longest + 16];
    let mut stamp = 0;
    for len in 2..=longest {
        budget.check()?;
        for (first_equal, last_equal) in [(false, false), (false, true), (true, false), (true, true)] {
            let line = Line { len, first_equal, last_equal };
            if len == 2 && first_equal != last_equal {
                continue;
            }
            stamp += 1;
            for pair in usize::from(first_equal)..len - 1 - usize::from(last_equal && len > 2) {
                // The left stone of the pair moves, or the right one.
                let rightward =
                    line.front(pair, false).look_up(&table) ^ line.back(len - 1 - pair, true).look_up(&table);
                let leftward =
                    line.front(pair + 1, true).look_up(&table) ^ line.back(len - 2 - pair, false).look_up(&table);
                for value in [rightward, leftward] {
                    if reached.len() <= value as usize {
                        reached.resize(2 * value as usize, 0);
                    }
                    reached[value as usize] = stamp;
                }
            }
            let least = reached.iter().position(|&last| last != stamp).expect("fewer moves than places");
            table[len][usize::from(first_equal)][usize::from(last_equal)] = least as u32;
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::{Position, judge};

    /// Facts of the survey's problem P1, found by an independent program.
    #[test]
    fn published_values_of_alternating_lines() {
        let expected = [
            0, 1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2, 2, 0, 0, 3, 1, 1, 0, 4, 5, 6, 1, 1, 0, 0, 2, 1, 1, 3, 3, 7, 1, 8, 3, 3,
        ];
        let table = table(300, &Budget::new()).unwrap();
        let found: Vec<_> = (1..=expected.len()).map(|len| table[len][0][0]).collect();
        assert_eq!(found, expected);
        let lost: Vec<_> = (1..=300).filter(|&len| table[len][0][0] == 0).collect();
        let published = [
            1, 5, 6, 10, 14, 15, 19, 25, 26, 40, 41, 46, 47, 51, 52, 56, 60, 61, 71, 72, 87, 93, 97, 98, 106, 107, 117,
            118, 133, 143, 152, 153, 163, 164, 178, 189, 198, 199, 209, 210, 244, 245, 266, 277, 291,
        ];
        assert_eq!(lost, published);
    }

    #[test]
    fn all_four_kinds_agree_with_the_judge() {
        let table = table(12, &Budget::new()).unwrap();
        for len in 2..=12usize {
            for (first, last) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut cells = vec![Some(Player::Left)];
                for pair in 0..len - 1 {
                    let equal = (pair == 0 && first) || (pair + 2 == len && last);
                    let before = cells[pair].expect("a full line");
                    cells.push(Some(if equal { before } else { before.opponent() }));
                }
                let line = Line::recognise(&cells).unwrap();
                let position = Position::new(crate::Board::Strip { cells: len }, cells);
                assert_eq!(Ok(line.look_up(&table)), judge::nimber(&position, &Budget::new()), "{position:?}");
            }
        }
    }

    #[test]
    fn other_lines_are_left_to_the_general_method() {
        let cells = |text: &str| read_board(text).unwrap().cells().to_vec();
        assert_eq!(nimber(&cells("(xxo)^20"), &Budget::new()), Ok(None));
        assert_eq!(nimber(&cells("(xo)^20.xxoxxx"), &Budget::new()), Ok(None));
        assert!(nimber(&cells("(xo)^20.x.xxoxx"), &Budget::new()).unwrap().is_some());
    }
}
