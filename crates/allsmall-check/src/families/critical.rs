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

/// What a list of pieces is.
#[derive(Default)]
struct Sight {
    /// Sum of the certified weights.
    weight: i64,
    /// A piece that is neither a type nor a unit.
    strange: bool,
    /// Sum of the critical weights of the types, and their number.
    total: i64,
    types: usize,
    /// Whether one of them is long and has weight 1.
    long_one: bool,
    /// The sum of the units, as a number from 0 to 3.
    unit: usize,
}

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
    let mut check = Check {
        word: word.clone(),
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
    };
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
    fn value(&mut self, stones: &[bool]) -> Checked<Game> {
        if stones.len() >= self.long {
            return Err("only short strips are valued".to_owned());
        }
        self.strips.value(stones, &mut self.games)
    }

    fn value_of(&mut self, piece: Piece) -> Checked<Game> {
        if let Some(&known) = self.values.get(&piece) {
            return Ok(known);
        }
        let stones = self.word.stones(piece.0, piece.1);
        let value = self.value(&stones)?;
        self.values.insert(piece, value);
        Ok(value)
    }

    /// All pieces with these lengths.
    fn pieces(&self, lengths: std::ops::Range<usize>) -> Vec<Piece> {
        lengths.flat_map(|len| self.weights.shapes.iter().map(move |&shape| (shape, len))).collect()
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

    /// The critical weight of a long strip: both ends o, less 1 for each that
    /// is doubled.
    fn long_weight(&mut self, piece: Piece) -> Option<i64> {
        *self.long_weights.entry(piece).or_insert_with(|| {
            let (shape, len) = piece;
            let stones = self.word.stones(shape, len);
            let doubled = i64::from(stones[0] == stones[1]) + i64::from(stones[len - 1] == stones[len - 2]);
            (!stones[0] && !stones[len - 1]).then_some(1 - doubled)
        })
    }

    fn see(&mut self, pieces: &[Piece]) -> Checked<Sight> {
        let mut sight = Sight::default();
        for &piece in pieces.iter().filter(|piece| piece.1 >= 2) {
            sight.weight += self.weights.weight(piece.0, piece.1)?;
            let weight = if piece.1 >= self.long {
                let weight = self.long_weight(piece);
                sight.long_one |= weight == Some(1);
                weight
            } else {
                let value = self.value_of(piece)?;
                if let Some(unit) = self.units.iter().position(|&u| u == value) {
                    sight.unit ^= unit;
                    continue;
                }
                self.types.get(&value).copied()
            };
            match weight {
                Some(weight) => {
                    sight.total += weight;
                    sight.types += 1;
                }
                None => sight.strange = true,
            }
        }
        Ok(sight)
    }

    /// What the moves of a player leave of a piece.
    fn cuts(&self, (shape, len): Piece, left: bool) -> Vec<[Piece; 2]> {
        let all = self.word.cuts(shape, len).into_iter().filter(|cut| cut.left == left);
        all.map(|cut| cut.parts.map(|(shape, stones)| (shape.expect("A and B are empty"), stones.len()))).collect()
    }

    /// What Left's moves in pieces leave.
    fn replies(&mut self, pieces: &[Piece]) -> Vec<Vec<Piece>> {
        let mut all = Vec::new();
        for (i, &piece) in pieces.iter().enumerate() {
            if !self.lefts.contains_key(&piece) {
                let mut cuts = self.cuts(piece, true);
                cuts.retain(|[a, b]| piece.1 < self.spread || a.1.min(b.1) < NEAR);
                self.lefts.insert(piece, cuts);
            }
            for &[a, b] in &self.lefts[&piece] {
                let mut next = pieces.to_vec();
                next[i] = a;
                next.push(b);
                all.push(next);
            }
        }
        all
    }

    /// The value of short pieces.
    fn exact(&mut self, pieces: &[Piece]) -> Checked<Option<Game>> {
        let mut sum = ZERO;
        for &piece in pieces {
            if piece.1 >= self.long {
                return Ok(None);
            }
            let value = self.value_of(piece)?;
            sum = self.games.add(sum, value)?;
        }
        Ok(Some(sum))
    }

    /// Left has replies that leave the units `left`; one of them is good
    /// beside each special type and unit, or Left wins the whole by value.
    fn beside_special(&mut self, left: &[usize], before: &[Piece]) -> Checked<bool> {
        for (special, bad) in self.special.clone() {
            for unit in 0..4 {
                if self.types.get(&special) != Some(&1) || left.iter().any(|&h| unit ^ h != bad) {
                    continue;
                }
                let Some(before) = self.exact(before)? else { return Ok(false) };
                let sum = self.games.add(special, self.units[unit])?;
                let sum = self.games.add(sum, before)?;
                if self.games.le(sum, ZERO)? {
                    return Ok(false);
                }
            }
        }
        Ok(!left.is_empty())
    }

    /// R1, R2, R3, R3u.
    fn answered(&mut self, w: i64, pieces: &[Piece]) -> Checked<bool> {
        let now = self.see(pieces)?;
        if now.weight >= w || (!now.strange && now.types > 0 && now.total >= w - 1) {
            return Ok(true);
        }
        if w == 1 && pieces.iter().all(|piece| piece.1 < self.long) {
            // a + b is a unit when a is the unit less b.
            let (a, b) = (self.value_of(pieces[0])?, self.value_of(pieces[1])?);
            for unit in self.units {
                let minus = self.games.negative(b);
                if self.games.add(unit, minus)? == a {
                    return Ok(true);
                }
            }
        }
        let mut units = Vec::new();
        for next in self.replies(pieces) {
            let then = self.see(&next)?;
            if then.weight > w || (!then.strange && then.types > 0 && then.total >= w) {
                return Ok(true);
            }
            if !then.strange && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == 0 && self.beside_special(&units, pieces)?)
    }

    /// L2.
    fn moves_on(&mut self, w: i64, piece: Piece) -> Checked<bool> {
        let mut units = Vec::new();
        for next in self.replies(&[piece]) {
            let then = self.see(&next)?;
            if then.weight >= w + 2 || (!then.strange && then.types > 0 && then.total > w) {
                return Ok(true);
            }
            if !then.strange && then.types == 0 {
                units.push(then.unit);
            }
        }
        Ok(w == -1 && self.beside_special(&units, &[piece])?)
    }

    fn rights_answered(&mut self, w: i64, piece: Piece) -> Checked<()> {
        for pieces in self.cuts(piece, false) {
            if !self.answered(w, &pieces)? {
                let [(_, a), (_, b)] = pieces;
                return Err(format!("Right's move to {a} and {b} stones is not answered"));
            }
        }
        Ok(())
    }

    fn short_holds(&mut self, value: Game, piece: Piece, exempt: Game) -> Checked<()> {
        let weight = self.types[&value];
        self.rights_answered(weight, piece)?;
        for unit in self.units {
            let sum = self.games.add(value, unit)?;
            if weight == 0 && self.games.le(sum, ZERO)? {
                return Err("Left does not win it beside every unit".to_owned());
            }
        }
        let free = weight >= 1 || (weight == 0 && value == exempt);
        if free || self.moves_on(weight, piece)? {
            return Ok(());
        }
        Err("Left has no move in it beside other types".to_owned())
    }

    /// Left has a move after which the pieces are >= 0 beside each unit.
    fn stands(&mut self, pieces: &[Piece]) -> Checked<bool> {
        let replies = self.replies(pieces);
        for next in &replies {
            let sight = self.see(next)?;
            let claimed = !sight.strange && sight.total >= 1 && (sight.types >= 2 || sight.long_one);
            if sight.weight >= 2 || claimed {
                return Ok(true);
            }
        }
        for unit in self.units {
            let mut found = false;
            for next in &replies {
                if let (false, Some(value)) = (found, self.exact(next)?) {
                    let sum = self.games.add(value, unit)?;
                    found = self.games.le(ZERO, sum)?;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The rules for long types at every length up to two of `spread` side by
    /// side; a longer one is cut like one of those.
    fn long_hold(&mut self) -> Checked<()> {
        for piece in self.pieces(self.long..2 * self.spread + 5) {
            if !self.word.exists(piece.0, piece.1) {
                continue;
            }
            let Some(weight) = self.long_weight(piece) else { continue };
            let name = |why: &str| format!("the long type of weight {weight} with {} stones: {why}", piece.1);
            if self.weights.weight(piece.0, piece.1)? < weight {
                return Err(name("its weight is not certified"));
            }
            self.rights_answered(weight, piece).map_err(|why| name(&why))?;
            if weight <= 0 && !self.moves_on(weight, piece)? {
                return Err(name("Left has no move in it beside other types"));
            }
            if weight == 0 && !self.stands(&[piece])? {
                return Err(name("Left does not win it beside every unit"));
            }
            if weight == 1 {
                for pieces in self.cuts(piece, false) {
                    if self.see(&pieces)?.weight < 1 && !self.stands(&pieces)? {
                        return Err(name("it does not stand alone"));
                    }
                }
            }
        }
        Ok(())
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
