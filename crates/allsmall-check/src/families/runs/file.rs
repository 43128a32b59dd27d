//! A file about runs, read into types before anything is checked.

use super::super::file::{Checked, FamilyLines, LONGEST_FILE, Line, Listed, OnLine, Wrong, game, number};
use super::board::{RunLength, RunShape};
use super::pattern::RunPattern;
use super::statement::RunsStatement;

/// Maximum number of stones of the least long run, and of each exact one.
const MOST_EXACT: usize = 8;
/// Maximum number of runs of a class.
const MOST_RUNS: usize = 8;
/// Maximum number of `^*` that a stone adds.
const STEEPEST: usize = 4;
/// Maximum number of classes.
const MOST_CLASSES: usize = 1 << 12;

/// A whole file.
pub(super) struct RunsFile {
    pub(super) statement: RunsStatement,
    /// The games with the numbers 1, 2, ...; game 0 is zero.
    pub(super) games: Vec<Listed>,
    pub(super) value: ListedBound,
    pub(super) value_line: Line,
    pub(super) classes: Vec<ListedClass>,
    /// Number of its lines.
    pub(super) lines: Line,
}

/// The number of a game, and how many `^*` a stone of each run adds.
pub(super) struct ListedBound {
    pub(super) game: usize,
    pub(super) slopes: Vec<i32>,
}

/// A class and its upper bounds.
pub(super) struct ListedClass {
    pub(super) line: Line,
    pub(super) shape: RunShape,
    pub(super) bounds: Vec<ListedBound>,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<RunsFile, Wrong> {
    if text.len() > LONGEST_FILE {
        return Err(format!("a family file has at most {LONGEST_FILE} bytes")).on(1);
    }
    let mut lines = FamilyLines { all: text.lines().collect(), at: 1 };
    let read = file(&mut lines);
    read.map_err(|why| Wrong { line: lines.at, why })
}

fn file(lines: &mut FamilyLines<'_>) -> Checked<RunsFile> {
    if lines.all.first() != Some(&super::RUNS_HEADER) {
        return Err(format!("expected {:?}", super::RUNS_HEADER));
    }
    let pattern = RunPattern::read(lines.field("runs")?)?;
    let long = lines.number("long", 2..=MOST_EXACT)?;
    let least: Vec<usize> =
        lines.field("least")?.split(' ').map(|least| number(least, 1..=long)).collect::<Checked<_>>()?;
    if least.len() != pattern.letters().count() {
        return Err("expected a least length for each letter".to_owned());
    }
    let games = lines.games()?;
    let value = bound(lines.field("value")?, games.len() + 1, least.len())?;
    let value_line = lines.at;
    let mut classes: Vec<ListedClass> = Vec::new();
    while let Some(rest) = lines.maybe("class") {
        classes.push(class(lines.at, rest, long, games.len() + 1)?);
        if classes.len() > MOST_CLASSES {
            return Err(format!("a file has at most {MOST_CLASSES} classes"));
        }
    }
    let end = lines.end()?;
    let statement = RunsStatement { pattern, long, least };
    Ok(RunsFile { statement, games, value, value_line, classes, lines: end })
}

fn class(line: Line, text: &str, long: usize, games: usize) -> Checked<ListedClass> {
    let (runs, bounds) = text.split_once(" : ").unwrap_or((text, ""));
    let mut shape: RunShape = Vec::new();
    for run in runs.split(' ') {
        let (is_x, length) = match run.split_at_checked(1) {
            Some(("x", length)) => (true, length),
            Some(("o", length)) => (false, length),
            _ => return Err(format!("expected a run such as x+ or o2 and not {run:?}")),
        };
        let length = if length == "+" { RunLength::Long } else { RunLength::Exact(number(length, 1..=long - 1)?) };
        if shape.last().is_some_and(|last| last.0 == is_x) {
            return Err("two runs of one colour follow each other".to_owned());
        }
        shape.push((is_x, length));
    }
    let variables = shape.iter().filter(|(_, length)| *length == RunLength::Long).count();
    if shape.len() > MOST_RUNS || variables == 0 || variables > super::MOST_LONG {
        let most = super::MOST_LONG;
        return Err(format!("expected at most {MOST_RUNS} runs, 1 to {most} of them long"));
    }
    let bounds = if bounds.is_empty() { Vec::new() } else { bounds.split(" : ").collect() };
    let bounds = bounds.into_iter().map(|text| bound(text, games, variables)).collect::<Checked<_>>()?;
    Ok(ListedClass { line, shape, bounds })
}

/// A game and a slope for each variable.
fn bound(text: &str, games: usize, variables: usize) -> Checked<ListedBound> {
    let mut parts = text.split(' ');
    let game = game(parts.next().unwrap_or(""), games)?;
    let slopes = parts.map(slope).collect::<Checked<Vec<i32>>>()?;
    if slopes.len() != variables {
        return Err(format!("expected a game and {variables} slopes"));
    }
    Ok(ListedBound { game, slopes })
}

fn slope(text: &str) -> Checked<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    Ok(sign * number(digits, 0..=STEEPEST)? as i32)
}
