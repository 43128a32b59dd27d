//! Is there an invariant like delta on graphs that are not bipartite? Problem
//! P8 of the survey.
//!
//! An additive invariant gives every stone on every vertex an element of some
//! abelian group, a(v) to an `x` on v and b(v) to an `o`, so that no move
//! changes the sum. For an edge uv the four moves say a(u) + b(v) = a(v),
//! a(u) + b(v) = b(u), a(v) + b(u) = a(u) and a(v) + b(u) = b(v). So
//! b(u) = a(v) and b(v) = a(u), hence a(v) = 2 a(u) and a(u) = 2 a(v), hence
//! 3 a(u) = 0 and a(v) = -a(u). On a connected graph all is known from one
//! vertex; on a ring of odd length a = -a and 3 a = 0, so a = 0.

use std::sync::Arc;

use allsmall::{Board, Stop};

use crate::boards::classes;
use crate::claim::{CheckContext, Claim, Finding};
use crate::graphs::connected;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "survey-problem-8",
    source: "Survey, Problem P8",
    place: "section 4.2, Problem P8; the answer is ours",
    statement: "Is there an invariant that extends delta to graphs that are not bipartite?",
    check: problem_8,
}];

fn problem_8(context: &CheckContext) -> Result<Finding, Stop> {
    let n = context.up_to(6, 7, 8);
    let mut failure = None;
    let (mut counts, mut others) = (Vec::new(), Vec::new());
    for size in 2..=n {
        let [mut one, mut odd_graphs, mut three, mut even_graphs] = [0; 4];
        for board in connected(size) {
            context.budget.check()?;
            let is_bipartite = classes(&board).is_some();
            for prime in [2, 3, 5, 7] {
                let expected = usize::from(is_bipartite && prime == 3);
                if free_choices(&board, prime) != expected && failure.is_none() {
                    failure = Some(format!("{:?} modulo {prime}", board.edges()));
                }
            }
            let found = full_classes(&board);
            if is_bipartite {
                even_graphs += 1;
                three += usize::from(found == 3);
            } else {
                odd_graphs += 1;
                one += usize::from(found == 1);
                if found > 1 {
                    let edges: Vec<_> = board.edges().iter().map(|(a, b)| format!("{a}-{b}")).collect();
                    others.push(format!("{} ({found})", edges.join(",")));
                }
            }
        }
        counts.push(format!("{size} vertices: {one} of {odd_graphs} and {three} of {even_graphs}"));
    }
    Ok(Finding::answered(
        format!("all connected graphs of 2 to {n} vertices: linear equations modulo 2, 3, 5, 7, and the classes of positions under moves and their undoing"),
        "none that adds up over the stones: on a connected graph of at least two vertices the only such invariants are the multiples of delta on bipartite graphs (on a single vertex nothing moves, so that everything is one); an invariant of another kind is not excluded beyond the graphs looked at",
        failure,
    )
    .remark("proof: the four moves along an edge uv force b(u) = a(v), b(v) = a(u), a(v) = -a(u) and 3 a(u) = 0 in any abelian group; an odd ring forces a = 0")
    .remark(format!("invariants of any kind: graphs that are not bipartite on which all full positions of both colours are in one class, so that no invariant distinguishes them, and bipartite graphs with exactly three classes: {}", counts.join("; ")))
    .remark(format!("graphs that are not bipartite with more classes: {}", others.join("; "))))
}

/// The dimension of the additive invariants modulo a prime: unknowns a(v) and
/// b(v), four equations an edge.
fn free_choices(board: &Board, prime: i64) -> usize {
    let n = board.vertices();
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for (u, v) in board.edges() {
        for (from, to) in [(u, v), (v, u)] {
            for (mover, taken) in [(0, n), (n, 0)] {
                let mut row = vec![0; 2 * n];
                row[mover + from] += 1;
                row[taken + to] += 1;
                row[mover + to] -= 1;
                rows.push(row);
            }
        }
    }
    2 * n - rank(rows, prime)
}

fn rank(mut rows: Vec<Vec<i64>>, prime: i64) -> usize {
    let mut done = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (done..rows.len()).find(|&r| rows[r][column].rem_euclid(prime) != 0) else { continue };
        rows.swap(done, pivot);
        let inverse = (1..prime).find(|x| (x * rows[done][column]).rem_euclid(prime) == 1).expect("a prime");
        for r in done + 1..rows.len() {
            let factor = (rows[r][column] * inverse).rem_euclid(prime);
            for c in 0..rows[r].len() {
                rows[r][c] = (rows[r][c] - factor * rows[done][c]).rem_euclid(prime);
            }
        }
        done += 1;
    }
    done
}

/// The classes of positions of both colours under moves between such positions
/// and their undoing, as far as they hold full positions: their number.
fn full_classes(board: &Arc<Board>) -> usize {
    let n = board.vertices();
    let power: Vec<usize> = (0..=n).map(|v| 3usize.pow(v as u32)).collect();
    let digit = |state: usize, v: usize| state / power[v] % 3;
    let is_mixed = |state: usize| (1..=2).all(|colour| (0..n).any(|v| digit(state, v) == colour));
    let mut parent: Vec<u32> = (0..power[n] as u32).collect();
    let edges: Vec<_> = board.edges().into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    for state in (0..power[n]).filter(|&state| is_mixed(state)) {
        for &(from, to) in &edges {
            let (mover, taken) = (digit(state, from), digit(state, to));
            if mover + taken != 3 || mover == 0 || taken == 0 {
                continue;
            }
            let after = state - mover * power[from] + mover * power[to] - taken * power[to];
            if is_mixed(after) {
                let (a, b) = (root(&mut parent, state), root(&mut parent, after));
                parent[a] = b as u32;
            }
        }
    }
    let full = (0..power[n]).filter(|&state| is_mixed(state) && (0..n).all(|v| digit(state, v) > 0));
    let mut roots: Vec<usize> = full.collect::<Vec<_>>().into_iter().map(|state| root(&mut parent, state)).collect();
    roots.sort_unstable();
    roots.dedup();
    roots.len()
}

fn root(parent: &mut [u32], mut state: usize) -> usize {
    while parent[state] as usize != state {
        parent[state] = parent[parent[state] as usize];
        state = parent[state] as usize;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{cycle, line};

    #[test]
    fn rings_and_lines() {
        assert_eq!([3, 5, 7].map(|n| free_choices(&cycle(n), 3)), [0; 3]);
        assert_eq!([4, 6].map(|n| free_choices(&cycle(n), 3)), [1; 2]);
        assert_eq!(free_choices(&line(5), 2), 0);
        assert_eq!(rank(vec![vec![2, 4], vec![1, 2]], 5), 1);
        assert!(full_classes(&line(6)) >= 3);
    }
}
