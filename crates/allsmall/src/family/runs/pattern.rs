//! Patterns of runs: `x^a o x^b oo`.

use std::fmt;

use crate::{ParseError, Player};

/// Maximum number of runs, of letters, and of stones in a run without a letter.
const MOST_RUNS: usize = 8;
pub(super) const MOST_LETTERS: usize = 3;
const MOST_STONES: usize = 5;

/// The number of stones of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunLength {
    Exactly(usize),
    Letter(char),
}

/// Runs of alternating colours, some of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPattern {
    pub(super) runs: Vec<(Player, RunLength)>,
}

impl RunPattern {
    /// Whether a text is a pattern of runs and not `w^n`: some stone has a letter.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let bytes = text.as_bytes();
        bytes.windows(3).any(|w| matches!(w, [b'x' | b'o', b'^', b'a'..=b'h']))
    }

    /// Reads stones, each with a letter from a to h if its run has any length.
    ///
    /// # Errors
    /// [`ParseError`] with the place of what is not understood.
    pub fn read(text: &str) -> Result<RunPattern, ParseError> {
        let mut runs: Vec<(Player, RunLength)> = Vec::new();
        let mut at = 0;
        while let Some(next) = text[at..].chars().next() {
            let fault = |message: &str| Err(ParseError::new(text, at, message));
            let colour = match next {
                'x' => Player::Left,
                'o' => Player::Right,
                ' ' => {
                    at += 1;
                    continue;
                }
                _ => return fault("expected x or o, with a letter from a to h as in x^a"),
            };
            let letter = text[at + 1..].strip_prefix('^').map(|rest| rest.chars().next());
            let length = match letter {
                None => RunLength::Exactly(1),
                Some(Some(letter @ 'a'..='h')) => RunLength::Letter(letter),
                Some(_) => return fault("expected a letter from a to h after ^"),
            };
            let is_doubled = letter.is_some() && runs.iter().any(|&(_, other)| other == length);
            match (runs.last_mut(), length) {
                (Some((last, RunLength::Exactly(stones))), RunLength::Exactly(_)) if *last == colour => *stones += 1,
                (Some((last, _)), _) if *last == colour => {
                    return fault("a run with a letter has no other stones of its colour next to it");
                }
                _ if is_doubled => {
                    return fault("this letter stands twice");
                }
                _ => runs.push((colour, length)),
            }
            at += if letter.is_some() { 3 } else { 1 };
        }
        RunPattern { runs }.checked(text)
    }

    fn checked(self, text: &str) -> Result<RunPattern, ParseError> {
        let letters = self.letters().count();
        let message = if !(2..=MOST_RUNS).contains(&self.runs.len()) {
            format!("expected 2 to {MOST_RUNS} runs")
        } else if !(1..=MOST_LETTERS).contains(&letters) {
            format!("expected 1 to {MOST_LETTERS} letters")
        } else if self.longest() > MOST_STONES {
            format!("a run without a letter has at most {MOST_STONES} stones")
        } else {
            return Ok(self);
        };
        Err(ParseError::new(text, 0, message))
    }

    /// Stones of the longest run without a letter.
    pub(super) fn longest(&self) -> usize {
        let exactly =
            |&(_, length): &(Player, RunLength)| if let RunLength::Exactly(stones) = length { stones } else { 0 };
        self.runs.iter().map(exactly).max().unwrap_or(0)
    }

    pub(super) fn letters(&self) -> impl Iterator<Item = char> {
        self.runs.iter().filter_map(|&(_, length)| match length {
            RunLength::Letter(letter) => Some(letter),
            RunLength::Exactly(_) => None,
        })
    }
}

impl fmt::Display for RunPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(colour, length)) in self.runs.iter().enumerate() {
            let stone = if colour == Player::Left { "x" } else { "o" };
            f.write_str(if i > 0 { " " } else { "" })?;
            match length {
                RunLength::Exactly(stones) => f.write_str(&stone.repeat(stones))?,
                RunLength::Letter(letter) => write!(f, "{stone}^{letter}")?,
            }
        }
        Ok(())
    }
}
