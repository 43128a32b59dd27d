//! The first cases of a theorem, played by the checker itself.
//!
//! The rules about families argue about every n at once. Before a statement
//! counts as proved, the boards with the fewest stones are valued by the
//! definitions alone (`by_definition`) and compared with it, so that a fault
//! in a rule that makes a statement false for small n is found.

use std::fmt;

use super::by_definition::{Definitions, Id};
use super::file::{Checked, Listed};
use super::theorem::{Shift, Theorem};
use super::word::Word;

/// Stones of the largest board that is looked at.
const MOST_STONES: usize = 64;
/// Steps; they suffice for every n up to 6 with boards of at most 24 stones.
const STEPS: u64 = 1 << 24;

/// How far the first cases of a theorem were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The first and the last n, if there is one.
    pub cases: Option<(usize, usize)>,
    /// Stones of the largest board of these cases, or of the first case if
    /// that was too large.
    pub stones: usize,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cases {
            Some((first, last)) => {
                write!(f, "played by the checker: n = {first} to {last}, boards of up to {} stones", self.stones)
            }
            None => write!(f, "played by the checker: no case, the first has a board of {} stones", self.stones),
        }
    }
}

/// Plays the first cases.
pub(super) fn play(word: &Word, theorem: &Theorem, games: &[Listed]) -> Checked<Played> {
    let (first, ahead) = match theorem {
        Theorem::Gains { copies, least, .. } => (*least, *copies),
        Theorem::Wins { .. } | Theorem::FirstWins { .. } => (0, 0),
    };
    // The longest board of a case.
    let stones = |n: usize| word.fixed() + (n + ahead) * word.period.len();
    let mut played = Played { cases: None, stones: stones(first) };
    let mut definitions = Definitions::new(STEPS);
    for n in (first..).take_while(|&n| stones(n) <= MOST_STONES) {
        match holds(word, theorem, games, n, &mut definitions) {
            None => break,
            Some(Err(why)) => return Err(format!("the first cases contradict the statement: {why}")),
            Some(Ok(())) => played = Played { cases: Some((first, n)), stones: stones(n) },
        }
    }
    Ok(played)
}

/// Whether one case holds; nothing if that takes too many steps.
fn holds(
    word: &Word,
    theorem: &Theorem,
    games: &[Listed],
    n: usize,
    definitions: &mut Definitions,
) -> Option<Checked<()>> {
    let board = word.stones(word.root(), word.fixed() + n * word.period.len());
    let now = definitions.strip(&board)?;
    match theorem {
        Theorem::Wins { .. } | Theorem::FirstWins { .. } => {
            let found = definitions.outcome(now)?;
            if theorem.outcome(n) != Some(found) {
                return Some(Err(format!("for n = {n}, {}", found.sentence())));
            }
        }
        Theorem::Gains { copies, shift, .. } => {
            let board = word.stones(word.root(), word.fixed() + (n + copies) * word.period.len());
            let later = definitions.strip(&board)?;
            let shift = gained(shift, games, definitions)?;
            if definitions.add(now, shift)? != later {
                return Some(Err(format!("the board with n = {n} does not gain the shift")));
            }
        }
    }
    Some(Ok(()))
}

/// The shift, made from what the statement calls it.
fn gained(shift: &Shift, games: &[Listed], definitions: &mut Definitions) -> Option<Id> {
    match shift {
        Shift::Zero => Some(0),
        Shift::Ups { n, star } => definitions.ups(*n, *star),
        Shift::Other { number, .. } => {
            let mut made = vec![0];
            for game in &games[..*number] {
                let side = |options: &[usize]| options.iter().map(|&option| made[option]).collect();
                let sides = [side(&game.lefts), side(&game.rights)];
                made.push(definitions.make(sides)?);
            }
            made.last().copied()
        }
    }
}
