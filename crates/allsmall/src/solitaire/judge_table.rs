//! Memoised brute force for all positions of one small board.
//!
//! `judge` is the definition, without memory; tests of all colourings of
//! a board of up to sixteen cells use this table. A state is a number in base
//! 3, one digit per cell (0 empty, 1 `x`, 2 `o`), and each answer is memoised at
//! that number.

use std::sync::Arc;

use crate::{Board, Player, Position};

/// Answers about all positions of one small board.
pub struct JudgeTable {
    board: Arc<Board>,
    edges: Vec<(usize, usize)>,
    power: Vec<usize>,
    fewest: Vec<u8>,
    most: Vec<u8>,
    alternate: [Vec<u8>; 2],
}

/// The objective; the answer of a state is the best over its moves.
#[derive(Clone, Copy)]
enum Objective {
    Fewest,
    Most,
    Alternate(Player),
}

impl JudgeTable {
    /// Creates the table of a board, filled lazily.
    ///
    /// # Panics
    /// If the board has more than 16 cells.
    #[must_use]
    pub fn new(board: impl Into<Arc<Board>>) -> JudgeTable {
        let board = board.into();
        let cells = board.vertices();
        assert!(cells <= 16, "the table has a place for every state: 16 cells at most");
        let edges = board.edges().into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let power: Vec<usize> = (0..=cells).map(|v| 3usize.pow(v as u32)).collect();
        let empty = || vec![0; power[cells]];
        JudgeTable { board, edges, fewest: empty(), most: empty(), alternate: [empty(), empty()], power }
    }

    /// The fewest stones that can be left when either colour may move.
    pub fn fewest(&mut self, position: &Position) -> usize {
        self.answer(Objective::Fewest, position)
    }

    /// The most stones that can be left when stuck: the shortest game.
    pub fn most(&mut self, position: &Position) -> usize {
        self.answer(Objective::Most, position)
    }

    /// The fewest stones when the colours alternate and `first` begins.
    pub fn alternate(&mut self, position: &Position, first: Player) -> usize {
        self.answer(Objective::Alternate(first), position)
    }

    fn answer(&mut self, objective: Objective, position: &Position) -> usize {
        assert_eq!(position.board(), &*self.board, "a table knows one board");
        let digit = |&cell: &Option<Player>| cell.map_or(0, |p| p as usize + 1);
        let state = position.cells().iter().zip(&self.power).map(|(cell, power)| digit(cell) * power).sum();
        usize::from(self.solve(objective, state))
    }

    fn solve(&mut self, objective: Objective, state: usize) -> u8 {
        let known = self.memory(objective)[state];
        if known > 0 || state == 0 {
            return known;
        }
        let mut best = None;
        for e in 0..self.edges.len() {
            let (from, to) = self.edges[e];
            let (own, other) = (self.digit(state, from), self.digit(state, to));
            if own + other != 3 || own * other == 0 {
                continue;
            }
            let next_objective = match objective {
                Objective::Alternate(turn) if own == turn as usize + 1 => Objective::Alternate(turn.opponent()),
                Objective::Alternate(_) => continue,
                free => free,
            };
            let next = state - own * self.power[from] - other * self.power[to] + own * self.power[to];
            let left = self.solve(next_objective, next);
            best = Some(match (best, objective) {
                (None, _) => left,
                (Some(best), Objective::Most) => left.max(best),
                (Some(best), _) => left.min(best),
            });
        }
        let stuck = (0..self.board.vertices()).filter(|&v| self.digit(state, v) > 0).count() as u8;
        let answer = best.unwrap_or(stuck);
        self.memory(objective)[state] = answer;
        answer
    }

    fn digit(&self, state: usize, v: usize) -> usize {
        state / self.power[v] % 3
    }

    fn memory(&mut self, objective: Objective) -> &mut [u8] {
        match objective {
            Objective::Fewest => &mut self.fewest,
            Objective::Most => &mut self.most,
            Objective::Alternate(first) => &mut self.alternate[first as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Graph, judge};

    #[test]
    fn the_table_agrees_with_the_judge() {
        let boards = [
            Board::Strip { cells: 6 },
            Board::Grid { rows: 2, cols: 3 },
            Board::Graph(Graph::new(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])),
        ];
        for board in boards.map(Arc::new) {
            let mut table = JudgeTable::new(board.clone());
            for mut code in 0..3usize.pow(board.vertices() as u32) {
                let mut digit = || (code % 3, code /= 3).0;
                let cells = (0..board.vertices()).map(|_| [None, Some(Player::Left), Some(Player::Right)][digit()]);
                let position = Position::new(board.clone(), cells.collect());
                let budget = Budget::new();
                assert_eq!(Ok(table.fewest(&position)), judge::free(&position, &budget));
                assert_eq!(Ok(table.most(&position)), judge::most(&position, &budget));
                for first in Player::BOTH {
                    assert_eq!(Ok(table.alternate(&position, first)), judge::alternate(&position, first, &budget));
                }
            }
        }
    }
}
