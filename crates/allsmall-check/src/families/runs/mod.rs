//! Values of strips whose runs have any lengths, by one induction over the stones.
//!
//! ```text
//! allsmall runs proof 1
//! runs x^a o x^b o
//! long 4                      a run of 4 stones or more is long
//! least 1 4                   the statement is about all a >= 1 and b >= 4
//! game 0|0                    games, each after its options; game 0 is zero
//! value 9 0 1                 game 9 and, for each letter, how many ^* a stone adds
//! class x+ o1 x+ o1 : 9 0 1   long runs and exact ones; upper bounds, each a game
//! end                         and the ^* that a stone of each long run adds
//! ```
//!
//! A move touches runs at their ends only, so play leaves finitely many *classes*:
//! runs of fewer stones, exactly, and long ones. The claim about a class with long
//! runs of T + t, T + u, ... stones is, for each bound and all t, u, ... >= 0,
//!
//! ```text
//!   S(t, u, ...) <= game + t.s^* + u.r^* + ...
//! ```
//!
//! A lower bound is an upper bound of the board with colours exchanged, which is a
//! class too. All claims are proved together by induction over the stones ([`step`]).

mod board;
mod file;
mod first_boards;
mod pattern;
mod statement;
mod step;

use std::collections::HashMap;

use super::file::{Checked, Line, OnLine, Wrong};
use super::strips::Strips;
use crate::games::{Game, Games, Watch, ZERO};
use crate::proof::{Proved, Refused};
use board::{RunBoard, RunShape};
pub use first_boards::LengthsPlayed;
use step::RunLevel;

/// The first line of a proof about runs of any lengths.
pub const RUNS_HEADER: &str = "allsmall runs proof 1";

/// Steps that the check of one file may take: a few seconds.
const STEPS: u64 = 1 << 27;
/// Maximum number of runs of any length in a strip.
const MOST_LONG: usize = 3;

/// Checks a proof about runs of any lengths, header and all.
///
/// # Errors
/// The first line that does not follow, or in which the watch ended the check.
pub fn check_runs(text: &str, watch: Option<Watch>) -> Result<Proved, Refused> {
    proved(text, watch).map_err(|Wrong { line, why }| {
        let claim = text.lines().nth(line - 1).unwrap_or("");
        Refused { line, claim: claim.chars().take(200).collect(), why }
    })
}

fn proved(text: &str, watch: Option<Watch>) -> Result<Proved, Wrong> {
    let file = file::read(text)?;
    let mut check = RunsCheck::new(&file, watch.clone())?;
    for number in 0..check.classes.len() {
        check.follows(number).on(check.classes[number].line)?;
    }
    let value = RunLevel::of(check.listed[file.value.game], &file.value.slopes);
    check.is_value(&file.statement, value).on(file.value_line)?;
    let sentence = statement::sentence(&file.statement, value, &mut check.games).on(file.value_line)?;
    let played = first_boards::play(&file, watch).on(file.value_line)?;
    Ok(Proved { lengths_played: Some(played), ..Proved::new(sentence, file.lines, 0) })
}

/// A class and its upper bounds: a game, and the `^*` that each stone of its long
/// runs adds.
struct RunsClass {
    line: Line,
    shape: RunShape,
    bounds: Vec<(Game, Vec<i32>)>,
}

struct RunsCheck {
    /// The least length of a long run.
    long: usize,
    listed: Vec<Game>,
    classes: Vec<RunsClass>,
    number: HashMap<RunShape, usize>,
    games: Games,
    strips: Strips,
}

impl RunsCheck {
    fn new(file: &file::RunsFile, watch: Option<Watch>) -> Result<RunsCheck, Wrong> {
        let mut games = Games::new(STEPS);
        games.set_watch(watch);
        let mut listed = vec![ZERO];
        for game in &file.games {
            let side = |options: &[usize]| options.iter().map(|&option| listed[option]).collect();
            let made = games.make(side(&game.lefts), side(&game.rights)).on(game.line)?;
            listed.push(made);
        }
        let long = file.statement.long;
        let (classes, number, strips) = (Vec::new(), HashMap::new(), Strips::default());
        let mut check = RunsCheck { long, listed, classes, number, games, strips };
        for class in &file.classes {
            check.class(class).on(class.line)?;
        }
        Ok(check)
    }

    fn class(&mut self, class: &file::ListedClass) -> Checked<()> {
        let bound = |bound: &file::ListedBound| (self.listed[bound.game], bound.slopes.clone());
        let bounds = class.bounds.iter().map(bound).collect();
        let mirrored: RunShape = class.shape.iter().rev().copied().collect();
        if self.number.contains_key(&class.shape) || self.number.contains_key(&mirrored) {
            return Err("this class is listed twice".to_owned());
        }
        self.number.insert(class.shape.clone(), self.classes.len());
        self.classes.push(RunsClass { line: class.line, shape: class.shape.clone(), bounds });
        Ok(())
    }

    /// Upper bounds of a board. One without long runs has its value.
    fn bounds_of(&mut self, board: &RunBoard) -> Checked<Vec<RunLevel>> {
        if board.runs.len() < 2 {
            return Ok(vec![RunLevel::of(ZERO, &[])]);
        }
        if let Some(stones) = board.stones(self.long) {
            return Ok(vec![RunLevel::of(self.strips.value(&stones, &mut self.games)?, &[])]);
        }
        let (mut board, mut shape) = (board.clone(), board.shape(self.long));
        if !self.number.contains_key(&shape) {
            board.runs.reverse();
            shape.reverse();
        }
        let number = self.number.get(&shape);
        let &number = number.ok_or_else(|| format!("a move leaves {}, which is not listed", board::text(&shape)))?;
        let mut all = Vec::new();
        for (game, slopes) in self.classes[number].bounds.clone() {
            let mut level = RunLevel::of(game, &[]);
            for (run, slope) in board.runs.iter().filter(|run| run.is_long(self.long)).zip(slopes) {
                level = level.with_run(run, slope, self.long, &mut self.games)?;
            }
            all.push(level);
        }
        Ok(all)
    }

    /// The bounds of a class hold if all bounds hold for boards with fewer stones.
    fn follows(&mut self, number: usize) -> Checked<()> {
        let RunsClass { shape, bounds, .. } = &self.classes[number];
        let (shape, bounds) = (shape.clone(), bounds.clone());
        for board in RunBoard::cases(&shape, self.long) {
            let step = self.step(&board)?;
            for (game, slopes) in &bounds {
                let mut level = RunLevel::of(*game, &[]);
                for (run, &slope) in board.runs.iter().filter(|run| run.is_long(self.long)).zip(slopes) {
                    level = level.with_run(run, slope, self.long, &mut self.games)?;
                }
                if !step.follows(level, &mut self.games)? {
                    let text = self.games.text(*game);
                    return Err(format!("the bound {text} does not follow from the bounds of the parts"));
                }
            }
        }
        Ok(())
    }

    /// What the moves leave of a board: bounds of each.
    fn step(&mut self, board: &RunBoard) -> Checked<step::RunsStep> {
        let mut step = step::RunsStep::default();
        for (is_left, parts) in board.moves() {
            let mut sums = vec![RunLevel::of(ZERO, &[])];
            for part in &parts {
                let bounds = self.bounds_of(part)?;
                let mut longer = Vec::new();
                for sum in sums {
                    for &bound in &bounds {
                        self.games.spend(1)?;
                        longer.push(sum.plus(bound, &mut self.games)?);
                    }
                }
                sums = longer;
            }
            if is_left {
                step.lefts.push(sums);
            } else {
                step.rights.extend(sums);
            }
        }
        Ok(step)
    }

    /// The boards of the statement have this value: it is an upper bound of each, and
    /// its negative one of each with colours exchanged.
    fn is_value(&mut self, statement: &statement::RunsStatement, value: RunLevel) -> Checked<()> {
        for board in statement.boards() {
            for is_negative in [false, true] {
                let board = if is_negative { board.negative() } else { board.clone() };
                let mut wanted = RunLevel::of(value.game, &[]);
                for (run, &slope) in board.lettered().zip(&value.slopes) {
                    wanted = wanted.with_run(run, slope, self.long, &mut self.games)?;
                }
                if is_negative {
                    wanted = wanted.negative(&self.games);
                }
                let bounds = self.bounds_of(&board)?;
                let mut is_met = false;
                for bound in bounds {
                    is_met = is_met || bound.is_always_at_most(wanted, &mut self.games)?;
                }
                if !is_met {
                    let side = if is_negative { "below" } else { "above" };
                    return Err(format!("{} has no such bound from {side}", board::text(&board.shape(self.long))));
                }
            }
        }
        Ok(())
    }
}
