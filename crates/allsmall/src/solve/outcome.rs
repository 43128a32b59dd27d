//! The short way to ask who wins.

use super::Solver;
use crate::{Budget, Outcome, Player, Position, Stop};

/// Who wins a position, for either start.
///
/// ```
/// use allsmall::{Budget, Outcome, outcome};
/// assert_eq!(outcome(&"(xo)^12".parse()?, &Budget::new())?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The limit that was hit.
pub fn outcome(position: &Position, budget: &Budget) -> Result<Outcome, Stop> {
    let mut solver = Solver::of(position, budget)?;
    let mut winner = |first: Player| Ok(if solver.wins(first)? { first } else { first.opponent() });
    Ok(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{judge, notation::read_board};

    #[test]
    fn agrees_with_brute_force() {
        for text in ["xoxo", "xoxoxo", "xxo", "oox", "xox/oxo", "cycle:xoxoo", ".", "xx"] {
            let position = read_board(text).expect("a board");
            assert_eq!(outcome(&position, &Budget::new()), judge::outcome(&position, &Budget::new()), "{text}");
        }
    }
}
