//! The strips that can be reached from `A w^n B`, sorted into finitely many kinds.
//!
//! A move empties one cell and flips its neighbour, so every part reached
//! from `A w^n B` is a segment of it in which only the two end stones may be
//! flipped. A segment lies between two gaps; a gap is in the prefix `A`, in
//! the suffix `B`, or at one of the `p` phases of the period `w`:
//!
//! ```text
//!      A        w     w     w        B
//!   |a|a|a|  |w|w|w|w|w|w|w|w|w|  |b|b|
//!   0 1 2    0 1 2 0 1 2 0 1 2 0    1 2
//!   Before   Phase                  After
//! ```
//!
//! The gap between `A` and `w` is phase 0, and so is the gap between `w` and
//! `B`. A segment is named by its [`SegmentKind`] (both gaps, both flips) and its
//! length; a kind with room for more periods between its gaps is stretchable.

use std::collections::HashSet;

use crate::ParseError;
use crate::Player;
use crate::notation::read_board;
use crate::{Board, Position};

/// A family of boards `A w^n B`, n = 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    prefix: Vec<Player>,
    period: Vec<Player>,
    suffix: Vec<Player>,
}

/// A place between two cells of `A w^n B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// After this many cells of the prefix, but not behind all of it.
    Before(usize),
    /// After this many cells of a period, less than a whole one.
    Phase(usize),
    /// After this many cells of the suffix, at least one.
    After(usize),
}

/// What a segment is, up to its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SegmentKind {
    /// Where it begins.
    pub start: Gap,
    /// Whether its first stone is flipped.
    pub start_flipped: bool,
    /// Where it ends.
    pub end: Gap,
    /// Whether its last stone is flipped.
    pub end_flipped: bool,
}

/// A kind with a length: a single strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment {
    /// What it is.
    pub kind: SegmentKind,
    /// Number of stones.
    pub len: usize,
}

/// A move in a segment: who makes it and the two parts it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentCut {
    /// Whose move it is.
    pub mover: Player,
    /// The parts on the left and on the right; either may be empty.
    pub parts: [Segment; 2],
}

impl Family {
    /// Reads `xxo`, `(xxo)^n` or `oo(xxo)^nx`.
    ///
    /// # Errors
    /// Where the text is wrong and what was expected there.
    pub fn read(text: &str) -> Result<Family, ParseError> {
        let (open, close) = match text.rfind(")^n") {
            None => (None, text.len()),
            Some(close) => {
                // The group that this bracket closes may hold brackets itself.
                let mut depth = 0i32;
                let open = text[..=close].char_indices().rev().find(|&(_, c)| {
                    depth += i32::from(c == ')') - i32::from(c == '(');
                    depth == 0
                });
                match open {
                    Some((open, _)) => (Some(open), close),
                    None => return Err(ParseError::new(text, close, "there is no open ( that this ) could close")),
                }
            }
        };
        let stones = |from: usize, to: usize| stones(text, from, to);
        let family = match open {
            None => Family { prefix: Vec::new(), period: stones(0, close)?, suffix: Vec::new() },
            Some(open) => Family {
                prefix: stones(0, open)?,
                period: stones(open + 1, close)?,
                suffix: stones(close + ")^n".len(), text.len())?,
            },
        };
        if family.period.is_empty() {
            return Err(ParseError::new(
                text,
                open.map_or(0, |open| open + 1),
                "expected the stones that are repeated, as in xxo or oo(xxo)^n",
            ));
        }
        Ok(family)
    }

    /// The family `w^n`.
    #[must_use]
    pub fn periodic(period: Vec<Player>) -> Family {
        Family { prefix: Vec::new(), period, suffix: Vec::new() }
    }

    /// The family with all colours exchanged.
    #[must_use]
    pub fn negated(&self) -> Family {
        let other = |stones: &[Player]| stones.iter().map(|s| s.opponent()).collect();
        Family { prefix: other(&self.prefix), period: other(&self.period), suffix: other(&self.suffix) }
    }

    /// The board with this exponent, written out: `oo(xxo)^(n+2)`.
    #[must_use]
    pub fn with_exponent(&self, exponent: &str) -> String {
        let text = |stones: &[Player]| stones.iter().map(|s| s.stone()).collect::<String>();
        format!("{}({})^{exponent}{}", text(&self.prefix), text(&self.period), text(&self.suffix))
    }

    /// The stones that are repeated.
    #[must_use]
    pub fn period(&self) -> &[Player] {
        &self.period
    }

    /// Number of stones outside the periods.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.prefix.len() + self.suffix.len()
    }

    /// The whole board `A w^n B`.
    #[must_use]
    pub fn whole(&self, n: usize) -> Segment {
        Segment { kind: self.root(), len: self.fixed() + n * self.period.len() }
    }

    /// The kind of all the boards `A w^n B`.
    #[must_use]
    pub fn root(&self) -> SegmentKind {
        let start = if self.prefix.is_empty() { Gap::Phase(0) } else { Gap::Before(0) };
        let end = if self.suffix.is_empty() { Gap::Phase(0) } else { Gap::After(self.suffix.len()) };
        SegmentKind { start, start_flipped: false, end, end_flipped: false }
    }

    /// The least length of a stretchable kind, none for the others. Its
    /// lengths are this plus multiples of the period.
    #[must_use]
    pub fn least(&self, kind: SegmentKind) -> Option<usize> {
        let p = self.period.len();
        let (head, from) = match kind.start {
            Gap::Before(at) => (self.prefix.len() - at, 0),
            Gap::Phase(phase) => (0, phase),
            Gap::After(_) => return None,
        };
        let (tail, to) = match kind.end {
            Gap::Before(_) => return None,
            Gap::Phase(phase) => (0, phase),
            Gap::After(at) => (at, 0),
        };
        Some(head + tail + (to + p - from) % p)
    }

    /// Whether a stretchable kind has segments of this length.
    #[must_use]
    pub fn has_length(&self, kind: SegmentKind, len: usize) -> bool {
        self.least(kind).is_some_and(|least| len >= least && (len - least).is_multiple_of(self.period.len()))
    }

    /// The gap behind the first `i` cells of a segment.
    fn gap(&self, Segment { kind, len }: Segment, i: usize) -> Gap {
        if i == len {
            return kind.end;
        }
        match (kind.start, kind.end) {
            (Gap::After(at), _) => Gap::After(at + i),
            (_, Gap::After(at)) if len - i < at => Gap::After(at - (len - i)),
            (Gap::Before(at), _) if at + i < self.prefix.len() => Gap::Before(at + i),
            (Gap::Before(at), _) => Gap::Phase((at + i - self.prefix.len()) % self.period.len()),
            (Gap::Phase(phase), _) => Gap::Phase((phase + i) % self.period.len()),
        }
    }

    /// The stones of a segment.
    #[must_use]
    pub fn stones(&self, segment: Segment) -> Vec<Player> {
        let Segment { kind, len } = segment;
        let mut stones: Vec<Player> = (0..len)
            .map(|i| match (self.gap(segment, i), kind.end) {
                (_, Gap::After(at)) if len - i <= at => self.suffix[at - (len - i)],
                (Gap::After(at), _) => self.suffix[at],
                (Gap::Before(at), _) => self.prefix[at],
                (Gap::Phase(phase), _) => self.period[phase],
            })
            .collect();
        for (flipped, i) in [(kind.start_flipped, 0), (kind.end_flipped, len.saturating_sub(1))] {
            if flipped && len > 0 {
                stones[i] = stones[i].opponent();
            }
        }
        stones
    }

    /// The segment as a position.
    #[must_use]
    pub fn position(&self, segment: Segment) -> Position {
        let cells = self.stones(segment).into_iter().map(Some).collect();
        Position::new(Board::Strip { cells: segment.len }, cells)
    }

    /// All moves in a segment.
    #[must_use]
    pub fn cuts(&self, segment: Segment) -> Vec<SegmentCut> {
        let Segment { kind, len } = segment;
        let stones = self.stones(segment);
        let part = |from: usize, to: usize, start_flipped: bool, end_flipped: bool| {
            let (start, end) = (self.gap(segment, from), self.gap(segment, to));
            Segment { kind: SegmentKind { start, start_flipped, end, end_flipped }, len: to - from }
        };
        let mut cuts = Vec::new();
        for i in (1..len).filter(|&i| stones[i - 1] != stones[i]) {
            // The stone on i-1 takes the one on i, which is flipped by that; and the other way round.
            let right = [part(0, i - 1, kind.start_flipped, false), part(i, len, true, kind.end_flipped)];
            let left = [part(0, i, kind.start_flipped, true), part(i + 1, len, false, kind.end_flipped)];
            cuts.push(SegmentCut { mover: stones[i - 1], parts: right });
            cuts.push(SegmentCut { mover: stones[i], parts: left });
        }
        cuts
    }

    /// Every stretchable kind that play from `A w^n B` can reach, for any n,
    /// the root first. A cut depends on the phases around it only, so a
    /// segment with three whole periods shows all the cuts of its kind.
    #[must_use]
    pub fn kinds(&self) -> Vec<SegmentKind> {
        let mut kinds = vec![self.root()];
        let mut seen = HashSet::from([self.root()]);
        let mut next = 0;
        while let Some(&kind) = kinds.get(next) {
            next += 1;
            let len = self.least(kind).expect("only stretchable kinds are listed") + 3 * self.period.len().max(2);
            for cut in self.cuts(Segment { kind, len: self.fit(kind, len) }) {
                for part in cut.parts {
                    if part.len > 1 && self.least(part.kind).is_some() && seen.insert(part.kind) {
                        kinds.push(part.kind);
                    }
                }
            }
        }
        kinds
    }

    /// The least length of a stretchable kind that is at least `len`.
    #[must_use]
    pub fn fit(&self, kind: SegmentKind, len: usize) -> usize {
        let (least, p) = (self.least(kind).expect("a stretchable kind"), self.period.len());
        least + len.saturating_sub(least).div_ceil(p) * p
    }
}

/// The stones at `text[from..to]`, a strip without empty cells or nothing.
fn stones(text: &str, from: usize, to: usize) -> Result<Vec<Player>, ParseError> {
    let part = &text[from..to];
    if part.trim().is_empty() {
        return Ok(Vec::new());
    }
    let before = text[..from].chars().count();
    let position = read_board(part).map_err(|error| error.shifted(text, before))?;
    if !matches!(position.board(), Board::Strip { .. }) {
        return Err(ParseError::new(text, from, "expected a strip: families are rows of stones"));
    }
    position.cells().iter().copied().collect::<Option<Vec<_>>>().ok_or_else(|| {
        ParseError::new(text, from, "expected stones only: an empty cell would split every board of the family")
    })
}

/// `oo(xxo)^n`, as [`Family::read`] reads it.
impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.with_exponent("n"))
    }
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Gap::Before(at) => write!(f, "a{at}"),
            Gap::Phase(at) => write!(f, "w{at}"),
            Gap::After(at) => write!(f, "b{at}"),
        }
    }
}

/// `w0-w2!`: from phase 0 to phase 2, the last stone flipped.
impl std::fmt::Display for SegmentKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = |flipped| if flipped { "!" } else { "" };
        write!(f, "{}{}-{}{}", mark(self.start_flipped), self.start, self.end, mark(self.end_flipped))
    }
}
