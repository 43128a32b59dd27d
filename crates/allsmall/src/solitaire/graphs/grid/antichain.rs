//! The antichain algorithm for universality, applied to strips of every length.
//!
//! Reading a strip column by column, the cost list is the state of a (large)
//! finite automaton, and "every strip of some kind can be covered with at most
//! `limit` stones left" means that it accepts every word of that kind. A list
//! that dominates another one accepts all that the other accepts, so only lists
//! that dominate none of the lists already met are expanded (De Wulf, Doyen,
//! Henzinger, Raskin, "Antichains", CAV 2006). A strip may be covered by any of
//! several DPs, so a state has one list for each of them.

use std::collections::HashMap;

use super::cost_list::{ColumnDp, CostList};
use super::frontier::ColumnCells;
use crate::{Budget, Stop};

/// A statement: every required word is covered by one of the DPs with at most
/// `limit` stones left.
pub(super) struct StripStatement<'a> {
    /// The DPs that may cover the strip.
    pub(super) dps: Vec<ColumnDp>,
    /// For every letter, the column that each DP reads.
    pub(super) letters: Vec<Vec<ColumnCells>>,
    /// Maximum number of stones left.
    pub(super) limit: u16,
    /// A small automaton that reads the letters too, from state 0; `None` where no
    /// required word continues.
    pub(super) next: &'a dyn Fn(u16, usize) -> Option<u16>,
    /// Whether the words that lead to this state of the small automaton are required.
    pub(super) required: &'a dyn Fn(u16) -> bool,
    /// Whether a strip with this list after its last column is covered; monotone:
    /// a list that dominates it covers as well.
    pub(super) covers: fn(&mut ColumnDp, &CostList) -> bool,
}

/// Returns whether nothing crosses the line after the last column.
pub(super) fn ends(dp: &mut ColumnDp, list: &CostList) -> bool {
    dp.end(list).is_some()
}

/// The result of the antichain algorithm.
#[derive(Debug)]
pub(super) struct AntichainResult {
    /// Number of states met.
    pub(super) states: usize,
    /// The letters of a shortest required word that is not covered.
    pub(super) exception: Option<Vec<usize>>,
}

/// The lists after some word, and how it was reached.
pub(super) struct ListNode {
    pub(super) lists: Vec<Box<CostList>>,
    pub(super) track: u16,
    parent: usize,
    letter: usize,
}

/// Bytes of a node without its lists.
const LIST_NODE: usize = 2 * size_of::<ListNode>();

impl StripStatement<'_> {
    /// Decides the statement.
    pub(super) fn check(mut self, budget: &Budget) -> Result<AntichainResult, Stop> {
        let (nodes, exception) = self.explore(budget)?;
        Ok(AntichainResult { states: nodes.len(), exception: exception.map(|at| word(&nodes, at)) })
    }

    /// Expands states breadth first until an exception is met or none is left:
    /// the nodes, and the number of the exception.
    pub(super) fn explore(&mut self, budget: &Budget) -> Result<(Vec<ListNode>, Option<usize>), Stop> {
        let letters = self.numbers();
        let mut nodes = vec![ListNode { lists: self.start(), track: 0, parent: 0, letter: 0 }];
        let mut met: HashMap<u16, Vec<usize>> = HashMap::new();
        let (mut at, mut bytes) = (0, 0);
        while at < nodes.len() {
            if self.is_exception(nodes[at].track, &nodes[at].lists) {
                return Ok((nodes, Some(at)));
            }
            for (letter, numbers) in letters.iter().enumerate() {
                let Some(track) = (self.next)(nodes[at].track, letter) else { continue };
                // With five rows one letter takes milliseconds.
                budget.check()?;
                budget.fits(bytes)?;
                let lists = self.advance(&nodes[at].lists, numbers);
                let same_track = met.entry(track).or_default();
                if !self.beats_any(&lists, same_track, &nodes) {
                    same_track.push(nodes.len());
                    bytes += LIST_NODE + lists.iter().map(|list| size_of_val(&list[..])).sum::<usize>();
                    nodes.push(ListNode { lists, track, parent: at, letter });
                }
            }
            at += 1;
        }
        Ok((nodes, None))
    }

    /// For every letter, the numbers of its columns.
    pub(super) fn numbers(&mut self) -> Vec<Vec<u32>> {
        let number = |columns: &Vec<ColumnCells>| self.dps.iter_mut().zip(columns).map(|(m, &c)| m.letter(c)).collect();
        self.letters.iter().map(number).collect()
    }

    /// The lists before the first letter.
    pub(super) fn start(&mut self) -> Vec<Box<CostList>> {
        self.dps.iter_mut().map(|m| m.start().into()).collect()
    }

    /// Returns whether a word that leads here is required and not covered.
    pub(super) fn is_exception(&mut self, track: u16, lists: &[Box<CostList>]) -> bool {
        (self.required)(track) && !self.dps.iter_mut().zip(lists).any(|(m, list)| (self.covers)(m, list))
    }

    /// The lists after one more letter.
    pub(super) fn advance(&mut self, lists: &[Box<CostList>], numbers: &[u32]) -> Vec<Box<CostList>> {
        let dps = self.dps.iter_mut().zip(lists).zip(numbers);
        dps.map(|((m, list), &letter)| m.advance(list, letter, self.limit).into()).collect()
    }

    /// Returns whether these lists dominate some lists already met, in every DP;
    /// the ones found move to the front.
    pub(super) fn beats_any(&mut self, lists: &[Box<CostList>], met: &mut [usize], nodes: &[ListNode]) -> bool {
        for (dp, list) in self.dps.iter_mut().zip(lists) {
            dp.load(list);
        }
        let found =
            met.iter().position(|&node| self.dps.iter_mut().zip(&nodes[node].lists).all(|(dp, other)| dp.beats(other)));
        if let Some(i) = found {
            met[..=i].rotate_right(1);
        }
        found.is_some()
    }
}

/// The letters on the way to a node.
fn word(nodes: &[ListNode], mut at: usize) -> Vec<usize> {
    let mut letters = Vec::new();
    while at != 0 {
        letters.push(nodes[at].letter);
        at = nodes[at].parent;
    }
    letters.reverse();
    letters
}
