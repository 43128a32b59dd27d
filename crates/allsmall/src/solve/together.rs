//! One question, several threads.

use std::sync::Arc;

use super::item::Item;
use super::notices::Notices;
use super::proofs::Proofs;
use super::search::Search;
use super::sum::{Limits, Sums};
use super::table::Table;
use crate::kernel::Boards;
use crate::valuation::PartValues;
use crate::value::Values;
use crate::{Budget, Stop};

/// The memory of one search: several leave an eighth of a share to what they
/// tell each other.
pub(super) fn share(budget: &Budget) -> usize {
    match budget.threads() {
        1 => budget.memory(),
        threads => budget.memory() / (8 * threads + 1) * 8,
    }
}

/// A search with this much memory.
pub(super) fn new_search(values: Values, parts: PartValues<Boards>, limits: Limits, memory: usize) -> Search {
    let eighth = memory / 8;
    Search::new(Sums::new(values, parts, limits, eighth), Table::new(2 * eighth), Proofs::new(eighth))
}

/// Searches that help the first one.
#[derive(Default)]
pub(super) struct Helpers {
    searches: Vec<Search>,
    /// How many values they have in common with the first one.
    values: usize,
}

impl Helpers {
    /// Nodes searched by the helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum()
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
        let (limits, memory) = (first.sums.limits(), share(budget));
        if self.searches.is_empty() {
            self.values = first.sums.values.len();
            self.searches.extend((1..budget.threads()).map(|_| helper(first, memory)));
        }
        let notices = Arc::new(Notices::new(memory / 8, self.values));
        for search in self.searches.iter_mut().chain([&mut *first]) {
            search.notices = Some(Arc::clone(&notices));
        }
        let result = std::thread::scope(|scope| {
            for search in &mut self.searches {
                search.sums.set_limits(limits);
                let notices = &notices;
                scope.spawn(move || {
                    // A helper that hits a limit leaves the others to it.
                    if let Ok(Some(won)) = search.wins(node, u64::MAX, budget) {
                        notices.close(Some(won));
                    }
                });
            }
            let result = first.wins(node, most, budget);
            notices.close(result.ok().flatten());
            result
        });
        first.notices = None;
        notices.for_each_settled(|key, won| first.table.enter_verdict(key, won));
        // The question may have been settled while the first search gave up.
        match (result, notices.closed()) {
            (Ok(None), Some(verdict)) => Ok(verdict),
            (result, _) => result,
        }
    }
}

/// A search that begins with the values of the first one.
fn helper(first: &Search, memory: usize) -> Search {
    let sums = &first.sums;
    let mut search = new_search(sums.values.clone(), sums.parts.clone(), sums.limits(), memory);
    search.helps = true;
    search
}
