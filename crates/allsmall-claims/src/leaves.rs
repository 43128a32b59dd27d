//! Spanning trees of grids with chosen leaves: Problem P2 of the survey.

use crate::studies::spanning_tree::spanning_tree;
use allsmall::{Board, Stop};

use crate::boards::grid;
use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "survey-problem-2",
    source: "Survey, Problem P2 (Gravier and Parreau 2006)",
    place: "section 2.1, Problem P2; the two conditions are ours",
    statement: "Given a k x n grid and p cells, is there a spanning tree of the grid whose leaves are these cells?",
    check: problem_2,
}];

fn problem_2(context: &CheckContext) -> Result<Finding, Stop> {
    let cells = context.up_to(12, 16, 20);
    let mut first = [None, None];
    let mut failing = [Vec::new(), Vec::new()];
    let mut sets = 0;
    for p in [3, 4] {
        let of_p = &mut failing[p - 3];
        for (rows, cols) in sizes(cells) {
            let board = grid(rows, cols);
            let mut wrong = 0;
            for leaves in subsets(rows * cols, p) {
                if !is_allowed(&board, cols, &leaves) {
                    continue;
                }
                sets += 1;
                if spanning_tree(rows, cols, &leaves, &context.budget)?.is_none() {
                    wrong += 1;
                    let named = || leaves.iter().map(|v| format!("({},{})", v / cols + 1, v % cols + 1));
                    first[p - 3].get_or_insert_with(|| {
                        format!("{rows} x {cols} with {}", named().collect::<Vec<_>>().join(" "))
                    });
                }
            }
            if wrong > 0 {
                of_p.push(format!("{rows} x {cols}: {wrong}"));
            }
        }
    }
    let summary = |p: usize| match (&first[p - 3], failing[p - 3].is_empty()) {
        (Some(case), false) => format!("p = {p}: first {case}; sets by grid: {}", failing[p - 3].join(", ")),
        _ => format!("p = {p}: none"),
    };
    Ok(Finding::conjecture(
        format!("all {sets} sets of 3 and 4 cells that meet two necessary conditions, on all grids with 2 <= k <= n and up to {cells} cells"),
        None,
    )
    .remark("two conditions of ours are necessary, colouring and connectivity, and not sufficient: the survey too speaks of forbidden configurations for p = 3")
    .remark(format!("sets that meet both conditions and are not the leaves of a tree: {}; {}", summary(3), summary(4)))
    .remark("colouring: with B and W cells of the two colours and b leaves among the B, B - W + 1 <= b <= B - W + p - 1, by counting edges; connectivity: the other cells are connected, and each leaf is beside one of them; for a fixed number of rows the question takes linear time (the tree itself is built)"))
}

/// The sides of grids, shorter side first, smaller grids first.
fn sizes(cells: usize) -> Vec<(usize, usize)> {
    let mut all: Vec<_> = (2..=cells).flat_map(|k| (k..=cells / k).map(move |n| (k, n))).collect();
    all.sort_by_key(|&(k, n)| (k * n, k));
    all
}

/// All sets of `p` of the numbers below `n`.
fn subsets(n: usize, p: usize) -> Vec<Vec<usize>> {
    if p == 0 {
        return vec![Vec::new()];
    }
    (p - 1..n)
        .flat_map(|last| {
            subsets(last, p - 1).into_iter().map(move |mut set| {
                set.push(last);
                set
            })
        })
        .collect()
}

/// The two conditions, which every leaf set of a spanning tree meets.
fn is_allowed(board: &Board, cols: usize, leaves: &[usize]) -> bool {
    let n = board.vertices();
    let is_dark = |v: usize| (v / cols + v % cols).is_multiple_of(2);
    let dark = (0..n).filter(|&v| is_dark(v)).count() as i64;
    let excess = 2 * dark - n as i64;
    let chosen = leaves.iter().filter(|&&v| is_dark(v)).count() as i64;
    let colouring = (excess + 1..excess + leaves.len() as i64).contains(&chosen);
    let inner: Vec<usize> = (0..n).filter(|v| !leaves.contains(v)).collect();
    colouring
        && leaves.iter().all(|&v| board.neighbours(v).iter().any(|u| !leaves.contains(u)))
        && is_connected(board, &inner)
}

fn is_connected(board: &Board, among: &[usize]) -> bool {
    let mut reached: Vec<usize> = among.iter().copied().take(1).collect();
    let mut at = 0;
    while at < reached.len() {
        for u in board.neighbours(reached[at]) {
            if among.contains(&u) && !reached.contains(&u) {
                reached.push(u);
            }
        }
        at += 1;
    }
    reached.len() == among.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use allsmall::Budget;

    #[test]
    fn every_tree_meets_the_conditions() {
        for (rows, cols) in [(2, 3), (2, 4), (3, 3), (3, 4)] {
            let board = grid(rows, cols);
            for p in 2..=5 {
                for leaves in subsets(rows * cols, p) {
                    let has_tree = spanning_tree(rows, cols, &leaves, &Budget::new()).expect("no limit").is_some();
                    assert!(!has_tree || is_allowed(&board, cols, &leaves), "{rows} x {cols}: {leaves:?}");
                }
            }
        }
        assert_eq!(subsets(5, 3).len(), 10);
    }
}
