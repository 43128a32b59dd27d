//! (xo)^n is a first-player win for all large n: the critical calculus.
//!
//! ```text
//! family critical (xo)^n
//! long 20               strips of 20 and more stones are long
//! spread 32             one of 32 and more stands for all longer ones
//! integers 120          weights are computed up to here
//! special oxoxo ...     types of weight 1 that one unit makes negative
//! exempt ooxoxo         a type in which no player moves while another of its kind is in the sum
//! type xoo -1           a short type and its critical weight
//! small PNNP            who wins for n = 0, 1, 2, 3
//! end
//! ```
//!
//! The claims, the rules and why they suffice: docs/lab/families.md. No move is
//! listed: all cuts are made here again, and all answers are looked for.

mod pieces;
#[cfg(test)]
mod reference;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::file::{self, Checked, Line, NEAR, OnLine, Wrong};
use super::strips::Strips;
use super::theorem::{Stated, Theorem};
use super::weights::{Scale, Weights};
use super::word::{SegmentShape, Word};
use crate::games::{Game, Games, ZERO};
use crate::hash::Mixed;
use crate::outcome::Outcome;

/// A strip: its shape and its length.
type Piece = (SegmentShape, usize);

struct CriticalCheck {
    word: Word,
    long: usize,
    spread: usize,
    games: Games,
    strips: Strips,
    scale: Scale,
    weights: Weights,
    units: [Game; 4],
    types: HashMap<Game, i64>,
    /// Special types and the unit that makes each negative.
    special: Vec<(Game, usize)>,
    /// Values of short pieces, and Left's moves in pieces.
    values: HashMap<Piece, Game, Mixed>,
    lefts: HashMap<Piece, Vec<[Piece; 2]>, Mixed>,
    long_weights: HashMap<Piece, Option<i64>, Mixed>,
}

/// Checks a proof by the critical calculus; what it proves.
pub(super) fn check(file: &file::Critical, word: &Word, games: Games) -> Result<Stated, Wrong> {
    let mut check =
        CriticalCheck::new(word.clone(), file.long, file.spread, file.integers, games).on(file.integers_line)?;
    check.units_hold().on(file.integers_line)?;
    for strip in &file.special {
        check.special(strip).on(file.special_line)?;
    }
    let exempt = check.exempt(&file.exempt).on(file.exempt_line)?;
    let types = check.read_types(&file.types)?;
    for (line, value, piece) in types {
        check.short_holds(value, piece, exempt).on(line)?;
    }
    check.long_hold().on(file.small_line)?;
    let but = check.conclude(&file.small).on(file.small_line)?;
    Ok(Stated { theorem: Theorem::FirstWins { but }, line: file.small_line, closed: Vec::new() })
}

/// Alternating stones.
fn alternating(len: usize, first: bool) -> Vec<bool> {
    (0..len).map(|i| (i % 2 == 0) == first).collect()
}

impl CriticalCheck {
    /// The strips of a word weighed, and no types yet.
    fn new(word: Word, long: usize, spread: usize, integers: usize, mut games: Games) -> Checked<CriticalCheck> {
        let weights = Weights::compute(word.clone(), long - 1, integers, false, &mut games)?;
        // From spread - NEAR on the weight depends on the ends alone.
        weights.regular(2, spread - NEAR, 0, integers)?;
        let mut strips = Strips::default();
        let xoxo = strips.value(&alternating(4, true), &mut games)?;
        let star = games.star(1)?;
        let both = games.add(xoxo, star)?;
        if games.add(xoxo, xoxo)? != ZERO || strips.value(&alternating(12, true), &mut games)? != both {
            return Err("the units are no group".to_owned());
        }
        Ok(CriticalCheck {
            word,
            long,
            spread,
            games,
            strips,
            scale: Scale::default(),
            weights,
            units: [ZERO, star, xoxo, both],
            types: HashMap::new(),
            special: Vec::new(),
            values: HashMap::default(),
            lefts: HashMap::default(),
            long_weights: HashMap::default(),
        })
    }

    /// Every unit has weight 0 at least; Left, moving first, wins those that
    /// are not zero; a move of Right keeps the weight or has a unit as reply.
    fn units_hold(&mut self) -> Checked<()> {
        for unit in self.units {
            let mut holds = self.scale.weigh(unit, &mut self.games)? >= 0;
            holds = holds && (unit == ZERO || !self.games.le(unit, ZERO)?);
            for right in self.games.options(unit, false).to_vec() {
                let reply = self.games.options(right, true).iter().any(|l| self.units.contains(l));
                holds = holds && (reply || self.scale.weigh(right, &mut self.games)? >= 0);
            }
            if !holds {
                return Err("a unit breaks its rules".to_owned());
            }
        }
        Ok(())
    }

    /// A special type: one unit makes it negative.
    fn special(&mut self, strip: &[bool]) -> Checked<()> {
        let value = self.value(strip)?;
        let [unit] = self.bad(value)?[..] else {
            return Err(format!("a strip of {} stones has not one bad unit", strip.len()));
        };
        if self.special.iter().any(|&(known, _)| known == value) {
            return Err("a special type is listed twice".to_owned());
        }
        self.special.push((value, unit));
        Ok(())
    }

    /// The exempt type: two of it are positive.
    fn exempt(&mut self, strip: &[bool]) -> Checked<Game> {
        let exempt = self.value(strip)?;
        let twice = self.games.add(exempt, exempt)?;
        if !self.games.le(ZERO, twice)? || self.games.le(twice, ZERO)? {
            return Err("two of the exempt type are not positive".to_owned());
        }
        Ok(exempt)
    }

    /// The units in a sum with which a game is not >= 0.
    fn bad(&mut self, value: Game) -> Checked<Vec<usize>> {
        let mut bad = Vec::new();
        for unit in 0..4 {
            let sum = self.games.add(value, self.units[unit])?;
            if !self.games.le(ZERO, sum)? {
                bad.push(unit);
            }
        }
        Ok(bad)
    }

    /// The short types, each with its line. Each must be identified by a shortest
    /// strip of its value, so that putting it in place of a piece adds no
    /// stones.
    fn read_types(&mut self, types: &[file::Type]) -> Result<Vec<(Line, Game, Piece)>, Wrong> {
        let mut shortest: HashMap<Game, usize> = HashMap::new();
        let mut known: HashMap<Vec<bool>, Piece> = HashMap::new();
        let line = types.first().map_or(1, |first| first.line);
        for piece in self.pieces(2..self.long) {
            let value = self.value_of(piece).on(line)?;
            shortest.entry(value).or_insert(piece.1);
            known.entry(self.word.stones(piece.0, piece.1)).or_insert(piece);
        }
        let mut all = Vec::new();
        for file::Type { line, strip, weight } in types {
            let (value, piece) = self.read_type(strip, *weight, &shortest, &known).on(*line)?;
            all.push((*line, value, piece));
        }
        Ok(all)
    }

    fn read_type(
        &mut self,
        strip: &[bool],
        weight: i64,
        shortest: &HashMap<Game, usize>,
        known: &HashMap<Vec<bool>, Piece>,
    ) -> Checked<(Game, Piece)> {
        let &piece = known.get(strip).ok_or("this is no short strip of the family")?;
        let value = self.value(strip)?;
        if shortest.get(&value) != Some(&strip.len()) {
            return Err("a shorter strip has this value".to_owned());
        }
        if self.units.contains(&value) || weight > self.scale.weigh(value, &mut self.games)? {
            return Err("a type is no unit, and its weight is certified".to_owned());
        }
        let special = self.special.iter().any(|&(s, _)| s == value);
        if weight >= 1 && !special && !self.bad(value)?.is_empty() {
            return Err("a unit makes this type negative, and it is not special".to_owned());
        }
        if self.types.insert(value, weight).is_some() {
            return Err("this type is listed twice".to_owned());
        }
        Ok((value, piece))
    }

    /// The n for which the second player wins; all others are won by the
    /// first.
    ///
    /// After Left's third stone has taken the second of (xo)^n there is
    /// oxo...o with 2n - 3 stones, which is >= 0 by claim G1 if it is long;
    /// Right has the mirror image. So only the n with fewer stones are looked
    /// at one by one, and no others may have an entry in `small`.
    fn conclude(&mut self, small: &[Outcome]) -> Checked<Vec<usize>> {
        let by_claim = (self.long + 3).div_ceil(2);
        if small.len() > by_claim {
            return Err(format!("small has entries for n from {by_claim} on, which are not looked at one by one"));
        }
        let mut second = Vec::new();
        for n in 0..by_claim {
            let value = self.strips.value(&alternating(2 * n, true), &mut self.games)?;
            let found = Outcome::of_order(self.games.le(ZERO, value)?, self.games.le(value, ZERO)?);
            if found != small.get(n).copied().unwrap_or(Outcome::N) {
                return Err(format!("for n = {n} the outcome is {}", found.letter()));
            }
            match found {
                Outcome::P => second.push(n),
                Outcome::N => {}
                Outcome::L | Outcome::R => {
                    return Err(format!("(xo)^{n} is its own negative, so neither player wins it"));
                }
            }
        }
        Ok(second)
    }
}
