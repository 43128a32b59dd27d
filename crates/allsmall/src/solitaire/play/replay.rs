//! Replay: checks every move of a play by the plain rules.

use crate::{Move, Player, Position, Refusal};

/// The first move of a play that the rules refuse.
///
/// ```
/// use allsmall::{Move, Refusal, replay};
/// let error = replay(&"xo".parse()?, &[Move { from: 0, to: 1 }, Move { from: 1, to: 0 }]).unwrap_err();
/// assert_eq!((error.at, error.refusal), (1, Refusal::NothingToClobber));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Number of moves before it.
    pub at: usize,
    /// The move.
    pub mv: Move,
    /// The rule it breaks.
    pub refusal: Refusal,
}

/// The position after these moves, of either colour each.
///
/// ```
/// use allsmall::{Move, replay};
/// let end = replay(&"xxo".parse()?, &[Move { from: 1, to: 2 }])?;
/// assert_eq!(end.to_string(), "x.x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first illegal move.
pub fn replay(start: &Position, play: &[Move]) -> Result<Position, ReplayError> {
    replay_moves(start.clone(), play.iter().copied())
}

/// [`replay`] for an iterator of moves, without a copy of the start.
///
/// # Errors
/// The first illegal move.
pub fn replay_moves(mut position: Position, play: impl IntoIterator<Item = Move>) -> Result<Position, ReplayError> {
    for (at, mv) in play.into_iter().enumerate() {
        position.play(mv).map_err(|refusal| ReplayError { at, mv, refusal })?;
    }
    Ok(position)
}

/// The position after these moves, whose colours must alternate from `first`.
///
/// # Errors
/// The first move that is illegal or not of the colour whose turn it is.
pub fn replay_alternate(start: &Position, first: Player, play: &[Move]) -> Result<Position, ReplayError> {
    let mut position = start.clone();
    let mut turn = first;
    for (at, &mv) in play.iter().enumerate() {
        let mover = position.play(mv).map_err(|refusal| ReplayError { at, mv, refusal })?;
        if mover != turn {
            return Err(ReplayError { at, mv, refusal: Refusal::NotYourStone });
        }
        turn = turn.opponent();
    }
    Ok(position)
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "move {} ({} to {}): {}", self.at + 1, self.mv.from, self.mv.to, self.refusal)
    }
}

impl std::error::Error for ReplayError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn xoxo() -> Position {
        let cells = [0, 1, 0, 1].map(|i| Some(Player::BOTH[i])).to_vec();
        Position::new(Board::Strip { cells: 4 }, cells)
    }

    #[test]
    fn a_legal_play_is_replayed_and_a_changed_one_is_refused() {
        let play = [Move { from: 0, to: 1 }, Move { from: 3, to: 2 }, Move { from: 2, to: 1 }];
        assert_eq!(replay(&xoxo(), &play).expect("legal").stones(), 1);
        let mut changed = play;
        changed[1] = Move { from: 2, to: 1 };
        let error = replay(&xoxo(), &changed).expect_err("x does not take x");
        assert_eq!((error.at, error.refusal), (1, Refusal::SameColour));
    }

    #[test]
    fn the_alternating_rule_checks_the_colours() {
        let play = [Move { from: 0, to: 1 }, Move { from: 3, to: 2 }, Move { from: 2, to: 1 }];
        assert_eq!(replay_alternate(&xoxo(), Player::Left, &play).expect_err("o moves twice").at, 2);
        assert_eq!(replay_alternate(&xoxo(), Player::Left, &play[..2]).expect("legal").stones(), 2);
        assert_eq!(replay_alternate(&xoxo(), Player::Right, &play).expect_err("x moves first").at, 0);
    }
}
