//! Positions in the middle of a game, by random play.

use crate::{Player, Position, SplitMix64};

/// The position after `plies` random moves from `start`, Left and Right in turn,
/// Left first; fewer if a player cannot move. A seed gives one play, in every
/// version.
#[must_use]
pub fn after_random_plies(start: &Position, plies: usize, seed: u64) -> Position {
    let (mut position, mut random) = (start.clone(), SplitMix64::new(seed));
    for player in Player::BOTH.into_iter().cycle().take(plies) {
        let moves = position.moves(player);
        if moves.is_empty() {
            break;
        }
        let chosen = moves[random.below(moves.len() as u64) as usize];
        position = position.after(player, chosen).expect("it is one of the moves");
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    #[test]
    fn a_ply_takes_a_stone_and_the_seed_decides() {
        let start = read_board("checker:4x4").expect("a board");
        let played = |plies, seed| after_random_plies(&start, plies, seed);
        assert_eq!(played(5, 1).stones(), 11);
        assert_eq!(played(5, 1), played(5, 1));
        assert!((2..9).any(|seed| played(5, seed) != played(5, 1)));
        let end = played(100, 1);
        assert!(Player::BOTH.into_iter().any(|player| end.moves(player).is_empty()));
    }
}
