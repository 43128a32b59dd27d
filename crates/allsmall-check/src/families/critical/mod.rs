//! (xo)^n is a first-player win for all large n: the critical calculus.
//!
//! ```text
//! family critical (xo)^n
//! long 20               strips of 20 and more stones are long
//! spread 32             one of 32 and more stands for all longer ones
//! integers 120          weights are computed up to here
//! special oxoxo ...     types of weight 1 that one unit makes negative
//! exempt ooxoxo         a type that is never moved in beside its like
//! type xoo -1           a short type and its critical weight
//! small PNNP            who wins for n = 0, 1, 2, 3
//! end
//! ```
//!
//! The claims, the rules and why they suffice: docs/families.md. No move is
//! listed: all cuts are made here again, and all answers are looked for.

mod pieces;
mod rules;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;

use std::collections::HashMap;

use super::lines::{Checked, Lines, number};
use super::strips::Strips;
use super::weights::{Scale, Weights};
use super::word::{Shape, Word};
use crate::games::{Game, Games, ZERO};
use crate::hash::Mixed;

const STEPS: u64 = 1 << 36;
/// A strip of at least `spread` stones is cut by Left within so many stones of
/// its ends; what is left of it has at least `spread - NEAR` stones.
const NEAR: usize = 8;
/// A strip: its shape and its length.
type Piece = (Shape, usize);

struct Check {
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
pub(super) fn check(lines: &mut Lines<'_>, word: &Word) -> Checked<String> {
    if word.fixed() != 0 || !matches!(word.period[..], [a, b] if a != b) {
        return Err("the critical calculus is about (xo)^n".to_owned());
    }
    let (long, spread, integers): (usize, usize, usize) =
        (lines.number("long")?, lines.number("spread")?, lines.number("integers")?);
    if !(16..=24).contains(&long) || spread < long + NEAR || spread > 60 || integers > 400 || integers < 2 * spread + 8
    {
        return Err("expected long between 16 and 24, spread 8 more up to 60, integers from 2 spread + 8 on".to_owned());
    }
    let mut check = Check::new(word.clone(), long, spread, integers)?;
    check.units_hold()?;
    for text in lines.field("special")?.split(' ') {
        let value = check.value(&stones(text)?)?;
        let [unit] = check.bad(value)?[..] else { return Err(format!("{text} has not one bad unit")) };
        check.special.push((value, unit));
    }
    let exempt = check.value(&stones(lines.field("exempt")?)?)?;
    let twice = check.games.add(exempt, exempt)?;
    if !check.games.le(ZERO, twice)? || check.games.le(twice, ZERO)? {
        return Err("two of the exempt type are not positive".to_owned());
    }
    let types = check.read_types(lines)?;
    let end = lines.at;
    for &(line, value, piece) in &types {
        lines.at = line;
        check.short_holds(value, piece, exempt)?;
    }
    lines.at = end;
    check.long_hold()?;
    let small = lines.field("small")?;
    lines.end()?;
    check.conclude(small)
}

/// Alternating stones.
fn alternating(len: usize, first: bool) -> Vec<bool> {
    (0..len).map(|i| (i % 2 == 0) == first).collect()
}

fn stones(text: &str) -> Checked<Vec<bool>> {
    if text.is_empty() || text.len() > 60 || text.chars().any(|c| c != 'x' && c != 'o') {
        return Err(format!("expected a strip and not {text:?}"));
    }
    Ok(text.chars().map(|c| c == 'x').collect())
}

impl Check {
    /// The strips of a word weighed, and no types yet.
    fn new(word: Word, long: usize, spread: usize, integers: usize) -> Checked<Check> {
        let mut games = Games::new(STEPS);
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
        Ok(Check {
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

    /// The units beside which a game is not >= 0.
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

    /// The short types. Each must be told by a shortest strip of its value, so
    /// that putting it in place of a piece adds no stones.
    fn read_types(&mut self, lines: &mut Lines<'_>) -> Checked<Vec<(usize, Game, Piece)>> {
        let mut shortest: HashMap<Game, usize> = HashMap::new();
        let mut known: HashMap<Vec<bool>, Piece> = HashMap::new();
        for piece in self.pieces(2..self.long) {
            let value = self.value_of(piece)?;
            shortest.entry(value).or_insert(piece.1);
            known.entry(self.word.stones(piece.0, piece.1)).or_insert(piece);
        }
        let mut all = Vec::new();
        while let Some(rest) = lines.maybe("type") {
            let (strip, weight) = rest.split_once(' ').ok_or("expected a strip and a weight")?;
            let (strip, weight) = (stones(strip)?, number::<i64>(weight)?);
            let &piece = known.get(&strip).ok_or("this is no short strip of the family")?;
            let value = self.value(&strip)?;
            if shortest[&value] != strip.len() {
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
            all.push((lines.at, value, piece));
        }
        Ok(all)
    }

    /// After Left's third stone has taken the second of (xo)^n there is
    /// oxo...o with 2n - 3 stones, which is >= 0 by claim G1 if it is long;
    /// Right has the mirror image.
    fn conclude(&mut self, small: &str) -> Checked<String> {
        for n in 0..=self.long {
            let left = (2 * n).saturating_sub(3);
            if n >= small.len() && left >= self.long {
                continue;
            }
            if n >= small.len() && left >= 1 {
                let value = self.value(&alternating(left, false))?;
                if self.games.le(ZERO, value)? {
                    continue;
                }
            }
            let value = self.strips.value(&alternating(2 * n, true), &mut self.games)?;
            let outcome = match (self.games.le(ZERO, value)?, self.games.le(value, ZERO)?) {
                (true, true) => "P",
                (true, false) => "L",
                (false, true) => "R",
                (false, false) => "N",
            };
            if small.get(n..=n).unwrap_or("N") != outcome {
                return Err(format!("for n = {n} the outcome is {outcome}"));
            }
        }
        let second: Vec<_> = (0..small.len()).filter(|&n| &small[n..=n] == "P").map(|n| n.to_string()).collect();
        Ok(format!("the first player wins {} for every n but {}", self.word.text("n"), second.join(", ")))
    }
}
