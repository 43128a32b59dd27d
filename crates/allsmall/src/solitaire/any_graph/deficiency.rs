//! A lower bound for graphs with many vertices that share few neighbours.
//!
//! Let no two vertices of `I` be adjacent, and let `N` be all their
//! neighbours. Stones on `I` that leave go to `N`. If `+` is the colour with
//! fewer stones, `k` of them, then the arrows that carry a `-`, and the roots
//! that end as `+`, are `k` together: so says the sum of
//! `o(v) = s(v) + 2 * (sum of o over the arrows into v)` over all vertices. Of
//! the stones that enter a vertex at most one more is `+` than `-`, and no
//! more where `+` stood at the start; so at most `|N-| + 2k` enter `N`, and
//! `|I| - |N-| - 2k` stones or more are left on `I`. `N-` are the vertices of
//! `N` with a `-` at the start.
//!
//! With `k = 1` the play is a path: it passes `N` at most `|N|` times, so it
//! meets at most one more than that of `I`, and its own last stone is left as
//! well: at least `|I| - |N|` in all, and one more if it starts on `N`.

use super::Instance;
use crate::{Budget, Player, Stop, Ticker};

/// The graph may have so many vertices: the matching is no linear method.
const VERTICES: usize = 4_000;

/// No play leaves fewer stones.
///
/// # Errors
/// The limit that was hit.
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
    let (apart, near) = lonely(instance, &mut budget.ticker())?;
    if stones == 1 {
        let start = instance.odd_one_out().expect("one stone is alone in its colour");
        return Ok((apart + usize::from(near.contains(&start))).saturating_sub(near.len()));
    }
    let many = near.iter().filter(|&&v| instance.colours[v] != few).count();
    Ok(apart.saturating_sub(many + 2 * stones))
}

/// The size of a set of vertices, no two adjacent, with far fewer neighbours,
/// and those neighbours.
fn lonely(instance: &Instance, ticker: &mut Ticker<'_>) -> Result<(usize, Vec<usize>), Stop> {
    let n = instance.vertices();
    let apart = independent(instance);
    // A matching between the set and its neighbours, as large as can be;
    // `partner` is kept on the side of the neighbours.
    let mut partner = vec![usize::MAX; n];
    let mut unmatched = Vec::new();
    for v in (0..n).filter(|&v| apart[v]) {
        if !augment(instance, v, &mut partner, ticker)? {
            unmatched.push(v);
        }
    }
    // Whoever is reached from those without a partner has too few neighbours.
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

/// A large set of vertices no two of which are adjacent: those with few
/// neighbours first.
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

/// Finds a partner for `v` by a path of exchanges, breadth first.
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
            // Everyone on the way takes the neighbour it was reached by.
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
