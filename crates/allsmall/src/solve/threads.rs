//! One question, several threads.
//!
//! Each thread runs the whole search. They share the table of proof numbers
//! ([`Store`]) and keep apart where they can, so that each does what the other
//! has not done yet.

use std::sync::Arc;

use super::item::Item;
use super::notices::Notices;
use super::search::Search;
use super::sum::{Limits, Sums, is_strip};
use super::table::Table;
use crate::cgt::Values;
use crate::kernel::Boards;
use crate::solve::monotone::Proofs;
use crate::solve::shared_ids::{Names, Register};
use crate::solve::shared_table::{Shared, Store};
use crate::value::PartValues;
use crate::{Budget, Stop};

/// The memory of one search: several leave an eighth of a share to the names
/// of values.
pub(super) fn share(budget: &Budget) -> usize {
    match budget.threads() {
        1 => budget.memory(),
        threads => budget.memory() / (8 * threads + 1) * 8,
    }
}

/// The first search, with this much memory for each.
pub(super) fn new_search(
    values: Values,
    parts: PartValues<Boards>,
    limits: Limits,
    memory: usize,
    threads: usize,
) -> Search {
    let shared = (threads > 1).then(|| Arc::new(Shared::new(memory / 8 * threads)));
    search(Sums::new(values, parts, limits, memory / 8), memory, shared)
}

fn search(sums: Sums, memory: usize, shared: Option<Arc<Shared>>) -> Search {
    let eighth = memory / 8;
    let own = Table::new(if shared.is_some() { eighth } else { 2 * eighth });
    Search::new(sums, Store::new(own, shared), Proofs::new(eighth))
}

/// Searches that help the first one.
#[derive(Default)]
pub(super) struct Helpers {
    searches: Vec<Search>,
}

impl Helpers {
    /// Nodes searched by the helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum()
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
        first.yields = !node.iter().any(|&item| first.sums.part(item).is_some_and(|signed| is_strip(signed.part)));
        let notices = Arc::new(Notices::default());
        // Only the first search tells how far it is.
        let quiet = &budget.clone().with_watch(|_| ());
        for search in self.searches.iter_mut().chain([&mut *first]) {
            search.notices = Some(Arc::clone(&notices));
        }
        let result = std::thread::scope(|scope| {
            for search in &mut self.searches {
                search.sums.set_limits(limits);
                let notices = &notices;
                scope.spawn(move || {
                    // A helper that hits a limit leaves the others to it.
                    if let Ok(Some(won)) = search.wins(node, u64::MAX, quiet) {
                        notices.close(Some(won));
                    }
                });
            }
            let result = first.wins(node, most, budget);
            notices.close(result.ok().flatten());
            result
        });
        first.notices = None;
        // The question may have been settled while the first search gave up.
        match (result, notices.closed()) {
            (Ok(None), Some(verdict)) => Ok(verdict),
            (result, _) => result,
        }
    }

    /// Helpers begin with the values of the first search.
    fn begin(&mut self, first: &mut Search, budget: &Budget) {
        let memory = share(budget);
        let register = Arc::new(Register::new(first.sums.values.len(), memory / 8));
        for _ in 1..budget.threads() {
            let (values, parts) = (first.sums.values.clone(), first.sums.parts.clone());
            let sums = Sums::new(values, parts, first.sums.limits(), memory / 8);
            let mut helper = search(sums, memory, first.table.shared());
            helper.table.names = Some(Names::new(Arc::clone(&register)));
            helper.yields = true;
            self.searches.push(helper);
        }
        first.table.names = Some(Names::new(register));
    }
}
