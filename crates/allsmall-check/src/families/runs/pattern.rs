//! Patterns of runs: `x^a o x^b oo`.

use super::super::file::Checked;

/// Maximum number of runs of a pattern, and of stones in one without a letter.
const MOST_RUNS: usize = 8;
const MOST_STONES: usize = 8;

/// How many stones a run of a pattern has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunCount {
    Exactly(usize),
    Letter(char),
}

/// Runs of alternating colours, each with whether it is of x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPattern {
    pub(super) runs: Vec<(bool, RunCount)>,
}

impl RunPattern {
    /// Reads runs with a space between them: stones of one colour, or one with a letter.
    pub(super) fn read(text: &str) -> Checked<RunPattern> {
        let mut runs: Vec<(bool, RunCount)> = Vec::new();
        for token in text.split(' ') {
            let run = run(token)?;
            if runs.last().is_some_and(|last| last.0 == run.0) {
                return Err("two runs of one colour follow each other".to_owned());
            }
            if matches!(run.1, RunCount::Letter(_)) && runs.iter().any(|other| other.1 == run.1) {
                return Err("a letter stands twice".to_owned());
            }
            runs.push(run);
        }
        let pattern = RunPattern { runs };
        if pattern.runs.len() < 2 || pattern.runs.len() > MOST_RUNS {
            return Err(format!("expected 2 to {MOST_RUNS} runs"));
        }
        if pattern.letters().count() == 0 || pattern.letters().count() > super::MOST_LONG {
            return Err(format!("expected 1 to {} letters", super::MOST_LONG));
        }
        Ok(pattern)
    }

    /// The letters from the left.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> {
        self.runs.iter().filter_map(|run| match run.1 {
            RunCount::Letter(letter) => Some(letter),
            RunCount::Exactly(_) => None,
        })
    }

    pub(super) fn text(&self) -> String {
        let run = |&(is_x, count): &(bool, RunCount)| {
            let stone = if is_x { "x" } else { "o" };
            match count {
                RunCount::Exactly(stones) => stone.repeat(stones),
                RunCount::Letter(letter) => format!("{stone}^{letter}"),
            }
        };
        self.runs.iter().map(run).collect::<Vec<_>>().join(" ")
    }
}

fn run(token: &str) -> Checked<(bool, RunCount)> {
    let expected =
        || format!("expected a run such as x^a or oo and not {:?}", token.chars().take(20).collect::<String>());
    let stone = token.chars().next().filter(|stone| matches!(stone, 'x' | 'o')).ok_or_else(expected)?;
    let count = match token[1..].strip_prefix('^') {
        Some(letter) => match letter.as_bytes() {
            [letter @ b'a'..=b'h'] => RunCount::Letter(char::from(*letter)),
            _ => return Err(expected()),
        },
        None if token.chars().all(|other| other == stone) && token.len() <= MOST_STONES => {
            RunCount::Exactly(token.len())
        }
        None => return Err(expected()),
    };
    Ok((stone == 'x', count))
}
