//! Proof-number search, for boards too long for a table.
//!
//! Can the hero win within so many plies? The clock keeps the search from
//! going in circles, so a proof needs no care about repetition: it is a
//! finite tree whose leaves are in the hero's goal. A failure to win within
//! the clock proves nothing; so each player is the hero of a search of his
//! own, and only a proof is an answer.

mod engine;
mod memo;
mod strip;

use engine::HeroSearch;
use strip::Strip;

use super::rules::{Move, Position};
use crate::{Budget, Player, Stop};

/// A proved win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub winner: Player,
    /// A winning move, if the winner is to move.
    pub winning_move: Option<Move>,
    /// Positions looked into.
    pub nodes: u64,
}

/// Boards longer than this are too long for the search.
pub const MOST_SQUARES: usize = Strip::MOST;

/// The favourite of the potential, who is seldom wrong, is searched this many
/// times as hard as the other player.
const FAVOUR: u64 = 4;
/// Nodes of the first try; each next one has twice as many.
const FIRST_SHARE: u64 = 1 << 10;

/// Who wins when `first` starts; `None` if that is still open after about
/// `most_nodes` positions.
///
/// # Errors
/// The limit that was hit.
pub fn prove(position: &Position, first: Player, most_nodes: u64, budget: &Budget) -> Result<Option<Proof>, Stop> {
    if position.squares() > MOST_SQUARES {
        return Err(Stop::Unsupported);
    }
    let favourite = super::potentials(position).favourite().unwrap_or(first);
    let heroes = [(favourite, FAVOUR), (favourite.opponent(), 1)];
    let mut searches = heroes.map(|(hero, _)| HeroSearch::new(position, first, hero, budget));
    let mut share = FIRST_SHARE;
    while searches.iter().map(HeroSearch::nodes).sum::<u64>() < most_nodes {
        for (i, (winner, favour)) in heroes.into_iter().enumerate() {
            if searches[i].run(favour * share)? {
                let winning_move = searches[i].winning_move().map(|mv| match winner {
                    Player::Left => mv,
                    Player::Right => mv.mirrored(position.squares()),
                });
                let nodes = searches.iter().map(HeroSearch::nodes).sum();
                return Ok(Some(Proof { winner, winning_move, nodes }));
            }
        }
        share *= 2;
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
