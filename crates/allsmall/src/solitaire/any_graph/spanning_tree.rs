//! Upper bounds by local search over spanning trees.
//!
//! A play is a forest, and a forest lies in a spanning tree; so the value of a
//! graph is the least value of its spanning trees, and a tree is solved in
//! linear time. A move of the local search adds an edge, often one at a stone
//! that stays, removes another edge of the cycle, and solves the new tree; it is
//! kept unless the value is worse, and with a small probability even then. Where
//! one stone is alone in its colour, a long path is grown first by rotations
//! (Posa).

use crate::SplitMix64;
use crate::{Board, Budget, Position, Tree};

use super::Instance;
use crate::solitaire::graphs::tree;
use crate::solitaire::play::forest::Forest;

/// A play as a forest, and the number of stones it leaves.
#[derive(Clone, Debug)]
pub(super) struct ForestPlay {
    pub(super) forest: Forest,
    pub(super) roots: usize,
}

/// Maximum number of vertices and edges visited by one search.
const EFFORT: usize = 6_000_000;

/// The best play found in `rounds` rounds, or fewer if the graph is large,
/// starting from the best one known. Stops at a play that leaves `target` stones.
pub(super) fn search(
    instance: &Instance,
    target: usize,
    rounds: usize,
    known: Option<ForestPlay>,
    budget: &Budget,
) -> Option<ForestPlay> {
    let n = instance.vertices();
    let mut random = SplitMix64::new((n + rounds) as u64);
    let mut best = known;
    if let (Some(start), None, None) = (instance.odd_one_out(), instance.end, &best) {
        best = Some(longest_path(instance, start, &mut random, budget));
    }
    let edges: usize = (0..n).map(|v| instance.near(v).len()).sum();
    // The lists of edges and of neighbours, and the memory of the tree solver.
    if budget.fits(edges * size_of::<Edge>() + n * TREE).is_err() || budget.check().is_err() {
        return best;
    }
    let often = (LARGE / (n + edges + 1)).clamp(1, 16);
    let mut tree = SpanningTree::around(instance, best.as_ref(), &mut random);
    let mut now: Option<ForestPlay> = None;
    for round in 0..(EFFORT / (n + edges + 1)).clamp(1, rounds) {
        if best.as_ref().is_some_and(|found| found.roots <= target)
            || (round % often == often.min(2) - 1 && budget.check().is_err())
        {
            break;
        }
        let change = if round > 0 { tree.exchange(instance, now.as_ref(), &mut random) } else { None };
        let found = solve_tree(instance, &tree.near);
        let value = |found: &Option<ForestPlay>| found.as_ref().map_or(usize::MAX, |found| found.roots);
        if value(&found) <= value(&now) || random.below(BOLD) == 0 {
            if value(&found) < value(&best) {
                best.clone_from(&found);
            }
            now = found;
        } else if let Some((added, removed)) = change {
            tree.remove(added);
            tree.add(removed);
        }
    }
    best
}

/// Number of vertices and edges visited between two checks of the budget.
const LARGE: usize = 100_000;
/// Bytes per vertex of the tree solver.
const TREE: usize = 160;

/// A worse tree is accepted with probability 1 / BOLD.
const BOLD: u64 = 400;

type Edge = (usize, usize);

/// A spanning tree.
struct SpanningTree {
    near: Vec<Vec<usize>>,
}

impl SpanningTree {
    /// A random spanning tree that contains the arrows of the best play.
    fn around(instance: &Instance, best: Option<&ForestPlay>, random: &mut SplitMix64) -> SpanningTree {
        let n = instance.vertices();
        let mut tree = SpanningTree { near: vec![Vec::new(); n] };
        let mut joined = UnionFind::new(n);
        let mut edges: Vec<Edge> =
            (0..n).flat_map(|v| instance.near(v).filter(move |&u| u > v).map(move |u| (v, u))).collect();
        for i in (1..edges.len()).rev() {
            edges.swap(i, random.below(i as u64 + 1) as usize);
        }
        let arrows = best.into_iter().flat_map(|found| (0..n).filter_map(|v| Some((v, found.forest.arrow(v)?))));
        for (a, b) in arrows.chain(edges) {
            if joined.join(a, b) {
                tree.add((a, b));
            }
        }
        tree
    }

    fn add(&mut self, (a, b): Edge) {
        self.near[a].push(b);
        self.near[b].push(a);
    }

    fn remove(&mut self, (a, b): Edge) {
        self.near[a].retain(|&u| u != b);
        self.near[b].retain(|&u| u != a);
    }

    /// Adds an edge and removes another one of the cycle, preferably one that the
    /// play does not use. Returns the edge added and the edge removed, if any.
    fn exchange(
        &mut self,
        instance: &Instance,
        now: Option<&ForestPlay>,
        random: &mut SplitMix64,
    ) -> Option<(Edge, Edge)> {
        let n = instance.vertices();
        let stays = |v: usize| now.is_some_and(|found| found.forest.arrow(v).is_none());
        let mut v = random.below(n as u64) as usize;
        if random.below(2) == 0 {
            v = (0..n).map(|i| (v + i) % n).find(|&v| stays(v)).unwrap_or(v);
        }
        let new: Vec<usize> = instance.near(v).filter(|u| !self.near[v].contains(u)).collect();
        let u = *pick(&new, random)?;
        let cycle = self.path(v, u);
        let used = |&(a, b): &Edge| {
            now.is_some_and(|found| found.forest.arrow(a) == Some(b) || found.forest.arrow(b) == Some(a))
        };
        let edges: Vec<Edge> = cycle.windows(2).map(|step| (step[0], step[1])).collect();
        let free: Vec<Edge> = edges.iter().copied().filter(|edge| !used(edge)).collect();
        let removed = if free.is_empty() || random.below(4) == 0 { pick(&edges, random) } else { pick(&free, random) };
        let removed = *removed.expect("the ends of a new edge are apart");
        self.remove(removed);
        self.add((v, u));
        Some(((v, u), removed))
    }

    /// The path from `a` to `b` in the tree.
    fn path(&self, a: usize, b: usize) -> Vec<usize> {
        let mut before = vec![usize::MAX; self.near.len()];
        before[b] = b;
        let mut open = vec![b];
        while let Some(v) = open.pop().filter(|_| before[a] == usize::MAX) {
            for &u in &self.near[v] {
                if before[u] == usize::MAX {
                    before[u] = v;
                    open.push(u);
                }
            }
        }
        let mut path = vec![a];
        while path.last() != Some(&b) {
            path.push(before[*path.last().expect("it starts at a")]);
        }
        path
    }
}

/// The best play inside a spanning tree, as a play on the graph.
fn solve_tree(instance: &Instance, tree: &[Vec<usize>]) -> Option<ForestPlay> {
    let root = instance.end.map_or(0, |end| end.vertex);
    let (mut order, mut parents) = (vec![root], Vec::with_capacity(tree.len() - 1));
    let mut seen = vec![false; tree.len()];
    seen[root] = true;
    let mut next = 0;
    while next < order.len() {
        for &u in &tree[order[next]] {
            if !std::mem::replace(&mut seen[u], true) {
                order.push(u);
                parents.push(next);
            }
        }
        next += 1;
    }
    let cells = order.iter().map(|&v| Some(instance.colours[v])).collect();
    let position = Position::new(Board::Tree(Tree::new(parents)), cells);
    let solved = tree::solve(&position).expect("a full tree");
    let (on_tree, roots) = match instance.end {
        None => (solved.forest(), solved.value()),
        Some(end) => solved.forest_to_root(end.colour)?,
    };
    let mut forest = Forest::still(tree.len());
    for (i, &v) in order.iter().enumerate() {
        if let Some(to) = on_tree.arrow(i) {
            forest.point(v, order[to]);
        }
    }
    Some(ForestPlay { forest, roots })
}

/// The play of the odd stone along a long path, which is extended at its end or,
/// where that is not possible, rotated (Posa).
fn longest_path(instance: &Instance, start: usize, random: &mut SplitMix64, budget: &Budget) -> ForestPlay {
    let n = instance.vertices();
    let mut path = vec![start];
    let mut place = vec![usize::MAX; n];
    place[start] = 0;
    let mut best = path.clone();
    let mut ticker = budget.ticker();
    for _ in 0..(EFFORT / (n + 1)).min(200 * n) {
        if ticker.step(n).is_err() {
            break;
        }
        let end = *path.last().expect("the path has a start");
        let near: Vec<usize> = instance.near(end).collect();
        let new: Vec<usize> = near.iter().copied().filter(|&u| place[u] == usize::MAX).collect();
        if let Some(&next) = pick(&new, random) {
            place[next] = path.len();
            path.push(next);
            if path.len() > best.len() {
                best.clone_from(&path);
            }
            if path.len() == n {
                break;
            }
        } else if let Some(&touched) = pick(&near, random) {
            let from = place[touched] + 1;
            path[from..].reverse();
            path.iter().enumerate().skip(from).for_each(|(i, &v)| place[v] = i);
        }
    }
    let mut forest = Forest::still(n);
    best.windows(2).for_each(|step| forest.point(step[0], step[1]));
    ForestPlay { forest, roots: n + 1 - best.len() }
}

fn pick<'a, T>(from: &'a [T], random: &mut SplitMix64) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[random.below(from.len() as u64) as usize])
}

/// Disjoint sets of vertices (union-find).
struct UnionFind(Vec<usize>);

impl UnionFind {
    fn new(n: usize) -> UnionFind {
        UnionFind((0..n).collect())
    }

    fn find(&mut self, mut v: usize) -> usize {
        while self.0[v] != v {
            self.0[v] = self.0[self.0[v]];
            v = self.0[v];
        }
        v
    }

    /// Joins the sets of `a` and `b`; returns whether they were disjoint.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
        a != b
    }
}
