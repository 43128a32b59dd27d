//! The boards and positions that claims go through.

use std::sync::Arc;

use allsmall::solitaire::{SolitaireOptions, reduce};
use allsmall::{Board, Budget, Graph, Player, Position, Stop};

/// The full position whose `o` stones are the set bits.
pub(crate) fn coloured(board: &Arc<Board>, whites: u64) -> Position {
    let stone = |v: usize| Some(Player::BOTH[(whites >> v & 1) as usize]);
    Position::new(board.clone(), (0..board.vertices()).map(stone).collect())
}

/// All full positions of a board.
pub(crate) fn colourings(board: &Arc<Board>) -> impl Iterator<Item = Position> + '_ {
    (0..1 << board.vertices()).map(|whites| coloured(board, whites))
}

/// The full positions with both colours and an `x` on the last vertex: one of
/// each pair with the colours swapped.
pub(crate) fn mixed(board: &Arc<Board>) -> impl Iterator<Item = Position> + '_ {
    (1..1u64 << (board.vertices() - 1)).map(|whites| coloured(board, whites))
}

/// All states of a board, with empty cells.
pub(crate) fn states(board: &Arc<Board>) -> impl Iterator<Item = Position> + '_ {
    let n = board.vertices() as u32;
    (0..3usize.pow(n)).map(move |code| {
        let digit = |v: u32| match code / 3usize.pow(v) % 3 {
            0 => None,
            1 => Some(Player::Left),
            _ => Some(Player::Right),
        };
        Position::new(board.clone(), (0..n).map(digit).collect())
    })
}

/// Whether it has stones of both colours.
pub(crate) fn is_mixed(position: &Position) -> bool {
    Player::BOTH.iter().all(|&player| position.stones_of(player) > 0)
}

/// The fewest stones under the free rule, by the program's own methods.
pub(crate) fn fewest(position: &Position, budget: &Budget) -> Result<usize, Stop> {
    let found = reduce(position, &SolitaireOptions::free(), budget).expect("the free rule takes every board");
    found.value().ok_or(found.stopped.unwrap_or(Stop::Unsupported))
}

/// A line.
pub(crate) fn line(cells: usize) -> Arc<Board> {
    Arc::new(Board::Strip { cells })
}

/// A cycle.
pub(crate) fn cycle(cells: usize) -> Arc<Board> {
    Arc::new(Board::Cycle { cells })
}

/// A grid.
pub(crate) fn grid(rows: usize, cols: usize) -> Arc<Board> {
    Arc::new(Board::Grid { rows, cols })
}

/// A Hamming graph.
pub(crate) fn hamming(sides: &[usize]) -> Arc<Board> {
    Arc::new(Board::Hamming { sides: sides.to_vec() })
}

/// Any graph by its edges.
pub(crate) fn graph(vertices: usize, edges: &[(usize, usize)]) -> Arc<Board> {
    Arc::new(Board::Graph(Graph::new(vertices, edges)))
}

/// The classes of a connected bipartite board, by distance from vertex 0;
/// none if it has an odd cycle.
pub(crate) fn classes(board: &Board) -> Option<Vec<bool>> {
    let mut class = vec![None; board.vertices()];
    class[0] = Some(false);
    let mut reached = vec![0];
    while let Some(v) = reached.pop() {
        for u in board.neighbours(v) {
            match class[u] {
                None => {
                    class[u] = class[v].map(|c: bool| !c);
                    reached.push(u);
                }
                known if known == class[v] => return None,
                _ => {}
            }
        }
    }
    class.into_iter().collect()
}

/// Stones plus clashing stones, mod 3, for these classes (`x` matches false).
pub(crate) fn delta(position: &Position, classes: &[bool]) -> usize {
    let weight = |(cell, &class): (&Option<Player>, &bool)| match cell {
        None => 0,
        Some(player) => 1 + usize::from((*player == Player::Right) != class),
    };
    position.cells().iter().zip(classes).map(weight).sum::<usize>() % 3
}

/// What delta allows on a connected bipartite board: two stones if it is 0,
/// otherwise one.
pub(crate) fn allowed_by_delta(position: &Position) -> usize {
    let classes = classes(position.board()).expect("a bipartite board");
    if delta(position, &classes) == 0 { 2 } else { 1 }
}

/// Whether a Hamiltonian path leads from `start` to `end`, or to anywhere.
pub(crate) fn has_hamiltonian_path(board: &Board, start: usize, end: Option<usize>) -> bool {
    fn go(board: &Board, v: usize, left: usize, seen: &mut Vec<bool>, end: Option<usize>) -> bool {
        if left == 0 {
            return end.is_none_or(|end| end == v);
        }
        if end == Some(v) {
            return false;
        }
        for u in board.neighbours(v) {
            if !seen[u] {
                seen[u] = true;
                if go(board, u, left - 1, seen, end) {
                    return true;
                }
                seen[u] = false;
            }
        }
        false
    }
    let mut seen = vec![false; board.vertices()];
    seen[start] = true;
    go(board, start, board.vertices() - 1, &mut seen, end)
}

/// Splitmix64: the random cases are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A full position with random colours.
    pub(crate) fn colours(&mut self, board: &Arc<Board>) -> Position {
        let cells = (0..board.vertices()).map(|_| Some(Player::BOTH[(self.next() >> 32 & 1) as usize])).collect();
        Position::new(board.clone(), cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_have_their_known_properties() {
        assert_eq!(classes(&cycle(5)), None);
        assert_eq!(classes(&line(3)), Some(vec![false, true, false]));
        assert!(has_hamiltonian_path(&grid(2, 3), 0, Some(3)));
        assert!(!has_hamiltonian_path(&grid(2, 3), 1, Some(4)));
        assert_eq!(mixed(&line(3)).count(), 3);
        assert_eq!(states(&line(3)).count(), 27);
    }
}
