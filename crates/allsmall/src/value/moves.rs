//! Every legal move of an expression with its value: which are sensible?
//!
//! A move is dominated when another move of the same player is at least as
//! good (of equal ones the first stays), and reversible when the other side
//! has an answer that leaves it no worse off than before. What remains are
//! the sensible options.

use crate::cgt::{Relation, Value};
use crate::notation::{Expr, Summand, Term, move_name};
use crate::{Player, Position, Stop};

use super::{ValueError, Valuer};

/// A legal move and what it is worth.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move; in a sum with the number of its summand in front, counted
    /// from 1. A move in a named value is named by what it leaves there.
    pub name: String,
    /// The value of the whole expression after the move.
    pub value: Value,
    /// Whether another move is at least as good.
    pub dominated: bool,
    /// Whether the other side can reverse it.
    pub reversible: bool,
}

/// Cells of the positions that are valued together, sharing their parts.
const AT_ONCE: usize = 1 << 16;

impl Valuer {
    /// The moves of Left and of Right in an expression of value `total`. Of
    /// several copies of a term only the first is moved in.
    ///
    /// # Errors
    /// What is wrong with a value written in full, or the limit that was hit.
    pub fn moves(&mut self, expr: &Expr, text: &str, total: Value) -> Result<[Vec<MoveValue>; 2], ValueError> {
        let mut all = [Vec::new(), Vec::new()];
        let mut number = 1;
        for term in expr.terms.iter().filter(|term| term.times != 0) {
            let prefix = if expr.as_board().is_some() { String::new() } else { format!("{number}:") };
            number += term.times.unsigned_abs();
            let term = Term { times: term.times.signum(), what: term.what.clone() };
            let own = self.expr(&Expr { terms: vec![term.clone()] }, text)?;
            let rest = self.values_mut().sub(total, own)?;
            for (player, list) in Player::BOTH.into_iter().zip(&mut all) {
                for (name, after) in self.term_moves(&term, own, player)? {
                    let value = self.values_mut().add(rest, after)?;
                    list.push(MoveValue {
                        name: format!("{prefix}{name}"),
                        value,
                        dominated: false,
                        reversible: false,
                    });
                }
            }
        }
        for (player, list) in Player::BOTH.into_iter().zip(&mut all) {
            self.mark(list, player, total)?;
        }
        Ok(all)
    }

    /// The moves in one term of value `own`, and the values they leave there.
    fn term_moves(&mut self, term: &Term, own: Value, player: Player) -> Result<Vec<(String, Value)>, Stop> {
        let Summand::Board(position) = &term.what else {
            let options = match player {
                Player::Left => self.values().left_options(own).to_vec(),
                Player::Right => self.values().right_options(own).to_vec(),
            };
            let name = |v: Value| self.values().name(v).unwrap_or_else(|| format!("option {}", v.id()));
            return Ok(options.into_iter().map(|v| (name(v), v)).collect());
        };
        let position = if term.times < 0 { position.negated() } else { position.clone() };
        let moves = position.moves(player);
        let after = |mv| position.after(player, mv).expect("a listed move is legal");
        let mut found = Vec::with_capacity(moves.len());
        // A large board has many moves, and every one leaves a large board.
        for some in moves.chunks((AT_ONCE / position.cells().len().max(1)).max(1)) {
            let positions: Vec<Position> = some.iter().map(|&mv| after(mv)).collect();
            let values = self.positions(&positions)?;
            found.extend(some.iter().map(|&mv| move_name(position.board(), mv)).zip(values));
        }
        Ok(found)
    }

    fn mark(&mut self, list: &mut [MoveValue], player: Player, total: Value) -> Result<(), Stop> {
        let better = match player {
            Player::Left => Relation::Less,
            Player::Right => Relation::Greater,
        };
        for i in 0..list.len() {
            self.values().check()?;
            let own = list[i].value;
            for j in 0..list.len() {
                let other = list[j].value;
                let relation = self.values_mut().compare(own, other)?;
                if relation == better || (relation == Relation::Equal && j < i) {
                    list[i].dominated = true;
                    break;
                }
            }
            list[i].reversible = self.values_mut().reverting(own, total, player)?.is_some();
        }
        Ok(())
    }
}
