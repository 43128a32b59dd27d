//! The classes that play reaches, and the bounds of them that prove each other.

use std::collections::HashMap;

use super::candidates::{RunStripTable, stones, tuples};
use super::level::RunLevel;
use super::pattern::{MOST_LETTERS, RunLength, RunPattern};
use super::shape::{RunBoard, RunShape, cases, mirrored, moves, negative, shape_of};
use super::step::{MoveBounds, RunStep};
use crate::cgt::Values;
use crate::{Budget, Player, Stop};

/// Maximum number of classes.
const MOST_CLASSES: usize = 1 << 11;

/// The classes of a pattern and their bounds, for one least length of long runs.
pub(super) struct RunSearch<'a> {
    pub(super) pattern: &'a RunPattern,
    /// The least length of a long run.
    pub(super) long: usize,
    number: HashMap<RunShape, usize>,
    pub(super) shapes: Vec<RunShape>,
    pub(super) bounds: Vec<Vec<RunLevel>>,
    pub(super) strips: RunStripTable,
    pub(super) values: Values,
    pub(super) budget: &'a Budget,
}

impl<'a> RunSearch<'a> {
    pub(super) fn new(pattern: &'a RunPattern, long: usize, budget: &'a Budget) -> RunSearch<'a> {
        RunSearch {
            pattern,
            long,
            number: HashMap::new(),
            shapes: Vec::new(),
            bounds: Vec::new(),
            strips: RunStripTable::default(),
            values: Values::within(budget),
            budget,
        }
    }

    /// The pattern with these lengths, `None` for a long run.
    pub(super) fn shape(&self, lengths: &[Option<usize>]) -> RunShape {
        let mut lengths = lengths.iter();
        let length = |&(colour, length): &(Player, RunLength)| match length {
            RunLength::Exactly(stones) => (colour, Some(stones)),
            RunLength::Letter(_) => (colour, *lengths.next().expect("a length for each letter")),
        };
        self.pattern.runs.iter().map(length).collect()
    }

    /// The boards of a theorem for all lengths from `least` on: short lengths, or long.
    pub(super) fn roots(&self, least: &[usize]) -> Vec<Vec<Option<usize>>> {
        let of = |n: usize| (n < self.long).then_some(n);
        tuples(least, self.long).into_iter().map(|lengths| lengths.into_iter().map(of).collect()).collect()
    }

    /// Enters all classes that play reaches, with colours exchanged too; false if they
    /// are too many, or have too many long runs.
    pub(super) fn close(&mut self, mut open: Vec<RunShape>) -> Result<bool, Stop> {
        while let Some(shape) = open.pop() {
            let is_known = self.number.contains_key(&shape) || self.number.contains_key(&mirrored(&shape));
            if is_known || shape.len() < 2 || shape.iter().all(|(_, stones)| stones.is_some()) {
                continue;
            }
            self.budget.check()?;
            // A run without a letter may grow and become long.
            let variables = shape.iter().filter(|(_, stones)| stones.is_none()).count();
            if self.shapes.len() == MOST_CLASSES || variables > MOST_LETTERS {
                return Ok(false);
            }
            for board in cases(&shape, self.long) {
                let parts = moves(&board).into_iter().flat_map(|(_, parts)| parts);
                open.extend(parts.map(|part| shape_of(&part, self.long)));
            }
            open.push(negative(&shape));
            self.number.insert(shape.clone(), self.shapes.len());
            self.shapes.push(shape);
        }
        Ok(true)
    }

    /// Deletes bounds that do not follow from the others until all do.
    pub(super) fn prune(&mut self) -> Result<(), Stop> {
        loop {
            let mut is_changed = false;
            for number in 0..self.shapes.len() {
                let mut kept = self.bounds[number].clone();
                for board in cases(&self.shapes[number].clone(), self.long) {
                    self.budget.check()?;
                    let bounds = self.move_bounds(&board)?;
                    let mut wanted = Vec::new();
                    for &bound in &kept {
                        wanted.push((bound, self.instance(bound, &board)?));
                    }
                    let mut step = RunStep { bounds: &bounds, values: &mut self.values, known: HashMap::default() };
                    kept.clear();
                    for (bound, instance) in wanted {
                        if step.proves(instance)? {
                            kept.push(bound);
                        }
                    }
                }
                is_changed |= kept.len() < self.bounds[number].len();
                self.bounds[number] = kept;
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    fn move_bounds(&mut self, board: &RunBoard) -> Result<MoveBounds, Stop> {
        let mut all = MoveBounds::default();
        for (player, parts) in moves(board) {
            let mut sums = vec![RunLevel::constant(self.values.zero())];
            for part in &parts {
                let bounds = self.bounds_of(part)?;
                let mut longer = Vec::new();
                for &sum in &sums {
                    for &bound in &bounds {
                        longer.push(sum.plus(bound, &mut self.values)?);
                    }
                }
                sums = longer;
            }
            match player {
                Player::Left => all.lefts.push(sums),
                Player::Right => all.rights.extend(sums),
            }
        }
        Ok(all)
    }

    fn bounds_of(&mut self, board: &RunBoard) -> Result<Vec<RunLevel>, Stop> {
        if board.len() < 2 {
            return Ok(vec![RunLevel::constant(self.values.zero())]);
        }
        let shape = shape_of(board, self.long);
        if shape.iter().all(|(_, stones)| stones.is_some()) {
            let value = self.strips.value(&stones(&shape, &[]), &mut self.values)?;
            return Ok(vec![RunLevel::constant(value)]);
        }
        let (number, board) = match self.number.get(&shape) {
            Some(&number) => (number, board.clone()),
            None => (self.number[&mirrored(&shape)], mirrored(board)),
        };
        let mut all = Vec::new();
        for bound in self.bounds[number].clone() {
            all.push(self.instance(bound, &board)?);
        }
        Ok(all)
    }

    /// A bound of a class for one of its boards.
    fn instance(&mut self, bound: RunLevel, board: &RunBoard) -> Result<RunLevel, Stop> {
        let long = board.iter().filter(|run| run.is_long(self.long));
        let mut level = RunLevel::constant(bound.game);
        for (&run, slope) in long.zip(bound.slopes) {
            level = level.with_run(run, slope, self.long, &mut self.values)?;
        }
        Ok(level)
    }

    /// The bounds of a class from above, and those from below.
    pub(super) fn both_bounds(&mut self, shape: &RunShape) -> Result<[Vec<RunLevel>; 2], Stop> {
        let mut both = [Vec::new(), Vec::new()];
        for (side, shape) in [shape.clone(), negative(shape)].into_iter().enumerate() {
            let (number, is_mirrored) = match self.number.get(&shape) {
                Some(&number) => (number, false),
                None => (self.number[&mirrored(&shape)], true),
            };
            let variables = shape.iter().filter(|(_, stones)| stones.is_none()).count();
            for &bound in &self.bounds[number] {
                let mut level = bound;
                if is_mirrored {
                    level.slopes[..variables].reverse();
                }
                both[side].push(if side == 0 { level } else { level.negated(&self.values) });
            }
        }
        Ok(both)
    }

    /// The value of a class: a bound from above that is one from below.
    pub(super) fn exact_bound(&mut self, shape: &RunShape) -> Result<Option<RunLevel>, Stop> {
        let [above, below] = self.both_bounds(shape)?;
        Ok(above.into_iter().find(|level| below.contains(level)))
    }
}
