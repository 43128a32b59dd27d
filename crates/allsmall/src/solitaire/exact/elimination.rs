//! A tree decomposition from an order of elimination.
//!
//! Vertices go one by one, those with the fewest neighbours first; when one
//! goes, its neighbours become adjacent to each other. The vertex and its
//! neighbours at that time are its bag; the bag below hangs on the one whose
//! vertex goes next among those neighbours.
//!
//! ```text
//!   bag of v:  [ u_k ... u_2 u_1 | v ]     sorted so that whoever goes first is last;
//!                                          the table passed on simply drops v
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::Instance;
use super::state::BAG;

/// One step of the elimination.
#[derive(Debug)]
pub(super) struct Node {
    /// The bag; its last vertex is the one eliminated here.
    pub(super) bag: Vec<usize>,
    /// The steps whose tables are joined here.
    pub(super) children: Vec<usize>,
    /// Which vertices of the bag are adjacent to the last one.
    pub(super) adjacent: Vec<usize>,
    /// How many edges of each bag vertex are dealt with neither here nor below.
    pub(super) open: Vec<usize>,
    /// How many of them are dealt with here or below.
    done: BTreeMap<usize, usize>,
}

impl Node {
    /// How many edges of a vertex not yet eliminated are dealt with here or
    /// below.
    pub(super) fn done(&self, v: usize) -> usize {
        self.done.get(&v).copied().unwrap_or(0)
    }
}

/// The steps in order and the width, or none if some bag is too large.
pub(super) fn nodes(instance: &Instance) -> Option<(Vec<Node>, usize)> {
    let order = order(instance)?;
    let n = order.len();
    let mut when = vec![0; n];
    order.iter().enumerate().for_each(|(step, (v, _))| when[*v] = step);
    let mut nodes: Vec<Node> = Vec::with_capacity(n);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (step, (v, later)) in order.into_iter().enumerate() {
        let mut bag = later;
        bag.sort_by_key(|&u| std::cmp::Reverse(when[u]));
        if let Some(&next) = bag.last() {
            children[when[next]].push(step);
        }
        bag.push(v);
        let own = std::mem::take(&mut children[step]);
        let mut done: BTreeMap<usize, usize> = BTreeMap::new();
        for &child in &own {
            for (&u, &count) in &nodes[child].done {
                *done.entry(u).or_default() += count;
            }
        }
        let adjacent: Vec<usize> = (0..bag.len() - 1).filter(|&i| instance.near(v).any(|u| u == bag[i])).collect();
        for &i in &adjacent {
            *done.entry(bag[i]).or_default() += 1;
        }
        let open = bag.iter().map(|u| instance.near(*u).len() - done.get(u).copied().unwrap_or(0)).collect();
        done.remove(&v);
        nodes.push(Node { bag, children: own, adjacent, open, done });
    }
    let width = nodes.iter().map(|node| node.bag.len() - 1).max().unwrap_or(0);
    Some((nodes, width))
}

/// The vertices in the order of elimination, each with its neighbours then.
fn order(instance: &Instance) -> Option<Vec<(usize, Vec<usize>)>> {
    let n = instance.vertices();
    let mut near: Vec<BTreeSet<usize>> = (0..n).map(|v| instance.near(v).collect()).collect();
    let mut queue: BTreeSet<(usize, usize)> = (0..n).map(|v| (near[v].len(), v)).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(&(degree, _)) = queue.first() {
        if degree >= BAG {
            return None;
        }
        // Among those with the fewest neighbours, the one that adds fewest edges.
        let (_, v) = queue
            .iter()
            .take_while(|&&(d, _)| d == degree)
            .take(64)
            .copied()
            .min_by_key(|&(_, v)| missing_edges(&near, v))
            .expect("the queue is not empty");
        queue.remove(&(degree, v));
        let later: Vec<usize> = std::mem::take(&mut near[v]).into_iter().collect();
        for &u in &later {
            queue.remove(&(near[u].len(), u));
            near[u].remove(&v);
            near[u].extend(later.iter().copied().filter(|&w| w != u));
            queue.insert((near[u].len(), u));
        }
        order.push((v, later));
    }
    Some(order)
}

/// Pairs of neighbours of `v` that are not adjacent.
fn missing_edges(near: &[BTreeSet<usize>], v: usize) -> usize {
    let pairs = near[v].iter().flat_map(|&a| near[v].range(a + 1..).map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| !near[a].contains(&b)).count()
}
