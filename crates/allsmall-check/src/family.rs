//! Rule 10: induction for the strips `A w^n B`.
//!
//! A move empties a cell and recolours its neighbour, so play leaves segments
//! of the strip whose end stones alone may have changed colour. A segment is
//! known by its length and its kind: where its two ends lie (in A, in a phase
//! of w, in B), and whether the end stones were changed. If all kinds gain D
//! every P stones for lengths from m0 to 2 m0 + P, and the moves in -D can be
//! answered in a way that does not depend on the length, they gain it for ever.

use crate::boards::{Shape, other};
use crate::games::{Fault, Game, ZERO};
use crate::sums::Sums;

/// A place between two cells of `A w^n B`: that many cells into A, into w, or
/// into B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Before(usize),
    Phase(usize),
    After(usize),
}

/// Where the ends of a segment lie, and which end stones were changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    ends: [Gap; 2],
    changed: [bool; 2],
}

/// What is to be proved: for n >= from, `A w^(n + P/p) B = A w^n B + D`.
pub(crate) struct Family<'a> {
    pub(crate) words: [&'a [u8]; 3],
    pub(crate) period: usize,
    pub(crate) m0: usize,
    pub(crate) shift: Game,
    pub(crate) from: usize,
}

/// Segments are at most so long.
const LONGEST: usize = 250;

impl Family<'_> {
    /// Checks the induction.
    pub(crate) fn check(&self, sums: &mut Sums) -> Result<(), Fault> {
        let [a, w, b] = self.words;
        if w.is_empty() || self.words.concat().iter().any(|cell| !b"xo".contains(cell)) {
            return Err("expected stones, and some that are repeated".to_owned());
        }
        if self.period == 0 || !self.period.is_multiple_of(w.len()) {
            return Err("the period is no multiple of the stones that are repeated".to_owned());
        }
        if self.m0 < a.len() + b.len() + 2 {
            return Err("the induction starts too early for parts to keep their kind".to_owned());
        }
        if self.m0.max(self.period) > LONGEST || 2 * self.m0 + 2 * self.period > LONGEST {
            return Err(format!("segments of more than {LONGEST} stones are not valued"));
        }
        let window = 2 * self.m0 + self.period;
        let kinds = self.kinds(window + 2 * self.period);
        for &kind in &kinds {
            for m in self.m0..window + self.period {
                let Some(short) = self.stones(kind, m) else { continue };
                if m < window {
                    let (short, long) = (value(sums, &short)?, value(sums, &self.long(kind, m)?)?);
                    if sums.games.add(short, self.shift)? != long {
                        return Err(format!("{kind:?} does not gain the shift from length {m} on"));
                    }
                } else if !self.answers(sums, &short)? {
                    return Err(format!("{kind:?} of length {m}: a move in the shift has no answer"));
                }
            }
        }
        // Boards that are too short for the induction, one by one.
        let copies = self.period / w.len();
        for n in self.from..self.m0 {
            let boards = [n, n + copies].map(|n| [a, &w.repeat(n), b].concat());
            if boards[0].len() >= self.m0 {
                break;
            }
            let [short, long] = [value(sums, &boards[0])?, value(sums, &boards[1])?];
            if sums.games.add(short, self.shift)? != long {
                return Err(format!("it does not hold for n = {n}"));
            }
        }
        Ok(())
    }

    fn long(&self, kind: Kind, m: usize) -> Result<Vec<u8>, Fault> {
        self.stones(kind, m + self.period).ok_or_else(|| "the kind has no longer segment".to_owned())
    }

    /// Stones of the two ends that lie in A and B, and the phase after A.
    fn frame(&self, kind: Kind) -> Option<(usize, usize, usize, usize)> {
        let [a, w, _] = self.words;
        let (head, phase) = match kind.ends[0] {
            Gap::Before(at) => (a.len() - at, 0),
            Gap::Phase(phase) => (0, phase),
            Gap::After(_) => return None,
        };
        let (tail, end) = match kind.ends[1] {
            Gap::Before(_) => return None,
            Gap::Phase(phase) => (0, phase),
            Gap::After(at) => (at, 0),
        };
        Some((head, tail, phase, (end + w.len() - phase) % w.len()))
    }

    /// The segment of this kind and length, if there is one.
    fn stones(&self, kind: Kind, m: usize) -> Option<Vec<u8>> {
        let [a, w, b] = self.words;
        let (head, tail, phase, rest) = self.frame(kind)?;
        let middle = m.checked_sub(head + tail).filter(|middle| middle % w.len() == rest)?;
        let mut stones = a[a.len() - head..].to_vec();
        stones.extend((0..middle).map(|i| w[(phase + i) % w.len()]));
        stones.extend_from_slice(&b[..tail]);
        for (changed, at) in [(kind.changed[0], 0), (kind.changed[1], m.checked_sub(1)?)] {
            if changed {
                stones[at] = other(stones[at]);
            }
        }
        Some(stones)
    }

    /// The place of the gap behind the first `i` cells of a segment.
    fn gap(&self, kind: Kind, m: usize, i: usize) -> Option<Gap> {
        let (head, tail, phase, _) = self.frame(kind)?;
        Some(if i == 0 {
            kind.ends[0]
        } else if i == m {
            kind.ends[1]
        } else if i < head {
            Gap::Before(self.words[0].len() - head + i)
        } else if i + tail > m {
            Gap::After(i + tail - m)
        } else {
            Gap::Phase((phase + i - head) % self.words[1].len())
        })
    }

    /// All kinds of segments of at least m0 stones that play reaches.
    fn kinds(&self, longest: usize) -> Vec<Kind> {
        let [a, _, b] = self.words;
        let start = if a.is_empty() { Gap::Phase(0) } else { Gap::Before(0) };
        let end = if b.is_empty() { Gap::Phase(0) } else { Gap::After(b.len()) };
        let mut kinds = vec![Kind { ends: [start, end], changed: [false; 2] }];
        let mut next = 0;
        while let Some(&kind) = kinds.get(next) {
            next += 1;
            for m in self.m0..longest {
                let Some(stones) = self.stones(kind, m) else { continue };
                for i in (1..m).filter(|&i| stones[i - 1] != stones[i]) {
                    // Cell i-1 takes cell i, or the other way round: the cell
                    // that was left is empty, the other one changed.
                    let [start, end] = kind.changed;
                    let takes = [(0, i - 1, [start, false]), (i, m, [true, end])];
                    let taken = [(0, i, [start, true]), (i + 1, m, [false, end])];
                    for (first, last, changed) in takes.into_iter().chain(taken) {
                        let ends = [self.gap(kind, m, first), self.gap(kind, m, last)];
                        if let ([Some(start), Some(end)], true) = (ends, last >= first + self.m0) {
                            let part = Kind { ends: [start, end], changed };
                            if !kinds.contains(&part) {
                                kinds.push(part);
                            }
                        }
                    }
                }
            }
        }
        kinds
    }

    /// Whether every move in -D is answered for G, the segment, and for every
    /// G + kD: the conditions of rule 10.
    fn answers(&self, sums: &mut Sums, stones: &[u8]) -> Result<bool, Fault> {
        let g = value(sums, stones)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, colour) in sides.iter_mut().zip([b'x', b'o']) {
            for (from, to) in sums.boards.moves(Shape::Strip, stones, colour) {
                let mut cells = stones.to_vec();
                (cells[to], cells[from]) = (colour, b'.');
                side.push(value(sums, &cells)?);
            }
        }
        let minus = |sums: &Sums, all: &[Game]| all.iter().map(|&g| sums.games.negative(g)).collect::<Vec<_>>();
        let mirrored = [minus(sums, &sides[1]), minus(sums, &sides[0])];
        let (minus_g, minus_shift) = (sums.games.negative(g), sums.games.negative(self.shift));
        Ok(answered(sums, g, &sides, self.shift)? && answered(sums, minus_g, &mirrored, minus_shift)?)
    }
}

/// Whether Right has an answer to every move of Left's in -D.
fn answered(sums: &mut Sums, g: Game, [lefts, rights]: &[Vec<Game>; 2], shift: Game) -> Result<bool, Fault> {
    let twice = sums.games.add(shift, shift)?;
    for d in sums.games.options(shift, false).to_vec() {
        // In X: some right option r has r + D - d <= G.
        let minus_d = sums.games.negative(d);
        let gain = sums.games.add(shift, minus_d)?;
        let mut found = some_below(sums, rights, gain, g)?;
        // In -G: some left option l has X <= l + d, for every length.
        for &l in lefts {
            found = found || lasts(sums, l, d, [lefts, rights], shift, twice)?;
        }
        if !found {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether X + kD <= l + kD + d for every k.
fn lasts(sums: &mut Sums, l: Game, d: Game, sides: [&[Game]; 2], shift: Game, twice: Game) -> Result<bool, Fault> {
    let target = sums.games.add(l, d)?;
    for &left in sides[0] {
        let moved = sums.games.add(left, shift)?;
        if sums.games.le(target, moved)? {
            return Ok(false);
        }
    }
    for (options, rest, more) in [(l, d, shift), (shift, target, twice), (d, l, shift)] {
        for e in sums.games.options(options, false).to_vec() {
            let bound = sums.games.add(e, rest)?;
            if !some_below(sums, sides[1], more, bound)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether some option plus `more` is at most `bound`.
fn some_below(sums: &mut Sums, options: &[Game], more: Game, bound: Game) -> Result<bool, Fault> {
    for &option in options {
        let moved = sums.games.add(option, more)?;
        if sums.games.le(moved, bound)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The value of a strip.
fn value(sums: &mut Sums, stones: &[u8]) -> Result<Game, Fault> {
    let mut total = ZERO;
    for part in sums.boards.parts(Shape::Strip, stones) {
        let one = sums.value(&part)?;
        total = sums.games.add(total, one)?;
    }
    Ok(total)
}
