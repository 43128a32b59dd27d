//! Transitions of the frontier DP over one column, computed lazily and memoised.

use std::collections::HashMap;

use super::frontier::{ColumnCells, Frontier, Scan, StripTopology, Ways};
use crate::base::hash::Mixed;

/// A transition over a column: the frontier it leads to, the number of stones that
/// stay, and the ways of the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub(super) to: u32,
    pub(super) stay: u8,
    pub(super) ways: Ways,
}

/// A column and the transitions over it, by frontier.
struct ColumnTransitions {
    column: ColumnCells,
    from: Vec<Option<Box<[Transition]>>>,
}

/// All frontiers met so far, by number, and the transitions between them.
pub(super) struct Transitions {
    rows: usize,
    topology: StripTopology,
    /// The marks that the last frontier must have.
    wanted: u8,
    numbers: HashMap<Frontier, u32, Mixed>,
    frontiers: Vec<Frontier>,
    /// For each frontier, those that dominate it.
    freer: Vec<Option<Box<[u32]>>>,
    columns: HashMap<ColumnCells, u32, Mixed>,
    /// By column.
    steps: Vec<ColumnTransitions>,
}

impl Transitions {
    /// The number of the frontier at the right end: no plugs, and all marks wanted.
    const END: u32 = 0;

    /// The numbers of the frontiers at the left end, in order.
    pub(super) fn start(&mut self) -> Vec<u32> {
        let frontiers =
            if self.topology == StripTopology::Loop { Frontier::seams(self.rows) } else { vec![Frontier::NONE] };
        let mut numbers: Vec<u32> = frontiers.into_iter().map(|frontier| self.number(frontier)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns whether this frontier may be the last one.
    pub(super) fn is_end(&self, number: u32) -> bool {
        match self.topology {
            StripTopology::Loop => self.frontiers[number as usize].closes(self.rows),
            StripTopology::Strip | StripTopology::Tube => number == Transitions::END,
        }
    }

    pub(super) fn new(rows: usize, topology: StripTopology, wanted: u8) -> Transitions {
        let mut steps = Transitions {
            rows,
            topology,
            wanted,
            numbers: HashMap::default(),
            frontiers: Vec::new(),
            freer: Vec::new(),
            columns: HashMap::default(),
            steps: Vec::new(),
        };
        steps.number(Frontier::NONE.with_marks(wanted));
        steps.number(Frontier::NONE);
        steps
    }

    /// The number of a frontier.
    pub(super) fn number(&mut self, frontier: Frontier) -> u32 {
        *self.numbers.entry(frontier).or_insert_with(|| {
            self.frontiers.push(frontier);
            self.freer.push(None);
            (self.frontiers.len() - 1) as u32
        })
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The frontier of this number.
    pub(super) fn frontier(&self, number: u32) -> Frontier {
        self.frontiers[number as usize]
    }

    /// The number of a column.
    pub(super) fn letter(&mut self, column: ColumnCells) -> u32 {
        *self.columns.entry(column).or_insert_with(|| {
            self.steps.push(ColumnTransitions { column, from: Vec::new() });
            (self.steps.len() - 1) as u32
        })
    }

    /// The transitions from a frontier over a column; the cheapest one to each
    /// frontier.
    pub(super) fn over(&mut self, from: u32, letter: u32) -> &[Transition] {
        let (from, letter) = (from as usize, letter as usize);
        if self.steps[letter].from.get(from).is_none_or(Option::is_none) {
            let found = self.list(from, letter);
            let known = &mut self.steps[letter].from;
            if known.len() <= from {
                known.resize(from + 1, None);
            }
            known[from] = Some(found);
        }
        self.steps[letter].from[from].as_ref().expect("listed above")
    }

    fn list(&mut self, from: usize, letter: usize) -> Box<[Transition]> {
        let mut found: Vec<(Frontier, u8, Ways)> = Vec::new();
        let column = self.steps[letter].column;
        Scan::column(self.frontiers[from], &column, self.rows, self.topology, &mut |to, stay, ways| {
            found.push((to, stay, ways));
        });
        found.sort_by_key(|&(to, stay, _)| (to, stay));
        found.dedup_by_key(|&mut (to, ..)| to);
        found.into_iter().map(|(to, stay, ways)| Transition { to: self.number(to), stay, ways }).collect()
    }

    /// The frontiers that dominate this one: fewer ties or more marks.
    pub(super) fn freer(&mut self, of: u32) -> &[u32] {
        let at = of as usize;
        if self.freer[at].is_none() {
            let near: Vec<u32> = self.frontiers[at].freer(self.wanted).map(|c| self.number(c)).collect();
            let mut all = near.clone();
            for frontier in near {
                all.extend_from_slice(self.freer(frontier));
            }
            all.sort_unstable();
            all.dedup();
            self.freer[at] = Some(all.into());
        }
        self.freer[at].as_ref().expect("listed above")
    }
}
