//! Bounded frontiers: cost lists as bit sets, over frontiers with few plugs.
//!
//! Only frontiers in which few rows are crossed are kept. That loses plays: a
//! strip that is covered here can be covered; one that is not covered here is
//! undecided. Five rows have some 40,000 frontiers, and 2,021 with at most
//! [`MOST_PLUGS`] plugs and [`MOST_IN`] of them coming back.
//!
//! ```text
//!   bit  frontier * (limit + 1) + cost      the frontier is reached at this cost
//! ```
//!
//! Sets are *closed* downwards: with a frontier they hold all frontiers that it
//! dominates, more tied or at a higher cost. The same ways over a column lead the
//! freer frontier to frontiers that are as free or freer and have plugs in the
//! same rows, so they are kept too. Hence one list dominates another if its set
//! is a superset.

use std::collections::HashMap;

use super::frontier::{ColumnCells, Frontier, Scan, StripTopology};
use crate::{Budget, Stop};

/// Maximum number of rows crossed.
const MOST_PLUGS: usize = 3;
/// Maximum number of stones that come back.
const MOST_IN: usize = 2;

/// The frontiers of one kind of strip, and the transitions between closed sets.
pub(super) struct BoundedFrontiers {
    rows: usize,
    /// Number of costs: from 0 to the limit.
    costs: usize,
    frontiers: Vec<Frontier>,
    numbers: HashMap<Frontier, usize>,
    /// By letter and bit: the closed set that the bit leads to; empty if there is
    /// none.
    next: Vec<Vec<Box<[u64]>>>,
    /// For each bit, the bits that dominate it.
    better: Vec<Vec<usize>>,
}

/// The number of the last frontier: no plugs, and all marks wanted.
const END: usize = 0;

impl BoundedFrontiers {
    /// The frontiers for strips of these columns with `rows` rows that must reach
    /// the marks `wanted` and leave at most `limit` stones.
    pub(super) fn new(
        rows: usize,
        wanted: u8,
        limit: u8,
        letters: &[ColumnCells],
        budget: &Budget,
    ) -> Result<BoundedFrontiers, Stop> {
        let mut strip = BoundedFrontiers {
            rows,
            costs: usize::from(limit) + 1,
            frontiers: Vec::new(),
            numbers: HashMap::new(),
            next: Vec::new(),
            better: Vec::new(),
        };
        strip.number(Frontier::NONE.with_marks(wanted));
        strip.number(Frontier::NONE);
        let mut steps = Vec::new();
        while steps.len() < strip.frontiers.len() {
            budget.check()?;
            let from = strip.frontiers[steps.len()];
            steps.push(letters.iter().map(|column| strip.ways(from, column, limit)).collect::<Vec<_>>());
        }
        let bits = strip.frontiers.len() * strip.costs;
        budget.fits(letters.len() * bits * strip.words() * size_of::<u64>())?;
        let tied = strip.tied(wanted);
        for letter in 0..letters.len() {
            let mut over = Vec::with_capacity(bits);
            for bit in 0..bits {
                budget.check()?;
                over.push(strip.reached(bit, &steps, letter, &tied));
            }
            strip.next.push(over);
        }
        strip.better = (0..bits).map(|bit| strip.better(bit, wanted)).collect();
        Ok(strip)
    }

    fn number(&mut self, frontier: Frontier) -> usize {
        let frontiers = &mut self.frontiers;
        *self.numbers.entry(frontier).or_insert_with(|| {
            frontiers.push(frontier);
            frontiers.len() - 1
        })
    }

    /// The transitions from a frontier over a column: numbers, and stones that stay.
    fn ways(&mut self, from: Frontier, column: &ColumnCells, limit: u8) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        Scan::column(from, column, self.rows, StripTopology::Strip, &mut |to, stay, _| {
            let (back, all) = to.plugs();
            if stay <= limit && back <= MOST_IN && all <= MOST_PLUGS {
                found.push((to, stay));
            }
        });
        found.sort_unstable();
        found.dedup_by_key(|(to, _)| *to);
        found.into_iter().map(|(to, stay)| (self.number(to), usize::from(stay))).collect()
    }

    /// For each frontier, itself and those that it dominates.
    fn tied(&self, wanted: u8) -> Vec<Vec<usize>> {
        let mut tied: Vec<Vec<usize>> = (0..self.frontiers.len()).map(|frontier| vec![frontier]).collect();
        for (number, &frontier) in self.frontiers.iter().enumerate() {
            let mut freer: Vec<Frontier> = frontier.freer(wanted).collect();
            let mut at = 0;
            while let Some(&next) = freer.get(at) {
                at += 1;
                freer.extend(next.freer(wanted));
            }
            freer.sort_unstable();
            freer.dedup();
            for number_of in freer.iter().filter_map(|frontier| self.numbers.get(frontier)) {
                tied[*number_of].push(number);
            }
        }
        tied
    }

    /// The closed set that a bit leads to over a letter.
    fn reached(
        &self,
        bit: usize,
        steps: &[Vec<Vec<(usize, usize)>>],
        letter: usize,
        tied: &[Vec<usize>],
    ) -> Box<[u64]> {
        let (frontier, cost) = (bit / self.costs, bit % self.costs);
        let mut set = Vec::new();
        for &(to, stay) in steps[frontier][letter].iter().filter(|(_, stay)| cost + stay < self.costs) {
            set.resize(self.words(), 0);
            self.put(&mut set, &tied[to], cost + stay);
        }
        set.into()
    }

    /// Inserts frontiers at this cost and at all higher ones.
    fn put(&self, set: &mut [u64], frontiers: &[usize], cost: usize) {
        for bit in frontiers.iter().flat_map(|frontier| (cost..self.costs).map(move |c| frontier * self.costs + c)) {
            set[bit / 64] |= 1 << (bit % 64);
        }
    }

    /// The bits that dominate this one by one step.
    fn better(&self, bit: usize, wanted: u8) -> Vec<usize> {
        let (frontier, cost) = (bit / self.costs, bit % self.costs);
        let freer = self.frontiers[frontier].freer(wanted).filter_map(|freer| self.numbers.get(&freer));
        let cheaper = (cost > 0).then(|| bit - 1);
        freer.map(|freer| freer * self.costs + cost).chain(cheaper).collect()
    }

    /// Words of 64 bits in a set.
    pub(super) fn words(&self) -> usize {
        (self.frontiers.len() * self.costs).div_ceil(64)
    }

    /// The set before the first column.
    pub(super) fn start(&self) -> Vec<u64> {
        let mut set = vec![0; self.words()];
        self.put(&mut set, &[self.numbers[&Frontier::NONE]], 0);
        set
    }

    /// Returns whether a strip may end here.
    pub(super) fn ends(&self, set: &[u64]) -> bool {
        has(set, END * self.costs + self.costs - 1)
    }

    /// Adds to `to` all that a set leads to over a column.
    pub(super) fn advance(&self, from: &[u64], letter: usize, to: &mut [u64]) {
        for bit in members(from).filter(|&bit| !self.better[bit].iter().any(|&better| has(from, better))) {
            to.iter_mut().zip(&self.next[letter][bit]).for_each(|(to, more)| *to |= more);
        }
    }

    /// The frontiers of a set with their costs, without dominated ones.
    pub(super) fn least(&self, set: &[u64]) -> Vec<(Frontier, u16)> {
        let least = members(set).filter(|&bit| !self.better[bit].iter().any(|&better| has(set, better)));
        least.map(|bit| (self.frontiers[bit / self.costs], (bit % self.costs) as u16)).collect()
    }

    /// The image of each bit when the colours are exchanged, the strip is turned
    /// upside down, or both; `None` if some frontier has no image among those kept.
    pub(super) fn mirror(&self, colours: bool, upside_down: bool) -> Option<Vec<usize>> {
        let image = |bit: usize| {
            let frontier = self.frontiers[bit / self.costs].mirrored(self.rows, colours, upside_down);
            Some(self.numbers.get(&frontier)? * self.costs + bit % self.costs)
        };
        (0..self.frontiers.len() * self.costs).map(image).collect()
    }
}

/// Returns whether a set holds this bit.
pub(super) fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// The bits of a set, in order.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(place, &word)| {
        let rest = |word: &u64| Some(word & (word - 1)).filter(|&w| w != 0);
        std::iter::successors(Some(word).filter(|&w| w != 0), rest)
            .map(move |word| 64 * place + word.trailing_zeros() as usize)
    })
}

/// Returns whether one set is a superset of another.
pub(super) fn holds(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(set, other)| other & !set == 0)
}
