//! Left and Right stops.
//!
//! The Left stop is the number at which play ends when Left starts and both
//! play for the largest or the smallest number. In an all-small game both
//! stops are 0.

use std::collections::{HashMap, HashSet};

use super::dyadic::Dyadic;
use super::number_up_star::NumberUpStar;
use super::{Value, Values};
use crate::Stop;

impl Values {
    /// The Left stop and the Right stop.
    pub fn stops(&mut self, v: Value) -> Result<(Dyadic, Dyadic), Stop> {
        if self.is_all_small(v) {
            return Ok((Dyadic::ZERO, Dyadic::ZERO));
        }
        let mut known: HashMap<Value, (Dyadic, Dyadic)> = HashMap::new();
        for w in self.positions_within(v)? {
            self.step(1 + self.arena.options(w))?;
            let stops = match self.arena.record(w).number_up_star.and_then(NumberUpStar::as_number) {
                Some(number) => (number, number),
                None => {
                    let left = self.arena.lefts(w).iter().map(|l| known[l].1).max();
                    let right = self.arena.rights(w).iter().map(|r| known[r].0).min();
                    let why = "a game that is not a number has options for both";
                    (left.expect(why), right.expect(why))
                }
            };
            known.insert(w, stops);
        }
        Ok(known[&v])
    }

    /// All subpositions of the canonical form, itself included, options first.
    pub(super) fn positions(&self, v: Value) -> Vec<Value> {
        self.reachable(v, usize::MAX, |_| false).expect("no limit was set")
    }

    /// All subpositions of the canonical form, itself included, options first.
    pub(super) fn positions_within(&self, v: Value) -> Result<Vec<Value>, Stop> {
        let mut ticker = self.budget.ticker();
        let list =
            self.visit(v, usize::MAX, |_| false, |w| ticker.step(STEPS_PER_LOOKUP * (1 + self.arena.options(w))))?;
        Ok(list.expect("no limit was set"))
    }

    /// The subpositions reached from `v` when positions with `ends` are not
    /// expanded, options first; `None` if there are more than `limit`.
    pub(super) fn reachable(&self, v: Value, limit: usize, ends: impl Fn(Value) -> bool) -> Option<Vec<Value>> {
        self.visit(v, limit, ends, |_| Ok(())).expect("nothing stops it")
    }

    /// The positions reached from `v`; `before` is called before the options
    /// of a position are looked at.
    fn visit(
        &self,
        v: Value,
        limit: usize,
        ends: impl Fn(Value) -> bool,
        mut before: impl FnMut(Value) -> Result<(), Stop>,
    ) -> Result<Option<Vec<Value>>, Stop> {
        let mut seen = HashSet::from([v]);
        let mut list = vec![v];
        let mut next = 0;
        while let Some(&w) = list.get(next) {
            next += 1;
            if ends(w) {
                continue;
            }
            before(w)?;
            list.extend(self.arena.lefts(w).iter().chain(self.arena.rights(w)).filter(|&&o| seen.insert(o)));
            if list.len() > limit {
                return Ok(None);
            }
        }
        // Options have smaller ids.
        list.sort_unstable_by_key(|w| w.0);
        Ok(Some(list))
    }
}

/// Steps of a ticker that looking an option up in a hash table counts for.
const STEPS_PER_LOOKUP: usize = 4;
