//! Nimbers of large parts by outcome search (Lemoine and Viennot 2010).
//!
//! A part `P` has nimber k iff `P + *k` is lost for the player to move. The search
//! tests k = 0, 1, ...; a test needs only one winning move where the mex rule needs
//! all options:
//!
//! ```text
//! P + *k is lost  iff  no option of P has nimber k        (moves in P)
//!                 and  P + *j is won for all j < k        (moves in *k)
//! ```
//!
//! The nimbers of small parts are tabulated and added to k. Of several large parts
//! all but the largest are valued separately, so a test is always about one part.
//! Options without a large part are looked at first; only if none of them has nimber k
//! are the others brought to normal form.
//! A transposition table holds the nimber of a part, or the set of nimbers it is
//! known not to have. Parts have at most 128 cells, which bounds the recursion.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::small_parts::{SMALL, SmallNimbers};
use crate::packed::{BoardRules, GridLanes, MoveResults, PackedPart, PartRules, PartWord, Signed};
use crate::transposition::{TableEntry, TranspositionTable, ValueOrder, Verdict, WordKey, log2_work};
use crate::{Budget, Stop};

/// Bytes of the empty tables.
const MIN_MEMORY: usize = 1 << 16;

/// The outcome search for nimbers.
pub(super) struct NimberSearch<'a> {
    boards: &'a BoardRules,
    small: SmallNimbers<'a>,
    table: TranspositionTable,
    nodes: u64,
    budget: &'a Budget,
}

/// What is known about a part: its nimber, or a set of nimbers it does not have.
#[derive(Clone, Copy)]
enum NimberKnowledge {
    Is(u32),
    IsNot(u32),
}

/// The bit of a stored number that marks a nimber; sets have the lower bits.
const IS: u32 = 1 << 31;

impl NimberKnowledge {
    fn of_number(number: u32) -> NimberKnowledge {
        if number & IS == 0 { NimberKnowledge::IsNot(number) } else { NimberKnowledge::Is(number ^ IS) }
    }

    fn number(self) -> u32 {
        match self {
            NimberKnowledge::Is(nimber) => nimber | IS,
            NimberKnowledge::IsNot(set) => set,
        }
    }

    /// Whether the nimber is k; `None` if that is not known.
    fn is(self, k: u32) -> Option<bool> {
        match self {
            NimberKnowledge::Is(nimber) => Some(nimber == k),
            NimberKnowledge::IsNot(set) => (k < 31 && set >> k & 1 == 1).then_some(false),
        }
    }

    /// Adds a nimber that the part does not have. Sets hold nimbers up to 30; greater
    /// ones are dropped.
    fn and_not(self, k: u32) -> NimberKnowledge {
        match self {
            NimberKnowledge::IsNot(set) if k < 31 => NimberKnowledge::IsNot(set | 1 << k),
            known => known,
        }
    }
}

/// One entry per part: a new one replaces the old one.
struct OneEntry;

impl ValueOrder for OneEntry {
    fn transfers(&mut self, _: Verdict, _: u32, _: u32) -> Result<bool, Stop> {
        Ok(true)
    }
}

/// An option: large parts, the largest first, and the nimber of the rest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NimberOption {
    /// Numbers of stones and of moves of the largest part; fewer are tried earlier.
    size: (usize, usize),
    large: SmallVec<[PackedPart; 2]>,
    nimber: u32,
}

impl<'a> NimberSearch<'a> {
    /// Creates a search with empty tables.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget is too small for them.
    pub(super) fn new(boards: &'a BoardRules, budget: &'a Budget) -> Result<NimberSearch<'a>, Stop> {
        if budget.memory() < MIN_MEMORY {
            return Err(Stop::Memory);
        }
        let table = TranspositionTable::new(budget.memory() / 4 * 3);
        Ok(NimberSearch { boards, small: SmallNimbers::new(boards, budget), table, nodes: 0, budget })
    }

    /// The nimber of a part.
    pub(super) fn nimber(&mut self, part: PackedPart) -> Result<u32, Stop> {
        if self.boards.stones(part) <= SMALL {
            return self.small.of_part(part);
        }
        let mut k = 0;
        while !self.is(part, k)? {
            k += 1;
        }
        Ok(k)
    }

    /// Returns whether a large part has nimber k.
    fn is(&mut self, part: PackedPart, k: u32) -> Result<bool, Stop> {
        let key = key(part).ok_or(Stop::Unsupported)?;
        let mut known = self.known(&key)?;
        if let Some(answer) = known.is(k) {
            return Ok(answer);
        }
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.budget.check()?;
            self.budget.report(|| format!("{} positions, {} known", self.nodes, self.table.len()));
        }
        let open = self.open_options(part, k, &mut known)?;
        let found = known.is(k) == Some(false) || self.has_option(open, k)?;
        if found {
            known = known.and_not(k);
        } else {
            // No option has nimber k, so the nimber is at most k.
            for j in 0..k {
                if self.is(part, j)? {
                    return Ok(false);
                }
            }
            known = NimberKnowledge::Is(k);
        }
        // The verdict has no meaning here.
        let log2_work = log2_work(self.nodes - before);
        let entry = TableEntry { value: known.number(), verdict: Verdict::Win, log2_work };
        self.table.insert(&key, entry, &mut OneEntry)?;
        Ok(!found)
    }

    fn known(&mut self, key: &WordKey) -> Result<NimberKnowledge, Stop> {
        let found = self.table.find(key, 0, &mut OneEntry)?;
        Ok(found.map_or(NimberKnowledge::IsNot(0), |entry| NimberKnowledge::of_number(entry.value)))
    }

    /// The options of a part that may have nimber k, in the order in which they are
    /// tried. The known nimbers of the others are added to `known`.
    fn open_options(
        &mut self,
        part: PackedPart,
        k: u32,
        known: &mut NimberKnowledge,
    ) -> Result<Vec<NimberOption>, Stop> {
        let mut open = match narrow_lanes(part) {
            Some(lanes) => self.grid_options(lanes, k, known)?,
            None => self.options(part, known)?,
        };
        let mut kept = 0;
        for i in 0..open.len() {
            if known.is(k) == Some(false) {
                return Ok(Vec::new());
            }
            let NimberOption { large, nimber, .. } = &open[i];
            let of_one = match large[..] {
                [one] => self.known(&key(one).ok_or(Stop::Unsupported)?)?,
                _ => NimberKnowledge::IsNot(0),
            };
            if let NimberKnowledge::Is(other) = of_one {
                *known = known.and_not(other ^ nimber);
            } else if of_one.is(k ^ nimber).is_none() {
                open.swap(kept, i);
                kept += 1;
            }
        }
        open.truncate(kept);
        for option in &mut open {
            option.large.sort_unstable_by_key(|&part| std::cmp::Reverse(self.boards.stones(part)));
            option.size = (self.boards.stones(option.large[0]), self.boards.pairs(option.large[0]));
        }
        open.sort_unstable();
        open.dedup();
        Ok(open)
    }

    /// The options of a part that have a large part. The nimbers of the others are
    /// added to `known`.
    fn options(&mut self, part: PackedPart, known: &mut NimberKnowledge) -> Result<Vec<NimberOption>, Stop> {
        let mut moves = MoveResults::default();
        moves.add_all(self.boards, part);
        let mut open = Vec::with_capacity(moves.ends.len());
        for parts in moves.iter() {
            let mut option = NimberOption { size: (0, 0), large: SmallVec::new(), nimber: 0 };
            for signed in parts {
                if self.boards.stones(signed.part) <= SMALL {
                    option.nimber ^= self.small.of_part(signed.part)?;
                } else {
                    option.large.push(signed.part);
                }
            }
            if option.large.is_empty() {
                *known = known.and_not(option.nimber);
            } else {
                open.push(option);
            }
        }
        Ok(open)
    }

    /// As [`NimberSearch::options`], for a grid part; none if one of the others has
    /// nimber k.
    fn grid_options(
        &mut self,
        lanes: GridLanes,
        k: u32,
        known: &mut NimberKnowledge,
    ) -> Result<Vec<NimberOption>, Stop> {
        let mut open: Vec<(u32, SmallVec<[GridLanes; 2]>)> = Vec::with_capacity(32);
        for own in [lanes, lanes.negative()] {
            let ended = own.for_each_move(|_, pieces| {
                let (mut nimber, mut large) = (0, SmallVec::new());
                for &lanes in pieces {
                    if lanes.count() > SMALL {
                        large.push(lanes);
                    } else {
                        match self.small.of_lanes(lanes) {
                            Ok(small) => nimber ^= small,
                            Err(stop) => return ControlFlow::Break(Err(stop)),
                        }
                    }
                }
                if !large.is_empty() {
                    open.push((nimber, large));
                    return ControlFlow::Continue(());
                }
                *known = known.and_not(nimber);
                if nimber == k { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
            });
            if let ControlFlow::Break(found) = ended {
                return found.map(|()| Vec::new());
            }
        }
        let normal = |lanes: GridLanes| PackedPart::of_grid(lanes.normal()).part;
        let option = |(nimber, large): (u32, SmallVec<[GridLanes; 2]>)| NimberOption {
            size: (0, 0),
            large: large.into_iter().map(normal).collect(),
            nimber,
        };
        Ok(open.into_iter().map(option).collect())
    }

    /// Returns whether one of these options has nimber k.
    fn has_option(&mut self, open: Vec<NimberOption>, k: u32) -> Result<bool, Stop> {
        for option in open {
            let (first, others) = option.large.split_first().expect("an open option has a large part");
            let mut rest = k ^ option.nimber;
            for &other in others {
                rest ^= self.nimber(other)?;
            }
            if self.is(*first, rest)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The lanes of a grid part that is at most 8 cells wide and high.
fn narrow_lanes(part: PackedPart) -> Option<GridLanes> {
    let PackedPart::Grid(part) = part else { return None };
    GridLanes::new(Signed { part, negated: false, own_negative: false }).filter(|lanes| lanes.is_narrow())
}

/// The key of a part; `None` if it does not fit a word.
fn key(part: PackedPart) -> Option<WordKey> {
    let packed = PartWord::new(Signed { part, negated: false, own_negative: false })?;
    let words = packed.width().div_ceil(32);
    Some(WordKey::new((0..words).map(|i| (packed.bits() >> (32 * i)) as u32)))
}

/// Returns whether a part is searched: larger ones do not fit a word, and strips have
/// so few different parts that the mex rule is faster.
pub(super) fn is_searchable(part: PackedPart) -> bool {
    matches!(part, PackedPart::Grid(_) | PackedPart::Graph { .. }) && key(part).is_some()
}
