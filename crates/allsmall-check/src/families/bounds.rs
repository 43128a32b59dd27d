//! Bounds for all segments of a family, by one induction over the length.
//!
//! ```text
//! family bounds (xxxo)^n
//! period 8                    P, in stones
//! from 42                     m0
//! theorem 4                   the statement holds from this n on
//! game 0|0                    games, each after its options; game 0 is zero
//! shift 7                     D
//! class w0 0 00 96 : 3,4 : 5  begins at w0, 0 stones of B, no end turned, m* = 96;
//!                             its upper bounds, its lower bounds
//! base 4 9                    the value for n = 4 less two shifts, of a period of two
//!                             copies each
//! end
//! ```
//!
//! The claim: `S(m* + kP) <= U + kD` for each upper bound U of each class and
//! all k with m* + kP >= m0, and the mirror image for lower bounds. It is
//! checked by values for m0 <= m < m*, and by the rule of docs/proofs.md for
//! m >= m*, where all that moves leave must be listed classes or short.

use std::collections::{HashMap, HashSet};

use super::file::{self, Checked, Line, OnLine, Wrong};
use super::strips::Strips;
use super::theorem::{ClosedForm, Shift, Stated, Theorem};
use super::word::{SegmentShape, Word};
use crate::games::{Game, Games, ZERO};

/// How deep a bound may rest on other bounds for the same length.
const DEPTH: usize = 6;

/// A class of segments: a shape and a length modulo the period.
struct SegmentClass {
    shape: SegmentShape,
    star: usize,
    /// Upper bounds, and negatives of lower bounds.
    bounds: [Vec<Game>; 2],
    line: Line,
}

/// What a move leaves, for every length of a class: a game, classes at their
/// reference lengths, with a multiple of the shift.
type Leaves = (Game, Vec<usize>, isize);

/// Games that are not added up yet.
type Terms = Vec<Game>;

struct BoundsCheck<'a> {
    word: &'a Word,
    period: usize,
    from: usize,
    shift: Game,
    classes: Vec<SegmentClass>,
    number: HashMap<(SegmentShape, usize), usize>,
    /// Games, each with its multiple of the shift.
    shifted: HashMap<(Game, isize), Game>,
    games: Games,
    strips: Strips,
}

/// Checks a proof by bounds; what it proves.
pub(super) fn check(file: &file::Bounds, word: &Word, mut games: Games) -> Result<Stated, Wrong> {
    let mut listed = vec![ZERO];
    for game in &file.games {
        let side = |options: &[usize]| options.iter().map(|&option| listed[option]).collect();
        let made = games.make(side(&game.lefts), side(&game.rights)).on(game.line)?;
        listed.push(made);
    }
    let mut check = BoundsCheck {
        word,
        period: file.period,
        from: file.from,
        shift: listed[file.shift],
        classes: Vec::new(),
        number: HashMap::new(),
        shifted: HashMap::new(),
        games,
        strips: Strips::default(),
    };
    for class in &file.classes {
        check.class(class, &listed).on(class.line)?;
    }
    for class in 0..check.classes.len() {
        check.base(class).on(check.classes[class].line)?;
    }
    for class in 0..check.classes.len() {
        check.follows(class).on(check.classes[class].line)?;
    }
    let (copies, first) = check.exact_boards().on(file.end)?;
    check.small_boards(file.least..first, copies).on(file.least_line)?;
    let shift = Shift::name(file.shift, check.shift, &mut check.games).on(file.shift_line)?;
    let least = file.least.min(first);
    let mut closed = Vec::new();
    for base in &file.bases {
        check.base_value(base, listed[base.game], least, copies).on(base.line)?;
        let rest = Shift::name(base.game, listed[base.game], &mut check.games).on(base.line)?;
        closed.push(ClosedForm { n: base.n, copies, shift: shift.clone(), rest });
    }
    let theorem = Theorem::Gains { copies, least, shift };
    Ok(Stated { theorem, line: file.least_line, closed })
}

impl BoundsCheck<'_> {
    fn class(&mut self, class: &file::ClassBounds, listed: &[Game]) -> Checked<()> {
        let &file::ClassBounds { line, shape, star, .. } = class;
        let upper = class.upper.iter().map(|&game| listed[game]).collect();
        let lower = class.lower.iter().map(|&game| self.games.negative(listed[game])).collect();
        if self.number.insert((shape, star % self.period), self.classes.len()).is_some() {
            return Err("this class is listed twice".to_owned());
        }
        self.classes.push(SegmentClass { shape, star, bounds: [upper, lower], line });
        Ok(())
    }

    /// The bounds of a class hold for m >= m* if all bounds hold for all
    /// shorter lengths.
    fn follows(&mut self, class: usize) -> Checked<()> {
        let moves = self.moves(class)?;
        for negated in [false, true] {
            self.step(class, &moves, negated)?;
        }
        Ok(())
    }

    /// The value of a class at m* + kP, less kD.
    fn level(&mut self, class: usize, len: usize) -> Checked<Game> {
        let SegmentClass { shape, star, .. } = self.classes[class];
        let value = self.strips.value(&self.word.stones(shape, len), &mut self.games)?;
        self.shift(value, ((star - len) / self.period) as isize)
    }

    /// A game plus a multiple of the shift.
    fn shift(&mut self, game: Game, times: isize) -> Checked<Game> {
        if times == 0 {
            return Ok(game);
        }
        if let Some(&known) = self.shifted.get(&(game, times)) {
            return Ok(known);
        }
        let less = self.shift(game, times - times.signum())?;
        let once = if times > 0 { self.shift } else { self.games.negative(self.shift) };
        let sum = self.games.add(less, once)?;
        self.shifted.insert((game, times), sum);
        Ok(sum)
    }

    /// The bounds hold for all lengths from m0 to m*.
    fn base(&mut self, class: usize) -> Checked<()> {
        let star = self.classes[class].star;
        let first = self.from + (star - self.from) % self.period;
        for len in (first..star).step_by(self.period) {
            let level = self.level(class, len)?;
            for (side, value) in [(0, level), (1, self.games.negative(level))] {
                for i in 0..self.classes[class].bounds[side].len() {
                    self.games.spend(1)?;
                    let bound = self.classes[class].bounds[side][i];
                    if !self.games.le(value, bound)? {
                        let text = self.games.text(bound);
                        return Err(format!("the bound {text} does not hold at length {len}"));
                    }
                }
            }
        }
        Ok(())
    }

    /// What the moves of a class leave, Left's and Right's.
    fn moves(&mut self, class: usize) -> Checked<[HashSet<Leaves>; 2]> {
        let SegmentClass { shape, star, .. } = self.classes[class];
        let mut all = [HashSet::new(), HashSet::new()];
        self.games.spend(Word::cost(star))?;
        for cut in self.word.cuts(shape, star) {
            let (mut exact, mut classes, mut times) = (ZERO, Vec::new(), 0);
            for (part, stones) in cut.parts {
                if stones.len() < self.from {
                    let value = self.strips.value(&stones, &mut self.games)?;
                    exact = self.games.add(exact, value)?;
                    continue;
                }
                let known = part.and_then(|part| self.number.get(&(part, stones.len() % self.period)));
                let &number =
                    known.ok_or_else(|| format!("a move leaves {} stones of no listed class", stones.len()))?;
                // Periods more or less than at the reference length.
                times += (stones.len() as isize - self.classes[number].star as isize) / self.period as isize;
                classes.push(number);
            }
            classes.sort_unstable();
            all[usize::from(!cut.left)].insert((exact, classes, times));
        }
        Ok(all)
    }

    /// The bounds hold for m >= m* if they hold for all shorter lengths; those
    /// of the negative if that is meant.
    fn step(&mut self, class: usize, moves: &[HashSet<Leaves>; 2], negated: bool) -> Checked<()> {
        let [lefts, rights] = if negated { [&moves[1], &moves[0]] } else { [&moves[0], &moves[1]] };
        // Of the bounds of one move, and of all of Right's, the least are
        // enough; of Left's moves with one bound each, those whose bound is
        // greatest. What is seen to be needless is not added up.
        let (mut single, mut several, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for leaves in lefts {
            let bounds = self.bounds_of(leaves, negated)?;
            let mut bounds = self.games.undominated(bounds, false);
            if bounds.len() == 1 { single.append(&mut bounds) } else { several.push(bounds) }
        }
        for leaves in rights {
            all.extend(self.bounds_of(leaves, negated)?);
        }
        let single = self.games.undominated(single, true);
        let single = self.sums(single)?;
        let mut left_bounds: Vec<Vec<Game>> = self.games.best(single, true)?.into_iter().map(|u| vec![u]).collect();
        for bounds in several {
            left_bounds.push(self.sums(bounds)?);
        }
        let all = self.games.undominated(all, false);
        let all = self.sums(all)?;
        let right_bounds = self.games.best(all, false)?;
        let shift = if negated { self.games.negative(self.shift) } else { self.shift };
        let bounds = self.classes[class].bounds[usize::from(negated)].clone();
        let mut rule = BoundRule { games: &mut self.games, shift, lefts: left_bounds, rights: right_bounds };
        for bound in bounds {
            if !rule.follows(bound, DEPTH)? {
                let text = rule.games.text(bound);
                return Err(format!("the bound {text} does not follow from the bounds of the parts"));
            }
        }
        Ok(())
    }

    /// The sums, each once.
    fn sums(&mut self, all: Vec<Terms>) -> Checked<Vec<Game>> {
        let mut sums = Vec::new();
        for terms in all {
            let mut sum = ZERO;
            for term in terms {
                sum = self.games.add(sum, term)?;
            }
            sums.push(sum);
        }
        sums.sort_unstable();
        sums.dedup();
        Ok(sums)
    }

    /// All upper bounds of what a move leaves. The shifts are spread over the
    /// long parts, which then are near to what was computed before.
    fn bounds_of(&mut self, (exact, classes, times): &Leaves, negated: bool) -> Checked<Vec<Terms>> {
        let (exact, mut times) = if negated { (self.games.negative(*exact), -times) } else { (*exact, *times) };
        let mut all: Vec<Terms> = vec![vec![exact]];
        for (i, &class) in classes.iter().enumerate() {
            let own = times / (classes.len() - i) as isize;
            times -= own;
            let mut longer = Vec::new();
            for bound in self.classes[class].bounds[usize::from(negated)].clone() {
                let bound = self.shift(bound, own)?;
                // Each is a vector.
                self.games.spend(8 * all.len())?;
                longer.extend(all.iter().map(|terms| [&terms[..], &[bound]].concat()));
            }
            all = longer;
        }
        Ok(all)
    }

    /// The boards themselves are exact: copies of w in a period, and the first
    /// n from which they gain the shift with every period.
    fn exact_boards(&mut self) -> Checked<(usize, usize)> {
        let (root, p, fixed) = (self.word.root(), self.word.period.len(), self.word.fixed());
        let copies = self.period / p;
        let first = (self.from - fixed).div_ceil(p);
        for n in first..first + copies {
            let class = self.number.get(&(root, (fixed + n * p) % self.period));
            let bounds = class.map(|&class| &self.classes[class].bounds);
            let exact = bounds.is_some_and(|[upper, lower]| {
                let below: HashSet<Game> = lower.iter().map(|&game| self.games.negative(game)).collect();
                upper.iter().any(|game| below.contains(game))
            });
            if !exact {
                return Err(format!("the boards with n = {n}, {}, ... have no exact bound", n + copies));
            }
        }
        Ok((copies, first))
    }

    /// The board with n copies has the value of a game and one shift for each whole
    /// period. As it gains the shift with each further one, so have all that follow.
    fn base_value(&mut self, base: &file::BaseValue, rest: Game, least: usize, copies: usize) -> Checked<()> {
        let n = base.n;
        if n < least || n >= least + copies {
            return Err(format!("expected n from {least} to {}", least + copies - 1));
        }
        let board = self.word.stones(self.word.root(), self.word.fixed() + n * self.word.period.len());
        let value = self.strips.value(&board, &mut self.games)?;
        if self.shift(rest, (n / copies) as isize)? != value {
            return Err(format!("the board with n = {n} has another value"));
        }
        Ok(())
    }

    /// Smaller boards gain the shift too: their values say so.
    fn small_boards(&mut self, all: std::ops::Range<usize>, copies: usize) -> Checked<()> {
        let (root, p, fixed) = (self.word.root(), self.word.period.len(), self.word.fixed());
        for n in all {
            let [short, long] = [n, n + copies].map(|n| self.word.stones(root, fixed + n * p));
            let short = self.strips.value(&short, &mut self.games)?;
            let long = self.strips.value(&long, &mut self.games)?;
            if self.games.add(short, self.shift)? != long {
                return Err(format!("the board with n = {n} does not gain the shift"));
            }
        }
        Ok(())
    }
}

/// The rule for one class and one direction: `S(m* + kP) <= y + kD`.
struct BoundRule<'a> {
    games: &'a mut Games,
    shift: Game,
    /// The upper bounds of what each move of Left leaves.
    lefts: Vec<Vec<Game>>,
    /// Upper bounds of what moves of Right leave.
    rights: Vec<Game>,
}

impl BoundRule<'_> {
    fn follows(&mut self, y: Game, depth: usize) -> Checked<bool> {
        // Left moves in the segment.
        for i in 0..self.lefts.len() {
            let mut withstood = false;
            for j in 0..self.lefts[i].len() {
                self.games.spend(1)?;
                if !self.games.le(y, self.lefts[i][j])? {
                    withstood = true;
                    break;
                }
            }
            if !withstood {
                return Ok(false);
            }
        }
        // Left moves in -y.
        for right in self.games.options(y, false).to_vec() {
            let others = self.games.options(right, true).to_vec();
            if !self.answered(right, &others, depth)? {
                return Ok(false);
            }
        }
        // Left moves in one of the games -D.
        for e in self.games.options(self.shift, false).to_vec() {
            let minus = self.games.negative(self.shift);
            let change = self.games.add(e, minus)?;
            let target = self.games.add(y, change)?;
            let mut others = Vec::new();
            for z in self.games.options(y, true).to_vec() {
                others.push(self.games.add(z, change)?);
            }
            if !self.answered(target, &others, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Right answers in the segment, to at most `target`, or elsewhere, to
    /// one of `others`, which then bounds the segment itself.
    fn answered(&mut self, target: Game, others: &[Game], depth: usize) -> Checked<bool> {
        for i in 0..self.rights.len() {
            self.games.spend(1)?;
            if self.games.le(self.rights[i], target)? {
                return Ok(true);
            }
        }
        if depth > 0 {
            for &z in others {
                if self.follows(z, depth - 1)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
