//! One question, several threads.
//!
//! Each thread runs the whole search. They share the verdicts ([`Store`]) and
//! keep apart where they can, so that each does what the other has not done
//! yet.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::frame::Company;
use super::item::Item;
use super::memory::MemoryPlan;
use super::search::Search;
use super::shared_ids::{Names, Register};
use super::store::{Shared, Store};
use super::sum::{Limits, Sums, is_strip};
use crate::cgt::Values;
use crate::packed::BoardRules;
use crate::value::PartValues;
use crate::verdicts::Verdicts;
use crate::{Budget, Stop};

/// The first search.
pub(super) fn new_search(values: Values, parts: PartValues<BoardRules>, limits: Limits, memory: &MemoryPlan) -> Search {
    let shared = (memory.threads > 1).then(|| Shared::new(memory.verdicts / 4 * 3 * memory.threads));
    search(Sums::new(values, parts, limits, memory.sums), memory, shared)
}

fn search(sums: Sums, memory: &MemoryPlan, shared: Option<Shared>) -> Search {
    // Several threads keep few of their verdicts for themselves.
    let own = if shared.is_some() { memory.verdicts / 4 } else { memory.verdicts };
    Search::new(sums, Store::new(Verdicts::new(own), shared))
}

/// The end of one question, which all threads on it look for.
#[derive(Default)]
pub(super) struct Finish {
    /// Whether Left wins.
    verdict: OnceLock<bool>,
    over: AtomicBool,
}

impl Finish {
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
pub(super) struct Helpers {
    searches: Vec<Search>,
    /// Nodes of those that are gone.
    gone: u64,
}

impl Helpers {
    /// Nodes searched by the helpers.
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
        node: &[Item],
        most: u64,
        budget: &Budget,
    ) -> Result<Option<bool>, Stop> {
        let limits = first.sums.limits();
        if self.searches.is_empty() {
            self.begin(first, budget);
        }
        // On strips one first move may take fifty times the work of another:
        // there the first search keeps to its own order.
        let strips = node.iter().any(|&item| first.sums.part(item).is_some_and(|signed| is_strip(signed.part)));
        let (mine, theirs) = if strips {
            (Company::KeepsOrder, Company::StaysApart)
        } else {
            (Company::JoinsWinner, Company::JoinsWinner)
        };
        first.company = mine;
        self.searches.iter_mut().for_each(|search| search.company = theirs);
        let finish = Arc::new(Finish::default());
        // Only the first search tells how far it is.
        let quiet = &budget.clone().with_watch(|_| ());
        for search in self.searches.iter_mut().chain([&mut *first]) {
            search.finish = Some(Arc::clone(&finish));
        }
        let result = std::thread::scope(|scope| {
            for search in &mut self.searches {
                search.sums.set_limits(limits);
                let finish = &finish;
                scope.spawn(move || {
                    // A helper that hits a limit leaves the others to it.
                    if let Ok(Some(won)) = search.wins(node, u64::MAX, quiet) {
                        finish.close(Some(won));
                    }
                });
            }
            let result = first.wins(node, most, budget);
            finish.close(result.ok().flatten());
            result
        });
        first.finish = None;
        // The question may have been settled while the first search gave up.
        match (result, finish.closed()) {
            (Ok(None), Some(verdict)) => Ok(verdict),
            (result, _) => result,
        }
    }

    /// Helpers begin with the values of the first search.
    fn begin(&mut self, first: &mut Search, budget: &Budget) {
        let memory = MemoryPlan::new(budget);
        let register = Arc::new(Register::new(first.sums.values.len(), memory.register));
        for _ in 1..memory.threads {
            let (values, parts) = (first.sums.values.clone(), first.sums.parts.clone());
            let mut sums = Sums::new(values, parts, first.sums.limits(), memory.sums);
            sums.set_net(first.sums.net.clone());
            let mut helper = search(sums, &memory, first.store.shared());
            helper.store.names = Some(Names::new(Arc::clone(&register)));
            self.searches.push(helper);
        }
        first.store.names = Some(Names::new(register));
    }

    /// Sends the helpers away; others begin when they are needed. What they
    /// counted stays counted.
    pub(super) fn dismiss(&mut self) {
        self.gone += self.searches.drain(..).map(|search| search.nodes).sum::<u64>();
    }
}
