//! The ways from one crossing over a column to the next, listed when first
//! needed and kept.

use std::collections::HashMap;

use super::frontier::{Column, Crossing, Form, Scan, Ways};
use crate::base::hash::Mixed;

/// One way over a column: to this crossing, with so many stones that stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) stay: u8,
    pub(super) ways: Ways,
}

/// A column and the steps over it, by crossing.
struct Over {
    column: Column,
    from: Vec<Option<Box<[Step]>>>,
}

/// All crossings met so far, by number, and the steps between them.
pub(super) struct Steps {
    rows: usize,
    form: Form,
    /// The marks that the last crossing must have.
    wanted: u8,
    numbers: HashMap<Crossing, u32, Mixed>,
    crossings: Vec<Crossing>,
    /// For each crossing, those that can do all that it can.
    freer: Vec<Option<Box<[u32]>>>,
    columns: HashMap<Column, u32, Mixed>,
    /// By column.
    steps: Vec<Over>,
}

impl Steps {
    /// The number of the crossing at the right end, where nothing crosses and
    /// all has happened that was wanted.
    const END: u32 = 0;

    /// The numbers of the crossings at the left end, in order.
    pub(super) fn start(&mut self) -> Vec<u32> {
        let crossings = if self.form == Form::Loop { Crossing::seams(self.rows) } else { vec![Crossing::NONE] };
        let mut numbers: Vec<u32> = crossings.into_iter().map(|crossing| self.number(crossing)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Whether this crossing may be the last one.
    pub(super) fn is_end(&self, number: u32) -> bool {
        match self.form {
            Form::Loop => self.crossings[number as usize].closes(self.rows),
            Form::Strip | Form::Tube => number == Steps::END,
        }
    }

    pub(super) fn new(rows: usize, form: Form, wanted: u8) -> Steps {
        let mut steps = Steps {
            rows,
            form,
            wanted,
            numbers: HashMap::default(),
            crossings: Vec::new(),
            freer: Vec::new(),
            columns: HashMap::default(),
            steps: Vec::new(),
        };
        steps.number(Crossing::NONE.with_marks(wanted));
        steps.number(Crossing::NONE);
        steps
    }

    /// The number of a crossing.
    pub(super) fn number(&mut self, crossing: Crossing) -> u32 {
        *self.numbers.entry(crossing).or_insert_with(|| {
            self.crossings.push(crossing);
            self.freer.push(None);
            (self.crossings.len() - 1) as u32
        })
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The crossing of this number.
    pub(super) fn crossing(&self, number: u32) -> Crossing {
        self.crossings[number as usize]
    }

    /// The number of a column.
    pub(super) fn letter(&mut self, column: Column) -> u32 {
        *self.columns.entry(column).or_insert_with(|| {
            self.steps.push(Over { column, from: Vec::new() });
            (self.steps.len() - 1) as u32
        })
    }

    /// The steps from a crossing over a column; of those to the same crossing
    /// the cheapest.
    pub(super) fn over(&mut self, from: u32, letter: u32) -> &[Step] {
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

    fn list(&mut self, from: usize, letter: usize) -> Box<[Step]> {
        let mut found: Vec<(Crossing, u8, Ways)> = Vec::new();
        let column = self.steps[letter].column;
        Scan::column(self.crossings[from], &column, self.rows, self.form, &mut |to, stay, ways| {
            found.push((to, stay, ways));
        });
        found.sort_by_key(|&(to, stay, _)| (to, stay));
        found.dedup_by_key(|&mut (to, ..)| to);
        found.into_iter().map(|(to, stay, ways)| Step { to: self.number(to), stay, ways }).collect()
    }

    /// The crossings that are like this one with fewer ties or more marks:
    /// they can do all that it can.
    pub(super) fn freer(&mut self, of: u32) -> &[u32] {
        let at = of as usize;
        if self.freer[at].is_none() {
            let near: Vec<u32> = self.crossings[at].freer(self.wanted).map(|c| self.number(c)).collect();
            let mut all = near.clone();
            for crossing in near {
                all.extend_from_slice(self.freer(crossing));
            }
            all.sort_unstable();
            all.dedup();
            self.freer[at] = Some(all.into());
        }
        self.freer[at].as_ref().expect("listed above")
    }
}
