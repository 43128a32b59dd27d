//! Construction of a database: the value of every board, then its moves, then
//! the simplest board of each value.
//!
//! The paper solves every board and every difference of two candidates by
//! search. Here equal boards have one number as values, so links are a
//! look-up and dominance is a comparison of values (0.5 s instead of 39
//! minutes for length 16).
//!
//! Swapping the colours negates the value, exchanges the players' dominated
//! moves and keeps the complexity; so half of the boards give the other half.

use super::bounds::Ladder;
use super::cuts::Cuts;
use super::format::{EntryRecord, Image, ValueRecord};
use super::{Section, Sections, Shape};
use crate::cgt::{Value, Values};
use crate::{Budget, Player, Stop};

/// Bytes per entry while a database is built: the columns below, the record,
/// and the record in the file.
const ENTRY_BYTES: usize = 3 * size_of::<EntryRecord>();

/// The fields of all entries, column by column.
struct Columns {
    value: Vec<Value>,
    complexity: Vec<u32>,
    /// Pairs where Left's move is dominated, then Right's.
    dominated: Vec<[u32; 2]>,
}

struct Builder<'a> {
    sections: Sections,
    values: Values,
    columns: Columns,
    budget: &'a Budget,
}

/// The file of a database, in memory.
pub(super) fn image(length: usize, budget: &Budget) -> Result<Image, Stop> {
    let sections = Sections::new(length);
    let entries = sections.entries() as usize;
    let rest = budget.memory().checked_sub(entries * ENTRY_BYTES).ok_or(Stop::Memory)?;
    let values = Values::within(&budget.clone().with_memory(rest));
    let columns =
        Columns { value: vec![values.zero(); entries], complexity: vec![0; entries], dominated: vec![[0; 2]; entries] };
    let mut builder = Builder { sections, values, columns, budget };
    builder.each_section(Builder::fill_value)?;
    builder.each_section(Builder::fill_moves)?;
    builder.finish()
}

impl Builder<'_> {
    /// Calls `fill` for half of the boards, shape by shape, with the board's
    /// number, its entry, and the entry of the board with colours swapped.
    fn each_section(
        &mut self,
        fill: fn(&mut Self, &ShapePlan, u32, SwappedPair) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for section in self.sections.list().to_vec() {
            self.budget.report(|| format!("boards of shape {}", section.shape));
            let plan = ShapePlan::new(section, &self.sections);
            let all = u32::MAX >> (32 - section.shape.stones());
            for number in 0..=all / 2 {
                if number % 1024 == 0 {
                    self.budget.check()?;
                }
                let at = |number: u32| (section.start + number) as usize;
                fill(self, &plan, number, SwappedPair { board: at(number), swapped: at(all ^ number) })?;
            }
        }
        Ok(())
    }

    /// The value of a run is made from its options; the value of several runs
    /// is that of the first run plus that of the rest.
    fn fill_value(&mut self, plan: &ShapePlan, number: u32, pair: SwappedPair) -> Result<(), Stop> {
        let value = match plan.split {
            Some(split) => {
                let (first, rest) = split.entries(number);
                self.values.add(self.columns.value[first], self.columns.value[rest])?
            }
            None => {
                let [left, right] = Player::BOTH.map(|player| {
                    let steps = plan.cuts.steps(number, player);
                    steps.map(|step| self.value_of(step.to)).collect::<Vec<_>>()
                });
                self.values.from_options(&left, &right)?
            }
        };
        self.columns.value[pair.board] = value;
        self.columns.value[pair.swapped] = self.values.neg(value);
        Ok(())
    }

    /// The complexity counts the moves that are not dominated, here and in
    /// all boards they lead to.
    fn fill_moves(&mut self, plan: &ShapePlan, number: u32, pair: SwappedPair) -> Result<(), Stop> {
        let moves = plan.cuts.pairs(number);
        let mut dominated = [moves; 2];
        let mut complexity = 0u32;
        for (player, dominated) in Player::BOTH.into_iter().zip(&mut dominated) {
            for choice in self.sensible(&plan.cuts, number, player)? {
                *dominated &= !(1 << choice.pair);
                let more = choice.complexity.checked_add(1).ok_or(Stop::Unsupported)?;
                complexity = complexity.checked_add(more).ok_or(Stop::Unsupported)?;
            }
        }
        let [left, right] = dominated;
        self.columns.complexity[pair.board] = complexity;
        self.columns.complexity[pair.swapped] = complexity;
        self.columns.dominated[pair.board] = [left, right];
        self.columns.dominated[pair.swapped] = [right, left];
        Ok(())
    }

    /// The moves of a player that are not dominated. Of moves to equal values
    /// one is kept: to the least complex board, the leftmost of those. So a
    /// board, its mirror image and all orders of its runs have one complexity.
    fn sensible(&mut self, cuts: &Cuts, number: u32, player: Player) -> Result<Vec<Choice>, Stop> {
        let mut choices: Vec<Choice> = Vec::new();
        for step in cuts.steps(number, player) {
            let complexity = step.to.map_or(0, |entry| self.columns.complexity[entry as usize]);
            let choice = Choice { value: self.value_of(step.to), complexity, pair: step.pair };
            match choices.iter_mut().find(|other| other.value == choice.value) {
                // Steps come from the right, so a later one is further left.
                Some(other) if choice.complexity <= other.complexity => *other = choice,
                Some(_) => {}
                None => choices.push(choice),
            }
        }
        let values: Vec<Value> = choices.iter().map(|choice| choice.value).collect();
        let mut dominated = self.values.dominated(&values, player)?.into_iter();
        choices.retain(|_| dominated.next() == Some(false));
        Ok(choices)
    }

    /// Numbers the values by first appearance, finds their bounds and the
    /// least complex board of each, and writes all records.
    ///
    /// A canonical option of a board is the value of a board that can be
    /// reached from it, so it has appeared before: the numbers, and with them
    /// every byte, depend on the boards alone.
    fn finish(mut self) -> Result<Image, Stop> {
        self.budget.report(|| "links and bounds".to_owned());
        let mut numbers = vec![None; self.values.len()];
        let mut found: Vec<(Value, u32)> = Vec::new();
        let mut entries = Vec::with_capacity(self.columns.value.len());
        for (entry, (&value, &complexity)) in self.columns.value.iter().zip(&self.columns.complexity).enumerate() {
            let number = *numbers[value.id() as usize].get_or_insert_with(|| {
                found.push((value, entry as u32));
                found.len() as u32 - 1
            });
            let link = &mut found[number as usize].1;
            if complexity < self.columns.complexity[*link as usize] {
                *link = entry as u32;
            }
            let dominated = self.columns.dominated[entry];
            entries.push(EntryRecord { value: number, complexity, dominated });
        }
        let ladder = Ladder::new(self.sections.length(), &mut self.values)?;
        let (mut records, mut options) = (Vec::with_capacity(found.len()), Vec::new());
        for (value, link) in found {
            let bounds = ladder.bounds(value, &mut self.values)?;
            let mut list = |of: &[Value]| {
                let start = options.len();
                options.extend(of.iter().map(|v| numbers[v.id() as usize].expect("options appear before")));
                options[start..].sort_unstable();
                of.len() as u16
            };
            let lefts = list(self.values.left_options(value));
            let rights = list(self.values.right_options(value));
            let outcome = self.values.outcome(value);
            records.push(ValueRecord { lefts, rights, link, outcome, lower: bounds.lower, upper: bounds.upper });
        }
        Ok(Image::new(&self.sections, &records, &options, &entries))
    }

    fn value_of(&self, entry: Option<u32>) -> Value {
        entry.map_or(self.values.zero(), |entry| self.columns.value[entry as usize])
    }
}

/// The entries of a board and of its negative.
#[derive(Clone, Copy)]
struct SwappedPair {
    board: usize,
    swapped: usize,
}

/// A move, by the board it leads to.
#[derive(Clone, Copy)]
struct Choice {
    value: Value,
    complexity: u32,
    pair: u32,
}

/// How the boards of one shape are computed from earlier ones.
struct ShapePlan {
    cuts: Cuts,
    split: Option<Split>,
}

/// The entries of the first run and of the rest of a board of several runs.
#[derive(Clone, Copy)]
struct Split {
    first: u32,
    rest: u32,
    rest_stones: usize,
}

impl ShapePlan {
    fn new(section: Section, sections: &Sections) -> ShapePlan {
        let (first, rest) = (section.shape.first(), section.shape.rest());
        let start = |shape: Shape| sections.start(shape).expect("a part of a listed shape is listed");
        let split = (rest != Shape::EMPTY).then(|| Split {
            first: start(first),
            rest: start(rest),
            rest_stones: rest.stones(),
        });
        ShapePlan { cuts: Cuts::new(section, sections), split }
    }
}

impl Split {
    fn entries(self, number: u32) -> (usize, usize) {
        let low = number & ((1 << self.rest_stones) - 1);
        ((self.first + (number >> self.rest_stones)) as usize, (self.rest + low) as usize)
    }
}
