//! Who wins every board of a family, by integers that count how far a player
//! is ahead.
//!
//! ```text
//! family weights (xxoxo)^n
//! side x 8 120 1 10 35 1    for Left: values up to 8 stones, integers up to 120,
//!                           with replies, gain 1 every 10 stones from 35 on
//! small PNLN                who wins for n = 0, 1, 2, 3
//! rest L                    and for all n after that
//! end
//! ```
//!
//! The rules for the integers and the theorem behind them: docs/proofs.md.

use std::collections::{HashMap, HashSet};

use super::file::{self, Checked, OnLine, Wrong};
use super::strips::Strips;
use super::theorem::{Stated, Theorem};
use super::word::{Cut, SegmentShape, Word};
use crate::games::{Game, Games, ZERO};
use crate::hash::Mixed;
use crate::outcome::Outcome;

/// Stones of the longest board whose outcome comes from its value.
const LONGEST_VALUED: usize = 48;

/// A total that nobody reaches.
const NONE: i64 = -1_000_000_000;

/// Certified weights of games.
#[derive(Default)]
pub(super) struct Scale {
    known: HashMap<Game, i64>,
}

impl Scale {
    pub(super) fn weigh(&mut self, g: Game, games: &mut Games) -> Checked<i64> {
        let star = games.star(1)?;
        if g == ZERO || g == star {
            return Ok(0);
        }
        if let Some(&known) = self.known.get(&g) {
            return Ok(known);
        }
        let (lefts, rights) = (games.options(g, true).to_vec(), games.options(g, false).to_vec());
        if lefts.is_empty() || rights.is_empty() {
            return Err("a game is not all-small".to_owned());
        }
        let mut most = i64::MAX;
        for r in rights {
            games.spend(1 + games.options(r, true).len())?;
            let mut best = self.weigh(r, games)? + 1;
            for reply in games.options(r, true).to_vec() {
                best = best.max(self.weigh(reply, games)?);
            }
            most = most.min(best);
        }
        let (mut left, mut above_zero, mut above_star) = (NONE, false, false);
        for l in lefts {
            left = left.max(self.weigh(l, games)?);
            above_zero = above_zero || games.le(ZERO, l)?;
            above_star = above_star || games.le(star, l)?;
        }
        let mut weight = most;
        loop {
            let holds = match weight {
                2.. => true,
                1 => left >= 2 || above_zero && games.le(ZERO, g)? || above_zero && above_star && games.le(star, g)?,
                _ => left > weight,
            };
            if holds {
                break;
            }
            weight -= 1;
        }
        self.known.insert(g, weight);
        Ok(weight)
    }
}

/// The integers of one segment: its weight, and the most that is left by a
/// move of the player who is measured.
type Integers = (i64, i64);

/// The integers of all segments of a word, as Left sees it.
pub(super) struct Weights {
    word: Word,
    pub(super) shapes: Vec<SegmentShape>,
    replies: bool,
    known: HashMap<(SegmentShape, usize), Integers, Mixed>,
    /// Pieces of A or of B alone, by their stones.
    pieces: HashMap<Vec<bool>, Integers>,
}

impl Weights {
    /// Computes them up to `longest`, by values up to `exact`.
    pub(super) fn compute(
        word: Word,
        exact: usize,
        longest: usize,
        replies: bool,
        games: &mut Games,
    ) -> Checked<Weights> {
        let shapes = shapes(&word, games)?;
        let mut all = Weights { word, shapes, replies, known: HashMap::default(), pieces: HashMap::new() };
        let (mut strips, mut scale) = (Strips::default(), Scale::default());
        for len in 2..=longest {
            for shape in all.shapes.clone() {
                if !all.word.exists(shape, len) {
                    continue;
                }
                games.spend(Word::cost(len))?;
                let cuts = all.word.cuts(shape, len);
                for (part, stones) in cuts.iter().flat_map(|cut| &cut.parts) {
                    all.piece(*part, stones, &mut strips, &mut scale, games)?;
                }
                let after = all.best(&cuts)?;
                let weight = if len <= exact {
                    let value = strips.value(&all.word.stones(shape, len), games)?;
                    scale.weigh(value, games)?
                } else {
                    all.integer(&cuts, after)?
                };
                all.known.insert((shape, len), (weight, after));
            }
        }
        Ok(all)
    }

    /// Values a piece that has no shape, or one that is too early for it.
    fn piece(
        &mut self,
        part: Option<SegmentShape>,
        stones: &[bool],
        strips: &mut Strips,
        scale: &mut Scale,
        games: &mut Games,
    ) -> Checked<()> {
        if part.is_some() || stones.len() < 2 || self.pieces.contains_key(stones) {
            return Ok(());
        }
        let value = strips.value(stones, games)?;
        let weight = scale.weigh(value, games)?;
        let mut after = NONE;
        for (from, to) in (1..stones.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if stones[from] && !stones[to] {
                let mut left = stones.to_vec();
                left[to] = true;
                let parts = [strips.value(&left[..from], games)?, strips.value(&left[from + 1..], games)?];
                after = after.max(scale.weigh(parts[0], games)? + scale.weigh(parts[1], games)?);
            }
        }
        self.pieces.insert(stones.to_vec(), (weight, after));
        Ok(())
    }

    fn get(&self, part: Option<SegmentShape>, stones: &[bool]) -> Checked<Integers> {
        if stones.len() < 2 {
            return Ok((0, NONE));
        }
        let known = match part {
            Some(shape) => self.known.get(&(shape, stones.len())),
            None => self.pieces.get(stones),
        };
        known.copied().ok_or_else(|| format!("a part of {} stones has not been weighed", stones.len()))
    }

    fn best(&self, cuts: &[Cut]) -> Checked<i64> {
        let mut best = NONE;
        for cut in cuts.iter().filter(|cut| cut.left) {
            let [(a, s), (b, t)] = &cut.parts;
            best = best.max(self.get(*a, s)?.0 + self.get(*b, t)?.0);
        }
        Ok(best)
    }

    fn integer(&self, cuts: &[Cut], after: i64) -> Checked<i64> {
        let mut weight = None;
        for cut in cuts.iter().filter(|cut| !cut.left) {
            let [(a, s), (b, t)] = &cut.parts;
            let (a, b) = (self.get(*a, s)?, self.get(*b, t)?);
            let mut total = a.0 + b.0 + 1;
            if self.replies {
                total = total.max(a.1 + b.0).max(a.0 + b.1);
            }
            weight = Some(weight.map_or(total, |w: i64| w.min(total)));
        }
        Ok(match weight {
            None => 0,
            Some(weight) if after >= 2 => weight,
            Some(weight) => weight.min(after - 1),
        })
    }

    /// Whether all integers gain `gain` with every period from `from` on, up
    /// to `longest`; then they may be taken to do so for ever.
    pub(super) fn regular(&self, period: usize, from: usize, gain: i64, longest: usize) -> Checked<()> {
        for &shape in &self.shapes {
            let mut seen = 0;
            for len in (from..=longest - period).filter(|&len| self.word.exists(shape, len)) {
                let (short, long) = (self.known[&(shape, len)], self.known[&(shape, len + period)]);
                if long != (short.0 + gain, short.1 + gain) {
                    return Err(format!("a segment of {len} stones does not gain {gain} with a period"));
                }
                seen += 1;
            }
            if seen == 0 {
                return Err("no length is looked at".to_owned());
            }
        }
        Ok(())
    }

    /// The weight of a segment.
    pub(super) fn weight(&self, shape: SegmentShape, len: usize) -> Checked<i64> {
        let known = self.known.get(&(shape, len));
        known.map(|known| known.0).ok_or_else(|| format!("a segment of {len} stones has not been weighed"))
    }

    /// The weights of all boards that were weighed, for n = 0, 1, ...
    fn boards(&self) -> Vec<i64> {
        (0..).map_while(|n| self.board(n)).collect()
    }

    /// The weight of a board.
    fn board(&self, n: usize) -> Option<i64> {
        let len = self.word.fixed() + n * self.word.period.len();
        if len < 2 { Some(0) } else { self.known.get(&(self.word.root(), len)).map(|known| known.0) }
    }
}

/// Every shape that play can reach: the root, and what moves leave.
fn shapes(word: &Word, games: &mut Games) -> Checked<Vec<SegmentShape>> {
    let mut all = vec![word.root()];
    let mut seen: HashSet<SegmentShape> = all.iter().copied().collect();
    let mut next = 0;
    let p = word.period.len();
    while let Some(&shape) = all.get(next) {
        next += 1;
        // With three copies of w between its ends all places of a cut occur.
        let least = word.fixed() + 3 * p.max(2);
        for len in (least..least + p).filter(|&len| word.exists(shape, len)) {
            games.spend(Word::cost(len))?;
            for (part, stones) in word.cuts(shape, len).into_iter().flat_map(|cut| cut.parts) {
                if let Some(part) = part
                    && stones.len() > 1
                    && seen.insert(part)
                {
                    all.push(part);
                }
            }
        }
    }
    Ok(all)
}

/// Checks a proof by weights; what it proves.
pub(super) fn check(file: &file::WeightsFile, word: &Word, mut games: Games) -> Result<Stated, Wrong> {
    // Weights of the boards, as Left sees them and as Right does.
    let mut boards = [Vec::new(), Vec::new()];
    for (player, side) in file.sides.iter().enumerate() {
        if let Some(side) = side {
            let seen = if player == 0 { word.clone() } else { word.negated() };
            boards[player] = weighed(seen, side, &mut games).on(side.line)?;
        }
    }
    let weighed = for_ever(file, word, &boards).on(file.rest_line)?;
    let [lefts, rights] = &boards;
    let mut strips = Strips::default();
    for n in 0..weighed {
        let (wanted, line) =
            file.small.get(n).map_or((file.rest, file.rest_line), |&outcome| (outcome, file.small_line));
        let ahead = |boards: &[i64]| boards.get(n).is_some_and(|&weight| weight >= 2);
        let is_shown = match wanted {
            Outcome::L => ahead(lefts),
            Outcome::R => ahead(rights),
            Outcome::N | Outcome::P => false,
        };
        if !is_shown {
            valued(word, n, wanted, &mut strips, &mut games).on(line)?;
        }
    }
    Ok(Stated {
        theorem: Theorem::Wins { small: file.small.clone(), rest: file.rest },
        line: file.rest_line,
        closed: Vec::new(),
    })
}

/// The weights of all boards, if they gain what the side says.
fn weighed(word: Word, side: &file::Side, games: &mut Games) -> Checked<Vec<i64>> {
    let &file::Side { exact, longest, replies, period, from, gain, .. } = side;
    let weights = Weights::compute(word, exact, longest, replies, games)?;
    weights.regular(period, from, gain, longest)?;
    Ok(weights.boards())
}

/// The weights show who wins all boards that are too long to be weighed; how
/// many are not, more than `small` has entries.
///
/// Such a board has the weight of one in the last period that was weighed, and
/// the gain, which is not negative, once for each period between
/// the two. So every board of that period has to be two ahead.
fn for_ever(file: &file::WeightsFile, word: &Word, boards: &[Vec<i64>; 2]) -> Checked<usize> {
    let player = match file.rest {
        Outcome::L => 0,
        Outcome::R => 1,
        Outcome::N | Outcome::P => {
            return Err("weights tell who wins only if that is Left or Right, whoever moves first".to_owned());
        }
    };
    let (Some(side), boards) = (&file.sides[player], &boards[player]) else {
        return Err(format!("{} wins, and there is no line \"side\" for that player", file.rest.winner()));
    };
    let copies = side.period / word.period.len();
    let last = boards.len().checked_sub(copies).ok_or("fewer boards are weighed than a period has")?;
    if file.small.len() >= boards.len() {
        return Err("small has an entry for every board that is weighed, or more".to_owned());
    }
    match (last..boards.len()).find(|&n| boards[n] < 2) {
        None => Ok(boards.len()),
        Some(n) => Err(format!("the weights do not tell who wins for n = {n}, {}, ...", n + copies)),
    }
}

/// The outcome of a board is what is wanted: its value says so.
fn valued(word: &Word, n: usize, wanted: Outcome, strips: &mut Strips, games: &mut Games) -> Checked<()> {
    let stones = word.fixed() + n * word.period.len();
    if stones > LONGEST_VALUED {
        return Err(format!("the weights do not tell who wins for n = {n}"));
    }
    let value = strips.value(&word.stones(word.root(), stones), games)?;
    let found = Outcome::of_order(games.le(ZERO, value)?, games.le(value, ZERO)?);
    if found != wanted {
        return Err(format!("for n = {n} the outcome is {}", found.letter()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
