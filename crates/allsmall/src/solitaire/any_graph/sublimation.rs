//! Narrow graphs with hubs: prices that give way to numbers, level by level.
//!
//! What makes tables long is the number of stones that have entered a vertex
//! of high degree. So the first level keeps no such numbers but has prices
//! ([`relaxation`](crate::solitaire::any_graph::relaxation)), with rings forbidden: a lower bound. Each further
//! level keeps the numbers of more vertices, and drops every state that the
//! level before shows to cost too much; the last one has no prices, and is
//! exact. (Ibaraki's successive sublimation.)
//!
//! ```text
//!   vertices with prices        of degree 6 up   12 up   half of these   ...   none
//!   states that are looked at         all         all    those below the limit
//! ```

use crate::Stop;

use super::schedule::Known;
use crate::solitaire::any_graph::relaxation::{
    Cost, Filter, Ground, Guide, Prices, best_play, improved_prices, stones, units,
};

/// Vertices with so many neighbours have prices at first.
pub(super) const HUB: usize = 6;
/// The rounds in which prices are made better at the first two levels, and
/// later.
const FIRST_ROUNDS: [usize; 2] = [40, 12];
const LATER_ROUNDS: usize = 4;

/// Settles an instance on a ground with rings forbidden; vertices with `hub`
/// neighbours or more have prices at first.
pub(super) fn by_levels(ground: Ground<'_>, hub: usize, known: &mut Known) -> Result<(), Stop> {
    if !known.is_open() {
        return Ok(());
    }
    let degree = |v: usize| ground.instance.near(v).len();
    let mut prices: Prices = vec![Some(0); ground.instance.vertices()];
    for (hub, rounds) in [hub, 2 * hub].into_iter().zip(FIRST_ROUNDS) {
        prices = of(&prices, |v| degree(v) >= hub);
        if prices.iter().all(Option::is_none) {
            // All numbers are kept: this is no bound but the best play.
            let limit = known.upper();
            known.take(best_play(ground, Filter::Nothing, units(limit))?, limit);
            return Ok(());
        }
        let (better, value) = improved_prices(ground, &prices, Filter::Nothing, Cost::MAX, rounds)?;
        known.raise(value.map(stones));
        prices = better;
    }
    let first = Guide::new(ground, &prices, Filter::Nothing, Cost::MAX)?;
    known.raise(first.lower());
    let mut hubs: Vec<usize> = (0..prices.len()).filter(|&v| prices[v].is_some()).collect();
    hubs.sort_by_key(|&v| std::cmp::Reverse(degree(v)));
    let limit = known.upper().min(ground.instance.vertices() + 1);
    Levels { ground, hubs: &hubs }.below(hubs.len(), (&first, &prices), limit, known)
}

/// The levels after the first.
#[derive(Clone, Copy)]
struct Levels<'a> {
    ground: Ground<'a>,
    /// The vertices with prices at the first level, those of the highest
    /// degree first.
    hubs: &'a [usize],
}

impl Levels<'_> {
    /// Settles all plays that leave fewer than `limit` stones, at the level at
    /// which the first `left` hubs have prices, and those after it; the level
    /// before has a guide to these plays and its prices. One limit comes after
    /// the other, since a low one keeps tables short.
    fn below(self, left: usize, before: (&Guide, &Prices), limit: usize, known: &mut Known) -> Result<(), Stop> {
        let levels = self.holding(before.0);
        let mut reach = 1;
        while known.is_open() && known.lower < limit {
            let near = limit.min(known.upper()).min(known.lower + reach);
            if left == 0 {
                known.take(best_play(levels.ground, Filter::Bounds(before.0), units(near))?, near);
            } else if let Some((guide, prices)) = levels.level(left, before, near)? {
                known.raise(guide.lower());
                levels.below(left / 2, (&guide, &prices), near, known)?;
            } else {
                known.raise(Some(near));
            }
            reach *= 2;
        }
        Ok(())
    }

    /// The guide and the prices of a level; none if no play is below the limit.
    fn level(
        self,
        left: usize,
        (before, prices): (&Guide, &Prices),
        limit: usize,
    ) -> Result<Option<(Guide, Prices)>, Stop> {
        // The prices of the level before, so that its bounds hold.
        let mut kept = vec![false; prices.len()];
        self.hubs[..left].iter().for_each(|&v| kept[v] = true);
        let prices = of(prices, |v| kept[v]);
        let guide = Guide::new(self.ground, &prices, Filter::Bounds(before), units(limit))?;
        if guide.lower().is_none() {
            return Ok(None);
        }
        let (ground, states) = (self.holding(&guide).ground, Filter::States(&guide));
        let (better, _) = improved_prices(ground, &prices, states, units(limit), LATER_ROUNDS)?;
        if better == prices {
            return Ok(Some((guide, prices)));
        }
        let prices = better;
        let guide = Guide::new(ground, &prices, states, units(limit))?;
        // With other prices the states that are left may all cost too much.
        Ok(guide.lower().is_some_and(|lower| lower < limit).then_some((guide, prices)))
    }

    /// The same while a guide is in use.
    fn holding(self, guide: &Guide) -> Self {
        Levels { ground: Ground { held: self.ground.held + guide.bytes(), ..self.ground }, ..self }
    }
}

/// The prices of some vertices.
fn of(prices: &Prices, vertices: impl Fn(usize) -> bool) -> Prices {
    prices.iter().enumerate().map(|(v, price)| price.filter(|_| vertices(v))).collect()
}
