//! A table of the outcomes of all 3^n positions of a small board, one byte each.
//!
//! A move removes a stone, so the table is filled in the order of the number of
//! stones.
//!
//! ```text
//! number     digits to base 3 (x, o, .), the first cell highest
//! entry      bit 0: Left wins moving first, bit 1: Right wins moving first
//! ```

use crate::{Board, Budget, Outcome, Player, Position, Stop};

/// Maximum number of cells.
const MOST_CELLS: usize = 14;

/// The outcomes of all positions of one board.
pub(super) struct OutcomeTable {
    entries: Vec<u8>,
}

impl OutcomeTable {
    /// Whether the board is small enough.
    pub(super) fn fits(board: &Board) -> bool {
        board.vertices() <= MOST_CELLS
    }

    pub(super) fn new(board: &Board, budget: &Budget) -> Result<OutcomeTable, Stop> {
        let n = board.vertices();
        let power: Vec<usize> = (0..n).map(|cell| 3usize.pow((n - 1 - cell) as u32)).collect();
        let edges = board.edges();
        let all = 3usize.pow(n as u32);
        let mut by_stones: Vec<Vec<u32>> = vec![Vec::new(); n + 1];
        let mut digits = vec![0u8; n];
        for number in 0..all {
            by_stones[digits.iter().filter(|&&digit| digit < 2).count()].push(number as u32);
            increase(&mut digits);
        }
        let mut entries = vec![0u8; all];
        for numbers in &by_stones {
            budget.check()?;
            for &number in numbers {
                let number = number as usize;
                let digit = |cell: usize| number / power[cell] % 3;
                let mut wins = 0u8;
                for &(a, b) in &edges {
                    let (x, y) = (digit(a), digit(b));
                    if x + y != 1 {
                        continue;
                    }
                    // One is x (0), the other o (1): either may clobber.
                    for (from, to, own, other) in [(a, b, x, y), (b, a, y, x)] {
                        let next = number + (2 - own) * power[from] + own * power[to] - other * power[to];
                        let opponent = 1u8 << (1 - own);
                        if entries[next] & opponent == 0 {
                            wins |= 1 << own;
                        }
                    }
                }
                entries[number] = wins;
            }
        }
        Ok(OutcomeTable { entries })
    }

    /// The outcome of a position of the board.
    pub(super) fn of(&self, position: &Position) -> Outcome {
        let digit = |cell: &Option<Player>| match cell {
            Some(Player::Left) => 0,
            Some(Player::Right) => 1,
            None => 2,
        };
        let number = position.cells().iter().fold(0usize, |sum, cell| 3 * sum + digit(cell));
        match self.entries[number] {
            0 => Outcome::P,
            1 => Outcome::L,
            2 => Outcome::R,
            _ => Outcome::N,
        }
    }
}

/// Increments a number to base 3.
fn increase(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        *digit = (*digit + 1) % 3;
        if *digit != 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Colouring, Enumeration};
    use super::*;
    use crate::judge;
    use crate::notation::read_board;

    #[test]
    fn every_position_wins_as_the_judge_says() {
        for text in ["xoxoxo", "cycle:xoxox", "xo/xo/xo", "tree:0,0,1,1:xoxox", "complete:4:xxoo"] {
            let board = read_board(text).unwrap().board().clone();
            let table = OutcomeTable::new(&board, &Budget::new()).unwrap();
            let all = Enumeration::new(board, Colouring::Gaps);
            for number in 0..all.count().unwrap() {
                let position = all.position(number).unwrap();
                assert_eq!(Ok(table.of(&position)), judge::outcome(&position, &Budget::new()), "{position}");
            }
        }
    }
}
