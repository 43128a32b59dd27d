//! Segments of `A w^n B`, and the parts that a move leaves of one.
//!
//! A move takes one stone away and puts another colour on a neighbour, so a
//! part of a position reached from `A w^n B` is a segment of it whose first
//! and last stones may have the other colour. A segment is identified by where it
//! begins (inside A, or at a place of w), by how many stones of B it ends
//! with, by the two ends that have the other colour, and by its length.

use super::file::{LONGEST, number};
use crate::games::Fault;

/// The family `A w^n B`: true is x, false is o.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) before: Vec<bool>,
    pub(super) period: Vec<bool>,
    pub(super) after: Vec<bool>,
}

/// Where a segment begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Start {
    /// After this many stones of A, fewer than all.
    Before(usize),
    /// After this many stones of a copy of w, fewer than all.
    Inside(usize),
}

/// What a segment is, but for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SegmentShape {
    pub(super) start: Start,
    /// Number of stones of B at its end.
    pub(super) tail: usize,
    /// Whether the first and the last stone have the other colour.
    pub(super) turned: [bool; 2],
}

/// What a move leaves: two parts, each with its stones and, unless it lies in
/// A or in B, its shape.
pub(super) struct Cut {
    /// Whose move it is.
    pub(super) left: bool,
    pub(super) parts: [(Option<SegmentShape>, Vec<bool>); 2],
}

fn stones(text: &str) -> Result<Vec<bool>, Fault> {
    text.chars()
        .map(|c| match c {
            'x' => Ok(true),
            'o' => Ok(false),
            _ => Err(format!("expected x or o and not {c:?}")),
        })
        .collect()
}

impl Word {
    /// Reads `A(w)^nB`.
    pub(super) fn read(text: &str) -> Result<Word, Fault> {
        let (before, rest) = text.split_once('(').ok_or("expected A(w)^nB")?;
        let (period, after) = rest.split_once(")^n").ok_or("expected A(w)^nB")?;
        let word = Word { before: stones(before)?, period: stones(period)?, after: stones(after)? };
        if word.period.is_empty() || word.fixed() + word.period.len() > 1000 {
            return Err("expected between 1 and 1000 stones".to_owned());
        }
        Ok(word)
    }

    /// All colours exchanged.
    pub(super) fn negated(&self) -> Word {
        let other = |stones: &[bool]| stones.iter().map(|&s| !s).collect();
        Word { before: other(&self.before), period: other(&self.period), after: other(&self.after) }
    }

    /// The family with an exponent.
    pub(super) fn text(&self, exponent: &str) -> String {
        let text = |stones: &[bool]| stones.iter().map(|&s| if s { 'x' } else { 'o' }).collect::<String>();
        format!("{}({})^{exponent}{}", text(&self.before), text(&self.period), text(&self.after))
    }

    /// Stones that are not repeated.
    pub(super) fn fixed(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// The shape of the boards themselves.
    pub(super) fn root(&self) -> SegmentShape {
        let start = if self.before.is_empty() { Start::Inside(0) } else { Start::Before(0) };
        SegmentShape { start, tail: self.after.len(), turned: [false; 2] }
    }

    /// Whether there is a segment of this shape and length: what it has of B
    /// must follow whole copies of w.
    pub(super) fn exists(&self, shape: SegmentShape, len: usize) -> bool {
        let (head, place) = match shape.start {
            Start::Before(at) if at < self.before.len() => (self.before.len() - at, 0),
            Start::Inside(at) if at < self.period.len() => (0, at),
            _ => return false,
        };
        let Some(inside) = len.checked_sub(head).and_then(|rest| rest.checked_sub(shape.tail)) else { return false };
        shape.tail <= self.after.len() && (shape.tail == 0 || (inside + place).is_multiple_of(self.period.len()))
    }

    /// The stones of a segment.
    pub(super) fn stones(&self, shape: SegmentShape, len: usize) -> Vec<bool> {
        let inside = len - shape.tail;
        let mut all: Vec<bool> = (0..inside)
            .map(|i| match shape.start {
                Start::Before(at) if at + i < self.before.len() => self.before[at + i],
                Start::Before(at) => self.period[(at + i - self.before.len()) % self.period.len()],
                Start::Inside(at) => self.period[(at + i) % self.period.len()],
            })
            .chain(self.after[..shape.tail].iter().copied())
            .collect();
        for (turned, place) in [(shape.turned[0], 0), (shape.turned[1], len.saturating_sub(1))] {
            if let Some(stone) = all.get_mut(place) {
                *stone ^= turned;
            }
        }
        all
    }

    /// Steps that the moves in a segment of this length take: each leaves
    /// a copy of the stones.
    pub(super) fn cost(len: usize) -> usize {
        1 + len + len * len / 16
    }

    /// All moves in a segment, straight from the rule: a stone moves onto a
    /// neighbour of the other colour and takes its place.
    pub(super) fn cuts(&self, shape: SegmentShape, len: usize) -> Vec<Cut> {
        let all = self.stones(shape, len);
        let mut cuts = Vec::new();
        for (from, to) in (1..len).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if all[from] == all[to] {
                continue;
            }
            let mut after = all.clone();
            after[to] = all[from];
            // The part before the empty cell, and the one behind it.
            let front = SegmentShape { turned: [shape.turned[0], to < from], ..shape };
            let back = SegmentShape { turned: [to > from, shape.turned[1]], ..shape };
            cuts.push(Cut {
                left: all[from],
                parts: [
                    (self.front(front, len, from), after[..from].to_vec()),
                    (self.back(back, len, from + 1), after[from + 1..].to_vec()),
                ],
            });
        }
        cuts
    }

    /// The first `cells` cells of a segment.
    fn front(&self, shape: SegmentShape, len: usize, cells: usize) -> Option<SegmentShape> {
        let tail = cells.saturating_sub(len - shape.tail);
        match shape.start {
            Start::Before(at) if at + cells < self.before.len() => None,
            _ => Some(SegmentShape { tail, ..shape }),
        }
    }

    /// What is left of a segment when its first `cells` cells are gone.
    fn back(&self, shape: SegmentShape, len: usize, cells: usize) -> Option<SegmentShape> {
        if cells > len - shape.tail {
            return None;
        }
        let start = match shape.start {
            Start::Before(at) if at + cells < self.before.len() => Start::Before(at + cells),
            Start::Before(at) => Start::Inside((at + cells - self.before.len()) % self.period.len()),
            Start::Inside(at) => Start::Inside((at + cells) % self.period.len()),
        };
        Some(SegmentShape { start, ..shape })
    }
}

/// Reads `w3`, `a0`.
pub(super) fn start(text: &str) -> Result<Start, Fault> {
    let wrong = || format!("expected a start such as w0 or a2 and not {text:?}");
    let at = |digits: &str| number(digits, 0..=LONGEST).map_err(|_| wrong());
    match (text.strip_prefix('a'), text.strip_prefix('w')) {
        (Some(digits), _) => Ok(Start::Before(at(digits)?)),
        (_, Some(digits)) => Ok(Start::Inside(at(digits)?)),
        (None, None) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::{SegmentShape, Start, Word};
    use crate::families::plain::{Dice, moves};

    /// The shapes that segments of a word can have.
    fn shapes(word: &Word) -> Vec<SegmentShape> {
        let starts = (0..word.before.len()).map(Start::Before).chain((0..word.period.len()).map(Start::Inside));
        let tails = 0..=word.after.len();
        let ends = [[false, false], [false, true], [true, false], [true, true]];
        starts
            .flat_map(|start| {
                tails.clone().flat_map(move |tail| ends.map(|turned| SegmentShape { start, tail, turned }))
            })
            .collect()
    }

    #[test]
    fn parts_are_what_the_rule_leaves_and_are_identified_by_their_shapes() {
        let mut dice = Dice(1);
        for _ in 0..40 {
            let (before, period, after) = (dice.stones(3), dice.stones(3), dice.stones(3));
            let text = format!("{before}(x{period})^n{after}");
            let word = Word::read(&text).expect("a word");
            for shape in shapes(&word) {
                for len in (0..12).filter(|&len| word.exists(shape, len)) {
                    let strip = word.stones(shape, len);
                    let mut cuts: Vec<_> =
                        word.cuts(shape, len).into_iter().map(|cut| (cut.left, cut.parts.map(|part| part.1))).collect();
                    let mut plain = moves(&strip);
                    cuts.sort();
                    plain.sort();
                    assert_eq!(cuts, plain, "{text} {shape:?} {len}");
                    for (part, stones) in word.cuts(shape, len).into_iter().flat_map(|cut| cut.parts) {
                        // What lies in A or in B has no shape; everything else is identified by its shape.
                        let Some(part) = part else {
                            assert!(stones.len() < word.before.len() || stones.len() <= shape.tail);
                            continue;
                        };
                        assert!(word.exists(part, stones.len()), "{text} {shape:?} {len}: {part:?}");
                        assert_eq!(word.stones(part, stones.len()), stones, "{text} {shape:?} {len}: {part:?}");
                    }
                }
            }
        }
    }
}
