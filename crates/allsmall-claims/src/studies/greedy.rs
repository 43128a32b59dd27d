//! At least as many moves as the least degree (survey, Theorem 34): a connected
//! graph whose vertices all have `d` neighbours or more, with both colours on
//! it, can be reduced to `n - d` stones.
//!
//! The strategy: play any move that leaves another move, as long as there is
//! one. For a connected group with both colours and degrees of at least 2 there
//! always is: if `b -> w` left no move, all neighbours of `w` would be black
//! and all of `b` white, likewise for the others; but then `w` has a second
//! neighbour `b'`, which has a second neighbour `w'`, and the edge `b' w'`
//! outlives `b -> w`. Each move lowers the degrees by one at most, so at least
//! `d` moves are made. It goes on after that while it can.

use allsmall::{Move, Position};

/// A play with at least `d` moves in each part that holds both colours, where
/// `d` is the least degree in the part.
#[must_use]
pub(crate) fn play(position: &Position) -> Vec<Move> {
    let mut greedy = Greedy { now: position.clone(), play: Vec::new() };
    for part in position.parts() {
        greedy.part(&part);
    }
    greedy.play
}

struct Greedy {
    now: Position,
    play: Vec<Move>,
}

impl Greedy {
    fn part(&mut self, part: &[usize]) {
        let mut mixed: usize = part.iter().map(|&v| self.rivals(v)).sum::<usize>() / 2;
        let mut waiting: Vec<usize> = part.to_vec();
        let mut last = None;
        while let Some(v) = waiting.pop() {
            let (good, any) = self.moves_at(v, mixed);
            last = any.or(last);
            if let Some((mv, left)) = good {
                self.now.play(mv).expect("a legal move");
                self.play.push(mv);
                mixed = left;
                last = None;
                // All stones whose moves have changed, the mover on top.
                self.now.board().for_each_neighbour(mv.from, |u| waiting.push(u));
                self.now.board().for_each_neighbour(mv.to, |u| waiting.push(u));
                waiting.push(mv.to);
            }
        }
        if let Some(mv) = last.filter(|&mv| self.now.mover(mv).is_ok()) {
            self.now.play(mv).expect("just checked");
            self.play.push(mv);
        }
    }

    /// A move from or to `v` that leaves mixed edges, with their number; and
    /// any move there.
    fn moves_at(&self, v: usize, mixed: usize) -> (Option<(Move, usize)>, Option<Move>) {
        let (mut good, mut any) = (None, None);
        self.now.board().for_each_neighbour(v, |u| {
            for mv in [Move { from: v, to: u }, Move { from: u, to: v }] {
                if good.is_none() && self.now.mover(mv).is_ok() {
                    any = Some(mv);
                    let left = self.mixed_after(mv, mixed);
                    good = (left > 0).then_some((mv, left));
                }
            }
        });
        (good, any)
    }

    /// How many neighbours of the stone on `v` have the other colour.
    fn rivals(&self, v: usize) -> usize {
        self.neighbours(v).1
    }

    /// The mixed edges once a move is made, from their number before.
    fn mixed_after(&self, mv: Move, mixed: usize) -> usize {
        let (_, rivals_from) = self.neighbours(mv.from);
        let (friends_to, rivals_to) = self.neighbours(mv.to);
        mixed + friends_to + 1 - rivals_from - rivals_to
    }

    /// Neighbours of the stone on `v` with its colour, and with the other.
    fn neighbours(&self, v: usize) -> (usize, usize) {
        let cells = self.now.cells();
        let (mut friends, mut rivals) = (0, 0);
        self.now.board().for_each_neighbour(v, |u| {
            if cells[u].is_some() {
                *(if cells[u] == cells[v] { &mut friends } else { &mut rivals }) += 1;
            }
        });
        (friends, rivals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allsmall::internal::SplitMix64;
    use allsmall::solitaire::replay;
    use allsmall::{Board, Graph, Player};

    /// The guarantee, and that the play ends only when nothing moves.
    fn check(start: &Position) {
        let moves = play(start);
        let end = replay(start, &moves).expect("a legal play");
        assert!(end.any_moves().is_empty());
        let degree =
            |&v: &usize| start.board().neighbours(v).into_iter().filter(|&u| start.cells()[u].is_some()).count();
        let mixed = |part: &Vec<usize>| part.iter().any(|&v| start.cells()[v] != start.cells()[part[0]]);
        let promised: usize = start
            .parts()
            .iter()
            .filter(|part| mixed(part))
            .map(|part| part.iter().map(degree).min().unwrap_or(0))
            .sum();
        assert!(moves.len() >= promised, "{start:?}: {} of {promised}", moves.len());
    }

    #[test]
    fn the_least_degree_is_reached_on_all_colourings_of_small_graphs() {
        let mut dice = SplitMix64::new(34);
        let mut boards = vec![
            Board::Cycle { cells: 4 },
            Board::Hamming { sides: vec![5] },
            Board::Hamming { sides: vec![2, 2, 2] },
            Board::Multipartite { parts: vec![3, 3] },
            Board::Grid { rows: 3, cols: 3 },
            Board::Graph(Graph::new(7, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 0)])),
        ];
        for _ in 0..40 {
            let edges: Vec<_> = (0..14).map(|_| (dice.below(7) as usize, dice.below(7) as usize)).collect();
            boards.push(Board::Graph(Graph::new(7, &edges.into_iter().filter(|(a, b)| a != b).collect::<Vec<_>>())));
        }
        for board in boards {
            let n = board.vertices();
            for code in 0..1usize << n {
                let cells = (0..n).map(|v| Some(Player::BOTH[code >> v & 1])).collect();
                check(&Position::new(board.clone(), cells));
            }
        }
    }

    #[test]
    fn large_graphs_and_holes() {
        let mut dice = SplitMix64::new(35);
        for board in [Board::Hamming { sides: vec![30, 30] }, Board::Grid { rows: 100, cols: 100 }] {
            let cells = (0..board.vertices()).map(|_| (dice.below(9) > 0).then(|| dice.stone())).collect();
            check(&Position::new(board, cells));
        }
    }
}
