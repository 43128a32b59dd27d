//! The judge: memoised brute force straight from the rules, the reference for all tests.
//!
//! Every faster engine is tested against these few lines. They use no theory: they
//! try every move and memoise positions by their cells.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{Budget, Outcome, Player, Position, Stop};

/// Approximate bytes of a memoised position.
const ENTRY: usize = 160;

/// Who wins two-player Clobber.
pub fn outcome(position: &Position, budget: &Budget) -> Result<Outcome, Stop> {
    let mut judge = Judge::new(budget);
    let [left, right] =
        Player::BOTH.map(|first| judge.wins(position, first).map(|won| if won { first } else { first.opponent() }));
    Ok(Outcome::of_winners(left?, right?))
}

/// Returns whether `first`, to move, wins two-player Clobber.
pub fn wins(position: &Position, first: Player, budget: &Budget) -> Result<bool, Stop> {
    Judge::new(budget).wins(position, first)
}

/// The Grundy value of impartial Clobber, where either player moves either colour.
pub fn nimber(position: &Position, budget: &Budget) -> Result<u32, Stop> {
    Judge::new(budget).nimber(position)
}

/// The fewest stones that free-order solitaire can leave.
pub fn free(position: &Position, budget: &Budget) -> Result<usize, Stop> {
    Judge::new(budget).left_over(position, usize::min)
}

/// The most stones that free-order solitaire can leave when no move is left.
pub fn most(position: &Position, budget: &Budget) -> Result<usize, Stop> {
    Judge::new(budget).left_over(position, usize::max)
}

/// The fewest stones that solitaire can leave when the colours of the moves
/// alternate, `first` begins, and play stops when the colour to move is stuck.
pub fn alternate(position: &Position, first: Player, budget: &Budget) -> Result<usize, Stop> {
    Judge::new(budget).alternate(position, first)
}

type Cells = Vec<Option<Player>>;

/// Memo table of one call. `K` is the key of a position.
struct Judge<'a, K, V> {
    budget: &'a Budget,
    seen: HashMap<K, V>,
}

impl<'a, K: Eq + Hash, V: Copy> Judge<'a, K, V> {
    fn new(budget: &'a Budget) -> Self {
        Judge { budget, seen: HashMap::new() }
    }

    fn remember(&mut self, key: K, value: V) -> Result<V, Stop> {
        if self.seen.len().is_multiple_of(1024) {
            self.budget.check()?;
            if self.seen.len() * ENTRY > self.budget.memory() {
                return Err(Stop::Memory);
            }
        }
        self.seen.insert(key, value);
        Ok(value)
    }
}

impl Judge<'_, (Cells, Player), bool> {
    /// A player wins who can move to a position where the opponent loses.
    fn wins(&mut self, position: &Position, player: Player) -> Result<bool, Stop> {
        let key = (position.cells().to_vec(), player);
        if let Some(&won) = self.seen.get(&key) {
            return Ok(won);
        }
        let mut won = false;
        for mv in position.moves(player) {
            let next = position.after(player, mv).expect("a listed move is legal");
            if !self.wins(&next, player.opponent())? {
                won = true;
                break;
            }
        }
        self.remember(key, won)
    }
}

impl Judge<'_, (Cells, Player), usize> {
    fn alternate(&mut self, position: &Position, player: Player) -> Result<usize, Stop> {
        let key = (position.cells().to_vec(), player);
        if let Some(&least) = self.seen.get(&key) {
            return Ok(least);
        }
        let mut least = position.stones();
        for mv in position.moves(player) {
            let next = position.after(player, mv).expect("a listed move is legal");
            least = least.min(self.alternate(&next, player.opponent())?);
        }
        self.remember(key, least)
    }
}

impl Judge<'_, Cells, usize> {
    fn left_over(&mut self, position: &Position, better: fn(usize, usize) -> usize) -> Result<usize, Stop> {
        if let Some(&best) = self.seen.get(position.cells()) {
            return Ok(best);
        }
        let mut best = None;
        for mv in position.any_moves() {
            let mut next = position.clone();
            next.play(mv).expect("a listed move is legal");
            let left = self.left_over(&next, better)?;
            best = Some(best.map_or(left, |best| better(best, left)));
        }
        self.remember(position.cells().to_vec(), best.unwrap_or_else(|| position.stones()))
    }
}

impl Judge<'_, Cells, u32> {
    /// The least number that no move leads to.
    fn nimber(&mut self, position: &Position) -> Result<u32, Stop> {
        if let Some(&value) = self.seen.get(position.cells()) {
            return Ok(value);
        }
        let mut reached = Vec::new();
        for mv in position.any_moves() {
            let mut next = position.clone();
            next.play(mv).expect("a listed move is legal");
            reached.push(self.nimber(&next)?);
        }
        let least = (0..).find(|n| !reached.contains(n)).expect("finitely many are reached");
        self.remember(position.cells().to_vec(), least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    fn board(text: &str) -> Position {
        read_board(text).unwrap()
    }

    #[test]
    fn the_first_boards_of_the_theory() {
        let budget = Budget::new();
        let outcomes =
            [("xo", Outcome::N), ("xxo", Outcome::L), ("xoo", Outcome::R), ("xoxoxo", Outcome::P), ("x", Outcome::P)];
        for (text, expected) in outcomes {
            assert_eq!(outcome(&board(text), &budget), Ok(expected), "{text}");
        }
        assert_eq!(nimber(&board("xoxo"), &budget), Ok(3));
        assert_eq!(free(&board("cycle:xooxooxoo"), &budget), Ok(3));
        assert_eq!(alternate(&board("xoxoxox"), Player::Left, &budget), Ok(3));
        assert_eq!(most(&board("xxo"), &budget), Ok(2));
    }

    #[test]
    fn a_small_budget_ends_in_unknown() {
        let budget = Budget::new().with_memory(1000);
        assert_eq!(outcome(&board("checker:5x5"), &budget), Err(Stop::Memory));
        let budget = Budget::new().with_time(std::time::Duration::ZERO);
        assert_eq!(free(&board("checker:5x5"), &budget), Err(Stop::Time));
    }
}
