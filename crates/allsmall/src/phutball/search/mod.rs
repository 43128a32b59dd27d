//! Proof-number search, for boards too long for a table.
//!
//! The question is whether the hero wins within a number of plies. The limit
//! excludes cycles, so a proof needs no care about repetition: it is a finite
//! tree whose leaves are in the hero's goal. A failure to win within the limit
//! proves nothing; therefore each player is the hero of a separate search, and
//! only a proof is an answer.

mod engine;
mod memo;
mod strip;

use engine::HeroSearch;
use strip::HeroStrip;

use super::rules::{PhutballMove, PhutballPosition};
use crate::{Budget, Player, Stop};

/// A proved win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The winner.
    pub winner: Player,
    /// A winning move, if the winner is to move.
    pub winning_move: Option<PhutballMove>,
    /// Number of nodes.
    pub nodes: u64,
}

/// Maximum number of squares for the search.
pub const MOST_SQUARES: usize = HeroStrip::MOST;

/// Nodes for the win of the predicted winner per node for the other player's.
const FAVOUR: u64 = 4;
/// Nodes of the first iteration; each next one has twice as many.
const FIRST_SHARE: u64 = 1 << 10;

/// Proves who wins when `first` starts; `None` if that is still open after
/// about `most_nodes` nodes.
pub fn prove(
    position: &PhutballPosition,
    first: Player,
    most_nodes: u64,
    budget: &Budget,
) -> Result<Option<Proof>, Stop> {
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
