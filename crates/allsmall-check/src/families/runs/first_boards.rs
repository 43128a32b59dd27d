//! The shortest boards of a statement, valued by the definitions alone.
//!
//! The induction argues about all lengths at once. Before a statement counts as
//! proved, its boards with the fewest stones are compared with it, so that a fault in
//! a rule that makes it false there is found.

use std::fmt;

use super::super::by_definition::{Definitions, Id};
use super::super::file::Checked;
use super::super::first_cases::CONTRADICTED;
use super::file::RunsFile;
use super::pattern::RunCount;
use crate::games::Watch;

/// Stones of the largest board that is valued.
const MOST_STONES: usize = 24;
/// Steps for all boards.
const STEPS: u64 = 1 << 24;

/// How many of the first boards of a statement were valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthsPlayed {
    /// Number of boards.
    pub boards: usize,
    /// Stones of the largest one.
    pub stones: usize,
}

impl fmt::Display for LengthsPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.boards {
            0 => f.write_str("first boards valued: none, they are too large"),
            1 => write!(f, "first boards valued by the definitions: 1 of {} stones", self.stones),
            boards => write!(f, "first boards valued by the definitions: {boards} of up to {} stones", self.stones),
        }
    }
}

/// Values the boards with the fewest stones, all of one number of stones after those
/// of the number before, as long as there are steps left.
pub(super) fn play(file: &RunsFile, watch: Option<Watch>) -> Checked<LengthsPlayed> {
    let mut played = LengthsPlayed::default();
    let mut definitions = Definitions::new(STEPS, watch.clone());
    for stones in 1..=MOST_STONES {
        for lengths in lengths(file, stones) {
            match holds(file, &lengths, &mut definitions) {
                None => {
                    watch.map_or(Ok(()), |watch| watch())?;
                    return Ok(played);
                }
                Some(false) => return Err(format!("{CONTRADICTED}: {}", text(file, &lengths))),
                Some(true) => played = LengthsPlayed { boards: played.boards + 1, stones },
            }
        }
    }
    Ok(played)
}

/// The lengths of the letters for which a board has this number of stones.
fn lengths(file: &RunsFile, stones: usize) -> Vec<Vec<usize>> {
    let exact = |&(_, count): &(bool, RunCount)| match count {
        RunCount::Exactly(stones) => stones,
        RunCount::Letter(_) => 0,
    };
    let fixed: usize = file.statement.pattern.runs.iter().map(exact).sum();
    let mut all = vec![Vec::new()];
    for &least in &file.statement.least {
        all = all.iter().flat_map(|some: &Vec<usize>| (least..=stones).map(|n| [&some[..], &[n]].concat())).collect();
        all.retain(|some: &Vec<usize>| some.iter().sum::<usize>() + fixed <= stones);
    }
    all.retain(|lengths| lengths.iter().sum::<usize>() + fixed == stones);
    all
}

/// Whether a board has the value of the statement; none if no steps are left.
fn holds(file: &RunsFile, lengths: &[usize], definitions: &mut Definitions) -> Option<bool> {
    let found = definitions.strip(&board(file, lengths))?;
    let mut made: Vec<Id> = vec![0];
    for game in &file.games[..file.value.game] {
        let side = |options: &[usize]| options.iter().map(|&option| made[option]).collect();
        let sides = [side(&game.lefts), side(&game.rights)];
        made.push(definitions.make(sides)?);
    }
    let mut wanted = made[file.value.game];
    for (&slope, &length) in file.value.slopes.iter().zip(lengths) {
        let times = slope * (length as i32 - file.statement.long as i32);
        let more = definitions.ups(times, times % 2 != 0)?;
        wanted = definitions.add(wanted, more)?;
    }
    Some(found == wanted)
}

fn board(file: &RunsFile, lengths: &[usize]) -> Vec<bool> {
    let mut lengths = lengths.iter();
    let mut stones = Vec::new();
    for &(is_x, count) in &file.statement.pattern.runs {
        let length = match count {
            RunCount::Exactly(stones) => stones,
            RunCount::Letter(_) => lengths.next().copied().unwrap_or(0),
        };
        stones.extend(vec![is_x; length]);
    }
    stones
}

fn text(file: &RunsFile, lengths: &[usize]) -> String {
    board(file, lengths).iter().map(|&is_x| if is_x { 'x' } else { 'o' }).collect()
}
