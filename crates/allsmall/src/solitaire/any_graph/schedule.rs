//! The schedule: which method runs when, until lower and upper bound meet.
//!
//! 1. A short search over spanning trees, then the tree DP with truncated tables.
//! 2. The narrowest graphs, and narrow ones with hubs: `sublimation`.
//! 3. Others: completion bounds with tables of limited length, and the tree DP
//!    pruned by them.
//! 4. Where those tables would be too long: a longer search over spanning trees,
//!    then completion bounds for increasing limits, from the lower bound upwards,
//!    since a low limit keeps tables short.

use crate::{Budget, Stop};

use super::super::ReduceError;
use super::Instance;
use super::elimination_order::{self, DecompositionNode};
use super::spanning_tree::{self, ForestPlay};
use super::sublimation::{self, by_sublimation};
use super::tree_dp::{self, TreeDpResult, TreeDpTask};
use crate::solitaire::any_graph::relaxation::{
    CompletionBound, Multipliers, PackedLayout, RelaxationInput, StateFilter, units,
};

/// Number of spanning trees tried: at first, on wide graphs, and before the
/// slowest methods.
const FIRST_TREES: usize = 40;
const TREES: usize = 2_000;
const MORE_TREES: usize = 40_000;
/// Maximum table lengths of the truncated tree DP, tried in this order.
const LENGTHS: [usize; 3] = [100, 2_000, 40_000];
/// Gap between the bounds that a better play may well close.
const CLOSE: usize = 5;
/// Maximum table length of completion bounds that are computed without more
/// search for plays.
const QUICK: usize = 30_000;

/// The bounds of an instance so far, and the best play.
pub(super) struct BoundsSoFar {
    pub(super) lower: usize,
    pub(super) found: Option<ForestPlay>,
    pub(super) method: String,
    pub(super) stopped: Option<Stop>,
}

/// Runs the schedule until a play meets the lower bound, or the budget is
/// exhausted.
///
/// # Errors
/// Proved: no play leaves the stone asked for.
pub(super) fn settle(instance: &Instance, lower: usize, budget: &Budget) -> Result<BoundsSoFar, ReduceError> {
    let found = spanning_tree::search(instance, lower, FIRST_TREES, None, budget);
    let mut known =
        BoundsSoFar { lower, found, method: "a spanning tree that meets the lower bound".to_owned(), stopped: None };
    if !known.is_open() {
        return Ok(known);
    }
    let nodes = match elimination_order::nodes(instance, budget) {
        Ok(nodes) => nodes,
        Err(stop) => return Ok(known.stopped_by(stop)),
    };
    let Some((nodes, width)) = nodes else {
        known.found = spanning_tree::search(instance, lower, MORE_TREES, known.found.take(), budget);
        return Ok(known.stopped_by(budget.check().err().unwrap_or(Stop::Unsupported)));
    };
    if width > elimination_order::NARROW {
        known.found = spanning_tree::search(instance, lower, TREES, known.found.take(), budget);
        if !known.is_open() {
            return Ok(known);
        }
    }
    known.method = format!("dynamic programming over a tree decomposition of width {width}");
    match by_tree_dp(instance, &nodes, &mut known, budget) {
        Ok(()) if known.found.is_none() => Err(ReduceError::NoSuchEnd),
        Ok(()) => Ok(known),
        Err(stop) => {
            known.stopped = Some(stop);
            Ok(known)
        }
    }
}

/// Decides an instance by the tree DP: with completion bounds where these are
/// cheap, otherwise after a longer search for plays.
fn by_tree_dp(
    instance: &Instance,
    nodes: &[DecompositionNode],
    known: &mut BoundsSoFar,
    budget: &Budget,
) -> Result<(), Stop> {
    let layout = PackedLayout::loose(instance, nodes).ok_or(Stop::Unsupported)?;
    let input = RelaxationInput { instance, nodes, layout: &layout, most: QUICK, held: 0, budget };
    let none: Multipliers = vec![None; instance.vertices()];
    known.search(input, None, usize::MAX, &LENGTHS[..1])?;
    if !known.is_open() {
        return Ok(());
    }
    // With a single stone of one colour few balances are possible, and the
    // relaxation has short tables without multipliers.
    let is_within = |width: usize| nodes.iter().all(|node| node.bag.len() <= width + 1);
    let has_hubs = (0..instance.vertices()).any(|v| instance.near(v).len() >= 2 * sublimation::HUB);
    // Sublimation pays where there are hubs, or on the narrowest graphs.
    let narrow = is_within(elimination_order::NARROW - 1) || has_hubs && is_within(elimination_order::NARROW);
    if narrow
        && instance.odd_one_out().is_none()
        && let Some(layout) = PackedLayout::strict(instance, nodes, sublimation::HUB)
    {
        known.found = spanning_tree::search(instance, known.lower, TREES, known.found.take(), budget);
        if known.is_open() && known.upper() - known.lower <= CLOSE {
            known.search(input, None, usize::MAX, &LENGTHS[1..2])?;
        }
        return by_sublimation(RelaxationInput { layout: &layout, most: usize::MAX, ..input }, sublimation::HUB, known);
    }
    match CompletionBound::new(input, &none, StateFilter::CostOnly, units(known.upper())) {
        Ok(completion) => return with_completion(input, &completion, known, usize::MAX),
        Err(Stop::Unsupported) => {}
        Err(stop) => return Err(stop),
    }
    known.found = spanning_tree::search(instance, known.lower, MORE_TREES, known.found.take(), budget);
    known.search(input, None, usize::MAX, &LENGTHS[1..2])?;
    if !known.is_open() {
        return Ok(());
    }
    by_limits(RelaxationInput { most: usize::MAX, ..input }, known)
}

/// Computes completion bounds for increasing limits until the instance is decided.
pub(super) fn by_limits(input: RelaxationInput<'_>, known: &mut BoundsSoFar) -> Result<(), Stop> {
    let instance = input.instance;
    let none: Multipliers = vec![None; instance.vertices()];
    let mut reach = 1;
    while known.is_open() && known.lower <= instance.vertices() {
        let limit = known.upper().min(known.lower + reach);
        let completion = CompletionBound::new(input, &none, StateFilter::CostOnly, units(limit))?;
        with_completion(input, &completion, known, limit)?;
        reach *= 2;
    }
    Ok(())
}

/// Decides whether a play leaves fewer stones than `limit`, and finds the best
/// one, with completion bounds for such plays.
fn with_completion(
    input: RelaxationInput<'_>,
    completion: &CompletionBound,
    known: &mut BoundsSoFar,
    limit: usize,
) -> Result<(), Stop> {
    let limit = limit.min(known.upper());
    known.raise(Some(completion.lower().unwrap_or(limit)));
    known.search(input, Some(completion), limit, &LENGTHS)?;
    while known.is_open() && known.lower < limit {
        let found = tree_dp::run(known.task(input, Some(completion), usize::MAX, known.lower + 1))?.better;
        known.lower += usize::from(found.is_none());
        known.found = found.or(known.found.take());
    }
    Ok(())
}

impl BoundsSoFar {
    /// These bounds, when the budget was exhausted.
    fn stopped_by(mut self, stop: Stop) -> BoundsSoFar {
        if self.is_open() {
            self.stopped = Some(stop);
            self.method = "spanning trees and counting bounds".to_owned();
        }
        self
    }

    fn task<'a>(
        &self,
        input: RelaxationInput<'a>,
        completion: Option<&'a CompletionBound>,
        keep: usize,
        limit: usize,
    ) -> TreeDpTask<'a> {
        let RelaxationInput { instance, nodes, budget, .. } = input;
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        TreeDpTask { instance, nodes, limit, keep, completion, budget }
    }

    /// Runs the tree DP, truncated to each of these lengths, for plays that leave
    /// fewer than `limit` stones and fewer than the best one known.
    fn search(
        &mut self,
        input: RelaxationInput<'_>,
        completion: Option<&CompletionBound>,
        limit: usize,
        lengths: &[usize],
    ) -> Result<(), Stop> {
        for &keep in lengths {
            let limit = limit.min(self.upper());
            if self.lower >= limit {
                break;
            }
            let TreeDpResult { better, complete } = tree_dp::run(self.task(input, completion, keep, limit))?;
            if complete {
                self.raise(Some(better.as_ref().map_or(limit, |found| found.roots)));
            }
            self.found = better.or(self.found.take());
        }
        Ok(())
    }

    /// Records the best play that leaves fewer than `limit` stones, or that there
    /// is none.
    pub(super) fn take(&mut self, best: Option<ForestPlay>, limit: usize) {
        self.raise(Some(best.as_ref().map_or(limit, |found| found.roots)));
        self.found = best.filter(|found| found.roots < self.upper()).or(self.found.take());
    }

    /// Returns whether the bounds do not meet yet.
    pub(super) fn is_open(&self) -> bool {
        self.upper() > self.lower
    }

    /// Raises the lower bound to this, if it is higher.
    pub(super) fn raise(&mut self, lower: Option<usize>) {
        self.lower = lower.map_or(self.lower, |lower| lower.max(self.lower));
    }

    /// The number of stones that the best play leaves.
    pub(super) fn upper(&self) -> usize {
        self.found.as_ref().map_or(usize::MAX, |found| found.roots)
    }
}
