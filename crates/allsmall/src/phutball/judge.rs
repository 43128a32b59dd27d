//! The judge: plain depth-first search by the rules, kept for ever.
//!
//! Every fast engine is compared with it on all small boards. Play may go in
//! circles, so the question it answers has a clock: can `hero` force the ball
//! into his goal within so many plies?

use std::collections::HashMap;

use super::game::Game;
use super::rules::Next;
use crate::Player;

/// A judge with its memory: for (position, mover, plies left) whether the
/// hero wins.
#[derive(Debug)]
pub struct Judge<G> {
    hero: Player,
    known: HashMap<(G, Player, u32), bool>,
}

impl<G: Game> Judge<G> {
    /// A judge who watches for a win of `hero`.
    #[must_use]
    pub fn new(hero: Player) -> Judge<G> {
        Judge { hero, known: HashMap::new() }
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
