//! Proof obligations of the induction step: what must be checked so that
//! `{G^L + D | G^R + D} = G + D` for G and for every G + kD, whose options are
//! those of G plus kD.
//!
//! Let `X = {G^L + D | G^R + D}`. In `X - G - D` every move in X or in G is
//! mirrored, so `X = G + D` unless a move in `-D` wins:
//!
//! - Left to `-d`, d a right option of D: Right must win `X - G - d`. Either
//!   a right option r of G has `r + D - d <= G` (Right answers in X), or a
//!   left option l of G has `X <= l + d` (Right answers in -G).
//! - Right to `-d`, d a left option of D: likewise with the sides exchanged.
//!
//! The first answer does not change when G and its options grow by kD. The
//! second one speaks of X itself; written out over the moves of
//! `X_k - l - kD - d` it becomes conditions that do not depend on k:
//!
//! ```text
//! no left option g of G has        g + D >= l + d          (Left moves in X)
//! for every right option y of l    some r: r +  D <= y + d      (in -l)
//! for every right option e of D    some r: r + 2D <= l + e + d  (in -kD)
//! for every right option e of d    some r: r +  D <= l + e      (in -d)
//! ```
//!
//! `docs/lab/families.md` writes them out for D = up: no `r_j + ^ <= r`, every left
//! option of r is `<= l + ^` for some l, and `r <= l + ^2` for some l.

use crate::cgt::{Value, Values};
use crate::{Player, Stop};

/// How a move in -D is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationWitness {
    /// By the option with this number in X.
    InX(usize),
    /// By the option of the other side with this number in -G.
    InG(usize),
}

/// One obligation, met: the side that moved in -D, the number of the option
/// of D it moved to, and the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetObligation {
    /// The player who moved in -D.
    pub mover: Player,
    /// Which option of D, in the order of its canonical form.
    pub option: usize,
    /// The answer.
    pub witness: ObligationWitness,
}

/// A game by the values of its options.
#[derive(Clone, Copy)]
pub(super) struct ShiftedGame<'a> {
    pub(super) value: Value,
    pub(super) lefts: &'a [Value],
    pub(super) rights: &'a [Value],
}

/// The obligations of `game` and shift `d`, each with a witness; none if one
/// cannot be met.
pub(super) fn meet(
    values: &mut Values,
    game: ShiftedGame<'_>,
    shift: Value,
) -> Result<Option<Vec<MetObligation>>, Stop> {
    let mut met = Vec::new();
    for mover in Player::BOTH {
        let moves = answered(values, shift, mover);
        for (option, &d) in moves.iter().enumerate() {
            match find(values, game, shift, d, mover)? {
                Some(witness) => met.push(MetObligation { mover, option, witness }),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(met))
}

/// The options of D to whose negative `mover` can move in -D.
pub(super) fn answered(values: &Values, shift: Value, mover: Player) -> Vec<Value> {
    match mover {
        Player::Left => values.right_options(shift).to_vec(),
        Player::Right => values.left_options(shift).to_vec(),
    }
}

fn find(
    values: &mut Values,
    game: ShiftedGame<'_>,
    shift: Value,
    d: Value,
    mover: Player,
) -> Result<Option<ObligationWitness>, Stop> {
    let view = LeftView::by(values, game, shift, d, mover);
    for i in 0..view.rights.len() {
        if view.holds(values, ObligationWitness::InX(i))? {
            return Ok(Some(ObligationWitness::InX(i)));
        }
    }
    for i in 0..view.lefts.len() {
        if view.holds(values, ObligationWitness::InG(i))? {
            return Ok(Some(ObligationWitness::InG(i)));
        }
    }
    Ok(None)
}

/// The obligation after a move of Left in -D; a move of Right gives the
/// obligation of the negatives.
struct LeftView {
    value: Value,
    lefts: Vec<Value>,
    rights: Vec<Value>,
    shift: Value,
    d: Value,
}

impl LeftView {
    fn by(values: &Values, game: ShiftedGame<'_>, shift: Value, d: Value, mover: Player) -> LeftView {
        let (lefts, rights) = (game.lefts.to_vec(), game.rights.to_vec());
        let negated = |all: Vec<Value>| all.into_iter().map(|v| values.neg(v)).collect();
        match mover {
            Player::Left => LeftView { value: game.value, lefts, rights, shift, d },
            Player::Right => LeftView {
                value: values.neg(game.value),
                lefts: negated(rights),
                rights: negated(lefts),
                shift: values.neg(shift),
                d: values.neg(d),
            },
        }
    }

    fn holds(&self, values: &mut Values, witness: ObligationWitness) -> Result<bool, Stop> {
        match witness {
            ObligationWitness::InX(i) => {
                let Some(&r) = self.rights.get(i) else { return Ok(false) };
                let gain = values.sub(self.shift, self.d)?;
                let answer = values.add(r, gain)?;
                values.le(answer, self.value)
            }
            ObligationWitness::InG(i) => match self.lefts.get(i) {
                Some(&l) => self.holds_in_g(values, l),
                None => Ok(false),
            },
        }
    }

    /// Whether `X_k <= l + kD + d` for every k, by the conditions above.
    fn holds_in_g(&self, values: &mut Values, l: Value) -> Result<bool, Stop> {
        let target = values.add(l, self.d)?;
        for &g in &self.lefts {
            let moved = values.add(g, self.shift)?;
            if values.le(target, moved)? {
                return Ok(false);
            }
        }
        let twice = values.add(self.shift, self.shift)?;
        for y in values.right_options(l).to_vec() {
            let bound = values.add(y, self.d)?;
            if !self.some_right_below(values, self.shift, bound)? {
                return Ok(false);
            }
        }
        for e in values.right_options(self.shift).to_vec() {
            let bound = values.add(target, e)?;
            if !self.some_right_below(values, twice, bound)? {
                return Ok(false);
            }
        }
        for e in values.right_options(self.d).to_vec() {
            let bound = values.add(l, e)?;
            if !self.some_right_below(values, self.shift, bound)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some right option r of G has `r + more <= bound`.
    fn some_right_below(&self, values: &mut Values, more: Value, bound: Value) -> Result<bool, Stop> {
        for &r in &self.rights {
            let moved = values.add(r, more)?;
            if values.le(moved, bound)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
