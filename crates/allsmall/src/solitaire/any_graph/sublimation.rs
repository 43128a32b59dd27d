//! Successive sublimation (Ibaraki): Lagrange multipliers give way to exact
//! balances, level by level, on narrow graphs with hubs.
//!
//! Tables are long because states hold the balance of stones that have entered
//! a vertex of high degree. The first level drops those balances for multipliers
//! ([`relaxation`](super::relaxation)), with cycles forbidden: a lower bound.
//! Each further level keeps the balances of more vertices, and prunes every
//! state whose completion bound from the previous level is too high. The last
//! level has no multipliers and is exact.
//!
//! ```text
//!   vertices with multipliers   degree 6 up   12 up   half of these   ...   none
//!   states                      all           all     those below the limit
//! ```

use crate::Stop;

use super::relaxation::{
    CompletionBound, Cost, Multipliers, RelaxationInput, StateFilter, best_play, improved_multipliers, stones, units,
};
use super::schedule::BoundsSoFar;

/// Minimum degree of the vertices with multipliers at the first level.
pub(super) const HUB: usize = 6;
/// Rounds of multiplier improvement: at the first two levels, and later.
const FIRST_ROUNDS: [usize; 2] = [40, 12];
const LATER_ROUNDS: usize = 4;

/// Decides an instance whose layout forbids cycles; vertices of degree `hub` or
/// more have multipliers at the first level.
pub(super) fn by_sublimation(input: RelaxationInput<'_>, hub: usize, known: &mut BoundsSoFar) -> Result<(), Stop> {
    if !known.is_open() {
        return Ok(());
    }
    let degree = |v: usize| input.instance.near(v).len();
    let mut multipliers: Multipliers = vec![Some(0); input.instance.vertices()];
    for (hub, rounds) in [hub, 2 * hub].into_iter().zip(FIRST_ROUNDS) {
        multipliers = restricted(&multipliers, |v| degree(v) >= hub);
        if multipliers.iter().all(Option::is_none) {
            // All balances are kept: the cheapest play is the best one.
            let limit = known.upper();
            known.take(best_play(input, StateFilter::CostOnly, units(limit))?, limit);
            return Ok(());
        }
        let (better, value) = improved_multipliers(input, &multipliers, StateFilter::CostOnly, Cost::MAX, rounds)?;
        known.raise(value.map(stones));
        multipliers = better;
    }
    let first = CompletionBound::new(input, &multipliers, StateFilter::CostOnly, Cost::MAX)?;
    known.raise(first.lower());
    let mut hubs: Vec<usize> = (0..multipliers.len()).filter(|&v| multipliers[v].is_some()).collect();
    hubs.sort_by_key(|&v| std::cmp::Reverse(degree(v)));
    let limit = known.upper().min(input.instance.vertices() + 1);
    Sublimation { input, hubs: &hubs }.below(hubs.len(), (&first, &multipliers), limit, known)
}

/// The levels after the first.
#[derive(Clone, Copy)]
struct Sublimation<'a> {
    input: RelaxationInput<'a>,
    /// The vertices with multipliers at the first level, those of the highest
    /// degree first.
    hubs: &'a [usize],
}

impl Sublimation<'_> {
    /// Decides all plays that leave fewer than `limit` stones, from the level at
    /// which the first `left` hubs have multipliers to the last one. `before`
    /// holds the completion bounds and the multipliers of the previous level.
    /// Limits increase, since a low one keeps tables short.
    fn below(
        self,
        left: usize,
        before: (&CompletionBound, &Multipliers),
        limit: usize,
        known: &mut BoundsSoFar,
    ) -> Result<(), Stop> {
        let levels = self.holding(before.0);
        let mut reach = 1;
        while known.is_open() && known.lower < limit {
            let near = limit.min(known.upper()).min(known.lower + reach);
            if left == 0 {
                known.take(best_play(levels.input, StateFilter::Completion(before.0), units(near))?, near);
            } else if let Some((completion, multipliers)) = levels.level(left, before, near)? {
                known.raise(completion.lower());
                levels.below(left / 2, (&completion, &multipliers), near, known)?;
            } else {
                known.raise(Some(near));
            }
            reach *= 2;
        }
        Ok(())
    }

    /// The completion bounds and multipliers of a level; `None` if no play is
    /// below the limit.
    fn level(
        self,
        left: usize,
        (before, multipliers): (&CompletionBound, &Multipliers),
        limit: usize,
    ) -> Result<Option<(CompletionBound, Multipliers)>, Stop> {
        // The multipliers of the previous level, so that its bounds hold.
        let mut kept = vec![false; multipliers.len()];
        self.hubs[..left].iter().for_each(|&v| kept[v] = true);
        let multipliers = restricted(multipliers, |v| kept[v]);
        let completion = CompletionBound::new(self.input, &multipliers, StateFilter::Completion(before), units(limit))?;
        if completion.lower().is_none() {
            return Ok(None);
        }
        let (input, states) = (self.holding(&completion).input, StateFilter::SamePass(&completion));
        let (better, _) = improved_multipliers(input, &multipliers, states, units(limit), LATER_ROUNDS)?;
        if better == multipliers {
            return Ok(Some((completion, multipliers)));
        }
        let multipliers = better;
        let completion = CompletionBound::new(input, &multipliers, states, units(limit))?;
        // With other multipliers all remaining states may cost too much.
        Ok(completion.lower().is_some_and(|lower| lower < limit).then_some((completion, multipliers)))
    }

    /// These levels with the memory of `completion` accounted for.
    fn holding(self, completion: &CompletionBound) -> Self {
        Sublimation { input: RelaxationInput { held: self.input.held + completion.bytes(), ..self.input }, ..self }
    }
}

/// The multipliers of these vertices only.
fn restricted(multipliers: &Multipliers, vertices: impl Fn(usize) -> bool) -> Multipliers {
    multipliers.iter().enumerate().map(|(v, multiplier)| multiplier.filter(|_| vertices(v))).collect()
}
