//! Good plays by spanning trees.
//!
//! A play is a forest, and a forest lies in a spanning tree; so the value of a
//! graph is the least value of its spanning trees, and that of a tree takes
//! linear time. The search keeps the best forest, lets go of a few of its
//! edges, completes the rest at random to a spanning tree, and solves that:
//! the outcome is never worse unless an edge was let go, and other edges get
//! their chance. Where one stone stands alone in its colour, long paths are
//! grown and turned instead (Posa).

use crate::notation::SplitMix64;
use crate::{Board, Budget, Position, Tree};

use super::super::forest::Forest;
use super::super::tree;
use super::Instance;

/// A play and the stones it leaves.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) forest: Forest,
    pub(super) roots: usize,
}

/// Vertices and edges looked at in all, before the search gives up.
const EFFORT: usize = 6_000_000;

/// The best play found in so many rounds, or fewer if the graph is large; it
/// stops at once when a play leaves `target` stones.
pub(super) fn search(instance: &Instance, target: usize, rounds: usize, budget: &Budget) -> Option<Found> {
    let n = instance.vertices();
    let mut edges: Vec<(usize, usize)> =
        (0..n).flat_map(|v| instance.near(v).filter(move |&u| u > v).map(move |u| (v, u))).collect();
    let mut random = SplitMix64::new(n as u64);
    let mut best: Option<Found> = None;
    if let (Some(start), None) = (instance.odd_one_out(), instance.end) {
        best = Some(longest_path(instance, start, &mut random));
    }
    let rounds = (EFFORT / (n + edges.len() + 1)).clamp(1, rounds);
    for round in 0..rounds {
        if best.as_ref().is_some_and(|found| found.roots <= target) || (round > 0 && budget.check().is_err()) {
            break;
        }
        let tree = spanning_tree(instance, &mut edges, best.as_ref(), round, &mut random);
        if let Some(found) = solve_tree(instance, &tree)
            && best.as_ref().is_none_or(|best| found.roots <= best.roots)
        {
            best = Some(found);
        }
    }
    best
}

/// The edges of a spanning tree that holds most edges of the best forest.
fn spanning_tree(
    instance: &Instance,
    edges: &mut [(usize, usize)],
    best: Option<&Found>,
    round: usize,
    random: &mut SplitMix64,
) -> Vec<Vec<usize>> {
    for i in (1..edges.len()).rev() {
        edges.swap(i, random.below(i as u64 + 1) as usize);
    }
    let mut joined = Joined::new(instance.vertices());
    let mut tree = vec![Vec::new(); instance.vertices()];
    let mut join = |a: usize, b: usize| {
        if joined.join(a, b) {
            tree[a].push(b);
            tree[b].push(a);
        }
    };
    if let Some(best) = best {
        // Rounds let go of no edge, of one in eight, of one in thirty by turns.
        let one_in = [u64::MAX, 8, 30][round % 3];
        let keep = |random: &mut SplitMix64| random.below(one_in) > 0;
        for v in 0..instance.vertices() {
            if let Some(to) = best.forest.arrow(v).filter(|_| keep(random)) {
                join(v, to);
            }
        }
    }
    edges.iter().for_each(|&(a, b)| join(a, b));
    tree
}

/// The best play inside a spanning tree, as a play on the graph.
fn solve_tree(instance: &Instance, tree: &[Vec<usize>]) -> Option<Found> {
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
    Some(Found { forest, roots })
}

/// The play of the odd stone along a long path: at its end the path goes on,
/// or turns its tail round where the end touches it.
fn longest_path(instance: &Instance, start: usize, random: &mut SplitMix64) -> Found {
    let n = instance.vertices();
    let mut path = vec![start];
    let mut place = vec![usize::MAX; n];
    place[start] = 0;
    let mut best = path.clone();
    for _ in 0..(EFFORT / (n + 1)).min(200 * n) {
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
    Found { forest, roots: n + 1 - best.len() }
}

fn pick<'a>(from: &'a [usize], random: &mut SplitMix64) -> Option<&'a usize> {
    (!from.is_empty()).then(|| &from[random.below(from.len() as u64) as usize])
}

/// Sets of vertices that are joined step by step.
struct Joined(Vec<usize>);

impl Joined {
    fn new(n: usize) -> Joined {
        Joined((0..n).collect())
    }

    fn find(&mut self, mut v: usize) -> usize {
        while self.0[v] != v {
            self.0[v] = self.0[self.0[v]];
            v = self.0[v];
        }
        v
    }

    /// Joins the sets of `a` and `b`; whether they were apart.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
        a != b
    }
}
