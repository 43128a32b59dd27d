//! The lists of a proof from the search that follows small lists first.

use std::collections::HashMap;

use super::small_lists_first::{BoundedStatement, CostSets, SmallListsSearch, WordMirror};
use super::strip_proof::{ListReference, ProofList};
use crate::{Budget, Stop};

impl BoundedStatement<'_> {
    /// The lists that prove the statement, those before the first letter first;
    /// `None` if it is not proved. `read` writes a state of the small automaton.
    pub(super) fn lists(&self, read: &dyn Fn(u16) -> String, budget: &Budget) -> Result<Option<Vec<ProofList>>, Stop> {
        let Some(mut search) = self.search(budget)? else { return Ok(None) };
        if search.run(budget)?.is_none() {
            return Ok(None);
        }
        search.chosen(read, budget)
    }
}

impl SmallListsSearch<'_> {
    /// The lists that are named, from those before the first letter on.
    fn chosen(&mut self, read: &dyn Fn(u16) -> String, budget: &Budget) -> Result<Option<Vec<ProofList>>, Stop> {
        // The lists themselves by number, as far as they are not dropped.
        let mut met: HashMap<usize, (u16, CostSets)> = HashMap::new();
        for (&track, lists) in &self.met {
            for list in lists.iter().filter(|list| list.image == 0) {
                met.insert(list.number, (track, list.sets.clone()));
            }
        }
        let mut order: Vec<(u16, CostSets)> = vec![(0, self.start())];
        let (mut number, mut lists) = (HashMap::new(), Vec::new());
        while lists.len() < order.len() {
            let (track, sets) = order[lists.len()].clone();
            budget.report(|| format!("{} of {} lists written", lists.len(), order.len()));
            let mut next = Vec::with_capacity(self.question.letters);
            for letter in 0..self.question.letters {
                budget.check()?;
                let (track, sets) = ((self.question.next)(track, letter), self.advance(&sets, letter));
                // The list found moves to the front, so that few lists are named.
                if !self.beats_any(track, &sets) {
                    return Ok(None);
                }
                let found = &self.met[&track][0];
                let mirror = found.image.checked_sub(1).map_or("", |mirror| name(&self.question.mirrors[mirror]));
                let list = *number.entry(found.number).or_insert_with(|| {
                    order.push(met[&found.number].clone());
                    order.len() - 1
                });
                next.push(ListReference { list, mirror });
            }
            let costs = self.places().map(|(strip, place)| strip.least(&sets[place])).collect();
            lists.push(ProofList { read: read(track), offset: 0, costs, next });
        }
        Ok(Some(lists))
    }
}

/// The letter of a mirror image.
fn name(mirror: &WordMirror<'_>) -> &'static str {
    match (mirror.colours, mirror.upside_down) {
        (true, true) => "b",
        (true, false) => "c",
        (false, true) => "u",
        (false, false) => "",
    }
}
