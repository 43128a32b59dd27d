//! Normalised boards: a shape, and its stones as a number.

use super::Shape;
use crate::{Board, Move, Player, Position};

/// A normalised board. The number has one bit per stone, 1 for black, the first
/// stone highest; empty cells have none:
///
/// ```text
/// xoo.xx     shape (3, 2)     number 10011
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Normal {
    /// The lengths of its runs.
    pub shape: Shape,
    /// Its stones.
    pub number: u32,
}

impl Normal {
    /// Normalises a row of cells: runs of one stone are dropped, longer runs
    /// come first, runs of one length stay in order. `None` if the result is
    /// longer than [`super::MAX_LENGTH`].
    #[must_use]
    pub fn of_cells(cells: &[Option<Player>]) -> Option<Normal> {
        let mut runs: Vec<_> = cells.split(Option::is_none).filter(|run| run.len() > 1).collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        let shape = Shape::of_runs(runs.iter().map(|run| run.len()))?;
        let bit = |&stone: &Option<Player>| u32::from(stone == Some(Player::Left));
        let number = runs.iter().copied().flatten().fold(0, |number, stone| number << 1 | bit(stone));
        Some(Normal { shape, number })
    }

    /// The cells in a row, one empty cell between runs.
    #[must_use]
    pub fn cells(self) -> Vec<Option<Player>> {
        let mut stones = (0..self.shape.stones())
            .rev()
            .map(|bit| Some(if self.number >> bit & 1 == 1 { Player::Left } else { Player::Right }));
        let mut cells = Vec::with_capacity(self.shape.cells());
        for run in self.shape.runs() {
            if !cells.is_empty() {
                cells.push(None);
            }
            cells.extend(stones.by_ref().take(run));
        }
        cells
    }

    /// The board as a position.
    #[must_use]
    pub fn position(self) -> Position {
        let cells = self.cells();
        Position::new(Board::Strip { cells: cells.len() }, cells)
    }

    /// The moves of a player in a set of pairs: bit `b` is the pair of
    /// neighbours with bits `b + 1` and `b` of the number. Each pair of unlike
    /// neighbours is one move of each player.
    #[must_use]
    pub fn moves(self, player: Player, pairs: u32) -> Vec<Move> {
        let cells = self.cells();
        let stones: Vec<usize> = (0..cells.len()).filter(|&i| cells[i].is_some()).collect();
        let last = stones.len().wrapping_sub(1);
        let pair = |bit: usize| {
            let (a, b) = (stones[last - bit - 1], stones[last - bit]);
            if cells[a] == Some(player) { Move { from: a, to: b } } else { Move { from: b, to: a } }
        };
        (0..last.min(32)).rev().filter(|bit| pairs >> bit & 1 == 1).map(pair).collect()
    }
}

/// `xoo.xo`; the empty board is empty text.
impl std::fmt::Display for Normal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.position().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    fn normal(text: &str) -> Normal {
        Normal::of_cells(read_board(text).expect("a board").cells()).expect("short")
    }

    /// The examples of section 3.2, with misprints corrected.
    #[test]
    fn the_papers_samples() {
        let samples = [
            ("xo-xxo", "xxo.xo", "(3, 2)", 0b11010),
            ("xoo-x", "xoo", "(3)", 0b100),
            ("oxx-x-xxoo", "xxoo.oxx", "(4, 3)", 0b110_0011),
            ("xo-x-oxx", "oxx.xo", "(3, 2)", 0b01110),
            ("xoo-xx", "xoo.xx", "(3, 2)", 0b10011),
            ("oox", "oox", "(3)", 0b001),
        ];
        for (text, board, shape, number) in samples {
            let found = normal(text);
            assert_eq!(
                (found.to_string(), found.shape.to_string(), found.number),
                (board.into(), shape.into(), number)
            );
            assert_eq!(normal(board), found);
        }
        assert_eq!(normal("x.o..x").to_string(), "");
    }

    #[test]
    fn pairs_name_moves() {
        let board = normal("xxo.xo");
        assert_eq!(board.moves(Player::Left, 0b00101), [Move { from: 1, to: 2 }, Move { from: 4, to: 5 }]);
        assert_eq!(board.moves(Player::Right, 0b00100), [Move { from: 2, to: 1 }]);
        assert_eq!(normal("x").moves(Player::Left, 0), []);
    }
}
