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

use crate::{Budget, Player, Stop};

use super::state::BAG;
use super::{Instance, chain};

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
    /// The same after each child but the first is joined, when the edges of
    /// the last vertex and those below later children are still to come.
    pub(super) open_at_joins: Vec<Vec<usize>>,
    /// How many stones of each colour are neither in the bag nor below.
    pub(super) rest: [usize; 2],
    /// The same after each child but the first is joined.
    pub(super) rest_at_joins: Vec<[usize; 2]>,
    /// How many are eliminated here or below.
    gone: [usize; 2],
    /// How many edges of each vertex not yet eliminated are dealt with here or
    /// below.
    done: BTreeMap<usize, usize>,
}

/// The widths at which joining tables costs little.
pub(super) const NARROW: usize = 5;

/// Bytes of a step, its sets and lists counted.
const NODE: usize = 512;

/// The steps in order and the width, or none if some bag is too large.
///
/// # Errors
/// The limit that was hit.
pub(super) fn nodes(instance: &Instance, budget: &Budget) -> Result<Option<(Vec<Node>, usize)>, Stop> {
    budget.fits(NODE.saturating_mul(instance.vertices()))?;
    let order = order(instance, budget)?;
    let width = |order: &Order| order.iter().map(|(_, later)| later.len()).max().unwrap_or(0);
    if order.as_ref().is_none_or(|order| width(order) > NARROW)
        && let Some(chain) = chain::order(instance, budget)?.filter(|chain| width(chain) < BAG)
    {
        return steps(instance, chain, true, budget).map(Some);
    }
    order.map(|order| steps(instance, order, false, budget)).transpose()
}

/// The steps of a chain, however narrow the graph is.
#[cfg(test)]
pub(super) fn chained(instance: &Instance) -> Vec<Node> {
    let budget = Budget::new();
    let chain = chain::order(instance, &budget).expect("there is time").expect("a small graph");
    steps(instance, chain, true, &budget).expect("there is time").0
}

/// The vertices in the order of elimination, each with those that its bag
/// passes on.
type Order = Vec<(usize, Vec<usize>)>;

/// The steps of an order and its width; in a `chain` every step hangs on the
/// one before it.
fn steps(instance: &Instance, order: Order, chain: bool, budget: &Budget) -> Result<(Vec<Node>, usize), Stop> {
    let n = order.len();
    let mut ticker = budget.ticker();
    let mut when = vec![0; n];
    order.iter().enumerate().for_each(|(step, (v, _))| when[*v] = step);
    let all = colours(instance, &when);
    let mut nodes: Vec<Node> = Vec::with_capacity(n);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (step, (v, later)) in order.into_iter().enumerate() {
        ticker.step(64)?;
        let mut bag = later;
        bag.sort_by_key(|&u| std::cmp::Reverse(when[u]));
        if let Some(&next) = bag.last() {
            children[if chain { step + 1 } else { when[next] }].push(step);
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
        nodes.push(Node { bag, children: own, adjacent, open, open_at_joins, rest, rest_at_joins, gone, done });
    }
    let width = nodes.iter().map(|node| node.bag.len() - 1).max().unwrap_or(0);
    Ok((nodes, width))
}

/// How many stones of each colour these vertices hold at the start.
fn colours(instance: &Instance, vertices: &[usize]) -> [usize; 2] {
    let own = vertices.iter().filter(|&&v| instance.colours[v] == Player::Left).count();
    [own, vertices.len() - own]
}

fn less(a: [usize; 2], b: [usize; 2]) -> [usize; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// How many edges of each bag vertex are still to come.
fn open(instance: &Instance, bag: &[usize], done: &BTreeMap<usize, usize>) -> Vec<usize> {
    bag.iter().map(|u| instance.near(*u).len() - done.get(u).copied().unwrap_or(0)).collect()
}

/// The vertices in an order of elimination, each with its neighbours then.
fn order(instance: &Instance, budget: &Budget) -> Result<Option<Order>, Stop> {
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
    Ok(Some(order))
}

/// Pairs of neighbours of `v` that are not adjacent.
fn missing_edges(near: &[BTreeSet<usize>], v: usize) -> usize {
    let pairs = near[v].iter().flat_map(|&a| near[v].range(a + 1..).map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| !near[a].contains(&b)).count()
}
