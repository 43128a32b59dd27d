//! Good prices, by steps along a subgradient.
//!
//! Where the cheapest set of arrows brings too many `x` to a vertex, its price
//! goes up; where it brings too many `o`, down. No price need be above a
//! stone: it costs one at most to leave a stone where it is instead.

use crate::Stop;

use super::super::step::WAYS;
use super::{Cost, Ground, Guide, Prices, Program, UNIT};

/// The guide, with prices of all vertices that have at least `degree`
/// neighbours, with the best lower bound that was found in so many rounds.
pub(in super::super) fn best(ground: Ground<'_>, degree: usize, rounds: usize) -> Result<Guide, Stop> {
    let n = ground.instance.vertices();
    let degrees: Vec<usize> = (0..n).map(|v| ground.instance.near(v).len()).collect();
    let mut prices: Prices = degrees.iter().map(|&d| (d >= degree).then_some(0)).collect();
    let mut best = (prices.clone(), Cost::MIN);
    let mut exact = vec![0f64; n];
    let mut pace = 1.0;
    let mut since = 0;
    for _ in 0..rounds {
        let program = Program::run(ground, &prices, None, Cost::MAX)?;
        let Some(value) = program.value() else { break };
        since += 1;
        if value > best.1 {
            best = (prices.clone(), value);
            since = 0;
        }
        if since >= 6 {
            (pace, since) = (pace / 2.0, 0);
        }
        let surplus = program.surplus();
        let mut right = true;
        for (v, &surplus) in surplus.iter().enumerate().filter(|&(v, _)| degrees[v] >= degree) {
            right &= surplus == 0;
            exact[v] = (exact[v] + pace * f64::from(surplus) / degrees[v] as f64).clamp(-1.0, 1.0);
            prices[v] = Some((exact[v] * f64::from(UNIT)).round() as Cost);
        }
        if right {
            break;
        }
    }
    Guide::new(ground, &best.0, None, Cost::MAX)
}

impl Program<'_> {
    /// By how many `x` too many enter each vertex in the cheapest play.
    fn surplus(&self) -> Vec<i32> {
        let Ground { instance, nodes, .. } = self.ground;
        let own = |v: usize| i32::from(instance.colours[v].sign());
        let mut surplus = vec![0; nodes.len()];
        let mut sent = vec![false; nodes.len()];
        let mut open = vec![(nodes.len() - 1, 0)];
        while let Some((index, at)) = open.pop() {
            let (node, tables) = (&nodes[index], &self.tables[index]);
            let entry = &tables.end.entries[at];
            let v = *node.bag.last().expect("a bag holds its vertex");
            for (edge, &place) in node.adjacent.iter().enumerate() {
                if let Some((forth, colour)) = WAYS[(entry.choice >> (3 * edge) & 7) as usize] {
                    let (from, to) = if forth { (v, node.bag[place]) } else { (node.bag[place], v) };
                    surplus[to] += i32::from(colour);
                    surplus[from] -= (i32::from(colour) - own(from)) / 2;
                    sent[from] = true;
                }
            }
            let mut from = entry.from;
            for (table, &child) in tables.joins.iter().zip(&node.children[1.min(node.children.len())..]).rev() {
                let joined = &table.entries[from as usize];
                open.push((child, joined.choice as usize));
                from = joined.from;
            }
            if let Some(&first) = node.children.first() {
                open.push((first, from as usize));
            }
        }
        for v in (0..nodes.len()).filter(|&v| !sent[v]) {
            // It stays with the cheaper colour or, if none is, the nearer one.
            let other = surplus[v] + own(v);
            let cheaper = self.prices[v].map_or(0, |price| price * own(v));
            if cheaper < 0 || (cheaper == 0 && other.abs() < surplus[v].abs()) {
                surplus[v] = other;
            }
        }
        surplus
    }
}
