//! How hard the fewest stones are to find: Problems P5 and P6 of the survey,
//! both answered by one remark of the survey itself.
//!
//! A stone that is alone in its colour walks a path, so such a position leaves
//! one stone exactly if a Hamiltonian path begins there (the claim
//! `survey-quasimonochromatic`), and otherwise one more than the vertices that
//! a longest path misses.

use std::sync::Arc;

use crate::studies::greedy;
use allsmall::solitaire::graphs::tree;
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::{Board, Position, Stop, Tree};

use crate::boards::{coloured, graph, has_hamiltonian_path, mixed};
use crate::claim::{CheckContext, Claim, Finding};
use crate::graphs::connected_up_to;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "survey-problem-5",
        source: "Survey, Problem P5",
        place: "section 3.1, Problem P5; the answer is ours",
        statement: "Is there a polynomial algorithm that comes within a constant factor of the fewest stones?",
        check: problem_5,
    },
    Claim {
        id: "survey-problem-6",
        source: "Survey, Problem P6",
        place: "section 3.2, Problem P6; the answer is ours",
        statement: "Can the fewest stones on a chordal graph be found in polynomial time?",
        check: problem_6,
    },
];

fn problem_5(context: &CheckContext) -> Result<Finding, Stop> {
    let (order, copies): (usize, &[usize]) = context.up_to((3, &[2, 3]), (4, &[2]), (5, &[2]));
    let (mut cases, mut failure) = (0, None);
    for board in connected_up_to(order) {
        for &copies in copies {
            for start in 0..board.vertices() {
                context.budget.check()?;
                let chain = chain(&board, start, copies);
                let position = coloured(&chain, 1 << start);
                let fewest = JudgeTable::new(chain.clone()).fewest(&position);
                let is_right = if has_hamiltonian_path(&board, start, None) { fewest == 1 } else { fewest >= copies };
                cases += 1;
                if (!is_right || (is_chordal(&board) && !is_chordal(&chain))) && failure.is_none() {
                    failure = Some(position.to_string());
                }
            }
        }
    }
    let n = context.up_to(5, 6, 7);
    let [greedy, trees] = worst_ratios(n, context)?;
    Ok(Finding::answered(
        format!("the construction on {cases} graphs with a start, by brute force (graphs of up to {order} vertices, chains of {copies:?})"),
        "no, unless P = NP: not within a constant factor, nor within n^(1-e) for any e > 0, not even on chordal graphs",
        failure,
    )
    .remark("proof: take a graph with a start s, add a vertex e adjacent to all others, and put M copies in a row, each e joined to the next s; alone in its colour is the stone on the first s. If a Hamiltonian path begins at s, one stone can be left. If none does, a path misses a vertex of every copy that it leaves, and all of those it does not reach: at least M stones are left. M may be any power of the size of the graph; the construction keeps chordal graphs chordal, and Hamiltonian paths are NP-complete there (Mueller 1996). Not yet reviewed by others")
    .remark(format!("worst ratios on all connected graphs of up to {n} vertices: the greedy play {greedy}; the best of all breadth-first trees {trees}")))
}

fn problem_6(context: &CheckContext) -> Result<Finding, Stop> {
    let n = context.up_to(5, 6, 7);
    let (mut chordal, mut split, mut failure) = (0, 0, None);
    for board in connected_up_to(n).filter(|board| is_chordal(board)) {
        context.budget.check()?;
        chordal += 1;
        split += usize::from(is_split(&board));
        let is_traceable = (0..board.vertices()).any(|v| has_hamiltonian_path(&board, v, None));
        let larger = with_a_handle(&board);
        let position = coloured(&larger, 1 << (board.vertices() + 1));
        let is_one = JudgeTable::new(larger.clone()).fewest(&position) == 1;
        let kept = is_chordal(&larger) && is_split(&larger) == is_split(&board);
        if (is_one != is_traceable || !kept) && failure.is_none() {
            failure = Some(position.to_string());
        }
    }
    Ok(Finding::answered(
        format!("the construction on all {chordal} connected chordal graphs of up to {n} vertices, {split} of them split, by brute force"),
        "no, unless P = NP: it is NP-hard, even on split graphs with a single white stone",
        failure,
    )
    .remark("proof: add a vertex adjacent to all others, and a leaf adjacent to it that holds the only white stone; one stone can be left exactly if the graph has a Hamiltonian path, which is NP-complete to decide on split graphs (Mueller 1996), and the graph stays split. Not yet reviewed by others")
    .remark("for chordal graphs whose cliques have at most w vertices the dynamic program over their clique trees takes time n^O(w)"))
}

/// Copies of the graph with a vertex adjacent to all others, that vertex joined to
/// the start of the next copy.
fn chain(board: &Board, start: usize, copies: usize) -> Arc<Board> {
    let n = board.vertices();
    let mut edges = Vec::new();
    for base in (0..copies).map(|copy| copy * (n + 1)) {
        edges.extend(board.edges().into_iter().map(|(a, b)| (base + a, base + b)));
        edges.extend((0..n).map(|v| (base + v, base + n)));
        if base > 0 {
            edges.push((base - 1, base + start));
        }
    }
    graph(copies * (n + 1), &edges)
}

/// The graph with a vertex adjacent to all others and a leaf adjacent to that.
fn with_a_handle(board: &Board) -> Arc<Board> {
    let n = board.vertices();
    let mut edges = board.edges();
    edges.extend((0..n).map(|v| (v, n)));
    edges.push((n, n + 1));
    graph(n + 2, &edges)
}

/// Whether vertices whose neighbours are a clique can be taken away until none
/// is left.
fn is_chordal(board: &Board) -> bool {
    let mut left: Vec<usize> = (0..board.vertices()).collect();
    while let Some(at) = left.iter().position(|&v| {
        let near: Vec<usize> = left.iter().copied().filter(|&u| board.adjacent(v, u)).collect();
        near.iter().all(|&a| near.iter().all(|&b| a == b || board.adjacent(a, b)))
    }) {
        left.remove(at);
    }
    left.is_empty()
}

/// Whether the vertices are a clique and an independent set.
fn is_split(board: &Board) -> bool {
    let n = board.vertices();
    (0..1u32 << n).any(|clique| {
        let inside = |v: usize| clique >> v & 1 == 1;
        (0..n).all(|a| (0..a).all(|b| inside(a) != inside(b) || board.adjacent(a, b) == inside(a)))
    })
}

/// The worst ratios to the fewest stones, of the greedy play and of the best
/// breadth-first tree, each with the position where it is met.
fn worst_ratios(n: usize, context: &CheckContext) -> Result<[String; 2], Stop> {
    let mut worst = [(1, 1, String::new()), (1, 1, String::new())];
    for board in connected_up_to(n) {
        context.budget.check()?;
        let mut table = JudgeTable::new(board.clone());
        let trees: Vec<_> = (0..board.vertices()).map(|root| breadth_first(&board, root)).collect();
        for position in mixed(&board) {
            let fewest = table.fewest(&position);
            let greedy = position.stones() - greedy::play(&position).len();
            let walked = trees.iter().map(|tree| value_on(tree, &position)).min().expect("a vertex");
            for (found, worst) in [greedy, walked].into_iter().zip(&mut worst) {
                if found * worst.1 > worst.0 * fewest {
                    *worst = (found, fewest, position.to_string());
                }
            }
        }
    }
    Ok(worst.map(|(found, fewest, board)| format!("{found} for {fewest} ({board})")))
}

/// A breadth-first tree: the order of the vertices, and their parents in it.
fn breadth_first(board: &Board, root: usize) -> (Vec<usize>, Arc<Board>) {
    let mut order = vec![root];
    let mut parents = Vec::new();
    let mut at = 0;
    while at < order.len() {
        for u in board.neighbours(order[at]) {
            if !order.contains(&u) {
                order.push(u);
                parents.push(at);
            }
        }
        at += 1;
    }
    (order, Arc::new(Board::Tree(Tree::new(parents))))
}

fn value_on((order, tree): &(Vec<usize>, Arc<Board>), position: &Position) -> usize {
    let cells = order.iter().map(|&v| position.cells()[v]).collect();
    tree::solve(&Position::new(tree.clone(), cells)).expect("a full tree").value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{cycle, line};
    use crate::graphs::connected;

    #[test]
    fn chordal_and_split_graphs_as_everybody_counts_them() {
        // OEIS A048192.
        let chordal: Vec<_> = (1..=6).map(|n| connected(n).iter().filter(|board| is_chordal(board)).count()).collect();
        assert_eq!(chordal, [1, 1, 2, 5, 15, 58]);
        assert!(!is_chordal(&cycle(4)) && is_split(&line(4)) && !is_split(&line(5)));
    }

    #[test]
    fn a_chain_has_its_edges() {
        let chain = chain(&line(3), 1, 2);
        assert_eq!((chain.vertices(), chain.edges().len()), (8, 2 * (2 + 3) + 1));
        assert!(chain.adjacent(3, 5));
    }
}
