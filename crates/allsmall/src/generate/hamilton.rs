//! The reduction from Hamiltonian circuit to alternating Solitaire Clobber
//! (Demaine, Demaine and Fleischer, Theorem 6: it is NP-complete).
//!
//! The nodes of the grid graph become black stones. Let `v` be the last node
//! of the top row and `w` the node on its left, if there is one (otherwise
//! `v` has one neighbour at most and there is no circuit). Then
//!
//! ```text
//!       x     fire
//!       o     fuse, as many stones as there are nodes
//!       :
//!       o
//!     o o     bomb (above w)
//!   x w v
//!   x x x     the graph
//! ```
//!
//! White (o) starts. Black has the fire alone to move, n times down the fuse;
//! meanwhile the bomb must take all n nodes, starting at `w` and ending at
//! `v`, and then the fire. So one stone is left exactly if the graph has a
//! Hamiltonian circuit. (Two nodes are an exception: a path there and back is
//! not a circuit, but its board can be reduced to one stone.)

use crate::solitaire::{ReplayError, replay_alternate};
use crate::{Board, Budget, Move, Player, Position, Stop};

/// The board made from a grid graph.
#[derive(Clone, Debug)]
pub struct Fused {
    /// The board; white starts.
    pub position: Position,
    /// The nodes of the graph, as vertices of the board.
    nodes: Vec<usize>,
    bomb: usize,
    fire: usize,
    cols: usize,
}

/// Why the board or the play does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The input is not a grid.
    NotAGrid,
    /// The graph has fewer than three nodes.
    TooSmall,
    /// The board would have more than [`Fused::MOST_CELLS`] cells.
    TooLarge,
    /// The last node of the top row has no left neighbour, so there is no
    /// Hamiltonian circuit.
    NoCircuit,
    /// The cells do not form a Hamiltonian circuit of the graph.
    NotACircuit,
    /// The play is refused by the rules.
    Illegal(ReplayError),
    /// The play leaves more than one stone.
    NotReduced(usize),
}

impl Fused {
    /// Maximum number of cells of a board; the fuse makes it long.
    pub const MOST_CELLS: usize = 10_000_000;

    /// The board of the grid graph whose nodes are the stones of `graph`,
    /// of either colour.
    ///
    /// # Errors
    /// [`Unfit`] if there is no such board.
    pub fn new(graph: &Position) -> Result<Fused, Unfit> {
        let cols = match *graph.board() {
            Board::Grid { cols, .. } => cols,
            Board::Strip { cells } => cells,
            _ => return Err(Unfit::NotAGrid),
        };
        let occupied: Vec<usize> = (0..graph.cells().len()).filter(|&v| graph.cells()[v].is_some()).collect();
        let n = occupied.len();
        if n < 3 {
            return Err(Unfit::TooSmall);
        }
        let top_row = occupied[0] / cols;
        let last = *occupied.iter().take_while(|&&v| v / cols == top_row).last().expect("the first node is there");
        if last % cols == 0 || graph.cells()[last - 1].is_none() {
            return Err(Unfit::NoCircuit);
        }
        let rows = graph.cells().len() / cols - top_row + n + 1;
        if rows.saturating_mul(cols) > Fused::MOST_CELLS {
            return Err(Unfit::TooLarge);
        }
        let nodes: Vec<usize> = occupied.iter().map(|v| v + (n + 1) * cols - top_row * cols).collect();
        let v = last % cols;
        let (fire, bomb) = (v, n * cols + v - 1);
        let mut cells = vec![None; rows * cols];
        nodes.iter().for_each(|&node| cells[node] = Some(Player::Left));
        (1..=n).for_each(|row| cells[row * cols + v] = Some(Player::Right));
        cells[fire] = Some(Player::Left);
        cells[bomb] = Some(Player::Right);
        Ok(Fused { position: Position::new(Board::Grid { rows, cols }, cells), nodes, bomb, fire, cols })
    }

    /// Number of nodes of the graph.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The node below the bomb, where the circuit starts, and the one below
    /// the fuse, where it ends.
    fn ends(&self) -> (usize, usize) {
        (self.bomb + self.cols, self.bomb + self.cols + 1)
    }

    /// The play of a Hamiltonian circuit, given by its nodes in any of its
    /// orders, as vertices of the board.
    ///
    /// # Errors
    /// [`Unfit`] if it is not a Hamiltonian circuit.
    pub fn play(&self, circuit: &[usize]) -> Result<Vec<Move>, Unfit> {
        let path = self.opened(circuit).ok_or(Unfit::NotACircuit)?;
        let mut play = Vec::with_capacity(2 * path.len() + 1);
        let (mut bomb, mut fire) = (self.bomb, self.fire);
        for node in path {
            play.push(Move { from: bomb, to: node });
            play.push(Move { from: fire, to: fire + self.cols });
            (bomb, fire) = (node, fire + self.cols);
        }
        play.push(Move { from: bomb, to: fire });
        Ok(play)
    }

    /// The circuit from the node below the bomb to the one below the fuse, if
    /// it is one.
    fn opened(&self, circuit: &[usize]) -> Option<Vec<usize>> {
        let mut sorted = circuit.to_vec();
        sorted.sort_unstable();
        let n = circuit.len();
        let closed = (0..n).all(|i| self.position.board().adjacent(circuit[i], circuit[(i + 1) % n]));
        if sorted != self.nodes || !closed {
            return None;
        }
        let (start, end) = self.ends();
        let at = circuit.iter().position(|&node| node == start)?;
        let forwards: Vec<usize> = (0..n).map(|i| circuit[(at + i) % n]).collect();
        let backwards: Vec<usize> = (0..n).map(|i| circuit[(at + n - i) % n]).collect();
        [forwards, backwards].into_iter().find(|path| path.last() == Some(&end))
    }

    /// The Hamiltonian circuit of a play to one stone, as vertices of the
    /// board.
    ///
    /// # Errors
    /// [`Unfit`] if the play is illegal or leaves more than one stone.
    pub fn circuit(&self, play: &[Move]) -> Result<Vec<usize>, Unfit> {
        let left = replay_alternate(&self.position, Player::Right, play).map_err(Unfit::Illegal)?;
        if left.stones() != 1 {
            return Err(Unfit::NotReduced(left.stones()));
        }
        // The theorem: white can have moved nothing but the bomb, round the graph.
        let circuit: Vec<usize> = play.iter().step_by(2).map(|mv| mv.to).take(self.nodes.len()).collect();
        self.opened(&circuit).ok_or(Unfit::NotACircuit)
    }

    /// A Hamiltonian circuit of the graph by depth-first search, if there is one.
    pub fn search(&self, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
        let (start, end) = self.ends();
        let mut free = vec![false; self.position.cells().len()];
        self.nodes.iter().for_each(|&node| free[node] = true);
        free[start] = false;
        // Each entry: a node of the path and the neighbours still to be tried.
        let onward = |node: usize, free: &[bool]| -> Vec<usize> {
            let near = self.position.board().neighbours(node);
            near.into_iter().filter(|&next| free[next]).collect()
        };
        let mut path = vec![(start, onward(start, &free))];
        let mut steps = 0u64;
        while let Some((node, untried)) = path.last_mut() {
            steps += 1;
            if steps.is_multiple_of(4096) {
                budget.check()?;
            }
            let node = *node;
            match untried.pop() {
                Some(next) => {
                    let is_end = next == end;
                    if is_end && path.len() + 1 == self.nodes.len() {
                        let nodes = path.iter().map(|(node, _)| *node).chain([end]);
                        return Ok(Some(nodes.collect()));
                    }
                    if !is_end && self.is_open(node, next, &free) {
                        free[next] = false;
                        let further = onward(next, &free);
                        path.push((next, further));
                    }
                }
                None => {
                    path.pop();
                    free[node] = true;
                }
            }
        }
        Ok(None)
    }

    /// Whether every free neighbour of `left` keeps two ways out after the
    /// path has gone on to `next`.
    fn is_open(&self, left: usize, next: usize, free: &[bool]) -> bool {
        let (_, end) = self.ends();
        self.position.board().neighbours(left).into_iter().filter(|&v| v != next && free[v]).all(|v| {
            let ways = self.position.board().neighbours(v).into_iter().filter(|&u| free[u]).count();
            ways >= if v == end { 1 } else { 2 }
        })
    }
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfit::NotAGrid => f.write_str("a grid graph is a board of rows, with a stone for every node"),
            Unfit::TooSmall => f.write_str("a circuit needs at least three nodes"),
            Unfit::TooLarge => write!(f, "the board would have more than {} cells", Fused::MOST_CELLS),
            Unfit::NoCircuit => f.write_str(
                "the last node of the top row has no left neighbour, so the graph has no Hamiltonian circuit",
            ),
            Unfit::NotACircuit => f.write_str("this is not a Hamiltonian circuit of the graph"),
            Unfit::Illegal(error) => error.fmt(f),
            Unfit::NotReduced(stones) => write!(f, "the play leaves {stones} stones"),
        }
    }
}

impl std::error::Error for Unfit {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::solitaire::{FirstMover, SolitaireOptions, reduce};

    fn fused(graph: &str) -> Result<Fused, Unfit> {
        Fused::new(&read_board(graph).expect("a board"))
    }

    #[test]
    fn the_smallest_circuit_there_and_back() {
        let square = fused("xx/xx").expect("a graph with a circuit");
        assert_eq!(square.position.to_string(), ".x/.o/.o/.o/oo/xx/xx");
        let circuit = square.search(&Budget::new()).expect("no limit").expect("a square is a circuit");
        let play = square.play(&circuit).expect("a circuit");
        assert_eq!(play.len(), 9);
        assert_eq!(square.circuit(&play), Ok(circuit.clone()));
        let turned: Vec<usize> = circuit.iter().rev().copied().collect();
        assert_eq!(square.play(&turned), Ok(play));
        assert_eq!(square.play(&circuit[1..]), Err(Unfit::NotACircuit));
        assert_eq!(square.circuit(&[]), Err(Unfit::NotReduced(10)));
    }

    #[test]
    fn one_stone_exactly_where_there_is_a_circuit() {
        for graph in ["xx/xx", "xxx/xxx", "xxx/x.x/xxx", "xx./xxx", "xxx/.xx", "xxx", "xx./xx./.xx", "xxx/xxx/xx."] {
            let board = fused(graph).expect(graph);
            let circuit = board.search(&Budget::new()).expect("no limit");
            let options = SolitaireOptions::alternate(FirstMover::Only(Player::Right));
            let reduced = reduce(&board.position, &options, &Budget::new()).expect("supported");
            assert_eq!(reduced.value() == Some(1), circuit.is_some(), "{graph}");
            if circuit.is_some() {
                let found = board.circuit(&reduced.play.expect("a play was asked for")).expect("a circuit");
                assert!(board.play(&found).is_ok(), "{graph}");
            }
        }
    }

    #[test]
    fn graphs_without_a_circuit_for_plain_reasons() {
        assert_eq!(fused("x/x/x").err(), Some(Unfit::NoCircuit));
        assert_eq!(fused("x.x/xxx").err(), Some(Unfit::NoCircuit));
        assert_eq!(fused("xx").err(), Some(Unfit::TooSmall));
        assert_eq!(fused("cycle:xxx").err(), Some(Unfit::NotAGrid));
        assert_eq!(fused("x^5000").err(), Some(Unfit::TooLarge));
    }

    #[test]
    fn a_larger_grid_is_searched_and_played() {
        let board = fused("xxxxxx/xxxxxx/xx..xx/xxxxxx/xxxxxx").expect("a graph");
        let circuit = board.search(&Budget::new()).expect("no limit").expect("there is one");
        let play = board.play(&circuit).expect("a circuit");
        assert_eq!(board.circuit(&play), Ok(circuit));
    }
}
