//! The statement of a file, and the one function that writes it as a sentence.

use super::super::file::Checked;
use super::super::theorem::Shift;
use super::board::{RunBoard, StoneRun};
use super::pattern::{RunCount, RunPattern};
use super::step::RunLevel;
use crate::games::{Game, Games};

/// Characters of a value in the sentence.
const LONGEST_NAME: usize = 10_000;

/// A pattern and the lengths that the statement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunsStatement {
    pub(super) pattern: RunPattern,
    /// The least length of a long run; of each letter the value is
    /// that of this length and some `^*` for each stone more or less.
    pub(super) long: usize,
    /// The least length of each letter, at most `long`.
    pub(super) least: Vec<usize>,
}

impl RunsStatement {
    /// All boards of the statement, by cases: each letter is short, or long.
    pub(super) fn boards(&self) -> Vec<RunBoard> {
        let mut all = vec![RunBoard::default()];
        let mut letters = 0;
        for &(is_x, count) in &self.pattern.runs {
            let run = |at, over, lettered| StoneRun { is_x, at, over, lettered };
            let runs = match count {
                RunCount::Exactly(at) => vec![run(at, None, false)],
                RunCount::Letter(_) => {
                    let short = (self.least[letters]..self.long).map(|at| run(at, None, true));
                    let runs = short.chain([run(self.long, Some(letters), true)]).collect();
                    letters += 1;
                    runs
                }
            };
            let longer = |board: &RunBoard| {
                let grown = runs.iter().map(|&run| RunBoard { runs: [&board.runs[..], &[run]].concat() });
                grown.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

/// The statement in words: the value of the pattern for all lengths.
pub(super) fn sentence(statement: &RunsStatement, value: RunLevel, games: &mut Games) -> Checked<String> {
    let mut terms = vec![name(value.game, games)?];
    for (letter, slope) in statement.pattern.letters().zip(value.slopes) {
        if slope != 0 {
            let each = Shift::Ups { n: slope, star: slope % 2 != 0 };
            terms.push(format!("({letter}-{}).{each}", statement.long));
        }
    }
    if terms.len() > 1 && terms[0] == "0" {
        terms.remove(0);
    }
    let from = statement.pattern.letters().zip(&statement.least).map(|(letter, least)| format!("{letter} >= {least}"));
    let from = from.collect::<Vec<_>>().join(", ");
    Ok(format!("{} = {} for all {from}", statement.pattern.text(), terms.join(" + ")))
}

/// The name of a game: a multiple of up, or its options in braces.
fn name(game: Game, games: &mut Games) -> Checked<String> {
    let mut text = String::new();
    write(game, games, &mut text)?;
    Ok(text)
}

fn write(game: Game, games: &mut Games, text: &mut String) -> Checked<()> {
    if text.len() > LONGEST_NAME {
        return Err(format!("the value has more than {LONGEST_NAME} characters"));
    }
    for n in -32..=32 {
        for star in [false, true] {
            if games.ups(n, star)? == game {
                let ups = Shift::Ups { n, star };
                text.push_str(&ups.to_string());
                return Ok(());
            }
        }
    }
    for (left, opening) in [(true, '{'), (false, '|')] {
        text.push(opening);
        for (i, option) in games.options(game, left).to_vec().into_iter().enumerate() {
            text.push_str(if i > 0 { "," } else { "" });
            write(option, games, text)?;
        }
    }
    text.push('}');
    Ok(())
}
