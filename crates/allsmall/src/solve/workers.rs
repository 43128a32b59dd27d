//! Parallel search: worker threads on one shared transposition table.
//!
//! Every thread searches the whole tree from the root. The threads share proved
//! verdicts ([`SearchTable`]) and see which nodes the others are searching. Which
//! child a thread takes is decided by its [`SplitPolicy`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::frame::SplitPolicy;
use super::memory_split::MemorySplit;
use super::net::Net;
use super::search::Search;
use super::sum::{SumEngine, ValuationLimits, is_strip};
use super::sum_term::SumTerm;
use super::transposition::{SearchTable, SharedTables};
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::transposition::{TranspositionTable, Verdict};
use crate::value::PartValues;
use crate::{Budget, Stop};

/// Creates the main search.
pub(super) fn new_search(
    values: Values,
    parts: PartValues<BoardRules>,
    limits: ValuationLimits,
    memory: &MemorySplit,
) -> Search {
    let shared = (memory.threads > 1).then(|| SharedTables::new(memory.verdicts / 4 * 3 * memory.threads));
    let table = SearchTable::new(own_table(memory), shared);
    Search::new(SumEngine::new(values, parts, limits, memory.sums), table)
}

/// Creates a thread's own table: a quarter of its memory for verdicts if there
/// is a shared one.
fn own_table(memory: &MemorySplit) -> TranspositionTable {
    TranspositionTable::new(if memory.threads > 1 { memory.verdicts / 4 } else { memory.verdicts })
}

/// How a search ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    Settled(Verdict),
    /// The node limit was reached.
    GivenUp,
}

/// The end of a parallel search, which all its threads poll.
#[derive(Default)]
pub(super) struct SharedResult {
    verdict: OnceLock<Verdict>,
    over: AtomicBool,
}

impl SharedResult {
    /// Ends all threads, with the first verdict that is given, or none.
    fn close(&self, verdict: Option<Verdict>) {
        if let Some(verdict) = verdict {
            self.verdict.get_or_init(|| verdict);
        }
        self.over.store(true, Ordering::Release);
    }

    /// How the parallel search ended; none while it is running.
    pub(super) fn end(&self) -> Option<SearchEnd> {
        let end = || self.verdict.get().map_or(SearchEnd::GivenUp, |&verdict| SearchEnd::Settled(verdict));
        self.over.load(Ordering::Acquire).then(end)
    }
}

/// The searches of the worker threads, which help the main search.
#[derive(Default)]
pub(super) struct Workers {
    searches: Vec<Search>,
    /// Nodes searched by dismissed workers.
    dismissed_nodes: u64,
}

impl Workers {
    /// Number of nodes searched by all workers.
    pub(super) fn nodes(&self) -> u64 {
        self.dismissed_nodes + self.searches.iter().map(|search| search.nodes).sum::<u64>()
    }

    /// Replaces the budget of all workers.
    pub(super) fn set_budget(&mut self, budget: &Budget) {
        self.searches.iter_mut().for_each(|search| search.sums.values.set_budget(budget));
    }

    /// Searches a node of long parts only, Left to move, with all threads. Gives
    /// up when the main search has taken `max_nodes`.
    pub(super) fn search(
        &mut self,
        main: &mut Search,
        node: &[SumTerm],
        max_nodes: u64,
        budget: &Budget,
    ) -> Result<SearchEnd, Stop> {
        let limits = main.sums.limits();
        if self.searches.is_empty() {
            self.start(main, budget);
        }
        // On strips one first move may take fifty times the work of another:
        // there the main search keeps its move order.
        let strips = node.iter().any(|&term| main.sums.part(term).is_some_and(|signed| is_strip(signed.part)));
        let (main_policy, worker_policy) = if strips {
            (SplitPolicy::InOrder, SplitPolicy::Avoid)
        } else {
            (SplitPolicy::HelpLikelyWins, SplitPolicy::HelpLikelyWins)
        };
        main.split_policy = main_policy;
        self.searches.iter_mut().for_each(|search| search.split_policy = worker_policy);
        let shared_result = Arc::new(SharedResult::default());
        // Only the main search reports progress.
        let quiet = &budget.clone().with_watch(|_| ());
        for search in self.searches.iter_mut().chain([&mut *main]) {
            search.shared_result = Some(Arc::clone(&shared_result));
        }
        let result = std::thread::scope(|scope| {
            for search in &mut self.searches {
                search.sums.set_limits(limits);
                let shared_result = &shared_result;
                scope.spawn(move || {
                    // A worker that hits a limit ends alone.
                    if let Ok(SearchEnd::Settled(verdict)) = search.run(node, u64::MAX, quiet) {
                        shared_result.close(Some(verdict));
                    }
                });
            }
            let result = main.run(node, max_nodes, budget);
            shared_result.close(if let Ok(SearchEnd::Settled(verdict)) = result { Some(verdict) } else { None });
            result
        });
        main.shared_result = None;
        // A worker may have found the verdict while the main search gave up.
        match (result, shared_result.end()) {
            (Ok(SearchEnd::GivenUp), Some(end)) => Ok(end),
            (result, _) => result,
        }
    }

    /// Creates the workers, with copies of the main search's values.
    fn start(&mut self, main: &mut Search, budget: &Budget) {
        let memory = MemorySplit::new(budget);
        for _ in 1..memory.threads {
            let (values, parts) = (main.sums.values.clone(), main.sums.parts.clone());
            let mut sums = SumEngine::new(values, parts, main.sums.limits(), memory.sums);
            sums.set_net(main.sums.net.clone());
            sums.file_values = main.sums.file_values.clone();
            let table = main.table.for_worker(own_table(&memory), &main.sums.values, memory.registry);
            self.searches.push(Search::new(sums, table));
        }
    }

    /// Sets the move-ordering net of all workers.
    pub(super) fn set_order(&mut self, net: Option<&Arc<Net>>) {
        self.searches.iter_mut().for_each(|search| search.sums.set_net(net.cloned()));
    }

    /// Empties the main search's arena except for the first `count` values. The
    /// workers share its value ids, so they are dismissed, and new ones start
    /// when they are needed. Their nodes stay counted.
    pub(super) fn forget_values(&mut self, main: &mut Search, count: usize) {
        self.dismissed_nodes += self.searches.drain(..).map(|search| search.nodes).sum::<u64>();
        main.forget_values(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_expr;
    use crate::solve::Solver;

    /// A worker stores a verdict on a value that the main search has not met.
    /// After the net is replaced, another value that the main search meets next
    /// does not get the same shared id.
    #[test]
    fn shared_value_ids_outlive_a_change_of_the_net() {
        let budget = Budget::new().with_threads(2);
        let mut solver = Solver::for_sum(&read_expr("checker:4x5").unwrap(), &budget).unwrap();
        let part = solver.search.sums.node(&solver.root_parts(), &[]).unwrap()[0];
        let key = |search: &mut Search, text: &str| {
            let value = SumTerm::value(search.sums.values.parse(text).unwrap()).unwrap();
            search.table.key(&search.sums.values, &[value, part])
        };
        solver.workers.start(&mut solver.search, &budget);
        let worker = &mut solver.workers.searches[0];
        let high = key(worker, "{^9,^12|^5}");
        worker.table.insert(&mut worker.sums.values, &high, Verdict::Win, 100).unwrap();
        key(&mut solver.search, "{v9,v12|v15}");
        crate::solve::training::set_order(&mut solver, None);
        if solver.workers.searches.is_empty() {
            solver.workers.start(&mut solver.search, &budget);
        }
        for search in [&mut solver.search, &mut solver.workers.searches[0]] {
            let low = key(search, "{v9,v12|v15}");
            assert_ne!(low.hash(), high.hash());
            assert_eq!(search.table.find(&mut search.sums.values, &low), Ok(None));
            let same = key(search, "{^9,^12|^5}");
            assert_eq!(search.table.find(&mut search.sums.values, &same), Ok(Some(Verdict::Win)));
        }
    }
}
