//! The lists of a file are an inductive invariant.
//!
//! A list says of the boards that lead to it: for each of its crossings some play
//! on these columns reaches that crossing, or one that is as free, such that
//!
//! ```text
//!   period * stones that stay - gain * columns  <=  period * cost + offset
//! ```
//!
//! Of every board some list of the file, or the mirror image of one, holds:
//!
//! - of the board without columns the first list holds;
//! - if a list holds of a board, then with a column more the list that is named for
//!   this column holds, for each of its crossings is reached at its cost or less.
//!
//! So a statement is proved if every list of the boards that it requires meets its
//! goal. Nothing is searched for: for each list and column one list is named.

use std::collections::HashMap;

use super::column::{Column, FillBounds, fill};
use super::crossing::{Crossing, Mirror, O_BELOW, STEPPED, X_BELOW};
use super::file::{Cover, List, Reference, StripChecked, StripFile};
use super::nice;
use super::statement::{Read, StripGoal, StripShape, StripStatement, cell};
use super::work::Work;
use crate::games::Fault;
use crate::hash::Mixed;

/// Maximum number of steps over a column that are remembered.
const MOST_STEPS: usize = 1 << 27;

/// Checks that the lists are an invariant that meets the goal; a fault comes with
/// its line.
pub(super) fn check(file: &StripFile, work: &mut Work) -> Result<(), (usize, Fault)> {
    let StripFile { statement, covers, lists, goal_line, .. } = file;
    let start = lists.first().ok_or_else(|| (*goal_line, "there are no lists".to_owned()))?;
    let mut strips = Vec::new();
    for cover in covers {
        strips.push(Strip::new(statement, cover, work).map_err(|why| (*goal_line, why))?);
    }
    is_start(statement, covers, start).map_err(|why| (start.line, why))?;
    let letters = statement.letters();
    for list in lists {
        let mut checked = || -> StripChecked<()> {
            if statement.requires(list.read) && !is_met(statement, covers, list, work)? {
                return Err("a board that leads here is required, and the goal is not met".to_owned());
            }
            for (&letter, reference) in letters.iter().zip(&list.next) {
                let follows = leads_to(statement, &mut strips, list, letter, lists, *reference, work)?;
                if !follows {
                    let column: String =
                        (0..statement.rows).map(|r| if cell(letter, r) > 0 { 'x' } else { 'o' }).collect();
                    return Err(format!("with the column {column} it does not lead to list {}", reference.list));
                }
            }
            Ok(())
        };
        checked().map_err(|why| (list.line, why))?;
    }
    Ok(())
}

/// The gain for a column, the constant of the bound, and the factor of a stone.
fn scale(statement: &StripStatement) -> (i64, i64, i64) {
    match statement.goal {
        StripGoal::Leave { gain, constant, period } => (gain as i64, constant as i64, period as i64),
        StripGoal::Eat(_) | StripGoal::Nice { .. } => (0, 0, 1),
    }
}

/// The first list holds of the board without columns.
fn is_start(statement: &StripStatement, covers: &[Cover], list: &List) -> StripChecked<()> {
    let (.., period) = scale(statement);
    if list.read != Read::NOTHING {
        return Err("before the first column nothing has been read".to_owned());
    }
    for (cover, costs) in covers.iter().zip(&list.costs) {
        for &(crossing, cost) in costs {
            let is_nothing = Crossing::NOTHING.is_as_free_as(&cover.crossings[crossing as usize]);
            if !is_nothing || period * i64::from(cost) + list.offset < 0 {
                return Err("before the first column nothing crosses".to_owned());
            }
        }
    }
    Ok(())
}

/// Whether the boards of a list meet the goal.
fn is_met(statement: &StripStatement, covers: &[Cover], list: &List, work: &mut Work) -> StripChecked<bool> {
    let (_, constant, period) = scale(statement);
    let below = if matches!(statement.goal, StripGoal::Eat(_)) { X_BELOW | O_BELOW } else { 0 };
    let wanted = Crossing { marks: below | if statement.step { STEPPED } else { 0 }, ..Crossing::NOTHING };
    for (cover, costs) in covers.iter().zip(&list.costs) {
        work.spend(costs.len())?;
        let within = costs.iter().filter(|(_, cost)| period * i64::from(*cost) + list.offset <= constant);
        let mut reached = within.map(|(crossing, _)| &cover.crossings[*crossing as usize]);
        let is_met = match statement.goal {
            StripGoal::Nice { before } => nice::is_nice(reached.copied().collect(), statement.rows, before, work)?,
            _ => reached.any(|crossing| crossing.is_as_free_as(&wanted)),
        };
        if is_met {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a list leads to the one that is named, over a column.
fn leads_to(
    statement: &StripStatement,
    strips: &mut [Strip],
    from: &List,
    letter: usize,
    lists: &[List],
    reference: Reference,
    work: &mut Work,
) -> StripChecked<bool> {
    let (gain, _, period) = scale(statement);
    let to = lists.get(reference.list as usize).ok_or_else(|| format!("there is no list {}", reference.list))?;
    let read = if reference.mirror == Mirror::default() {
        to.read
    } else {
        let image = statement.image(to.read, reference.mirror);
        image.ok_or("the statement does not speak of all mirror images alike")?
    };
    if statement.next(from.read, letter) != read {
        return Ok(false);
    }
    for (strip, (from_costs, to_costs)) in strips.iter_mut().zip(from.costs.iter().zip(&to.costs)) {
        strip.advance(from_costs, letter, work)?;
        let slack = to.offset - (from.offset - gain);
        for &(crossing, cost) in to_costs {
            let crossing = strip.image(crossing, reference.mirror)?;
            work.spend(strip.freer[crossing as usize].len())?;
            if !strip.is_reached(crossing, |reached| period * (i64::from(reached) - i64::from(cost)) <= slack) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Where a column leads, as crossings with the stones that stay in it.
type Steps = Box<[(u32, u8)]>;

/// The crossings of a cover, and the steps between them.
struct Strip {
    columns: Vec<Column>,
    bounds: FillBounds,
    crossings: Vec<Crossing>,
    numbers: HashMap<Crossing, u32, Mixed>,
    /// For each crossing, itself and those that are as free.
    freer: Vec<Vec<u32>>,
    /// By letter and crossing.
    steps: HashMap<(u32, u32), Steps, Mixed>,
    remembered: usize,
    /// The fewest stones with which each crossing is reached in this round.
    best: Vec<(u32, u16)>,
    round: u32,
}

impl Strip {
    fn new(statement: &StripStatement, cover: &Cover, work: &mut Work) -> StripChecked<Strip> {
        let crossings = cover.crossings.clone();
        work.spend(crossings.len() * crossings.len())?;
        let mut numbers = HashMap::default();
        for (number, &crossing) in crossings.iter().enumerate() {
            if numbers.insert(crossing, number as u32).is_some() {
                return Err("a crossing is listed twice".to_owned());
            }
        }
        let freer = |of: &Crossing| {
            let free = crossings.iter().enumerate().filter(|(_, other)| other.is_as_free_as(of));
            free.map(|(number, _)| number as u32).collect()
        };
        let freer = crossings.iter().map(freer).collect();
        let crossed = crossings.iter().map(Crossing::crossed);
        let (gain, constant, _) = scale(statement);
        let bounds = FillBounds {
            crossed: crossed.clone().map(|(all, _)| all).max().unwrap_or(0),
            back: crossed.map(|(_, back)| back).max().unwrap_or(0),
            stay: if gain == 0 { constant as usize } else { cover.height },
        };
        Ok(Strip {
            columns: (0..1 << statement.rows).map(|letter| column(statement, cover.height, letter)).collect(),
            bounds,
            best: vec![(0, 0); crossings.len()],
            crossings,
            numbers,
            freer,
            steps: HashMap::default(),
            remembered: 0,
            round: 0,
        })
    }

    /// Finds the fewest stones with which crossings are reached from a list.
    fn advance(&mut self, costs: &[(u32, u16)], letter: usize, work: &mut Work) -> StripChecked<()> {
        self.round += 1;
        for &(from, cost) in costs {
            let key = (letter as u32, from);
            if !self.steps.contains_key(&key) {
                let steps = self.over(from, letter, work)?;
                self.steps.insert(key, steps);
            }
            let steps = &self.steps[&key];
            work.spend(steps.len() + 1)?;
            for &(to, stay) in steps {
                let cost = cost + u16::from(stay);
                let best = &mut self.best[to as usize];
                if best.0 != self.round || cost < best.1 {
                    *best = (self.round, cost);
                }
            }
        }
        Ok(())
    }

    /// The steps over a column to crossings that lists name.
    fn over(&mut self, from: u32, letter: usize, work: &mut Work) -> StripChecked<Steps> {
        let mut steps: Vec<(u32, u8)> = Vec::new();
        let taken = fill(&self.crossings[from as usize], &self.columns[letter], self.bounds, &mut |crossing, stay| {
            if let Some(&number) = self.numbers.get(&crossing) {
                steps.push((number, stay as u8));
            }
            Ok(())
        })?;
        steps.sort_unstable();
        steps.dedup_by_key(|(to, _)| *to);
        work.spend(taken)?;
        self.remembered += steps.len() + 4;
        if self.remembered > MOST_STEPS {
            return Err(format!("there are more than {MOST_STEPS} steps over columns"));
        }
        Ok(steps.into())
    }

    /// Whether a crossing, or one that is as free, is reached at such a cost.
    fn is_reached(&self, crossing: u32, fits: impl Fn(u16) -> bool) -> bool {
        let reached = |&free: &u32| {
            let (round, cost) = self.best[free as usize];
            round == self.round && fits(cost)
        };
        self.freer[crossing as usize].iter().any(reached)
    }

    /// The number of the mirror image of a crossing.
    fn image(&self, crossing: u32, mirror: Mirror) -> StripChecked<u32> {
        if mirror == Mirror::default() {
            return Ok(crossing);
        }
        let height = self.columns[0].height;
        let image = self.crossings[crossing as usize].image(height, mirror);
        self.numbers.get(&image).copied().ok_or_else(|| "the mirror image of a crossing is not listed".to_owned())
    }
}

/// A column as the first `height` rows of a board see it.
pub(super) fn column(statement: &StripStatement, height: usize, letter: usize) -> Column {
    let mut cells = [0; super::crossing::MOST_ROWS];
    (0..height).for_each(|row| cells[row] = cell(letter, row));
    let below = if matches!(statement.goal, StripGoal::Eat(_)) { cell(letter, height) } else { 0 };
    Column { height, cells, is_ring: statement.shape == StripShape::Ring, below, marks_steps: statement.step }
}
