//! Every legal move of a game with its value: which are sensible?
//!
//! A move is dominated when another move of the same player is at least as
//! good (of equal ones the first stays), and reversible when the other side
//! has an answer that leaves it no worse off than before. What remains are
//! the sensible options.

use crate::cgt::Value;
use crate::value::{Game, Step, What, named, options};
use crate::{Player, Position, Stop};

use super::Valuer;

/// A legal move and what it is worth.
///
/// ```
/// use allsmall::{Budget, Game, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// let game = Game::new(&"xxo".parse()?);
/// let total = valuer.game(&game)?;
/// let [left, right] = valuer.moves(&game, total)?;
/// assert_eq!(valuer.values().name(left[0].value).as_deref(), Some("0"));
/// assert_eq!((left.len(), right.len(), right[0].reversible), (1, 1, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveValue {
    /// The component that is moved in, counted from 0.
    pub component: usize,
    /// The move there.
    pub step: Step,
    /// The value of the whole game after the move.
    pub value: Value,
    /// Whether another move is at least as good.
    pub dominated: bool,
    /// Whether the other side can reverse it.
    pub reversible: bool,
}

/// Cells of the positions that are valued together, sharing their parts.
const AT_ONCE: usize = 1 << 16;

impl Valuer {
    /// The moves of Left and of Right in a game of value `total`. Of several
    /// copies of a component only the first is moved in.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn moves(&mut self, game: &Game, total: Value) -> Result<[Vec<MoveValue>; 2], Stop> {
        let mut all = [Vec::new(), Vec::new()];
        for (component, what) in
            game.components.iter().enumerate().filter(|(_, c)| c.times != 0).map(|(i, c)| (i, &c.what))
        {
            let own = self.component(what)?;
            let rest = self.values_mut().sub(total, own)?;
            for (player, list) in Player::BOTH.into_iter().zip(&mut all) {
                for (step, after) in self.steps(what, own, player)? {
                    let value = self.values_mut().add(rest, after)?;
                    list.push(MoveValue { component, step, value, dominated: false, reversible: false });
                }
            }
        }
        for (player, list) in Player::BOTH.into_iter().zip(&mut all) {
            self.mark(list, player, total)?;
        }
        Ok(all)
    }

    /// The value of one copy of a component.
    pub(super) fn component(&mut self, what: &What) -> Result<Value, Stop> {
        match what {
            What::Board(position) => self.value(position),
            What::Value { name, negated } => named(self.values_mut(), name, *negated),
        }
    }

    /// The moves in a component of value `own`, and the values they leave there.
    fn steps(&mut self, what: &What, own: Value, player: Player) -> Result<Vec<(Step, Value)>, Stop> {
        let What::Board(position) = what else {
            return Ok(options(self.values(), own, player).iter().map(|&v| (Step::Option(v), v)).collect());
        };
        let moves = position.moves(player);
        let after = |mv| position.after(player, mv).expect("a listed move is legal");
        let mut found = Vec::with_capacity(moves.len());
        // A large board has many moves, and every one leaves a large board.
        for some in moves.chunks((AT_ONCE / position.cells().len().max(1)).max(1)) {
            let positions: Vec<Position> = some.iter().map(|&mv| after(mv)).collect();
            let values = self.positions(&positions)?;
            found.extend(some.iter().copied().map(Step::Stone).zip(values));
        }
        Ok(found)
    }

    fn mark(&mut self, list: &mut [MoveValue], player: Player, total: Value) -> Result<(), Stop> {
        let after: Vec<Value> = list.iter().map(|mv| mv.value).collect();
        let dominated = self.values_mut().dominated(&after, player)?;
        for (mv, dominated) in list.iter_mut().zip(dominated) {
            mv.dominated = dominated;
            mv.reversible = self.values_mut().reversing_reply(mv.value, total, player)?.is_some();
        }
        Ok(())
    }
}
