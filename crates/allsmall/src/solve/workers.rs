//! One question, several threads.
//!
//! Each thread runs the whole search. They share the verdicts ([`Store`]) and
//! keep apart where they can, so that each does what the other has not done
//! yet.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::frame::SplitPolicy;
use super::memory_split::MemorySplit;
use super::net::Net;
use super::search::Search;
use super::sum::{SumEngine, ValuationLimits, is_strip};
use super::sum_term::SumTerm;
use super::transposition::{Shared, Store};
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::transposition::TranspositionTable;
use crate::value::PartValues;
use crate::{Budget, Stop};

/// The first search.
pub(super) fn new_search(
    values: Values,
    parts: PartValues<BoardRules>,
    limits: ValuationLimits,
    memory: &MemorySplit,
) -> Search {
    let shared = (memory.threads > 1).then(|| Shared::new(memory.verdicts / 4 * 3 * memory.threads));
    let store = Store::new(own_verdicts(memory), shared);
    Search::new(SumEngine::new(values, parts, limits, memory.sums), store)
}

/// Several threads keep few of their verdicts for themselves.
fn own_verdicts(memory: &MemorySplit) -> TranspositionTable {
    TranspositionTable::new(if memory.threads > 1 { memory.verdicts / 4 } else { memory.verdicts })
}

/// The end of one question, which all threads on it look for.
#[derive(Default)]
pub(super) struct SharedResult {
    /// Whether Left wins.
    verdict: OnceLock<bool>,
    over: AtomicBool,
}

impl SharedResult {
    /// Settles the question, or gives it up: all threads end.
    fn close(&self, verdict: Option<bool>) {
        if let Some(won) = verdict {
            self.verdict.get_or_init(|| won);
        }
        self.over.store(true, Ordering::Release);
    }

    /// Whether the question is closed, and with which verdict.
    pub(super) fn closed(&self) -> Option<Option<bool>> {
        self.over.load(Ordering::Acquire).then(|| self.verdict.get().copied())
    }
}

/// Searches that help the first one.
#[derive(Default)]
pub(super) struct Workers {
    searches: Vec<Search>,
    /// Nodes of those that are gone.
    gone: u64,
}

impl Workers {
    /// Nodes searched by the workers.
    pub(super) fn nodes(&self) -> u64 {
        self.gone + self.searches.iter().map(|search| search.nodes).sum::<u64>()
    }

    /// Puts these limits in place of the old ones.
    pub(super) fn set_budget(&mut self, budget: &Budget) {
        self.searches.iter_mut().for_each(|search| search.sums.values.set_budget(budget));
    }

    /// Whether Left, who is to move, wins this node, which is made of long
    /// parts only; none when that takes the first search more than `most`
    /// nodes.
    pub(super) fn search(
        &mut self,
        first: &mut Search,
        node: &[SumTerm],
        most: u64,
        budget: &Budget,
    ) -> Result<Option<bool>, Stop> {
        let limits = first.sums.limits();
        if self.searches.is_empty() {
            self.begin(first, budget);
        }
        // On strips one first move may take fifty times the work of another:
        // there the first search keeps to its own order.
        let strips = node.iter().any(|&term| first.sums.part(term).is_some_and(|signed| is_strip(signed.part)));
        let (mine, theirs) = if strips {
            (SplitPolicy::InOrder, SplitPolicy::Avoid)
        } else {
            (SplitPolicy::HelpLikelyWins, SplitPolicy::HelpLikelyWins)
        };
        first.split_policy = mine;
        self.searches.iter_mut().for_each(|search| search.split_policy = theirs);
        let shared_result = Arc::new(SharedResult::default());
        // Only the first search tells how far it is.
        let quiet = &budget.clone().with_watch(|_| ());
        for search in self.searches.iter_mut().chain([&mut *first]) {
            search.shared_result = Some(Arc::clone(&shared_result));
        }
        let result = std::thread::scope(|scope| {
            for search in &mut self.searches {
                search.sums.set_limits(limits);
                let shared_result = &shared_result;
                scope.spawn(move || {
                    // A helper that hits a limit leaves the others to it.
                    if let Ok(Some(won)) = search.wins(node, u64::MAX, quiet) {
                        shared_result.close(Some(won));
                    }
                });
            }
            let result = first.wins(node, most, budget);
            shared_result.close(result.ok().flatten());
            result
        });
        first.shared_result = None;
        // The question may have been settled while the first search gave up.
        match (result, shared_result.closed()) {
            (Ok(None), Some(verdict)) => Ok(verdict),
            (result, _) => result,
        }
    }

    /// Helpers begin with the values of the first search.
    fn begin(&mut self, first: &mut Search, budget: &Budget) {
        let memory = MemorySplit::new(budget);
        for _ in 1..memory.threads {
            let (values, parts) = (first.sums.values.clone(), first.sums.parts.clone());
            let mut sums = SumEngine::new(values, parts, first.sums.limits(), memory.sums);
            sums.set_net(first.sums.net.clone());
            let store = first.store.for_helper(own_verdicts(&memory), &first.sums.values, memory.register);
            self.searches.push(Search::new(sums, store));
        }
    }

    /// Orders moves by this net, or by the guess alone.
    pub(super) fn set_order(&mut self, net: Option<&Arc<Net>>) {
        self.searches.iter_mut().for_each(|search| search.sums.set_net(net.cloned()));
    }

    /// Has the first search forget all values but the first `count`. Workers
    /// know values by the same names, so they are dismissed, and others begin
    /// when they are needed; their nodes stay counted.
    pub(super) fn forget_values(&mut self, first: &mut Search, count: usize) {
        self.gone += self.searches.drain(..).map(|search| search.nodes).sum::<u64>();
        first.forget_values(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_expr;
    use crate::solve::Solver;

    /// A helper enters a verdict on a value that the first search has not met.
    /// After the order of moves was set anew, a value that the first search
    /// meets next is not taken for it.
    #[test]
    fn names_of_values_outlive_a_new_order() {
        let budget = Budget::new().with_threads(2);
        let mut solver = Solver::for_sum(&read_expr("checker:4x5").unwrap(), &budget).unwrap();
        let part = solver.search.sums.node(&solver.root_parts(), &[]).unwrap()[0];
        let place = |search: &mut Search, text: &str| {
            let value = SumTerm::value(search.sums.values.parse(text).unwrap()).unwrap();
            search.store.place(&search.sums.values, &[value, part])
        };
        solver.workers.begin(&mut solver.search, &budget);
        let helper = &mut solver.workers.searches[0];
        let high = place(helper, "{^9,^12|^5}");
        helper.store.insert(&mut helper.sums.values, &high, true, 100).unwrap();
        place(&mut solver.search, "{v9,v12|v15}");
        solver.set_order(None);
        if solver.workers.searches.is_empty() {
            solver.workers.begin(&mut solver.search, &budget);
        }
        for helper in [&mut solver.search, &mut solver.workers.searches[0]] {
            let low = place(helper, "{v9,v12|v15}");
            assert_ne!(low.hash(), high.hash());
            assert_eq!(helper.store.find(&mut helper.sums.values, &low), Ok(None));
            let same = place(helper, "{^9,^12|^5}");
            assert_eq!(helper.store.find(&mut helper.sums.values, &same), Ok(Some(true)));
        }
    }
}
