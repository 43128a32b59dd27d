//! The statements that family files prove, and the one function that writes
//! them as sentences.

use std::fmt;

use super::file::{Checked, Line};
use super::word::Word;
use crate::games::{Game, Games, ZERO};
use crate::outcome::Outcome;

/// Characters of a shift that is written by its options.
const LONGEST_NAME: usize = 10_000;

/// A statement about `A w^n B` for every n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Theorem {
    /// `A w^(n+copies) B = A w^n B + shift` for all n from `least` on.
    Gains { copies: usize, least: usize, shift: Shift },
    /// Who wins for n = 0, 1, ..., and for all n after those.
    Wins { small: Vec<Outcome>, rest: Outcome },
    /// The second player wins for these n, the first player for all others.
    FirstWins { but: Vec<usize> },
}

/// A statement and the line that a contradiction of it is reported at.
#[derive(Debug)]
pub(super) struct Stated {
    pub(super) theorem: Theorem,
    pub(super) line: Line,
}

/// The game that is gained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Zero,
    /// A multiple of up, with star or without.
    Ups {
        n: i32,
        star: bool,
    },
    /// Another game of the file: its number there, and its canonical form.
    Other {
        number: usize,
        form: String,
    },
}

impl Shift {
    /// The name of a game that has this number in the file.
    pub(super) fn name(number: usize, game: Game, games: &mut Games) -> Checked<Shift> {
        if game == ZERO {
            return Ok(Shift::Zero);
        }
        for n in -32..=32 {
            for star in [false, true] {
                if games.ups(n, star)? == game {
                    return Ok(Shift::Ups { n, star });
                }
            }
        }
        let mut form = String::new();
        write(game, games, &mut form)?;
        Ok(Shift::Other { number, form })
    }
}

/// Writes a game whole, by its options.
fn write(game: Game, games: &Games, form: &mut String) -> Checked<()> {
    if form.len() > LONGEST_NAME {
        return Err(format!("the shift has more than {LONGEST_NAME} characters"));
    }
    if game == ZERO {
        form.push('0');
        return Ok(());
    }
    for (left, opening) in [(true, '{'), (false, '|')] {
        form.push(opening);
        for (i, &option) in games.options(game, left).iter().enumerate() {
            form.push_str(if i > 0 { "," } else { "" });
            write(option, games, form)?;
        }
    }
    form.push('}');
    Ok(())
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shift::Zero => f.write_str("0"),
            Shift::Ups { n: 0, star } => f.write_str(if *star { "*" } else { "0" }),
            Shift::Ups { n, star } => {
                f.write_str(if *n < 0 { "v" } else { "^" })?;
                if n.unsigned_abs() > 1 {
                    write!(f, "{}", n.unsigned_abs())?;
                }
                f.write_str(if *star { "*" } else { "" })
            }
            Shift::Other { form, .. } => f.write_str(form),
        }
    }
}

impl Theorem {
    /// The statement about a family in words.
    pub(super) fn sentence(&self, word: &Word) -> String {
        let now = word.text("n");
        match self {
            Theorem::Gains { copies, least, shift } => {
                let later = word.text(&format!("(n+{copies})"));
                let gain = if *shift == Shift::Zero { String::new() } else { format!(" + {shift}") };
                format!("{later} = {now}{gain} for all n >= {least}")
            }
            Theorem::Wins { small, rest } => {
                let one = |(n, who): (usize, &Outcome)| format!(", {} for n = {n}", who.winner());
                let others: String = small.iter().enumerate().map(one).collect();
                format!("{} wins {now} for all n >= {}{others}", rest.winner(), small.len())
            }
            Theorem::FirstWins { but } if but.is_empty() => {
                format!("{} wins {now} for every n", Outcome::N.winner())
            }
            Theorem::FirstWins { but } => {
                let but: Vec<String> = but.iter().map(usize::to_string).collect();
                format!("{} wins {now} for every n but {}", Outcome::N.winner(), but.join(", "))
            }
        }
    }

    /// Who wins for this n; nothing if the statement is not about that.
    pub(super) fn outcome(&self, n: usize) -> Option<Outcome> {
        match self {
            Theorem::Gains { .. } => None,
            Theorem::Wins { small, rest } => Some(small.get(n).copied().unwrap_or(*rest)),
            Theorem::FirstWins { but } => Some(if but.contains(&n) { Outcome::P } else { Outcome::N }),
        }
    }
}
