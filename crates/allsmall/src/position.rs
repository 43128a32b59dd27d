//! The rules of Clobber, once, on any graph.
//!
//! A stone moves onto an adjacent stone of the other colour, which is
//! removed; the cell it left stays empty. Two-player Clobber lets each player
//! move one colour, solitaire and impartial Clobber let the mover choose.

use std::sync::Arc;

use crate::{Board, Budget, Player, Stop};

/// Stones on a board.
///
/// ```
/// use allsmall::{Player, Position};
/// let position: Position = "xo/ox".parse()?;
/// assert_eq!((position.stones(), position.moves(Player::Left).len()), (4, 4));
/// let next = position.after(Player::Left, position.moves(Player::Left)[0])?;
/// assert_eq!(next.to_string(), ".x/ox");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Arc<Board>,
    cells: Vec<Option<Player>>,
}

/// A stone goes from one cell onto an adjacent one.
///
/// ```
/// use allsmall::{Move, Position};
/// let mut position: Position = "xxo".parse()?;
/// position.play(Move { from: 1, to: 2 })?;
/// assert_eq!(position.to_string(), "x.x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell the stone leaves.
    pub from: usize,
    /// The cell of the stone it clobbers.
    pub to: usize,
}

/// Why a move is refused.
///
/// ```
/// use allsmall::{Move, Position, Refusal};
/// let mut position: Position = "xxo".parse()?;
/// assert_eq!(position.play(Move { from: 0, to: 1 }), Err(Refusal::SameColour));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// One of the two cells is not on the board.
    OffBoard,
    /// The two cells are not adjacent.
    NotAdjacent,
    /// The cell to leave is empty.
    NoStone,
    /// The cell to enter is empty.
    NothingToClobber,
    /// Both stones have the same colour.
    SameColour,
    /// The stone belongs to the other player.
    NotYourStone,
}

impl Position {
    /// Creates the position with these stones.
    ///
    /// # Panics
    /// If the number of cells is not the number of vertices.
    #[must_use]
    pub fn new(board: impl Into<Arc<Board>>, cells: Vec<Option<Player>>) -> Position {
        let board = board.into();
        assert_eq!(board.vertices(), cells.len(), "one cell a vertex");
        Position { board, cells }
    }

    /// The graph under the stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The graph, to be shared with other positions on it.
    #[must_use]
    pub fn shared_board(&self) -> Arc<Board> {
        Arc::clone(&self.board)
    }

    /// The stone on each vertex.
    #[must_use]
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells
    }

    /// Number of stones.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Number of stones of one player.
    #[must_use]
    pub fn stones_of(&self, player: Player) -> usize {
        self.cells.iter().filter(|&&c| c == Some(player)).count()
    }

    /// Whose stone a move would move, if the move is legal.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn mover(&self, Move { from, to }: Move) -> Result<Player, Refusal> {
        let (Some(own), Some(other)) = (self.cells.get(from), self.cells.get(to)) else {
            return Err(Refusal::OffBoard);
        };
        if !self.board.adjacent(from, to) {
            return Err(Refusal::NotAdjacent);
        }
        match (own, other) {
            (None, _) => Err(Refusal::NoStone),
            (_, None) => Err(Refusal::NothingToClobber),
            (Some(own), Some(other)) if own == other => Err(Refusal::SameColour),
            (Some(own), Some(_)) => Ok(*own),
        }
    }

    /// All legal moves of a player, in increasing order.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..self.cells.len()).filter(|&from| self.cells[from] == Some(player)) {
            self.for_each_target(from, |to| moves.push(Move { from, to }));
        }
        moves.sort_unstable();
        moves
    }

    /// The first legal move of a player, without listing all of them.
    #[must_use]
    pub fn first_move(&self, player: Player) -> Option<Move> {
        let target = |from: usize| {
            let mut least = None;
            self.for_each_target(from, |to| least = Some(least.map_or(to, |other: usize| other.min(to))));
            least.map(|to| Move { from, to })
        };
        (0..self.cells.len()).filter(|&from| self.cells[from] == Some(player)).find_map(target)
    }

    /// All legal moves of either player, in increasing order: the moves of
    /// solitaire and of impartial Clobber.
    #[must_use]
    pub fn any_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        (0..self.cells.len()).for_each(|from| self.for_each_target(from, |to| moves.push(Move { from, to })));
        moves.sort_unstable();
        moves
    }

    /// Calls `visit` with every stone that the one on `from` may clobber.
    fn for_each_target(&self, from: usize, mut visit: impl FnMut(usize)) {
        if let Some(own) = self.cells[from] {
            let enemy = Some(own.opponent());
            self.board.for_each_neighbour(from, |to| {
                if self.cells[to] == enemy {
                    visit(to);
                }
            });
        }
    }

    /// Plays a legal move of either player; a refused move leaves the
    /// position as it was.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn play(&mut self, mv: Move) -> Result<Player, Refusal> {
        let player = self.mover(mv)?;
        self.cells[mv.to] = self.cells[mv.from].take();
        Ok(player)
    }

    /// The position after a move of `player`; this one stays as it is.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn after(&self, player: Player, mv: Move) -> Result<Position, Refusal> {
        if self.mover(mv)? != player {
            return Err(Refusal::NotYourStone);
        }
        let mut next = self.clone();
        next.play(mv).map(|_| next)
    }

    /// The board with the colours swapped: the negative of the game.
    #[must_use]
    pub fn negated(&self) -> Position {
        let cells = self.cells.iter().map(|c| c.map(Player::opponent)).collect();
        Position { board: self.shared_board(), cells }
    }

    /// The connected groups of stones, each as its vertices in increasing
    /// order, ordered by their first vertex. No move ever joins two of them,
    /// so a position is the sum of its parts.
    ///
    /// # Panics
    /// Never: there are no limits.
    #[must_use]
    pub fn parts(&self) -> Vec<Vec<usize>> {
        self.parts_within(&Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// [`Position::parts`] within a budget.
    pub fn parts_within(&self, budget: &Budget) -> Result<Vec<Vec<usize>>, Stop> {
        // While a list grows, both copies exist.
        let _lists = budget.reserve(self.cells.len().saturating_mul(1 + 2 * size_of::<usize>()))?;
        let mut ticker = budget.ticker();
        let mut seen: Vec<bool> = self.cells.iter().map(Option::is_none).collect();
        let mut parts = Vec::new();
        for first in 0..self.cells.len() {
            ticker.step(1)?;
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&v) = part.get(next) {
                next += 1;
                let mut looked_at = 0;
                self.board.for_each_neighbour(v, |u| {
                    looked_at += 1;
                    if !seen[u] {
                        seen[u] = true;
                        part.push(u);
                    }
                });
                ticker.step(looked_at)?;
            }
            // A row is met in order.
            if !part.is_sorted() {
                part.sort_unstable();
            }
            parts.push(part);
        }
        Ok(parts)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::OffBoard => "the move leaves the board",
            Refusal::NotAdjacent => "the two cells are not adjacent",
            Refusal::NoStone => "there is no stone on the cell to leave",
            Refusal::NothingToClobber => "there is no stone to clobber",
            Refusal::SameColour => "a stone clobbers only a stone of the other colour",
            Refusal::NotYourStone => "that stone belongs to the other player",
        })
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(stones: &str) -> Position {
        let cells: Vec<_> = stones
            .chars()
            .map(|c| match c {
                'x' => Some(Player::Left),
                'o' => Some(Player::Right),
                _ => None,
            })
            .collect();
        Position::new(Board::Strip { cells: cells.len() }, cells)
    }

    #[test]
    fn a_move_empties_one_cell_and_recolours_its_neighbour() {
        let mut p = strip("xxo");
        assert_eq!(p.moves(Player::Left), [Move { from: 1, to: 2 }]);
        assert_eq!(p.moves(Player::Right), [Move { from: 2, to: 1 }]);
        assert_eq!(p.play(Move { from: 2, to: 1 }), Ok(Player::Right));
        assert_eq!(p, strip("xo."));
    }

    #[test]
    fn every_refusal_leaves_the_position_as_it_was() {
        let start = strip("xxo.o");
        let refused = [
            ((0, 5), Refusal::OffBoard),
            ((0, 2), Refusal::NotAdjacent),
            ((3, 2), Refusal::NoStone),
            ((2, 3), Refusal::NothingToClobber),
            ((0, 1), Refusal::SameColour),
        ];
        for ((from, to), why) in refused {
            let mut p = start.clone();
            assert_eq!(p.play(Move { from, to }), Err(why));
            assert_eq!(p, start);
        }
        assert_eq!(start.after(Player::Left, Move { from: 2, to: 1 }), Err(Refusal::NotYourStone));
    }

    #[test]
    fn parts_are_the_connected_groups() {
        assert_eq!(strip("xo..x.oox").parts(), [vec![0, 1], vec![4], vec![6, 7, 8]]);
        assert_eq!(strip("xo").negated(), strip("ox"));
    }
}
