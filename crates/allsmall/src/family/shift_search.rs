//! The search for a period P, a shift D and a length m0 from which
//! `S(m + P) = S(m) + D` holds for every kind S, and the proof that it holds
//! for ever.
//!
//! Lengths are computed up to L, which doubles until a period is proved or a
//! limit is hit. The proof needs the equality by computation for
//! `m0 <= m < M` with `M = 2 m0 + P`, and the obligations for `M <= m < M + P`:
//! in a segment of length at least M every move leaves a part of at least
//! `m0 + P` stones (or, in the shorter one, m0), so the options of S(m + P)
//! are those of S(m) plus D.

use super::bounds::BoundsProof;
use super::obligation::{self, MetObligation, ShiftedGame};
use super::segment::{Family, Segment, SegmentKind};
use super::segment_values::SegmentValues;
use crate::cgt::{Value, Values};
use crate::{Budget, Stop};

/// Limits of the search for a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Length of the longest segment that is computed.
    pub longest: usize,
    /// Only this period, in stones, if one is named.
    pub period: Option<usize>,
    /// Maximum number of distinct values.
    pub most_values: usize,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { longest: 240, period: None, most_values: 2_000_000 }
    }
}

/// Maximum number of positions in the canonical forms of the two smallest
/// segments; the difference of larger ones costs too much.
const MAX_SIZE: usize = 400;

/// Maximum number of positions in the canonical form of a board: beyond it
/// each length takes about twice the time of the one before.
pub(super) const MAX_BOARD_SIZE: usize = 900;

/// The segments of the window, each with its obligations and their witnesses.
pub(super) type Obligations = Vec<(Segment, Vec<MetObligation>)>;

/// A proved statement: for every board with `m >= from` stones,
/// `S(m + period) = S(m) + shift`.
#[derive(Clone, Debug)]
pub(super) struct ShiftProof {
    pub(super) period: usize,
    pub(super) shift: Value,
    pub(super) from: usize,
    /// The longest segment that was computed.
    pub(super) longest: usize,
    pub(super) by: ProofMethod,
}

/// The argument of a proof.
#[derive(Clone, Debug)]
pub(super) enum ProofMethod {
    /// Every kind of segment gains the shift.
    Gain {
        obligations: Obligations,
        /// Number of equalities checked by computation.
        equalities: usize,
    },
    /// Bounds for every class of segments, equal for the boards themselves.
    Bounds(BoundsProof),
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotFound {
    /// All kinds were computed up to this length.
    pub(super) longest: usize,
    /// The limit that ended the search, unless it was the length.
    pub(super) stopped: Option<Stop>,
    /// A period that holds as far as computed, but whose obligations fail.
    pub(super) resists: Option<(usize, Value)>,
}

impl ShiftProof {
    /// The first length at which the obligations begin.
    pub(super) fn window(&self) -> usize {
        2 * self.from + self.period
    }
}

/// The state of one search.
pub(super) struct ShiftSearch<'a> {
    pub(super) family: &'a Family,
    pub(super) kinds: Vec<SegmentKind>,
    pub(super) table: SegmentValues,
    pub(super) values: Values,
    done: usize,
}

impl<'a> ShiftSearch<'a> {
    pub(super) fn new(family: &'a Family, budget: &Budget) -> ShiftSearch<'a> {
        let values = Values::within(budget);
        ShiftSearch { family, kinds: family.kinds(), table: SegmentValues::new(&values), values, done: 0 }
    }

    /// Looks for a period and proves it.
    pub(super) fn run(&mut self, reach: Reach, budget: &Budget) -> Result<ShiftProof, NotFound> {
        let mut length = (8 * self.family.period().len() + 2 * self.family.fixed()).max(24).min(reach.longest);
        let mut resists = None;
        loop {
            let step = self.extend(length, reach, budget).and_then(|()| self.attempt(reach, length, budget));
            match step {
                Ok(Attempt::Proved(proof)) => return Ok(proof),
                Ok(Attempt::Resists(period, shift)) => resists = Some((period, shift)),
                Ok(Attempt::Nothing) => {}
                Err(stop) => return Err(NotFound { longest: self.done, stopped: Some(stop), resists }),
            }
            if length == reach.longest {
                return Err(NotFound { longest: self.done, stopped: None, resists });
            }
            length = (length * 3 / 2).min(reach.longest);
        }
    }

    /// Computes every kind up to this length.
    pub(super) fn extend(&mut self, length: usize, reach: Reach, budget: &Budget) -> Result<(), Stop> {
        for len in self.done + 1..=length {
            budget.check()?;
            budget.report(|| format!("length {len}, {} values", self.values.len()));
            for &kind in &self.kinds {
                if self.values.len() > reach.most_values {
                    return Err(Stop::Memory);
                }
                if self.family.has_length(kind, len) {
                    self.table.value(self.family, Segment { kind, len }, &mut self.values)?;
                }
            }
            self.done = len;
            let root = self.family.root();
            if self.family.has_length(root, len) && self.values.size_within(self.get(root, len))? > MAX_BOARD_SIZE {
                return Err(Stop::Unsupported);
            }
        }
        Ok(())
    }

    /// First one gain for every kind of segment, then bounds.
    fn attempt(&mut self, reach: Reach, length: usize, budget: &Budget) -> Result<Attempt, Stop> {
        match self.look(reach, length)? {
            Attempt::Proved(proof) => Ok(Attempt::Proved(proof)),
            less => Ok(self.bounded(reach, length, budget)?.map_or(less, Attempt::Proved)),
        }
    }

    fn look(&mut self, reach: Reach, length: usize) -> Result<Attempt, Stop> {
        let p = self.family.period().len();
        let mut resists = Attempt::Nothing;
        for period in (p..=length / 4).step_by(p).filter(|&period| reach.period.is_none_or(|only| only == period)) {
            let Some(shift) = self.shift(period, length)? else { continue };
            let Some((from, equalities)) = self.since(period, shift, length)? else { continue };
            // The window of obligations must have been computed.
            if 2 * from + 2 * period > length + 1 {
                continue;
            }
            match self.prove(period, shift, from)? {
                Some(obligations) => {
                    let longest = length;
                    let by = ProofMethod::Gain { obligations, equalities };
                    return Ok(Attempt::Proved(ShiftProof { period, shift, from, longest, by }));
                }
                None => resists = Attempt::Resists(period, shift),
            }
        }
        Ok(resists)
    }

    /// What the longest segment of every kind gains by a period, if that is
    /// one value. The smallest games come first: they are cheap to subtract
    /// and to add, and one that disagrees ends the test.
    fn shift(&mut self, period: usize, length: usize) -> Result<Option<Value>, Stop> {
        let mut pairs = Vec::new();
        for &kind in &self.kinds {
            let len = self.family.fit(kind, length + 1 - self.family.period().len());
            if len < self.family.least(kind).expect("a stretchable kind") + period {
                return Ok(None);
            }
            let (long, short) = (self.get(kind, len), self.get(kind, len - period));
            pairs.push((self.values.size_within(long)? + self.values.size_within(short)?, long, short));
        }
        pairs.sort_unstable_by_key(|&(size, ..)| size);
        let (size, long, short) = pairs[0];
        if size > MAX_SIZE {
            return Ok(None);
        }
        let shift = self.values.sub(long, short)?;
        for &(_, long, short) in &pairs[1..] {
            if self.values.add(short, shift)? != long {
                return Ok(None);
            }
        }
        Ok(Some(shift))
    }

    /// The least length from which every kind gains `shift` by a period, up
    /// to the length computed, and the number of equalities checked.
    fn since(&mut self, period: usize, shift: Value, length: usize) -> Result<Option<(usize, usize)>, Stop> {
        let mut equalities = 0;
        // A part must keep its kind when a period is taken away.
        let lowest = self.family.fixed() + 2;
        for from in (lowest..=length - period).rev() {
            for kind in self.kinds.clone() {
                if !self.family.has_length(kind, from) {
                    continue;
                }
                if self.values.add(self.get(kind, from), shift)? != self.get(kind, from + period) {
                    return Ok((from < length - period).then_some((from + 1, equalities)));
                }
                equalities += 1;
            }
        }
        Ok(Some((lowest, equalities)))
    }

    /// The obligations of the window, each with its witness.
    fn prove(&mut self, period: usize, shift: Value, from: usize) -> Result<Option<Obligations>, Stop> {
        let mut all = Vec::new();
        if shift == self.values.zero() {
            return Ok(Some(all));
        }
        let window = 2 * from + period;
        for len in window..window + period {
            for kind in self.kinds.clone() {
                if !self.family.has_length(kind, len) {
                    continue;
                }
                let segment = Segment { kind, len };
                let [lefts, rights] = self.table.options(self.family, segment, &mut self.values)?;
                let game = ShiftedGame { value: self.table.get(segment), lefts: &lefts, rights: &rights };
                match obligation::meet(&mut self.values, game, shift)? {
                    Some(met) => all.push((segment, met)),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(all))
    }

    pub(super) fn get(&self, kind: SegmentKind, len: usize) -> Value {
        self.table.get(Segment { kind, len })
    }
}

enum Attempt {
    Proved(ShiftProof),
    Resists(usize, Value),
    Nothing,
}
