//! First moves of a sum: their list, who wins after each, a winning one.

use super::reasons::SolvedBy;
use super::solver::{RemainingSum, RootTerm, Solver};
use super::sum::is_decided_by_comparison;
use crate::packed::PartRules;
use crate::transposition::Verdict;
use crate::value::{ComponentKind, ComponentMove, options};
use crate::{Outcome, Player, Stop};

/// A legal first move. Its text is made from the solver's game.
///
/// ```
/// use allsmall::{Budget, Move, Player, Solver, ComponentMove};
/// let mut solver = Solver::for_position(&"xxo".parse()?, &Budget::new())?;
/// let moves = solver.moves(Player::Left)?;
/// assert_eq!((moves[0].summand, moves[0].mv), (0, ComponentMove::Stone(Move { from: 1, to: 2 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FirstMove {
    /// Index of the component that is moved in.
    pub summand: usize,
    /// The move there.
    pub mv: ComponentMove,
    /// The sum after it.
    after: RemainingSum,
    /// Number of stones of the largest part after it.
    largest: usize,
}

impl Solver {
    /// All legal first moves of a player. Of several copies of a component
    /// only the first is moved in.
    pub fn moves(&mut self, player: Player) -> Result<Vec<FirstMove>, Stop> {
        let mut all = Vec::new();
        // Every move holds all the other components.
        let (mut bytes, memory) = (0, self.budget.memory());
        for summand in 0..self.roots.len() {
            let component = &self.game.components[summand];
            let rest = if component.times > 0 { self.rest(Some(summand))? } else { continue };
            let rules = self.search.sums.parts.rules();
            let mut push = |mv: ComponentMove, after: RemainingSum| {
                bytes += size_of::<FirstMove>() + size_of_val(&after.parts[..]) + size_of_val(&after.values[..]);
                let largest = after.parts.iter().map(|signed| rules.stones(signed.part)).max().unwrap_or(0);
                all.push(FirstMove { summand, mv, after, largest });
                if bytes <= memory { Ok(()) } else { Err(Stop::Memory) }
            };
            if let RootTerm::Value(v) = &self.roots[summand] {
                for &option in options(&self.search.sums.values, *v, player) {
                    let mut after = rest.clone();
                    after.values.push(option);
                    push(ComponentMove::Option(option), after)?;
                }
            }
            if let (ComponentKind::Board(position), RootTerm::Board(root, _)) =
                (&self.game.components[summand].what, &self.roots[summand])
            {
                for mv in position.moves(player) {
                    let next = position.after(player, mv).expect("a listed move is legal");
                    let mut after = rest.clone();
                    after.parts.extend(rules.pack_within(*root, &next, &self.budget)?);
                    push(ComponentMove::Stone(mv), after)?;
                    self.budget.check()?;
                }
            }
        }
        Ok(all)
    }

    /// Returns whether a first move of `player` wins.
    pub fn wins_by(&mut self, player: Player, mv: &FirstMove) -> Result<bool, Stop> {
        self.budget.check()?;
        Ok(self.decide(&mv.after, player.opponent())? == Verdict::Loss)
    }

    /// Whether a first move of `player` wins, if that is known without search.
    pub(crate) fn known_result(&mut self, player: Player, mv: &FirstMove) -> Result<Option<bool>, Stop> {
        self.budget.check()?;
        let node = self.node(&mv.after, player.opponent())?;
        Ok(self.search.look_up(&node)?.map(|verdict| verdict == Verdict::Loss))
    }

    /// Number of first moves of `player`, and of those that are known to lose
    /// without further search.
    pub(crate) fn refuted_moves(&mut self, player: Player) -> Result<(usize, usize), Stop> {
        let moves = self.moves(player)?;
        let mut refuted = 0;
        for mv in &moves {
            refuted += usize::from(self.known_result(player, mv)? == Some(false));
        }
        Ok((moves.len(), refuted))
    }

    /// The outcome class that a first move leaves.
    pub fn outcome_after(&mut self, mv: &FirstMove) -> Result<Outcome, Stop> {
        self.outcome(&mv.after)
    }

    /// A winning first move of `player`, if there is one.
    pub fn winning_move(&mut self, player: Player) -> Result<Option<FirstMove>, Stop> {
        Ok(self.winning_move_with_reason(player)?.0)
    }

    /// A winning first move of `player`, if there is one, and the rule that decided.
    pub(crate) fn winning_move_with_reason(&mut self, player: Player) -> Result<(Option<FirstMove>, SolvedBy), Stop> {
        let mut moves = self.moves(player)?;
        if moves.is_empty() {
            return Ok((None, SolvedBy::NoMoves));
        }
        let rest = self.rest(None)?;
        let node = self.node(&rest, player)?;
        let settled = self.search.sums.static_verdict(&node)?;
        let mut rule = match settled {
            Some(_) if is_decided_by_comparison(&node) => SolvedBy::Values,
            Some(_) => SolvedBy::TwoAhead,
            None => SolvedBy::Middle,
        };
        if settled == Some(Verdict::Loss) {
            return Ok((None, rule));
        }
        // Moves near the middle leave the shortest parts.
        moves.sort_by_key(|mv| mv.largest);
        if let Some(found) = self.known_winning_move(&rest, &moves, player)? {
            return Ok((Some(found), rule));
        }
        if settled.is_none() {
            rule = SolvedBy::Search;
            if self.decide(&rest, player)? == Verdict::Loss {
                return Ok((None, rule));
            }
            if let Some(found) = self.known_winning_move(&rest, &moves, player)? {
                return Ok((Some(found), rule));
            }
        }
        // If all others lose, the last move wins, because the sum is won.
        let last = moves.pop();
        for mv in moves {
            if self.wins_by(player, &mv)? {
                return Ok((Some(mv), rule));
            }
        }
        Ok((last, rule))
    }

    /// The first of these moves that is known to win: by a look-up, or because the
    /// search of the whole sum ended with it.
    fn known_winning_move(
        &mut self,
        rest: &RemainingSum,
        moves: &[FirstMove],
        player: Player,
    ) -> Result<Option<FirstMove>, Stop> {
        let node = self.node(rest, player)?;
        let won_by = match &self.search.win {
            Some((root, child)) if *root == node => Some(child.clone()),
            _ => None,
        };
        for mv in moves {
            self.budget.check()?;
            let after = self.node(&mv.after, player.opponent())?;
            if won_by.as_ref() == Some(&after) || self.search.look_up(&after)? == Some(Verdict::Loss) {
                return Ok(Some(mv.clone()));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Player, Position, Solver, Stop};

    /// Few moves, but packing what each leaves takes memory.
    #[test]
    fn listing_first_moves_respects_the_memory_limit() {
        let row: Position = format!("{}o{}", "x".repeat(30_000), "x".repeat(30_000)).parse().unwrap();
        let mut solver = Solver::for_position(&row, &Budget::new()).unwrap();
        assert_eq!(solver.moves(Player::Left).unwrap().len(), 2);
        solver.budget = Budget::new().with_memory(64 << 10);
        assert!(matches!(solver.moves(Player::Left), Err(Stop::Memory)));
    }
}
