//! Tree decomposition from a minimum-degree elimination order.
//!
//! Vertices are eliminated one at a time, those of least degree first; the
//! neighbours of an eliminated vertex become adjacent to each other. A vertex
//! and its neighbours at that time are its bag. The parent of the bag is the bag
//! of the neighbour that is eliminated next.
//!
//! ```text
//!   bag of v:  [ u_k ... u_2 u_1 | v ]     sorted by elimination, the earliest last;
//!                                          the table passed on simply drops v
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::{Budget, Player, Stop};

use super::bag_state::BAG;
use super::{Instance, path_order};

/// A node of the decomposition: the elimination of one vertex.
#[derive(Debug)]
pub(super) struct DecompositionNode {
    /// The bag; its last vertex is the one eliminated here.
    pub(super) bag: Vec<usize>,
    /// The nodes whose tables are joined here.
    pub(super) children: Vec<usize>,
    /// Places of the bag vertices that are adjacent to the last one.
    pub(super) adjacent: Vec<usize>,
    /// For each bag vertex, the number of its edges decided neither here nor
    /// below.
    pub(super) open: Vec<usize>,
    /// For each join of a further child, the number of open edges of each bag
    /// vertex: those of the last vertex and those below later children included.
    pub(super) open_at_joins: Vec<Vec<usize>>,
    /// Number of stones of each colour neither in the bag nor below.
    pub(super) rest: [usize; 2],
    /// For each join of a further child, the number of stones of each colour
    /// neither in the bag nor below the children joined.
    pub(super) rest_at_joins: Vec<[usize; 2]>,
    /// Number of stones of each colour eliminated here or below.
    gone: [usize; 2],
    /// For each vertex not yet eliminated, the number of its edges decided here
    /// or below.
    done: BTreeMap<usize, usize>,
}

/// Maximum width at which joins are cheap.
pub(super) const NARROW: usize = 5;

/// Bytes of a node with its sets and lists.
const NODE: usize = 512;

/// The nodes, children first, and the width; `None` if some bag is too large.
pub(super) fn nodes(instance: &Instance, budget: &Budget) -> Result<Option<(Vec<DecompositionNode>, usize)>, Stop> {
    budget.fits(NODE.saturating_mul(instance.vertices()))?;
    let order = order(instance, budget)?;
    let width = |order: &EliminationOrder| order.iter().map(|(_, later)| later.len()).max().unwrap_or(0);
    if order.as_ref().is_none_or(|order| width(order) > NARROW)
        && let Some(path) = path_order::order(instance, budget)?.filter(|path| width(path) < BAG)
    {
        return decomposition(instance, path, true, budget).map(Some);
    }
    order.map(|order| decomposition(instance, order, false, budget)).transpose()
}

/// The nodes of a path decomposition, however narrow the graph is.
#[cfg(test)]
pub(super) fn path_nodes(instance: &Instance) -> Vec<DecompositionNode> {
    let budget = Budget::new();
    let path = path_order::order(instance, &budget).expect("there is time").expect("a small graph");
    decomposition(instance, path, true, &budget).expect("there is time").0
}

/// The vertices in the order of elimination, each with the other vertices of
/// its bag.
pub(super) type EliminationOrder = Vec<(usize, Vec<usize>)>;

/// The nodes of an order and its width; in a `path` every node is the parent of
/// the one before it.
fn decomposition(
    instance: &Instance,
    order: EliminationOrder,
    path: bool,
    budget: &Budget,
) -> Result<(Vec<DecompositionNode>, usize), Stop> {
    let n = order.len();
    let mut ticker = budget.ticker();
    let mut when = vec![0; n];
    order.iter().enumerate().for_each(|(step, (v, _))| when[*v] = step);
    let all = colours(instance, &when);
    let mut nodes: Vec<DecompositionNode> = Vec::with_capacity(n);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (step, (v, later)) in order.into_iter().enumerate() {
        ticker.step(64)?;
        let mut bag = later;
        bag.sort_by_key(|&u| std::cmp::Reverse(when[u]));
        if let Some(&next) = bag.last() {
            children[if path { step + 1 } else { when[next] }].push(step);
        }
        bag.push(v);
        let own = std::mem::take(&mut children[step]);
        let mut done: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut open_at_joins, mut rest_at_joins) = (Vec::new(), Vec::new());
        let mut rest = less(all, colours(instance, &bag));
        for (i, &child) in own.iter().enumerate() {
            rest = less(rest, nodes[child].gone);
            for (&u, &count) in &nodes[child].done {
                *done.entry(u).or_default() += count;
            }
            if i > 0 {
                open_at_joins.push(open(instance, &bag, &done));
                rest_at_joins.push(rest);
            }
        }
        let adjacent: Vec<usize> = (0..bag.len() - 1).filter(|&i| instance.near(v).any(|u| u == bag[i])).collect();
        for &i in &adjacent {
            *done.entry(bag[i]).or_default() += 1;
        }
        let open = open(instance, &bag, &done);
        done.remove(&v);
        let gone = less(less(all, rest), colours(instance, &bag[..bag.len() - 1]));
        nodes.push(DecompositionNode {
            bag,
            children: own,
            adjacent,
            open,
            open_at_joins,
            rest,
            rest_at_joins,
            gone,
            done,
        });
    }
    let width = nodes.iter().map(|node| node.bag.len() - 1).max().unwrap_or(0);
    Ok((nodes, width))
}

/// Number of stones of each colour on these vertices at the start.
fn colours(instance: &Instance, vertices: &[usize]) -> [usize; 2] {
    let own = vertices.iter().filter(|&&v| instance.colours[v] == Player::Left).count();
    [own, vertices.len() - own]
}

fn less(a: [usize; 2], b: [usize; 2]) -> [usize; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// For each bag vertex, the number of its edges still to be decided.
fn open(instance: &Instance, bag: &[usize], done: &BTreeMap<usize, usize>) -> Vec<usize> {
    bag.iter().map(|u| instance.near(*u).len() - done.get(u).copied().unwrap_or(0)).collect()
}

/// A minimum-degree order, each vertex with its neighbours when it is eliminated.
fn order(instance: &Instance, budget: &Budget) -> Result<Option<EliminationOrder>, Stop> {
    let n = instance.vertices();
    let mut ticker = budget.ticker();
    let mut near: Vec<BTreeSet<usize>> = Vec::with_capacity(n);
    for v in 0..n {
        near.push(instance.near(v).collect());
        ticker.step(16 + 4 * instance.near(v).len())?;
    }
    let mut queue: BTreeSet<(usize, usize)> = (0..n).map(|v| (near[v].len(), v)).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(&(degree, _)) = queue.first() {
        if degree >= BAG {
            return Ok(None);
        }
        ticker.step(512)?;
        // Among those of least degree, the vertex with the least fill-in.
        let (_, v) = queue
            .iter()
            .take_while(|&&(d, _)| d == degree)
            .take(64)
            .copied()
            .min_by_key(|&(_, v)| fill_in(&near, v))
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
    Ok(Some(order))
}

/// Fill-in of `v`: the number of pairs of its neighbours that are not adjacent.
fn fill_in(near: &[BTreeSet<usize>], v: usize) -> usize {
    let pairs = near[v].iter().flat_map(|&a| near[v].range(a + 1..).map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| !near[a].contains(&b)).count()
}
