//! A position that becomes one stone, for any connected graph, any vertex and
//! colour of that stone (survey, Proposition 33).
//!
//! In the language of [`forest`](allsmall::solitaire::play::forest): take any spanning tree, let
//! every arrow point towards the chosen vertex, and choose the leaving colours
//! `o` from there outwards. If `o(v) = c` and `v` has `t` children, let half of
//! them leave with `c`, rounded up, and half with the other colour; then `v`
//! must hold `c` at the start if `t` is even and the other colour if it is odd.

use allsmall::solitaire::play::forest::Forest;
use allsmall::{Board, Player, Position};

/// A position on this board, and a forest that reduces it to one stone of
/// colour `colour` on `vertex`; none if the board is not connected or has no
/// such vertex.
#[must_use]
pub(crate) fn one_reducible(board: &Board, vertex: usize, colour: Player) -> Option<(Position, Forest)> {
    let n = board.vertices();
    if vertex >= n {
        return None;
    }
    let mut forest = Forest::still(n);
    let mut leaving = vec![None; n];
    let mut start = vec![None; n];
    leaving[vertex] = Some(colour);
    let (mut reached, mut next) = (vec![vertex], 0);
    while let Some(&v) = reached.get(next) {
        next += 1;
        let own = leaving[v].expect("set when it was reached");
        let children = reached.len();
        if reached.len() < n {
            board.for_each_neighbour(v, |u| {
                if leaving[u].is_none() {
                    leaving[u] = Some(if (reached.len() - children) % 2 == 0 { own } else { own.opponent() });
                    forest.point(u, v);
                    reached.push(u);
                }
            });
        }
        start[v] = Some(if (reached.len() - children) % 2 == 0 { own } else { own.opponent() });
    }
    (reached.len() == n).then(|| (Position::new(board.clone(), start), forest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use allsmall::solitaire::replay;
    use allsmall::{Graph, Tree};

    #[test]
    fn every_vertex_and_colour_of_many_graphs() {
        let boards = [
            Board::Strip { cells: 1 },
            Board::Strip { cells: 7 },
            Board::Cycle { cells: 6 },
            Board::Grid { rows: 4, cols: 5 },
            Board::Hamming { sides: vec![3, 4] },
            Board::Multipartite { parts: vec![6, 1] },
            Board::Tree(Tree::new(vec![0, 0, 0, 0, 1, 1, 2, 5])),
            Board::Graph(Graph::new(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])),
        ];
        for board in boards {
            for vertex in 0..board.vertices() {
                for colour in Player::BOTH {
                    let (start, forest) = one_reducible(&board, vertex, colour).expect("connected");
                    let play = forest.order(&start).expect("playable");
                    let end = replay(&start, &play).expect("legal");
                    assert_eq!((end.stones(), end.cells()[vertex]), (1, Some(colour)), "{board:?}");
                }
            }
        }
        assert!(one_reducible(&Board::Graph(Graph::new(3, &[(0, 1)])), 0, Player::Left).is_none());
        assert!(one_reducible(&Board::Strip { cells: 3 }, 3, Player::Left).is_none());
    }

    #[test]
    fn a_million_vertices_in_linear_time() {
        let board = Board::Grid { rows: 1000, cols: 1000 };
        let (start, forest) = one_reducible(&board, 123_456, Player::Right).expect("connected");
        assert_eq!(forest.moves(), 999_999);
        assert!(forest.check(&start).is_ok());
    }
}
