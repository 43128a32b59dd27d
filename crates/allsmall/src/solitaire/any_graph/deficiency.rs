//! Lower bound by bipartite matching: the deficiency of an independent set,
//! for graphs with many vertices that share few neighbours.
//!
//! Let `I` be an independent set and `N` its neighbours. Stones on `I` that
//! leave go to `N`. Let `+` be the colour with fewer stones, `k` of them, and
//! let `N-` be the vertices of `N` with a `-` at the start.
//!
//! - Adding `o(v) = s(v) + 2 * (sum of o over the arrows into v)` over all
//!   vertices gives: arrows that carry a `-` plus roots that end as `+` are `k`.
//! - Of the stones that enter a vertex, the `+` exceed the `-` by at most one,
//!   and by none where a `+` stood at the start.
//! - So at most `|N-| + 2k` stones enter `N`, and at least `|I| - |N-| - 2k` are
//!   left on `I`.
//!
//! With `k = 1` the play is a path. It visits at most `|N|` vertices of `N`,
//! hence at most `|N| + 1` of `I`, and its last stone is left as well: at least
//! `|I| - |N|` in all, and one more if it starts on `N`.

use super::Instance;
use crate::{Budget, Player, Stop, Ticker};

/// Maximum number of vertices: the matching takes more than linear time.
const VERTICES: usize = 4_000;

/// Lower bound on the stones left.
pub(super) fn lower(instance: &Instance, budget: &Budget) -> Result<usize, Stop> {
    let n = instance.vertices();
    if n > VERTICES {
        return Ok(0);
    }
    let few = Player::BOTH
        .into_iter()
        .min_by_key(|&player| instance.colours.iter().filter(|&&colour| colour == player).count())
        .expect("there are two colours");
    let stones = instance.colours.iter().filter(|&&colour| colour == few).count();
    let (apart, near) = deficient_set(instance, &mut budget.ticker())?;
    if stones == 1 {
        let start = instance.odd_one_out().expect("one stone is alone in its colour");
        return Ok((apart + usize::from(near.contains(&start))).saturating_sub(near.len()));
    }
    let many = near.iter().filter(|&&v| instance.colours[v] != few).count();
    Ok(apart.saturating_sub(many + 2 * stones))
}

/// The size of an independent set with far fewer neighbours, and those
/// neighbours.
fn deficient_set(instance: &Instance, ticker: &mut Ticker<'_>) -> Result<(usize, Vec<usize>), Stop> {
    let n = instance.vertices();
    let apart = independent(instance);
    // A maximum matching between the set and its neighbours; `partner` is
    // indexed by the neighbours.
    let mut partner = vec![usize::MAX; n];
    let mut unmatched = Vec::new();
    for v in (0..n).filter(|&v| apart[v]) {
        if !augment(instance, v, &mut partner, ticker)? {
            unmatched.push(v);
        }
    }
    // The vertices on alternating paths from unmatched ones have too few
    // neighbours (Hall).
    let (mut seen, mut near) = (vec![false; n], Vec::new());
    let mut open = unmatched;
    open.iter().for_each(|&v| seen[v] = true);
    let mut next = 0;
    while next < open.len() {
        for u in instance.near(open[next]) {
            if !std::mem::replace(&mut seen[u], true) {
                near.push(u);
                if partner[u] != usize::MAX && !std::mem::replace(&mut seen[partner[u]], true) {
                    open.push(partner[u]);
                }
            }
        }
        next += 1;
    }
    Ok((open.len(), near))
}

/// A large independent set, by greedy choice: vertices of low degree first.
fn independent(instance: &Instance) -> Vec<bool> {
    let n = instance.vertices();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&v| instance.near(v).len());
    let mut apart = vec![false; n];
    for v in order {
        apart[v] = instance.near(v).all(|u| !apart[u]);
    }
    apart
}

/// Matches `v` by an augmenting path, breadth first; returns whether there is one.
fn augment(instance: &Instance, v: usize, partner: &mut [usize], ticker: &mut Ticker<'_>) -> Result<bool, Stop> {
    let mut from = vec![usize::MAX; partner.len()];
    let mut open = vec![v];
    let mut next = 0;
    while next < open.len() {
        let at = open[next];
        next += 1;
        ticker.step(1 + instance.near(at).len())?;
        for u in instance.near(at) {
            if from[u] != usize::MAX {
                continue;
            }
            from[u] = at;
            if partner[u] != usize::MAX {
                open.push(partner[u]);
                continue;
            }
            // Every vertex on the path is matched to the neighbour that reached it.
            let mut u = u;
            loop {
                let taker = from[u];
                ticker.step(partner.len())?;
                let given_up = (0..partner.len()).find(|&w| partner[w] == taker);
                partner[u] = taker;
                match given_up {
                    Some(w) if taker != v => u = w,
                    _ => return Ok(true),
                }
            }
        }
    }
    Ok(false)
}
