//! Moves of a game with their values: which are dominated, which reversible.
//!
//! A move is dominated when another move of the same player is at least as good (of
//! equal ones the first is not dominated), and reversible when the opponent has a
//! reply after which the game is no worse for the opponent than before. The others
//! are the sensible options.

use crate::cgt::Value;
use crate::value::{ComponentKind, ComponentMove, Game, named, options};
use crate::{Player, Position, Stop};

use super::Valuer;

/// A legal move and its value.
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
    /// Index of the component that is moved in.
    pub component: usize,
    /// The move there.
    pub step: ComponentMove,
    /// The value of the whole game after the move.
    pub value: Value,
    /// Whether another move is at least as good.
    pub dominated: bool,
    /// Whether the opponent can reverse it.
    pub reversible: bool,
}

/// Number of cells of the positions that are valued in one batch.
const BATCH_CELLS: usize = 1 << 16;

impl Valuer {
    /// The moves of Left and of Right in a game of value `total`. Of several
    /// copies of a component only the first is moved in.
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
    pub(super) fn component(&mut self, what: &ComponentKind) -> Result<Value, Stop> {
        match what {
            ComponentKind::Board(position) => self.value(position),
            ComponentKind::Value { name, negated } => {
                let budget = self.budget().clone();
                named(self.values_mut(), name, *negated, &budget)
            }
        }
    }

    /// The moves in a component of value `own`, and the values they leave there.
    fn steps(&mut self, what: &ComponentKind, own: Value, player: Player) -> Result<Vec<(ComponentMove, Value)>, Stop> {
        let ComponentKind::Board(position) = what else {
            return Ok(options(self.values(), own, player).iter().map(|&v| (ComponentMove::Option(v), v)).collect());
        };
        let moves = position.moves(player);
        let after = |mv| position.after(player, mv).expect("a listed move is legal");
        let mut found = Vec::with_capacity(moves.len());
        // In batches: a large board has many moves, each to a large board.
        for some in moves.chunks((BATCH_CELLS / position.cells().len().max(1)).max(1)) {
            let positions: Vec<Position> = some.iter().map(|&mv| after(mv)).collect();
            let values = self.positions(&positions)?;
            found.extend(some.iter().copied().map(ComponentMove::Stone).zip(values));
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
