//! All small graphs and trees, one of each up to isomorphism.

use std::collections::HashSet;
use std::sync::Arc;

use allsmall::{Board, Tree};

use super::boards::graph;

/// Rows of an adjacency matrix, a bit a column.
type Rows = Vec<u16>;

/// The connected graphs with `n` vertices: 1, 1, 2, 6, 21, 112, 853, 11117.
///
/// A connected graph has a vertex whose removal leaves it connected, so they
/// all come from the smaller ones by adding a vertex.
pub(crate) fn connected(n: usize) -> Vec<Arc<Board>> {
    let mut all: Vec<Rows> = vec![vec![0]];
    for size in 2..=n {
        let mut seen = HashSet::new();
        for smaller in &all {
            for neighbours in 1..1u16 << (size - 1) {
                let mut rows = smaller.clone();
                for (v, row) in rows.iter_mut().enumerate() {
                    *row |= (neighbours >> v & 1) << (size - 1);
                }
                rows.push(neighbours);
                seen.insert(canonical(&rows));
            }
        }
        all = seen.into_iter().collect();
        all.sort_unstable();
    }
    all.iter().map(|rows| board(rows)).collect()
}

/// The connected graphs with 2 to `n` vertices, small ones first.
pub(crate) fn connected_up_to(n: usize) -> impl Iterator<Item = Arc<Board>> {
    (2..=n).flat_map(connected)
}

fn board(rows: &[u16]) -> Arc<Board> {
    let n = rows.len();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    graph(n, &pairs.filter(|&(a, b)| rows[a] >> b & 1 == 1).collect::<Vec<_>>())
}

/// The least matrix over all orders of the vertices that respect a colouring
/// by degrees, refined once by the degrees of the neighbours.
fn canonical(rows: &[u16]) -> Rows {
    let n = rows.len();
    let kind = |v: usize| {
        let mut around: Vec<u32> = (0..n).filter(|u| rows[v] >> u & 1 == 1).map(|u| rows[u].count_ones()).collect();
        around.sort_unstable();
        (rows[v].count_ones(), around)
    };
    let mut order: Vec<usize> = (0..n).collect();
    let kinds: Vec<_> = (0..n).map(kind).collect();
    order.sort_by(|&a, &b| kinds[a].cmp(&kinds[b]));
    let mut best: Option<Rows> = None;
    permute(rows, &kinds, &mut order, 0, &mut best);
    best.expect("there is an order")
}

fn permute<K: PartialEq>(rows: &[u16], kinds: &[K], order: &mut [usize], done: usize, best: &mut Option<Rows>) {
    if done == order.len() {
        let row = |&v: &usize| (0..order.len()).fold(0, |bits, u| bits | (rows[v] >> order[u] & 1) << u);
        let matrix: Rows = order.iter().map(row).collect();
        if best.as_ref().is_none_or(|known| matrix < *known) {
            *best = Some(matrix);
        }
        return;
    }
    for next in done..order.len() {
        if kinds[order[next]] != kinds[order[done]] {
            continue;
        }
        order.swap(done, next);
        permute(rows, kinds, order, done + 1, best);
        order.swap(done, next);
    }
}

/// The rooted trees with `n` vertices: 1, 1, 2, 4, 9, 20, 48, 115, 286, 719.
///
/// Depths in preorder name a tree; of all ways to order the children the one
/// with the greatest depths is kept, and it comes from the tree without its
/// last vertex.
pub(crate) fn rooted_trees(n: usize) -> Vec<Arc<Board>> {
    let mut all = vec![vec![0usize]];
    for _ in 1..n {
        let longer = all.iter().flat_map(|depths| {
            let last = *depths.last().expect("a root");
            (1..=last + 1).map(|depth| depths.iter().copied().chain([depth]).collect::<Vec<_>>())
        });
        all = longer.filter(|depths| is_greatest(depths)).collect();
    }
    all.iter().map(|depths| Arc::new(Board::Tree(Tree::new(parents(depths))))).collect()
}

/// Whether, at every vertex, the subtrees of the children do not increase.
fn is_greatest(depths: &[usize]) -> bool {
    (1..depths.len()).all(|v| {
        let end = |v: usize| (v + 1..depths.len()).find(|&u| depths[u] <= depths[v]).unwrap_or(depths.len());
        let next = end(v);
        next == depths.len() || depths[next] != depths[v] || depths[v..next] >= depths[next..end(next)]
    })
}

/// The parents of vertices 1, 2, ...
fn parents(depths: &[usize]) -> Vec<usize> {
    (1..depths.len()).map(|v| (0..v).rev().find(|&u| depths[u] + 1 == depths[v]).expect("a vertex above")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_everybody_counts() {
        let graphs: Vec<_> = (1..=6).map(|n| connected(n).len()).collect();
        assert_eq!(graphs, [1, 1, 2, 6, 21, 112]);
        let trees: Vec<_> = (1..=9).map(|n| rooted_trees(n).len()).collect();
        assert_eq!(trees, [1, 1, 2, 4, 9, 20, 48, 115, 286]);
    }
}
