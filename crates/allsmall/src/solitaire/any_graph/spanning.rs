//! Good plays by spanning trees.
//!
//! A play is a forest, and a forest lies in a spanning tree; so the value of a
//! graph is the least value of its spanning trees, and that of a tree takes
//! linear time. The search walks from tree to tree: it adds an edge, often one
//! at a stone that stays, takes another one off the ring that this closes, and
//! solves the new tree; it goes there unless the value is worse, and now and
//! then even so. Where one stone stands alone in its colour, long paths are
//! grown and turned first (Posa).

use crate::SplitMix64;
use crate::{Board, Budget, Position, Tree};

use super::Instance;
use crate::solitaire::graphs::tree;
use crate::solitaire::play::forest::Forest;

/// A play and the stones it leaves.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) forest: Forest,
    pub(super) roots: usize,
}

/// Vertices and edges looked at in all, before the search gives up.
const EFFORT: usize = 6_000_000;

/// The best play found in so many rounds, or fewer if the graph is large, from
/// the best one known; it stops at once when a play leaves `target` stones.
pub(super) fn search(
    instance: &Instance,
    target: usize,
    rounds: usize,
    known: Option<Found>,
    budget: &Budget,
) -> Option<Found> {
    let n = instance.vertices();
    let mut random = SplitMix64::new((n + rounds) as u64);
    let mut best = known;
    if let (Some(start), None, None) = (instance.odd_one_out(), instance.end, &best) {
        best = Some(longest_path(instance, start, &mut random, budget));
    }
    let edges: usize = (0..n).map(|v| instance.near(v).len()).sum();
    // Lists of edges and of neighbours, and what a tree takes to be solved.
    if budget.fits(edges * size_of::<Edge>() + n * TREE).is_err() || budget.check().is_err() {
        return best;
    }
    let often = (LARGE / (n + edges + 1)).clamp(1, 16);
    let mut tree = Spanning::around(instance, best.as_ref(), &mut random);
    let mut now: Option<Found> = None;
    for round in 0..(EFFORT / (n + edges + 1)).clamp(1, rounds) {
        if best.as_ref().is_some_and(|found| found.roots <= target)
            || (round % often == often.min(2) - 1 && budget.check().is_err())
        {
            break;
        }
        let change = if round > 0 { tree.exchange(instance, now.as_ref(), &mut random) } else { None };
        let found = solve_tree(instance, &tree.near);
        let value = |found: &Option<Found>| found.as_ref().map_or(usize::MAX, |found| found.roots);
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

/// Vertices and edges that are gone through between two looks at the clock.
const LARGE: usize = 100_000;
/// Bytes of a vertex in a tree that is being solved.
const TREE: usize = 160;

/// One step in so many goes to a worse tree.
const BOLD: u64 = 400;

type Edge = (usize, usize);

/// A spanning tree.
struct Spanning {
    near: Vec<Vec<usize>>,
}

impl Spanning {
    /// A random one that holds the arrows of the best play.
    fn around(instance: &Instance, best: Option<&Found>, random: &mut SplitMix64) -> Spanning {
        let n = instance.vertices();
        let mut tree = Spanning { near: vec![Vec::new(); n] };
        let mut joined = Joined::new(n);
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

    /// Adds an edge and takes another one of the ring away, one that the play
    /// does not use if there is one; the edge added and the one removed, if
    /// there was a change.
    fn exchange(&mut self, instance: &Instance, now: Option<&Found>, random: &mut SplitMix64) -> Option<(Edge, Edge)> {
        let n = instance.vertices();
        let stays = |v: usize| now.is_some_and(|found| found.forest.arrow(v).is_none());
        let mut v = random.below(n as u64) as usize;
        if random.below(2) == 0 {
            v = (0..n).map(|i| (v + i) % n).find(|&v| stays(v)).unwrap_or(v);
        }
        let new: Vec<usize> = instance.near(v).filter(|u| !self.near[v].contains(u)).collect();
        let u = *pick(&new, random)?;
        let ring = self.path(v, u);
        let used = |&(a, b): &Edge| {
            now.is_some_and(|found| found.forest.arrow(a) == Some(b) || found.forest.arrow(b) == Some(a))
        };
        let edges: Vec<Edge> = ring.windows(2).map(|step| (step[0], step[1])).collect();
        let free: Vec<Edge> = edges.iter().copied().filter(|edge| !used(edge)).collect();
        let removed = if free.is_empty() || random.below(4) == 0 { pick(&edges, random) } else { pick(&free, random) };
        let removed = *removed.expect("the ends of a new edge are apart");
        self.remove(removed);
        self.add((v, u));
        Some(((v, u), removed))
    }

    /// The way from `a` to `b` in the tree.
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
fn longest_path(instance: &Instance, start: usize, random: &mut SplitMix64, budget: &Budget) -> Found {
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
    Found { forest, roots: n + 1 - best.len() }
}

fn pick<'a, T>(from: &'a [T], random: &mut SplitMix64) -> Option<&'a T> {
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
