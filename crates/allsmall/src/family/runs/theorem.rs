//! The search for a theorem about a pattern of runs, and its certificate.

use std::fmt::Write;

use super::candidates::{candidates, stones, tuples};
use super::level::{RunLevel, up_stars};
use super::pattern::RunPattern;
use super::search::RunSearch;
use super::shape::RunShape;
use crate::cgt::Value;
use crate::family::certificate::GameList;
use crate::{Budget, Player, Stop};

/// The least lengths of long runs that are tried.
const LEAST_LONG: usize = 2;
const MOST_LONG: usize = 6;
/// Stones beyond a long run, up to which shorter runs are compared before they are proved.
const COMPARED: usize = 3;

/// A theorem about a pattern of runs, for all lengths from some on.
#[derive(Clone, Debug)]
pub struct RunsTheorem {
    /// The theorem in words.
    pub statement: String,
    /// The proof for `allsmall-check`.
    pub certificate: String,
    /// Number of classes, and of their bounds.
    pub classes: usize,
    /// See `classes`.
    pub bounds: usize,
}

/// Looks for the value of a pattern for all lengths of its runs, and proves it; `None`
/// if no value was found that grows by some `^*` with each stone of a run.
///
/// # Errors
/// [`Stop`] when the budget is exhausted.
pub fn study_runs(pattern: &RunPattern, budget: &Budget) -> Result<Option<RunsTheorem>, Stop> {
    // Runs without a letter are not long.
    for long in (pattern.longest() + 1).max(LEAST_LONG)..=MOST_LONG {
        budget.report(|| format!("runs of {long} stones and more"));
        let mut search = RunSearch::new(pattern, long, budget);
        let all_long = vec![long; pattern.letters().count()];
        let Some(value) = search.value_from(&all_long)? else { continue };
        let least = search.shortest(value, all_long.clone())?;
        for least in [least, all_long] {
            let mut search = RunSearch::new(pattern, long, budget);
            if let Some(value) = search.value_from(&least)? {
                return search.theorem(value, &least).map(Some);
            }
        }
    }
    Ok(None)
}

impl RunSearch<'_> {
    /// The value of the pattern for all lengths from `least` on, if it is proved.
    fn value_from(&mut self, least: &[usize]) -> Result<Option<RunLevel>, Stop> {
        let roots: Vec<RunShape> = self.roots(least).iter().map(|root| self.shape(root)).collect();
        if !self.close(roots)? {
            return Ok(None);
        }
        for number in 0..self.shapes.len() {
            self.budget.check()?;
            let found = candidates(&self.shapes[number], self.long, &mut self.strips, &mut self.values)?;
            self.bounds.push(found);
        }
        self.prune()?;
        let whole = self.shape(&vec![None; least.len()]);
        let exact = self.exact_bound(&whole)?;
        let Some(value) = exact else { return Ok(None) };
        for root in self.roots(least) {
            if !self.has_value(&root, value)? {
                return Ok(None);
            }
        }
        Ok(Some(value))
    }

    /// Whether the boards with these lengths have the value of the theorem.
    fn has_value(&mut self, root: &[Option<usize>], value: RunLevel) -> Result<bool, Stop> {
        let mut wanted = RunLevel::constant(value.game);
        let mut variable = 0;
        for (length, slope) in root.iter().zip(value.slopes) {
            match length {
                None => {
                    wanted.slopes[variable] = slope;
                    variable += 1;
                }
                Some(n) => {
                    let stones = |n: usize| i32::try_from(n).expect("runs are short");
                    let more = up_stars(slope * (stones(*n) - stones(self.long)), &mut self.values)?;
                    wanted.game = self.values.add(wanted.game, more)?;
                }
            }
        }
        let shape = self.shape(root);
        if shape.iter().all(|(_, stones)| stones.is_some()) {
            return Ok(self.strips.value(&stones(&shape, &[]), &mut self.values)? == wanted.game);
        }
        let [above, below] = self.both_bounds(&shape)?;
        let mut is_met = [false, false];
        for (side, bounds) in [above, below].into_iter().enumerate() {
            for bound in bounds {
                is_met[side] |= if side == 0 {
                    bound.always_at_most(wanted, &mut self.values)?
                } else {
                    wanted.always_at_most(bound, &mut self.values)?
                };
            }
        }
        Ok(is_met == [true, true])
    }

    /// The least lengths from which the value seems to hold: they are made less one
    /// after the other as long as the shortest boards agree.
    fn shortest(&mut self, value: RunLevel, mut least: Vec<usize>) -> Result<Vec<usize>, Stop> {
        for letter in 0..least.len() {
            while least[letter] > 1 {
                let mut from = least.clone();
                from[letter] -= 1;
                let mut lengths = tuples(&from, self.long + COMPARED);
                lengths.retain(|lengths| lengths[letter] == from[letter]);
                if !self.agrees(value, &lengths)? {
                    break;
                }
                least = from;
            }
        }
        Ok(least)
    }

    fn agrees(&mut self, value: RunLevel, boards: &[Vec<usize>]) -> Result<bool, Stop> {
        let signed = |n: usize| i32::try_from(n).expect("runs are short");
        for lengths in boards {
            let shape = self.shape(&vec![None; lengths.len()]);
            let found = self.strips.value(&stones(&shape, lengths), &mut self.values)?;
            let more = |(&n, slope): (&usize, i32)| slope * (signed(n) - signed(self.long));
            let more = up_stars(lengths.iter().zip(value.slopes).map(more).sum(), &mut self.values)?;
            if self.values.add(value.game, more)? != found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn theorem(&mut self, value: RunLevel, least: &[usize]) -> Result<RunsTheorem, Stop> {
        Ok(RunsTheorem {
            statement: self.statement(value, least)?,
            certificate: self.certificate(value, least),
            classes: self.shapes.len(),
            bounds: self.bounds.iter().map(Vec::len).sum(),
        })
    }

    fn statement(&mut self, value: RunLevel, least: &[usize]) -> Result<String, Stop> {
        let mut terms = Vec::new();
        if value.game != self.values.zero() || value.slopes.iter().all(|&slope| slope == 0) {
            terms.push(self.name(value.game));
        }
        for (letter, slope) in self.pattern.letters().zip(value.slopes).filter(|&(_, slope)| slope != 0) {
            let each = up_stars(slope, &mut self.values)?;
            terms.push(format!("({letter}-{}).{}", self.long, self.name(each)));
        }
        let from = self.pattern.letters().zip(least).map(|(letter, least)| format!("{letter} >= {least}"));
        let from = from.collect::<Vec<_>>().join(", ");
        Ok(format!("{} = {} for all {from}", self.pattern, terms.join(" + ")))
    }

    fn name(&self, value: Value) -> String {
        self.values.name(value).unwrap_or_else(|| "a long value".to_owned())
    }

    fn certificate(&self, value: RunLevel, least: &[usize]) -> String {
        let mut games = GameList::new(&self.values);
        let slopes = |level: RunLevel, count: usize| {
            level.slopes[..count].iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
        };
        let mut classes = String::new();
        for (shape, bounds) in self.shapes.iter().zip(&self.bounds) {
            let variables = shape.iter().filter(|(_, stones)| stones.is_none()).count();
            write!(classes, "class {}", text(shape)).expect("writing to a string does not fail");
            for &bound in bounds {
                let game = games.enter(&self.values, bound.game);
                write!(classes, " : {game} {}", slopes(bound, variables)).expect("writing to a string does not fail");
            }
            classes.push('\n');
        }
        let game = games.enter(&self.values, value.game);
        let value = slopes(value, least.len());
        let least = least.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let head = format!("allsmall runs proof 1\nruns {}\nlong {}\nleast {least}", self.pattern, self.long);
        format!("{head}\n{}value {game} {value}\n{classes}end\n", games.text)
    }
}

/// `x+ o1`: a long run of x and one stone o.
fn text(shape: &RunShape) -> String {
    let run = |&(colour, stones): &(Player, Option<usize>)| {
        let stone = if colour == Player::Left { 'x' } else { 'o' };
        stones.map_or_else(|| format!("{stone}+"), |stones| format!("{stone}{stones}"))
    };
    shape.iter().map(run).collect::<Vec<_>>().join(" ")
}
