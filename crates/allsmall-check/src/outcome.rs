//! The four outcome classes: who wins a position, given who moves first.
//!
//! A file names a class by one letter. It is read into [`Outcome`] before
//! anything is checked, and the words of a statement are made from the enum.

use crate::games::Fault;

/// An outcome class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever moves first.
    L,
    /// Right wins, whoever moves first.
    R,
    /// The first player wins (the next one to move).
    N,
    /// The second player wins (the previous one to move).
    P,
}

impl Outcome {
    /// Reads one letter.
    ///
    /// # Errors
    /// What stands in its place.
    pub fn read(text: &str) -> Result<Outcome, Fault> {
        match text {
            "L" => Ok(Outcome::L),
            "R" => Ok(Outcome::R),
            "N" => Ok(Outcome::N),
            "P" => Ok(Outcome::P),
            "" => Err("expected an outcome, L, R, N or P".to_owned()),
            _ => Err(format!(
                "expected an outcome, L, R, N or P, and not {:?}",
                text.chars().take(20).collect::<String>()
            )),
        }
    }

    /// The outcome of a game from its order to zero: `G >= 0` means that
    /// Left wins moving second, `G <= 0` that Right does.
    #[must_use]
    pub fn of_order(at_least_zero: bool, at_most_zero: bool) -> Outcome {
        match (at_least_zero, at_most_zero) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        }
    }

    /// The letter of the class.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Outcome::L => 'L',
            Outcome::R => 'R',
            Outcome::N => 'N',
            Outcome::P => 'P',
        }
    }

    /// The winner: `Left`, `the first player`.
    #[must_use]
    pub fn winner(self) -> &'static str {
        match self {
            Outcome::L => "Left",
            Outcome::R => "Right",
            Outcome::N => "the first player",
            Outcome::P => "the second player",
        }
    }

    /// The class as a sentence: `Left wins, whoever moves first`.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Outcome::L => "Left wins, whoever moves first",
            Outcome::R => "Right wins, whoever moves first",
            Outcome::N => "the first player wins",
            Outcome::P => "the second player wins",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn only_the_four_letters_are_read() {
        for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
            assert_eq!(Outcome::read(&outcome.letter().to_string()), Ok(outcome));
            assert!(outcome.sentence().starts_with(outcome.winner()));
        }
        for text in ["", " ", "l", "LL", "L ", "é", "0", "Left"] {
            assert!(Outcome::read(text).is_err(), "{text:?}");
        }
    }
}
