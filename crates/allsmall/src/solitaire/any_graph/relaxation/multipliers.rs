//! Subgradient ascent on the Lagrange multipliers (Polyak step, momentum).
//!
//! Where the cheapest solution brings too many `x` to a vertex, its multiplier
//! rises; where it brings too many `o`, it falls. No multiplier need exceed one
//! stone, since leaving a stone where it is costs one.
//!
//! The step length assumes that the bound can rise by `gap`, which is halved
//! when the bound does not. The direction is a running mean of the surpluses,
//! divided by the degree.

use crate::Stop;

use super::{Cost, Multipliers, RelaxationDp, RelaxationInput, StateFilter, UNIT};

/// Initial gap in stones: without a limit, and with one.
const FAR: f64 = 10.0;
const NEAR: f64 = 1.0;
/// Rounds without a sufficient rise before the gap is halved.
const PATIENCE: usize = 4;
/// Momentum: the share of the previous direction.
const KEEP: f64 = 0.5;
/// Gap in stones at which the ascent stops.
const LEAST: f64 = 0.1;

/// The best multipliers found in `rounds` rounds from `start`, and their lower
/// bound; the bound is `None` if no play is below the limit.
pub(in super::super) fn improved(
    input: RelaxationInput<'_>,
    start: &Multipliers,
    filter: StateFilter<'_>,
    limit: Cost,
    rounds: usize,
) -> Result<(Multipliers, Option<Cost>), Stop> {
    let degree = |v: usize| input.instance.near(v).len() as f64;
    let mut exact: Vec<Option<f64>> = start.iter().map(|multiplier| multiplier.map(f64::from)).collect();
    let mut direction = vec![0f64; start.len()];
    let mut best = (start.clone(), Cost::MIN);
    let (mut gap, mut since) = (if limit == Cost::MAX { FAR } else { NEAR } * f64::from(UNIT), 0);
    for _ in 0..rounds {
        let multipliers: Multipliers =
            exact.iter().map(|multiplier| multiplier.map(|multiplier| multiplier.round() as Cost)).collect();
        let dp = RelaxationDp::run(input, &multipliers, filter, limit)?;
        let Some(value) = dp.value() else { return Ok((multipliers, None)) };
        let surplus = dp.surplus();
        since = if f64::from(value) > f64::from(best.1) + gap / 4.0 { 0 } else { since + 1 };
        if value > best.1 {
            best = (multipliers, value);
        }
        if since >= PATIENCE {
            (gap, since) = (gap / 2.0, 0);
        }
        let right = (0..start.len()).all(|v| exact[v].is_none() || surplus[v] == 0);
        if right || gap < LEAST * f64::from(UNIT) {
            break;
        }
        let mut size = 0.0;
        for v in (0..start.len()).filter(|&v| exact[v].is_some()) {
            direction[v] = KEEP * direction[v] + (1.0 - KEEP) * f64::from(surplus[v]) / degree(v);
            size += direction[v] * direction[v] * degree(v);
        }
        let ticker = (f64::from(best.1 - value) + gap).min(2.0 * gap) / size.max(1e-3);
        let most = f64::from(UNIT);
        for (multiplier, direction) in exact.iter_mut().zip(&direction) {
            *multiplier = multiplier.map(|multiplier| (multiplier + ticker * direction).clamp(-most, most));
        }
    }
    Ok((best.0, Some(best.1)))
}

impl RelaxationDp<'_> {
    /// The surplus of `x` that enter each vertex in the cheapest solution.
    fn surplus(&self) -> Vec<i32> {
        let instance = self.input.instance;
        let own = |v: usize| i32::from(instance.colours[v].sign());
        let mut surplus = vec![0; instance.vertices()];
        let mut sent = vec![false; instance.vertices()];
        self.arrows(|from, to, colour| {
            surplus[to] += i32::from(colour);
            surplus[from] -= (i32::from(colour) - own(from)) / 2;
            sent[from] = true;
        });
        for v in (0..surplus.len()).filter(|&v| !sent[v]) {
            // It stays with the cheaper colour or, if both cost the same, with the
            // one of smaller surplus.
            let other = surplus[v] + own(v);
            let cheaper = self.multipliers[v].map_or(0, |multiplier| multiplier * own(v));
            if cheaper < 0 || (cheaper == 0 && other.abs() < surplus[v].abs()) {
                surplus[v] = other;
            }
        }
        surplus
    }
}
