//! Brute force: plain depth-first search by the rules, the reference for
//! every other engine.
//!
//! Positions may repeat, so the question has a limit on the length of play:
//! can `hero` force the ball into his goal within a number of plies?

use std::collections::HashMap;

use super::game::StripGame;
use super::rules::Next;
use crate::Player;

/// A search for wins of one player, memoised by position, mover and plies left.
#[derive(Debug)]
pub struct TimedJudge<G> {
    hero: Player,
    known: HashMap<(G, Player, u32), bool>,
}

impl<G: StripGame> TimedJudge<G> {
    /// Creates a judge of the wins of `hero`.
    #[must_use]
    pub fn new(hero: Player) -> TimedJudge<G> {
        TimedJudge { hero, known: HashMap::new() }
    }

    /// Whether the hero can force a win within `plies` when `mover` starts.
    pub fn wins_within(&mut self, position: &G, mover: Player, plies: u32) -> bool {
        let Some(left) = plies.checked_sub(1) else { return false };
        let key = (position.clone(), mover, plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let hero = self.hero;
        let mut good = |mv| match position.after(mv).expect("a listed move is legal") {
            Next::Won(winner) => winner == hero,
            Next::Goes(next) => self.wins_within(&next, mover.opponent(), left),
        };
        let moves = position.moves();
        let wins = if mover == hero { moves.into_iter().any(&mut good) } else { moves.into_iter().all(&mut good) };
        self.known.insert(key, wins);
        wins
    }

    /// The least number of plies, up to `most`, within which the hero wins.
    pub fn plies_to_win(&mut self, position: &G, mover: Player, most: u32) -> Option<u32> {
        (1..=most).find(|&plies| self.wins_within(position, mover, plies))
    }
}
