//! Incentives, the Norton product and ordinal sums (Winning Ways, chapter 8;
//! Siegel, II.1, II.4 and III.1).
//!
//! ```text
//! incentives    GL - G and G - GR, the gain of a move
//! norton        G.U = n copies of U for an integer n, otherwise
//!               {GL.U + U + I | GR.U - U - I}, I the incentives of U > 0
//! ordinal       G:H = {GL, G:HL | GR, G:HR}, G and H in canonical form
//! up to powers  ^<n> = {0 | * - ^[n-1]},  ^[n] = ^<1> + .. + ^<n> = {^[n-1] | *}
//! ```

use std::collections::HashMap;

use super::{Dyadic, Value, Values};
use crate::{Outcome, Player, Stop};

impl Values {
    /// The undominated incentives of a player, in the order of the options.
    pub fn incentives(&mut self, v: Value, player: Player) -> Result<Vec<Value>, Stop> {
        let mut best: Vec<Value> = Vec::new();
        let [left, right] = self.ordered_options(v);
        for option in if player == Player::Left { left } else { right } {
            let gain = match player {
                Player::Left => self.sub(option, v)?,
                Player::Right => self.sub(v, option)?,
            };
            let mut dominated = false;
            let mut kept = Vec::new();
            for other in best {
                dominated |= self.le(gain, other)?;
                if dominated || !self.le(other, gain)? {
                    kept.push(other);
                }
            }
            best = kept;
            if !dominated {
                best.push(gain);
            }
        }
        Ok(best)
    }

    /// The Norton product `v.unit`; `None` unless the unit is positive.
    pub fn norton_product(&mut self, v: Value, unit: Value) -> Result<Option<Value>, Stop> {
        if self.outcome(unit) != Outcome::L {
            return Ok(None);
        }
        let mut steps = Vec::new();
        for player in Player::BOTH {
            for incentive in self.incentives(unit, player)? {
                steps.push(self.add(unit, incentive)?);
            }
        }
        let mut known: HashMap<Value, Value> = HashMap::new();
        for w in self.positions_within(v)? {
            self.step(1 + self.arena.options(w))?;
            let product = match self.as_number(w).and_then(Dyadic::as_integer) {
                Some(n) => self.times(unit, n)?,
                None => {
                    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
                    for &step in &steps {
                        for option in self.left_options(w).to_vec() {
                            lefts.push(self.add(known[&option], step)?);
                        }
                        for option in self.right_options(w).to_vec() {
                            rights.push(self.sub(known[&option], step)?);
                        }
                    }
                    self.from_options(&lefts, &rights)?
                }
            };
            known.insert(w, product);
        }
        Ok(Some(known[&v]))
    }

    /// The ordinal sum `base:top` of two canonical forms: a move in `base`
    /// ends the play in `top`.
    pub fn ordinal_sum(&mut self, base: Value, top: Value) -> Result<Value, Stop> {
        let mut known: HashMap<Value, Value> = HashMap::new();
        for h in self.positions_within(top)? {
            self.step(1 + self.arena.options(h))?;
            let side = |values: &Values, player| {
                let own = values.options(base, player).iter().copied();
                own.chain(values.options(h, player).iter().map(|o| known[o])).collect::<Vec<_>>()
            };
            let (lefts, rights) = (side(self, Player::Left), side(self, Player::Right));
            let sum = self.from_options(&lefts, &rights)?;
            known.insert(h, sum);
        }
        Ok(known[&top])
    }

    /// `^<n>`, the n-th power of up.
    pub fn up_power(&mut self, n: u32) -> Result<Value, Stop> {
        let star = self.star(1)?;
        let below = self.up_powers(n.saturating_sub(1))?;
        let right = self.sub(star, below)?;
        self.from_options(&[self.zero()], &[right])
    }

    /// `^[n]`, the sum of the first n powers of up.
    pub fn up_powers(&mut self, n: u32) -> Result<Value, Stop> {
        let star = self.star(1)?;
        let mut sum = self.zero();
        for _ in 0..n {
            sum = self.from_options(&[sum], &[star])?;
        }
        Ok(sum)
    }
}
