//! The deterministic automaton of the exceptions to a statement about strips of
//! every length, where it is small enough: counts them by length and lists them.
//!
//! Its states are cost lists ([`super::cost_list`]) up to a limit, together with
//! the state of a small automaton that says whether the word is required.

use std::collections::HashMap;
use std::rc::Rc;

use super::antichain::StripStatement;
use super::cost_list::CostList;
use crate::{Budget, Stop};

/// The state of the small automaton, and a list for every DP.
type StatementState = (u16, Rc<[Box<CostList>]>);

/// The automaton; state 0 is the empty word.
pub(super) struct ExceptionAutomaton {
    /// The successors by letter; empty for states that were not expanded.
    next: Vec<Vec<u32>>,
    is_exception: Vec<bool>,
}

/// The successor where a word cannot continue.
const NOWHERE: u32 = u32::MAX;

impl ExceptionAutomaton {
    /// All states that words of at most `longest` letters reach.
    pub(super) fn new(mut of: StripStatement<'_>, longest: usize, budget: &Budget) -> Result<ExceptionAutomaton, Stop> {
        let letters = of.numbers();
        let start: StatementState = (0, of.start().into());
        let mut automaton = ExceptionAutomaton { next: Vec::new(), is_exception: vec![of.is_exception(0, &start.1)] };
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let (mut level, mut size) = (vec![start], 0);
        for _ in 0..longest {
            let mut fresh = Vec::new();
            for (track, lists) in level {
                let mut row = Vec::with_capacity(letters.len());
                for (letter, columns) in letters.iter().enumerate() {
                    let Some(track) = (of.next)(track, letter) else {
                        row.push(NOWHERE);
                        continue;
                    };
                    // With five rows one letter takes milliseconds.
                    budget.check()?;
                    if size * size_of::<(u32, u16)>() > budget.memory() / 2 {
                        return Err(Stop::Memory);
                    }
                    let key: StatementState = (track, of.advance(&lists, columns).into());
                    let number = *numbers.entry(key.clone()).or_insert_with(|| {
                        size += key.1.iter().map(|list| list.len()).sum::<usize>() + 16;
                        automaton.is_exception.push(of.is_exception(track, &key.1));
                        fresh.push(key);
                        automaton.is_exception.len() as u32 - 1
                    });
                    row.push(number);
                }
                automaton.next.push(row);
            }
            budget.report(|| format!("{} states, {} of them new", automaton.is_exception.len(), fresh.len()));
            level = fresh;
            if level.is_empty() {
                break;
            }
        }
        Ok(automaton)
    }

    /// Number of states.
    pub(super) fn states(&self) -> usize {
        self.is_exception.len()
    }

    /// The number of exceptions of each length from 0 to `longest`.
    pub(super) fn counts(&self, longest: usize) -> Vec<u128> {
        let mut words = vec![0u128; self.states()];
        words[0] = 1;
        let mut counts = Vec::with_capacity(longest + 1);
        for _ in 0..=longest {
            counts.push((0..words.len()).filter(|&s| self.is_exception[s]).map(|s| words[s]).sum());
            let mut longer = vec![0u128; words.len()];
            for (from, row) in self.next.iter().enumerate().filter(|(from, _)| words[*from] > 0) {
                for &to in row.iter().filter(|&&to| to != NOWHERE) {
                    longer[to as usize] = longer[to as usize].saturating_add(words[from]);
                }
            }
            words = longer;
        }
        counts
    }

    /// The length of the longest exception; `None` if lengths are unbounded.
    pub(super) fn longest(&self) -> Option<usize> {
        // Exceptions are unbounded iff the states that lead to one contain a cycle.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for (from, row) in self.next.iter().enumerate() {
            row.iter().filter(|&&to| to != NOWHERE).for_each(|&to| before[to as usize].push(from as u32));
        }
        let mut useful = self.is_exception.clone();
        let mut open: Vec<usize> = (0..self.states()).filter(|&s| useful[s]).collect();
        while let Some(s) = open.pop() {
            for &from in &before[s] {
                if !std::mem::replace(&mut useful[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        self.longest_within(&useful)
    }

    /// The longest path among useful states; `None` if they contain a cycle.
    fn longest_within(&self, useful: &[bool]) -> Option<usize> {
        let onward = |s: usize| {
            let row = self.next.get(s).map_or(&[][..], Vec::as_slice);
            row.iter().filter(|&&to| to != NOWHERE && useful[to as usize]).map(|&to| to as usize)
        };
        let mut entering = vec![0usize; self.states()];
        (0..self.states()).filter(|&s| useful[s]).for_each(|s| onward(s).for_each(|to| entering[to] += 1));
        let mut open: Vec<usize> = (0..self.states()).filter(|&s| useful[s] && entering[s] == 0).collect();
        let (mut depth, mut left) = (vec![0; self.states()], useful.iter().filter(|u| **u).count());
        let mut longest = 0;
        while let Some(s) = open.pop() {
            left -= 1;
            longest = longest.max(depth[s]);
            for to in onward(s) {
                depth[to] = depth[to].max(depth[s] + 1);
                entering[to] -= 1;
                if entering[to] == 0 {
                    open.push(to);
                }
            }
        }
        (left == 0).then_some(longest)
    }

    /// Exceptions of this length, at most `most` of them.
    pub(super) fn words(&self, length: usize, most: usize) -> Vec<Vec<usize>> {
        let mut reach = vec![self.is_exception.clone()];
        for d in 0..length {
            let leads = |row: &Vec<u32>| row.iter().any(|&to| to != NOWHERE && reach[d][to as usize]);
            let mut longer: Vec<bool> = self.next.iter().map(leads).collect();
            longer.resize(self.states(), false);
            reach.push(longer);
        }
        let mut words = Vec::new();
        let mut open = vec![(0u32, Vec::new())];
        while let Some((state, word)) = open.pop() {
            let left = length - word.len();
            if !reach[left][state as usize] {
                continue;
            }
            if left == 0 {
                words.push(word);
                if words.len() == most {
                    break;
                }
                continue;
            }
            for (letter, &to) in self.next[state as usize].iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
                open.push((to, [word.as_slice(), &[letter]].concat()));
            }
        }
        words
    }
}
